"""Whether there is an edge along the rim of an imagined card."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.cards.ground import Mask
from referee.vision.cards.outline import Points
from referee.vision.pictures import Picture

PLACES = 40
"""How many places on each side are looked at."""

_SHARES = np.linspace(0.08, 0.92, PLACES)[None, :, None]  # without the round corners
_STEPS = np.linspace(-1, 1, 5)
_LEAST_STEEP = 6.0  # brightness a pixel
_LEAST_ACROSS = 0.9  # cosine between the gradient and the direction across the side


class RimLook:
    """Looks for edges that run along a side, in the picture and in the outline of the blob."""

    def __init__(self, picture: Picture, blob: Mask, reach_px: float) -> None:
        self._reach_px = reach_px
        self._slope = _steepest(picture)
        rim = cv2.morphologyEx(blob, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        far = cv2.distanceTransform(255 - np.asarray(rim, np.uint8), cv2.DIST_L2, 3)
        self._is_rim = np.asarray(np.asarray(far) <= reach_px, np.bool_)

    def along(
        self, quad: Points
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], npt.NDArray[np.intp]]:
        """For each side and place: is there an edge along it, is it on the outline, where is it."""
        ahead = np.roll(quad, -1, axis=0)
        sides = ahead - quad
        lengths = np.maximum(np.linalg.norm(sides, axis=1, keepdims=True), 1e-9)
        across = np.column_stack((sides[:, 1], -sides[:, 0])) / lengths
        places = quad[:, None] * (1 - _SHARES) + ahead[:, None] * _SHARES
        offsets = self._reach_px * _STEPS[None, None, :, None] * across[:, None, None]
        at = self._whole(places[:, :, None] + offsets)
        slope = self._slope[at[..., 1], at[..., 0]]
        steep = np.hypot(slope[..., 0], slope[..., 1])
        straight = np.abs((slope * across[:, None, None]).sum(axis=-1))
        is_edge = ((steep >= _LEAST_STEEP) & (straight >= _LEAST_ACROSS * steep)).any(axis=2)
        place = self._whole(places)
        is_rim = self._is_rim[place[..., 1], place[..., 0]]
        return is_edge | is_rim, is_rim, place

    def _whole(self, places: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
        height, width = self._is_rim.shape
        return np.asarray(np.clip(np.rint(places), 0, (width - 1, height - 1)), np.intp)


def _steepest(picture: Picture) -> npt.NDArray[np.float32]:
    """The gradient of that colour which changes most, x and y."""
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
    across = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 1, 0)) / 8
    down = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 0, 1)) / 8
    best = np.argmax(across**2 + down**2, axis=2)[:, :, None]
    both = (np.take_along_axis(each, best, axis=2) for each in (across, down))
    return np.asarray(np.concatenate(tuple(both), axis=2), np.float32)
