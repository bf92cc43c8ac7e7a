"""Side faces in a slanted view: where they can be mistaken for dice of their own.

In the plane of the top faces a die's foot appears shifted towards the camera's foot point, and its
side faces lie between the two. When the camera hangs low they are nearly as wide as a top face.
"""

from __future__ import annotations

import numpy as np

from referee.vision.tray.plane import Plane
from referee.vision.tray.sheet import Points

# In die widths: below this shift side faces are too narrow to be taken for a top face.
_LEAST_SHIFT = 0.7
_EDGE = 0.53
_SLACK = 0.17
_ACROSS = 0.25


def foot_shifts(top: Plane, ground: Plane, centres_mm: Points) -> Points:
    """For dice with these centres, how far their feet appear from them in the top plane."""
    return top.to_plane(ground.to_picture(centres_mm)) - centres_mm


def is_on_side(offset_mm: Points, shift_mm: Points, die_mm: float) -> bool:
    """Whether a centre at this offset from a die's centre lies where a side face of it would."""
    offset, shift = np.asarray(offset_mm) / die_mm, np.asarray(shift_mm) / die_mm
    length = float(np.hypot(*shift))
    if length < _LEAST_SHIFT:
        return False
    ahead = shift / length
    along = float(offset @ ahead)
    across = abs(float(offset[0] * ahead[1] - offset[1] * ahead[0]))
    return abs(along - _EDGE - length / 2) < _SLACK and across < _ACROSS
