"""The part of a picture in which there is anything at all: an empty table need not be searched."""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision.dice.centres import NOMINAL_PX
from referee.vision.pictures import Picture

_SHRINK = 4
# A pixel is busy if its surroundings differ by more than this beyond what the ground does.
_LEAST_STEP = 6.0
_GROUND_STEPS = 2.0
# On a rougher ground dark dice would pass for ground themselves.
_CALM_STEP = 8.0
_MARGIN_PX = round(1.2 * NOMINAL_PX)
# Less than this is not worth cutting away.
_WORTH = 0.85


def busy_part(picture: Picture) -> tuple[int, int, Picture]:
    """Left, top and the part, of a picture in which a die is `NOMINAL_PX` wide."""
    height, width = picture.shape[:2]
    if min(height, width) < 4 * _SHRINK:
        return 0, 0, picture
    size = (width // _SHRINK, height // _SHRINK)
    grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    steps = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    ground = float(np.median(steps))
    if ground > _CALM_STEP:
        return 0, 0, picture
    busy = steps > _LEAST_STEP + _GROUND_STEPS * ground
    rows, columns = np.nonzero(busy.any(axis=1))[0], np.nonzero(busy.any(axis=0))[0]
    if not len(rows):
        return 0, 0, picture
    top, bottom = _stretch(int(rows[0]), int(rows[-1]), height)
    left, right = _stretch(int(columns[0]), int(columns[-1]), width)
    if (bottom - top) * (right - left) > _WORTH * height * width:
        return 0, 0, picture
    return left, top, np.ascontiguousarray(picture[top:bottom, left:right])


def _stretch(first: int, last: int, limit: int) -> tuple[int, int]:
    low, high = first * _SHRINK - _MARGIN_PX, (last + 1) * _SHRINK + _MARGIN_PX
    return max(0, low), min(limit, high)
