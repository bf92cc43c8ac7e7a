"""The artwork of the special dice that come with the supported games, drawn for this project.

The faces differ in outline and in how much ink they carry, so that they stay apart on a die of 30
pixels. They are not the publishers' drawings: a table teaches its own dice over them.
"""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.artwork.canvas import (
    Canvas,
    FaceSet,
    InkMask,
    as_mask,
    blank_canvas,
    disc,
    pip_faces,
    polygon,
    ring,
    stroke,
)

_PAPER = 0
_PRINTED = 0.84
_DIE_TURN_RAD = 0.4


def _arc(
    centre: tuple[float, float], radii: tuple[float, float], span_deg: tuple[float, float]
) -> npt.NDArray[np.float64]:
    angles = np.radians(np.linspace(*span_deg, 24))
    return np.column_stack(
        (centre[0] + radii[0] * np.cos(angles), centre[1] + radii[1] * np.sin(angles))
    )


def _box(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _eye(canvas: Canvas) -> None:
    upper = _arc((0.5, 0.82), (0.44, 0.46), (210, 330))
    lower = _arc((0.5, 0.36), (0.44, 0.46), (30, 150))
    stroke(canvas, np.vstack((upper, lower)), 0.09, closed=True)
    disc(canvas, (0.5, 0.59), 0.13)
    for foot, tip in (
        ((0.27, 0.38), (0.16, 0.2)),
        ((0.5, 0.3), (0.5, 0.1)),
        ((0.73, 0.38), (0.84, 0.2)),
    ):
        stroke(canvas, [foot, tip], 0.09)


def _die(canvas: Canvas) -> None:
    """A die that lies askew: straight, its spots would be those of an ordinary five."""
    cos, sin = np.cos(_DIE_TURN_RAD), np.sin(_DIE_TURN_RAD)
    turn = np.array([[cos, sin], [-sin, cos]])
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    polygon(canvas, 0.5 + 0.36 * corners @ turn)
    for x, y in 0.5 + 0.2 * np.array([*corners, (0, 0)]) @ turn:
        disc(canvas, (float(x), float(y)), 0.09, _PAPER)


def _treasure(canvas: Canvas) -> None:
    """A crown."""
    tips = [(0.08, 0.3), (0.3, 0.5), (0.5, 0.2), (0.7, 0.5), (0.92, 0.3)]
    polygon(canvas, [*tips, (0.84, 0.68), (0.16, 0.68)])
    for spot in (tips[0], tips[2], tips[4]):
        disc(canvas, spot, 0.08)
    polygon(canvas, _box(0.16, 0.76, 0.84, 0.88))


def _trunk(canvas: Canvas) -> None:
    """A bare tree: two branches at different heights, and roots."""
    stroke(canvas, [(0.5, 0.08), (0.5, 0.9)], 0.15)
    stroke(canvas, [(0.5, 0.5), (0.22, 0.36), (0.2, 0.14)], 0.1)
    stroke(canvas, [(0.5, 0.66), (0.78, 0.54), (0.82, 0.3)], 0.1)
    stroke(canvas, [(0.16, 0.9), (0.84, 0.9)], 0.1)


def _kracko(canvas: Canvas) -> None:
    """A bat."""
    wing = [(0.5, 0.36), (0.62, 0.3), (0.94, 0.26), (0.86, 0.66), (0.72, 0.54), (0.6, 0.7)]
    wing += [(0.5, 0.78)]
    mirrored = [(1 - x, y) for x, y in reversed(wing)]
    polygon(canvas, wing + mirrored)
    polygon(canvas, [(0.42, 0.4), (0.4, 0.2), (0.5, 0.3), (0.6, 0.2), (0.58, 0.4)])
    for x in (0.455, 0.545):
        disc(canvas, (x, 0.42), 0.025, _PAPER)


def _bonflair(canvas: Canvas) -> None:
    """A paw."""
    disc(canvas, (0.5, 0.66), 0.19)
    disc(canvas, (0.38, 0.74), 0.11)
    disc(canvas, (0.62, 0.74), 0.11)
    for spot in ((0.2, 0.48), (0.38, 0.28), (0.62, 0.28), (0.8, 0.48)):
        disc(canvas, spot, 0.095)


def _anna(canvas: Canvas) -> None:
    """A bow."""
    polygon(canvas, [(0.5, 0.46), (0.12, 0.2), (0.1, 0.66)])
    polygon(canvas, [(0.5, 0.46), (0.88, 0.2), (0.9, 0.66)])
    disc(canvas, (0.5, 0.45), 0.09)
    stroke(canvas, [(0.47, 0.5), (0.36, 0.86)], 0.08)
    stroke(canvas, [(0.53, 0.5), (0.64, 0.86)], 0.08)


def _duffy(canvas: Canvas) -> None:
    """A lantern."""
    ring(canvas, (0.5, 0.2), 0.09, 0.05)
    polygon(canvas, [(0.34, 0.3), (0.66, 0.3), (0.72, 0.38), (0.28, 0.38)])
    stroke(canvas, _box(0.3, 0.42, 0.7, 0.78), 0.06, closed=True)
    polygon(canvas, _box(0.24, 0.8, 0.76, 0.9))
    polygon(canvas, [(0.5, 0.48), (0.59, 0.66), (0.5, 0.74), (0.41, 0.66)])


def _poppy(canvas: Canvas) -> None:
    """A flower on its stalk."""
    for angle in np.arange(5) * 2 * np.pi / 5 - np.pi / 2:
        disc(canvas, (0.5 + 0.17 * float(np.cos(angle)), 0.36 + 0.17 * float(np.sin(angle))), 0.12)
    disc(canvas, (0.5, 0.36), 0.08, _PAPER)
    stroke(canvas, [(0.5, 0.6), (0.5, 0.9)], 0.06)
    stroke(canvas, [(0.5, 0.84), (0.7, 0.7)], 0.08)


def _question(canvas: Canvas) -> None:
    hook = np.vstack((_arc((0.5, 0.33), (0.2, 0.19), (-190, 60)), [(0.5, 0.56), (0.5, 0.65)]))
    stroke(canvas, hook, 0.11)
    disc(canvas, (0.5, 0.83), 0.075)


def _drawn(drawer: Callable[[Canvas], None]) -> InkMask:
    """The drawing, with the margin that a printer leaves on a rounded die."""
    canvas = blank_canvas()
    drawer(canvas)
    middle = (canvas.shape[0] - 1) / 2
    shift = middle * (1 - _PRINTED)
    shrink = np.array([[_PRINTED, 0, shift], [0, _PRINTED, shift]])
    size = (canvas.shape[1], canvas.shape[0])
    return as_mask(np.asarray(cv2.warpAffine(canvas, shrink, size, flags=cv2.INTER_AREA), np.uint8))


def magic_beanstalk_faces() -> FaceSet:
    """Eye and Treasure twice, Die and Trunk once."""
    drawers = {"eye": _eye, "die": _die, "treasure": _treasure, "trunk": _trunk}
    faces = {name: _drawn(drawer) for name, drawer in drawers.items()}
    return FaceSet("magic-beanstalk", faces, ("eye", "treasure", "die", "eye", "trunk", "treasure"))


def spookies_friend_faces() -> FaceSet:
    """The five figures and the question mark."""
    drawers = {
        "kracko": _kracko,
        "bonflair": _bonflair,
        "anna": _anna,
        "duffy": _duffy,
        "poppy": _poppy,
        "question": _question,
    }
    return FaceSet("spookies-friend", {name: _drawn(drawer) for name, drawer in drawers.items()})


FACE_SETS: dict[str, Callable[[], FaceSet]] = {
    "pips": pip_faces,
    "magic-beanstalk": magic_beanstalk_faces,
    "spookies-friend": spookies_friend_faces,
}
