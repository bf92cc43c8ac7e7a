"""What is printed on a die's faces: ink masks in the unit square, and sets of six of them.

An artwork is a square array of numbers from 0 (the body) to 1 (ink). It knows nothing of
colours, so that the same face can be drawn light on dark, dark on light, engraved or printed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

InkMask = npt.NDArray[np.float32]
Canvas = npt.NDArray[np.uint8]

ARTWORK_PX = 128
_FINE = 2
_SHIFT = 4

_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
PIP_FACES = tuple(_PIPS)


@dataclass(frozen=True, slots=True)
class FaceSet:
    """The printed faces of one kind of die; `net` names its sides: top, four around, bottom."""

    name: str
    faces: Mapping[str, InkMask]
    net: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        if not self.net:
            names = list(self.faces)
            object.__setattr__(self, "net", tuple(names[i % len(names)] for i in range(6)))


def blank_canvas(size_px: int = ARTWORK_PX) -> Canvas:
    """An empty sheet, finer than the artwork it becomes."""
    return np.zeros((size_px * _FINE, size_px * _FINE), np.uint8)


def as_mask(canvas: Canvas) -> InkMask:
    """The finished artwork of a sheet."""
    size_px = canvas.shape[0] // _FINE
    small = cv2.resize(canvas, (size_px, size_px), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / np.float32(255)


def _fixed(value: float) -> int:
    return round(value * (1 << _SHIFT))


def disc(canvas: Canvas, centre: Sequence[float], radius: float, ink: int = 255) -> None:
    """A filled circle, in parts of the sheet's width."""
    size = canvas.shape[0]
    at = (_fixed(centre[0] * size - 0.5), _fixed(centre[1] * size - 0.5))
    cv2.circle(canvas, at, _fixed(radius * size), ink, -1, cv2.LINE_AA, _SHIFT)


def ring(canvas: Canvas, centre: Sequence[float], radius: float, width: float) -> None:
    """A circle's line."""
    size = canvas.shape[0]
    at = (_fixed(centre[0] * size - 0.5), _fixed(centre[1] * size - 0.5))
    thick = max(1, round(width * size))
    cv2.circle(canvas, at, _fixed(radius * size), 255, thick, cv2.LINE_AA, _SHIFT)


def polygon(canvas: Canvas, points: npt.ArrayLike, ink: int = 255) -> None:
    """A filled outline of points in the unit square."""
    scaled = np.asarray(points, float) * canvas.shape[0] * (1 << _SHIFT)
    cv2.fillPoly(canvas, [np.rint(scaled).astype(np.int32)], ink, cv2.LINE_AA, _SHIFT)


def stroke(
    canvas: Canvas, points: npt.ArrayLike, width: float, *, closed: bool = False, ink: int = 255
) -> None:
    """A line through points, with round ends."""
    scaled = np.asarray(points, float) * canvas.shape[0] * (1 << _SHIFT)
    line = [np.rint(scaled).astype(np.int32)]
    thick = max(1, round(width * canvas.shape[0]))
    cv2.polylines(canvas, line, closed, ink, thick, cv2.LINE_AA, _SHIFT)


def pip_mask(
    face: str, *, size_px: int = ARTWORK_PX, inset: float = 0.26, radius: float = 0.09
) -> InkMask:
    """The pips of "1" to "6": `inset` from the middle to the outer row, `radius` of one pip."""
    canvas = blank_canvas(size_px)
    for across, down in _PIPS[face]:
        disc(canvas, (0.5 + across * inset, 0.5 + down * inset), radius)
    return as_mask(canvas)
