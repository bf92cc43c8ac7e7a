"""The recipe that most dice readers copy: blobs, grouped by distance. The reference to be beaten.

Every round blob is a pip, and pips nearer than a fixed number of pixels to each other are a die.
"""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, ReadDie, Reading

# The constants that are copied along with the recipe.
_BLUR_PX = 7
_LEAST_INERTIA = 0.6
_REACH_PX = 40.0


class BlobReader:
    """Reads dice the usual way; it is always certain."""

    def __init__(self, reach_px: float = _REACH_PX) -> None:
        parameters = cv2.SimpleBlobDetector.Params()
        parameters.filterByInertia = True
        parameters.minInertiaRatio = _LEAST_INERTIA
        self._detector = cv2.SimpleBlobDetector.create(parameters)
        self._reach_px = reach_px

    def read(self, picture: Picture) -> Reading:
        """The dice of a picture."""
        blurred = cv2.medianBlur(picture, _BLUR_PX)
        pips = np.array([point.pt for point in self._detector.detect(blurred)]).reshape(-1, 2)
        return Reading(tuple(_die(group) for group in self._groups(pips)), self._reach_px)

    def _groups(self, pips: np.ndarray) -> list[np.ndarray]:
        """Pips that hang together through neighbours (DBSCAN without a least size)."""
        left = set(range(len(pips)))
        groups = []
        while left:
            group, edge = [], [left.pop()]
            while edge:
                pip = edge.pop()
                group.append(pip)
                away = np.hypot(*(pips - pips[pip]).T)
                near = {at for at in left if away[at] <= self._reach_px}
                left -= near
                edge.extend(near)
            groups.append(pips[group])
        return groups


def _die(pips: np.ndarray) -> ReadDie:
    left, top = (float(each) for each in pips.min(axis=0))
    right, bottom = (float(each) for each in pips.max(axis=0))
    middle = ((left + right) / 2, (top + bottom) / 2)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    box = (left, top, right - left, bottom - top)
    return ReadDie(str(len(pips)), middle, corners, box, 1.0, Certainty.CERTAIN)
