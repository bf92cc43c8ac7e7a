"""Where a die ends: how clear the edges of its top face are.

A speck on the table may look like a single pip, but nothing ends around it.
"""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.dice.centres import Centre, cut_top_face
from referee.vision.dice.pips import FACE_PX
from referee.vision.pictures import Picture

Profile = npt.NDArray[np.float32]

CLEAR = 24.0
"""An edge this strong could not be clearer."""

# The cut shows so many die widths; an edge is looked for this far from where it should be: as far
# as the close look is wrong, and not as far as the neighbouring die. The weights of the confidence
# were fitted with these numbers.
_CUT_WIDTHS = 1.6
_REACH_WIDTHS = 0.2
_ALONG_WIDTHS = 0.6
_STEP_PX = 3


def edge_strength(picture: Picture, centre: Centre) -> float:
    """The mean of the two faintest edges, in steps of Lab colour, at most `CLEAR`."""
    wide = cut_top_face(picture, replace(centre, width_px=centre.width_px * _CUT_WIDTHS))
    colours = np.asarray(cv2.cvtColor(wide, cv2.COLOR_BGR2Lab), np.uint8)
    faintest = sorted(_steepest(side) for side in _sides(colours))[:2]
    return min(CLEAR, sum(faintest) / 2)


def _sides(colours: Picture) -> Iterator[Profile]:
    """The colours across each edge, averaged along it."""
    width_px, middle = FACE_PX / _CUT_WIDTHS, FACE_PX / 2
    reach_px, along_px = _REACH_WIDTHS * width_px, _ALONG_WIDTHS * width_px / 2
    along = slice(round(middle - along_px), round(middle + along_px))
    edge = middle - width_px / 2
    near = slice(round(edge - reach_px), round(edge + reach_px))
    far = slice(FACE_PX - near.stop, FACE_PX - near.start)
    across = cv2.reduce(colours[along], 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F)[0]
    down = cv2.reduce(colours[:, along], 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F)[:, 0]
    for profile in (across, down):
        for edge_px in (near, far):
            yield np.asarray(profile[edge_px], np.float32)


def _steepest(profile: Profile) -> float:
    """The steepest change of colour across an edge, averaged along it."""
    steps = profile[_STEP_PX:] - profile[:-_STEP_PX]
    return float(np.sqrt(np.einsum("ij,ij->i", steps, steps).max()))
