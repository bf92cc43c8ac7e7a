"""A closer look at a die that is not clear: cut out, at its own size, from four sides.

The first look scales the whole picture alike; a die that is smaller or larger than the others, or
that lies badly on the network's grid, is judged better when it is brought to the nominal size. What
all the turned views agree on is less a matter of luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from referee.vision.dice.centres import FACE, NOMINAL_PX, STRIDE, VALUES, Centre, CentreFinder, Heat
from referee.vision.pictures import Picture

_VIEW_PX = 64
# How far from the middle the centre may turn out to be, in die widths.
_REACH_WIDTHS = 0.3
_TURNS_RAD = (0.0, np.pi / 4)


def look_again(picture: Picture, centres: Sequence[Centre], finder: CentreFinder) -> list[Centre]:
    """The same dice, each with what several views of it say on average."""
    return [_looked_at(picture, centre, finder) for centre in centres]


def _looked_at(picture: Picture, centre: Centre, finder: CentreFinder) -> Centre:
    views = [
        turned
        for turn_rad in _TURNS_RAD
        for turned in _half_turns(_cut_out(picture, centre, turn_rad))
    ]
    told = finder.heat(views)
    face = float(np.mean([_strongest(heat, FACE) for heat in told]))
    values = np.mean([[_strongest(heat, at) for at in range(VALUES)] for heat in told], axis=0)
    return replace(centre, face=face, values=tuple(float(value) for value in values))


def _cut_out(picture: Picture, centre: Centre, turn_rad: float) -> Picture:
    scale = NOMINAL_PX / centre.width_px
    across, down = scale * np.cos(turn_rad), scale * np.sin(turn_rad)
    middle = _VIEW_PX / 2
    matrix = np.array(
        [
            [across, -down, middle - across * centre.x + down * centre.y],
            [down, across, middle - down * centre.x - across * centre.y],
        ]
    )
    view = cv2.warpAffine(picture, matrix, (_VIEW_PX, _VIEW_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8)


def _half_turns(view: Picture) -> list[Picture]:
    return [view, np.ascontiguousarray(view[::-1, ::-1])]


def _strongest(heat: Heat, channel: int) -> float:
    middle = _VIEW_PX / STRIDE / 2
    reach = _REACH_WIDTHS * NOMINAL_PX / STRIDE
    low, high = int(middle - reach), int(np.ceil(middle + reach))
    return float(heat[channel, low:high, low:high].max())
