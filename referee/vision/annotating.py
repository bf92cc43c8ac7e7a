"""A picture with what was read drawn into it: green is certain, amber doubtful, red unknown."""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, ReadDie, Reading

_COLOURS = {
    Certainty.CERTAIN: (60, 190, 60),
    Certainty.DOUBTFUL: (0, 165, 255),
    Certainty.UNKNOWN: (60, 60, 230),
}
# Letters smaller than this cannot be read; on a tiny picture they are drawn all the same.
_LEAST_TEXT_SCALE = 0.4
_WIDTH_PER_TEXT_SCALE_PX = 50.0


def annotated(picture: Picture, reading: Reading) -> Picture:
    """A copy with the top face of each die outlined and its value written beside it."""
    drawn = picture.copy()
    for die in reading.dice:
        _outline(drawn, die)
    for die in reading.dice:
        _label(drawn, die)
    return drawn


def _outline(picture: Picture, die: ReadDie) -> None:
    corners = np.rint(np.array(die.corners_px)).astype(np.int32)
    thickness = max(1, round(die.box_px[2] / 30))
    cv2.polylines(picture, [corners], True, _COLOURS[die.certainty], thickness, cv2.LINE_AA)


def _label(picture: Picture, die: ReadDie) -> None:
    scale = max(_LEAST_TEXT_SCALE, die.box_px[2] / _WIDTH_PER_TEXT_SCALE_PX * 0.6)
    text = die.face or "?"
    place = (round(die.box_px[0]), max(round(12 * scale), round(die.box_px[1] - 4)))
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(2 * scale))
    # A dark rim keeps it readable on any ground.
    cv2.putText(picture, text, place, font, scale, (0, 0, 0), thick + 2, cv2.LINE_AA)
    cv2.putText(picture, text, place, font, scale, _COLOURS[die.certainty], thick, cv2.LINE_AA)
