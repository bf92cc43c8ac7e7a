"""The artwork of the special dice that come with the supported games, drawn for this project.

The faces differ in outline and in how much ink they carry, so that they stay apart on a die of 30
pixels. They are not the publishers' drawings: a table teaches its own dice over them.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.artwork import (
    Canvas,
    FaceSet,
    Mask,
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
    lids = np.vstack(
        (_arc((0.5, 0.72), (0.42, 0.46), (205, 335)), _arc((0.5, 0.28), (0.42, 0.46), (25, 155)))
    )
    stroke(canvas, lids, 0.075, closed=True)
    disc(canvas, (0.5, 0.5), 0.15)
    disc(canvas, (0.545, 0.455), 0.045, _PAPER)


def _die(canvas: Canvas) -> None:
    stroke(canvas, _box(0.16, 0.16, 0.84, 0.84), 0.11, closed=True)
    for at in (0.34, 0.5, 0.66):
        disc(canvas, (at, 1 - at), 0.085)


def _treasure(canvas: Canvas) -> None:
    lid = np.vstack((_arc((0.5, 0.42), (0.36, 0.27), (180, 360)), [(0.86, 0.42), (0.14, 0.42)]))
    polygon(canvas, lid)
    polygon(canvas, _box(0.14, 0.48, 0.86, 0.82))
    polygon(canvas, _box(0.41, 0.38, 0.59, 0.6), _PAPER)
    disc(canvas, (0.5, 0.48), 0.055)
    polygon(canvas, _box(0.24, 0.66, 0.76, 0.71), _PAPER)


def _trunk(canvas: Canvas) -> None:
    bark = [(0.4, 0.1), (0.6, 0.1), (0.58, 0.55), (0.78, 0.88), (0.22, 0.88), (0.42, 0.55)]
    polygon(canvas, bark)
    stroke(canvas, [(0.58, 0.42), (0.72, 0.3), (0.74, 0.16)], 0.08)
    stroke(canvas, [(0.42, 0.52), (0.26, 0.4)], 0.08)
    stroke(canvas, [(0.5, 0.3), (0.5, 0.75)], 0.035, ink=_PAPER)


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


def _drawn(drawer: Callable[[Canvas], None]) -> Mask:
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
