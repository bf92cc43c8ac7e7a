"""The close look: each candidate cut out, at one size, and judged as a whole by a second network.

The first look searches a whole picture and must be quick; it says where a die may be. The close
look was trained with what the first one takes for dice and what it places badly, so it tells a top
face from a side, a key or a gap, reads its value, and says where exactly it lies.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from referee.vision.dice.centres import (
    NOMINAL_PX,
    VALUES,
    Centre,
)
from referee.vision.network import OnnxNetwork, Told, shares_of, shipped_model
from referee.vision.pictures import Picture

CLOSE_VIEW_PX = 56
NO_FACE = VALUES + 1
_CLASSES = VALUES + 2
_X, _Y, _COS, _SIN, _SIZE = range(_CLASSES, _CLASSES + 5)
# How a die lies cannot be told from such a view: the last two numbers are not used.
_NUMBERS = _CLASSES + 7
# Farther than this it is about another die (in die widths, and as a logarithm of the width).
_FARTHEST = 0.35
_SIZE_LIMIT = 0.4
_QUARTERS = 4


class CloseLook:
    """Judges candidates; keeps its network, so make one and use it often."""

    def __init__(self, model: bytes | None = None) -> None:
        self._network = OnnxNetwork(model or shipped_model("close.onnx"))

    def judge(self, picture: Picture, centres: Sequence[Centre]) -> list[Centre]:
        """The same candidates, placed and judged by one view of each."""
        told = self._tell([_cut_out(picture, centre) for centre in centres])
        return _judged(centres, told, shares_of(told[:, :_CLASSES]))

    def judge_from_all_sides(self, picture: Picture, centres: Sequence[Centre]) -> list[Centre]:
        """The same candidates, judged by what four turned views of each say on average."""
        views = [
            np.ascontiguousarray(np.rot90(_cut_out(picture, centre), quarter))
            for centre in centres
            for quarter in range(_QUARTERS)
        ]
        told = self._tell(views).reshape(len(centres), _QUARTERS, _NUMBERS)
        return _judged(centres, _agreed(told), shares_of(told[..., :_CLASSES]).mean(axis=1))

    def face_chances(self, views: Sequence[Picture]) -> list[float]:
        """The chance of each view to show a top face, whatever is on it."""
        return [float(1 - each[NO_FACE]) for each in shares_of(self._tell(views)[:, :_CLASSES])]

    def _tell(self, views: Sequence[Picture]) -> Told:
        """What the network says about each view."""
        return self._network.tell_each(views) if views else np.zeros((0, _NUMBERS), np.float32)


def _cut_out(picture: Picture, centre: Centre) -> Picture:
    scale = NOMINAL_PX / centre.width_px
    middle = CLOSE_VIEW_PX / 2
    matrix = np.array(
        [(scale, 0.0, middle - scale * centre.x), (0.0, scale, middle - scale * centre.y)]
    )
    view = cv2.warpAffine(
        picture, matrix, (CLOSE_VIEW_PX, CLOSE_VIEW_PX), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(view, np.uint8)


def _judged(centres: Sequence[Centre], told: Told, shares: Told) -> list[Centre]:
    """The candidates where the network says that they lie, with their chances."""
    widths_px = np.array([centre.width_px for centre in centres], np.float32)
    aside = np.clip(told[:, [_X, _Y]], -_FARTHEST, _FARTHEST) * widths_px[:, None]
    wider = np.exp(np.clip(told[:, _SIZE], -_SIZE_LIMIT, _SIZE_LIMIT)).tolist()
    angles_rad = (np.arctan2(told[:, _SIN], told[:, _COS]) / 4).tolist()
    return [
        replace(
            centre,
            x=centre.x + across,
            y=centre.y + down,
            width_px=centre.width_px * times,
            angle_rad=angle_rad,
            shares=tuple(each),
        )
        for centre, (across, down), times, angle_rad, each in zip(
            centres, aside.tolist(), wider, angles_rad, shares.tolist(), strict=True
        )
    ]


def _agreed(told: Told) -> Told:
    """For each candidate the mean of its turned views, each turned back."""
    mean = told.mean(axis=1)
    x, y = told[..., _X].T, told[..., _Y].T
    # A quarter turn of the view takes (x, y) to (y, −x); 4θ stays as it is.
    mean[:, _X] = (x[0] - y[1] - x[2] + y[3]) / _QUARTERS
    mean[:, _Y] = (y[0] + x[1] - y[2] - x[3]) / _QUARTERS
    return np.asarray(mean, np.float32)
