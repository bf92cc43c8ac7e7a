"""The first look: a network finds one centre for each die's top face, with what it may show.

It says, for every fourth pixel, whether the middle of a top face lies there, which pip value it
has, how it is turned and how wide it is. It was trained with dice `NOMINAL_PX` wide, so a picture
is scaled to that first. One centre for each die needs no outline, so dice may touch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, sin

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.faces import top_face
from referee.vision.network import OnnxNetwork, shipped_model
from referee.vision.pictures import Picture
from referee.vision.readings import Point

Told = npt.NDArray[np.float32]

NOMINAL_PX = 36.0
STRIDE = 4
VALUES = 6
FACE, LEANING, OFFSET_X, OFFSET_Y, COS, SIN, SIZE = range(VALUES, VALUES + 7)
_MULTIPLE_PX = 8
# The first is of all convolutions together, to one side. Of the other: half as many take 10 MB
# less, twice as many save a tenth of the time of a second look at the same size.
_SEEN_AROUND_PX, _PIXELS_AT_ONCE = 72, 400_000
# Two dice never have their centres nearer than this many widths: in any picture, foreshortened or
# with dice of several sizes; and in a flat one, in which dice of one size lie side by side (1.0 but
# for errors of the place). Higher, and touching dice are lost; lower, and one die is read twice.
NEAREST_WIDTHS, NEAREST_FLAT_WIDTHS = 0.62, 0.88
_SIZE_LIMIT = 0.9

Heat = npt.NDArray[np.float32]
Cells = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Centre:
    """A die as the network sees it, in pixels of the picture it was given.

    `face` is how sure it is that there is a top face at all, `values` how strongly it says 1 … 6.
    After the close look `shares` are the chances of 1 … 6, of a symbol, and of no top face.
    """

    x: float
    y: float
    face: float
    values: tuple[float, ...]
    angle_rad: float
    width_px: float
    shares: tuple[float, ...] = ()

    def moved(self, scale: float, left: float = 0.0, top: float = 0.0) -> Centre:
        """The same die in a picture that is `scale` times larger and starts elsewhere."""
        return Centre(
            self.x * scale + left,
            self.y * scale + top,
            self.face,
            self.values,
            self.angle_rad,
            self.width_px * scale,
            self.shares,
        )


class CentreFinder:
    """Runs the network; make one and use it often."""

    def __init__(self, model: bytes | None = None) -> None:
        self._network = OnnxNetwork(model or shipped_model("dice.onnx"))

    def heat(self, picture: Picture) -> Heat:
        """What the network says about a picture: (channels, rows, columns).

        A large one is looked at strip by strip: what the network holds meanwhile is most of the
        memory of a reading. Strips overlap as far as it sees, so it says the same.
        """
        whole = _padded(picture)
        is_wide = whole.shape[1] >= whole.shape[0]
        told = []
        for seen, inside in _strips(max(whole.shape[:2]), min(whole.shape[:2])):
            strip = whole[:, seen] if is_wide else whole[seen]
            heat = self._network.tell([np.ascontiguousarray(strip)])[0]
            told.append(heat[..., inside] if is_wide else heat[:, inside])
        heat = np.concatenate(told, axis=-1 if is_wide else -2)
        limited = np.clip(heat[: LEANING + 1], -20, 20)
        heat[: LEANING + 1] = 1 / (1 + np.exp(-limited))
        return heat

    def find(self, picture: Picture, least: float = 0.25) -> list[Centre]:
        """The dice of a picture in which they are about `NOMINAL_PX` wide, strongest first."""
        return apart(peaks(self.heat(picture), least))


def _strips(length: int, across: int) -> Iterator[tuple[slice, slice]]:
    """Equally long ones: the pixels that each shows, and the cells in it that count."""
    number = ceil(length * across / _PIXELS_AT_ONCE)
    # Beyond the picture's own ends there is nothing to see.
    long = (length + 2 * _SEEN_AROUND_PX * (number - 1)) / number
    long = min(length, _MULTIPLE_PX * ceil(long / _MULTIPLE_PX))
    told = 0
    while told < length:
        begin = max(0, min(told - _SEEN_AROUND_PX, length - long))
        until = length if begin + long == length else begin + long - _SEEN_AROUND_PX
        yield (
            slice(begin, begin + long),
            slice((told - begin) // STRIDE, (until - begin) // STRIDE),
        )
        told = until


def _padded(picture: Picture) -> Picture:
    """Filled up at the right and at the bottom, because the network halves three times."""
    height, width = picture.shape[:2]
    right, bottom = -width % _MULTIPLE_PX, -height % _MULTIPLE_PX
    if not right and not bottom:
        return picture
    padded = cv2.copyMakeBorder(picture, 0, bottom, 0, right, cv2.BORDER_REPLICATE)
    return np.asarray(padded, np.uint8)


def peaks(heat: Heat, least: float) -> list[Centre]:
    """Every local maximum of the top-face map, strongest first."""
    face = heat[FACE]
    highest = cv2.dilate(face, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((face >= highest) & (face > least))
    order = np.argsort(-face[rows, columns], kind="stable")
    return _centres(heat, rows[order], columns[order])


def _centres(heat: Heat, rows: Cells, columns: Cells) -> list[Centre]:
    told = heat[:, rows, columns]
    across, down = np.clip(told[[OFFSET_X, OFFSET_Y]], -1, 1)
    wider = np.exp(np.clip(told[SIZE], -_SIZE_LIMIT, _SIZE_LIMIT))
    numbers = (
        (columns.astype(np.float32) + 0.5 + across) * STRIDE,
        (rows.astype(np.float32) + 0.5 + down) * STRIDE,
        told[FACE],
        _values_around(heat, rows, columns),
        np.arctan2(told[SIN], told[COS]) / 4,
        wider,
    )
    return [
        Centre(x, y, face, tuple(values), angle_rad, NOMINAL_PX * times)
        for x, y, face, values, angle_rad, times in zip(
            *(each.tolist() for each in numbers), strict=True
        )
    ]


def _values_around(heat: Heat, rows: Cells, columns: Cells) -> Heat:
    """For each place how strongly it and its neighbours say 1 … 6."""
    step = np.arange(-1, 2)
    near_rows = np.clip(rows[:, None, None] + step[:, None], 0, heat.shape[1] - 1)
    near_columns = np.clip(columns[:, None, None] + step, 0, heat.shape[2] - 1)
    return np.asarray(heat[:VALUES, near_rows, near_columns].max(axis=(2, 3)).T)


def apart(centres: Sequence[Centre], nearest_widths: float = NEAREST_WIDTHS) -> list[Centre]:
    """Without the weaker of two centres that cannot both be dice; strongest first."""
    kept: list[Centre] = []
    for centre in centres:
        if are_apart(centre, kept, nearest_widths):
            kept.append(centre)
    return kept


def are_apart(
    centre: Centre, others: Sequence[Centre], nearest_widths: float = NEAREST_WIDTHS
) -> bool:
    """Whether this can be a die beside all the others."""
    return all(_are_apart(centre, other, nearest_widths) for other in others)


def _are_apart(one: Centre, other: Centre, nearest_widths: float) -> bool:
    # A small die may lie beside a large one: the mean width says how near they can come.
    reach = nearest_widths * (one.width_px + other.width_px) / 2
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 > reach * reach


_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


def square_corners(centre: Centre) -> tuple[Point, Point, Point, Point]:
    """The corners of the top face, clockwise on the screen."""
    across = centre.width_px * cos(centre.angle_rad)
    down = centre.width_px * sin(centre.angle_rad)
    first, second, third, fourth = (
        (centre.x + u * across - v * down, centre.y + u * down + v * across) for u, v in _CORNERS
    )
    return first, second, third, fourth


def cut_top_face(picture: Picture, centre: Centre) -> Picture:
    """The top face as a square of `FACE_PX`."""
    return top_face.cut_square(picture, (centre.x, centre.y), centre.width_px, centre.angle_rad)
