"""The classical check of a pip value: which of the layouts lies on this rectified face?

A face is compared as a whole with nine layouts (two, three and six pips can lie two ways), drawn at
a few pip sizes and distances from the edge. What is compared is the distance of each pixel from the
die's own colour, so dark pips on a light die and light pips on a dark one are the same.
"""

from dataclasses import dataclass
from functools import cache
from math import cos, sin

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import Picture

FACE_PX = 64
"""A rectified face is a square of this size, the die's edges at its borders."""

# Half as fine tells the layouts apart as well, in a third of the time.
_FIT_PX = 32
_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_LAYOUTS: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = (
    (1, ((0, 0),)),
    (2, ((-1, -1), (1, 1))),
    (2, ((-1, 1), (1, -1))),
    (3, ((-1, -1), (0, 0), (1, 1))),
    (3, ((-1, 1), (0, 0), (1, -1))),
    (4, _CORNERS),
    (5, (*_CORNERS, (0, 0))),
    (6, (*_CORNERS, (-1, 0), (1, 0))),
    (6, (*_CORNERS, (0, -1), (0, 1))),
)
# In die widths: from the middle to a corner pip, and the radius of a pip.
_REACHES = (0.21, 0.25, 0.29)
_RADII = (0.08, 0.11)
# Where the drawn layouts of each value begin.
_VALUES = [value for value, _ in _LAYOUTS]
_FIRST_TEMPLATES = [len(_REACHES) * len(_RADII) * _VALUES.index(value) for value in range(1, 7)]
# Rounded corners and neighbours are no part of the face.
_INNER = slice(round(0.06 * _FIT_PX), round(0.94 * _FIT_PX))
_INSIDE_PX = _INNER.stop - _INNER.start
_BRIGHT = int(0.97 * _INSIDE_PX**2)
_LAB_WEIGHTS = np.array([0.7, 1.0, 1.0], np.float32)
_TURNS_DEG = (0.0, -8.0, 8.0)
_SHARPNESS = 14.0

ContrastMap = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PipFit:
    """How well the best layout of each value fits (−1 … 1), and what that makes of the values."""

    fits: tuple[float, ...]
    probabilities: tuple[float, ...]


def fit_pips(face: Picture) -> PipFit:
    """Compare a rectified face, 64 × 64, with every layout."""
    small = cv2.resize(face, (_FIT_PX, _FIT_PX), interpolation=cv2.INTER_AREA)
    plane = contrast(np.asarray(small, np.uint8))
    # A few glints must not outweigh all pips.
    limit = np.partition(plane[_INNER, _INNER], _BRIGHT, axis=None)[_BRIGHT]
    scores = _normalised(_turned(np.minimum(plane, limit))) @ _templates().T
    fits = np.maximum.reduceat(scores.max(axis=0), _FIRST_TEMPLATES)
    weights = np.exp(_SHARPNESS * (fits - fits.max()))
    return PipFit(tuple(fits.tolist()), tuple((weights / weights.sum()).tolist()))


def contrast(face: Picture) -> ContrastMap:
    """How far each pixel is from the colour of the die's body."""
    colours = np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2Lab), np.uint8)
    # The body is most of every face, so the median is its colour even between six pips.
    inner = colours[_INNER, _INNER].reshape(-1, 3).T
    middle = inner.shape[1] // 2
    body = np.partition(inner, middle)[:, middle].astype(np.float32)
    # Light falls unevenly: brightness counts half of what it differs.
    away = (colours - body) * _LAB_WEIGHTS
    return np.asarray(np.sqrt(np.einsum("ijk,ijk->ij", away, away)), np.float32)


def _turned(plane: ContrastMap) -> ContrastMap:
    """The inside, as it is and a little to each side, one below the other."""
    across, down = _turned_places()
    turned = cv2.remap(plane, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.float32)


@cache
def _turned_places() -> tuple[ContrastMap, ContrastMap]:
    """In which columns and rows of a plane the pixels of the turned insides lie."""
    middle = (_FIT_PX - 1) / 2
    rows, columns = np.mgrid[_INNER, _INNER] - middle
    turns = [(cos(turn), sin(turn)) for turn in np.radians(_TURNS_DEG)]
    across = [middle + along * columns - aside * rows for along, aside in turns]
    down = [middle + aside * columns + along * rows for along, aside in turns]
    return np.concatenate(across).astype(np.float32), np.concatenate(down).astype(np.float32)


def _normalised(insides: ContrastMap) -> ContrastMap:
    """Each of the insides, one below the other, as a row of length 1 around 0."""
    rows = insides.reshape(-1, _INSIDE_PX * _INSIDE_PX)
    rows = rows - rows.mean(axis=1, keepdims=True)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return np.asarray(rows / (lengths[:, None] + 1e-6), np.float32)


@cache
def _templates() -> ContrastMap:
    drawn = [
        _draw(pips, reach, radius)
        for _, pips in _LAYOUTS
        for reach in _REACHES
        for radius in _RADII
    ]
    return _normalised(np.concatenate([plane[_INNER, _INNER] for plane in drawn]))


def _draw(pips: tuple[tuple[int, int], ...], reach: float, radius: float) -> ContrastMap:
    rows, columns = np.mgrid[0:_FIT_PX, 0:_FIT_PX].astype(np.float32)
    middle = (_FIT_PX - 1) / 2
    plane = np.zeros((_FIT_PX, _FIT_PX), np.float32)
    for across, down in pips:
        x, y = middle + across * reach * _FIT_PX, middle + down * reach * _FIT_PX
        away = np.hypot(columns - x, rows - y) / _FIT_PX
        plane = np.maximum(plane, np.clip((radius - away) / 0.04 + 0.5, 0, 1))
    return np.asarray(plane, np.float32)
