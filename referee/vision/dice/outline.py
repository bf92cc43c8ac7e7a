"""Whether a die ends where it should: how clear the four edges of its top face are.

A speck on the table may look like a single pip, but nothing ends around it.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.dice.centres import Centre
from referee.vision.dice.pips import FACE_PX
from referee.vision.dice.top_cut import cut_face
from referee.vision.pictures import Picture

CLEAR = 24.0
"""An edge this strong could not be clearer."""

# The cut shows so many die widths; an edge is looked for this far from where it should be.
_CUT_WIDTHS = 1.6
_REACH_WIDTHS = 0.2
_ALONG_WIDTHS = 0.6
_STEP_PX = 3

Plane = npt.NDArray[np.float32]


def edge_strength(picture: Picture, centre: Centre) -> float:
    """The mean of the two faintest edges, in steps of Lab colour, at most `CLEAR`."""
    wide = cut_face(picture, replace(centre, width_px=centre.width_px * _CUT_WIDTHS))
    colours = np.asarray(cv2.cvtColor(wide, cv2.COLOR_BGR2Lab), np.float32)
    sides = [_side(np.rot90(colours, turns)) for turns in range(4)]
    faintest = sorted(sides)[:2]
    return min(CLEAR, sum(faintest) / 2)


def _side(colours: Plane) -> float:
    """The steepest change of colour near the left edge, averaged along it."""
    width_px = FACE_PX / _CUT_WIDTHS
    middle = FACE_PX / 2
    along = _ALONG_WIDTHS * width_px / 2
    edge, reach = middle - width_px / 2, _REACH_WIDTHS * width_px
    rows = colours[round(middle - along) : round(middle + along)]
    profile = rows[:, round(edge - reach) : round(edge + reach)].mean(axis=0)
    steps = profile[_STEP_PX:] - profile[:-_STEP_PX]
    return float(np.sqrt((steps * steps).sum(axis=1)).max())
