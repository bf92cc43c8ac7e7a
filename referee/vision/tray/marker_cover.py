"""Paints over the printed markers of a tray: black and white squares pass for dice too easily.

Only a marker that can still be seen is painted over. If a die came to lie on it, the die stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import cv2
import numpy as np

from referee.vision.pictures import Picture
from referee.vision.tray.plane import Rectifier
from referee.vision.tray.sheet import Points, marker_cells

_VIEW_PX = 36
# How well what is seen must agree with what was printed; a die on a quarter of it spoils that.
_AGREES = 0.75
# Just outside a marker is the paper, and just outside its measured corners its last black pixels.
_PAPER, _EDGE = 1.12, 1.05


class MarkerCover:
    """Knows where the markers of a tray were seen, in pixels of its pictures."""

    def __init__(self, markers_px: Mapping[int, Points]) -> None:
        self._markers_px = {
            marker: np.asarray(corners, np.float64) for marker, corners in markers_px.items()
        }

    def paint(self, flat: Picture, picture: Picture, rectifier: Rectifier) -> None:
        """Paint over the markers in a rectified picture, as far as the original shows them."""
        for marker, corners in self._markers_px.items():
            if _shows(picture, corners, marker):
                paper = _paper_around(picture, corners)
                outline = np.rint(rectifier.from_picture(_grown(corners, _EDGE)))
                if np.abs(outline).max() < np.iinfo(np.int16).max:
                    cv2.fillConvexPoly(flat, outline.astype(np.int32), paper)


def _shows(picture: Picture, corners: Points, marker: int) -> bool:
    """Whether the marker lies bare there."""
    whole = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * _VIEW_PX - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), whole)
    if not np.isfinite(matrix).all():
        return False
    upright = cv2.warpPerspective(picture, matrix, (_VIEW_PX, _VIEW_PX))
    seen = np.asarray(cv2.cvtColor(upright, cv2.COLOR_BGR2GRAY), np.uint8)
    return _agreement(seen, _printed(marker)) > _AGREES


def _agreement(seen: Picture, printed: Picture) -> float:
    result = cv2.matchTemplate(seen, printed, cv2.TM_CCOEFF_NORMED)
    return float(np.nan_to_num(result[0, 0]))


@cache
def _printed(marker: int) -> Picture:
    size = (_VIEW_PX, _VIEW_PX)
    return np.asarray(
        cv2.resize(marker_cells(marker), size, interpolation=cv2.INTER_NEAREST), np.uint8
    )


def _paper_around(picture: Picture, corners: Points) -> tuple[float, float, float]:
    height, width = picture.shape[:2]
    around = _grown(corners, _PAPER)
    between = (around + np.roll(around, 1, axis=0)) / 2
    places = np.rint(np.vstack((around, between))).astype(int)
    columns, rows = np.clip(places[:, 0], 0, width - 1), np.clip(places[:, 1], 0, height - 1)
    blue, green, red = np.median(picture[rows, columns], axis=0)
    return float(blue), float(green), float(red)


def _grown(corners: Points, times: float) -> Points:
    middle = corners.mean(axis=0)
    return np.asarray(middle + times * (corners - middle), np.float64)
