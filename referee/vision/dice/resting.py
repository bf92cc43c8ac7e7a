"""How a die rests: flat, leaning, or on another die; told in a tray whose camera is known.

Or whether it is no die of its own, but the side of one. Whether a strip beside a top face is a side
that the camera must see there or one that only a leaning die shows, and whether a face is a little
too large, can only be told by who knows where the camera hangs. So each view is turned until the
die's foot lies to the right, and says how far.

In the plane of the top faces a die's foot appears shifted towards the camera's foot point, and its
side faces lie between the two. When the camera hangs low they are nearly as wide as a top face.
"""

from collections.abc import Sequence
from enum import IntEnum
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.network import OnnxNetwork, Told, shares_of, shipped_model
from referee.vision.pictures import Picture
from referee.vision.readings import Point
from referee.vision.tray.perspective import Plane
from referee.vision.tray.sheet import Points

RESTING_VIEW_PX = 64
_DIE_PX = 30.0
# From here on the way to the foot says no more; the network was trained with this number.
_FARTHEST_FOOT = 1.2


class Resting(IntEnum):
    """How a die rests, as the network counts it."""

    FLAT = 0
    LEANING = 1
    STACKED = 2
    SIDE = 3
    """It is no top face, but the side of a die."""


# Chosen on drawn scenes of other seeds than those of docs/dice.md (52 % of leaning dice are told,
# 1.4 % of flat ones asked about): lower limits tell more of both.
_SURE_FROM = {Resting.SIDE: 0.9, Resting.LEANING: 0.8, Resting.STACKED: 0.8}


class RestingLook:
    """Judges how dice rest; keeps its network, so make one and use it often."""

    def __init__(self) -> None:
        self._network = OnnxNetwork(shipped_model("resting.onnx"))

    def restings(
        self, picture: Picture, centres: Sequence[Point], die_px: float, feet: Sequence[Point]
    ) -> list[Resting]:
        """How each die rests; flat, unless something else is rather sure."""
        return [_judged(each) for each in self.chances(picture, centres, die_px, feet)]

    def chances(
        self, picture: Picture, centres: Sequence[Point], die_px: float, feet: Sequence[Point]
    ) -> Told:
        """For each die the chances of `Resting`; `feet` are the ways from centre to foot."""
        views = [
            resting_view(picture, centre, die_px, foot)
            for centre, foot in zip(centres, feet, strict=True)
        ]
        if not views:
            return np.zeros((0, len(Resting)), np.float32)
        return shares_of(self._network.tell_each(views))


def _judged(chances: Told) -> Resting:
    odd = (each for each, least in _SURE_FROM.items() if chances[each] > least)
    return next(odd, Resting.FLAT)


def resting_view(picture: Picture, centre: Point, die_px: float, foot: Point) -> Picture:
    """A die in the middle with its foot to the right; the fourth channel says how far that is."""
    away = hypot(*foot)
    cos, sin = (foot[0] / away, foot[1] / away) if away > 1e-6 else (1.0, 0.0)
    scale, middle = _DIE_PX / die_px, (RESTING_VIEW_PX - 1) / 2
    across, down, (x, y) = scale * cos, scale * sin, centre
    matrix = np.array(
        [
            (across, down, middle - across * x - down * y),
            (-down, across, middle + down * x - across * y),
        ]
    )
    view = cv2.warpAffine(
        picture, matrix, (RESTING_VIEW_PX, RESTING_VIEW_PX), borderMode=cv2.BORDER_REPLICATE
    )
    far = round(255 * min(1.0, away / die_px / _FARTHEST_FOOT))
    return np.asarray(cv2.merge((view, np.full_like(view[..., 0], far))), np.uint8)


OnSides = npt.NDArray[np.bool_]

# In die widths, chosen by hand from how a die of one size looks; wider limits make dice that lie
# close together doubtful. Below this shift side faces are too narrow to be taken for a top face.
_LEAST_SHIFT = 0.7
_EDGE = 0.53
_SLACK = 0.17
_ACROSS = 0.25


def foot_shifts(top: Plane, ground: Plane, centres_mm: Points) -> Points:
    """For dice with these centres, how far their feet appear from them in the top plane."""
    return top.to_plane(ground.to_picture(centres_mm)) - centres_mm


def on_sides_of(centres_mm: Points, shifts_mm: Points, die_mm: float) -> OnSides:
    """For each centre (row), whether it lies where a side face of another (column) would."""
    offsets = (centres_mm[:, None] - centres_mm) / die_mm
    lengths = np.hypot(*shifts_mm.T) / die_mm
    x, y = (shifts_mm / die_mm / np.maximum(lengths, _LEAST_SHIFT)[:, None]).T
    along = offsets[..., 0] * x + offsets[..., 1] * y
    across = np.abs(offsets[..., 0] * y - offsets[..., 1] * x)
    is_near = (np.abs(along - _EDGE - lengths / 2) < _SLACK) & (across < _ACROSS)
    return np.asarray(is_near & (lengths >= _LEAST_SHIFT), np.bool_)
