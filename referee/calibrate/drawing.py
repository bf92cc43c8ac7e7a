"""What the table sees, drawn into its picture: markers, the tray's inner edge, dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np

from referee.vision.pictures import Picture
from referee.vision.readings import ReadDie
from referee.vision.tray.sheet import Points
from referee.vision.tray.view import TrayView

_FOUND = (90, 200, 90)
_EDGE = (60, 180, 240)
_STRIP_GAP_PX = 8


def with_markers(
    picture: Picture, markers_px: Mapping[int, Points], view: TrayView | None
) -> Picture:
    """A copy with each marker outlined, and the inner edge of the tray once it is found."""
    drawn = picture.copy()
    _outline(drawn, markers_px.values(), _FOUND)
    if view is not None:
        inner = view.ground_plane.to_picture(view.sheet.inner_corners_mm)
        _outline(drawn, (inner,), _EDGE)
    return drawn


def with_dice(picture: Picture, dice: Iterable[ReadDie], taken: Sequence[Picture]) -> Picture:
    """A copy with each die outlined, and the pictures that were taken along its lower edge."""
    drawn = picture.copy()
    _outline(drawn, (np.array(die.corners_px) for die in dice), _FOUND)
    left = _STRIP_GAP_PX
    for each in taken:
        height, width = each.shape[:2]
        top = drawn.shape[0] - height - _STRIP_GAP_PX
        if top < 0 or left + width > drawn.shape[1]:
            break
        drawn[top : top + height, left : left + width] = each
        left += width + _STRIP_GAP_PX
    return drawn


def _outline(picture: Picture, outlines_px: Iterable[Points], colour: tuple[int, int, int]) -> None:
    thickness = max(2, picture.shape[1] // 400)
    for outline in outlines_px:
        corners = np.rint(outline).astype(np.int32)
        cv2.polylines(picture, [corners], True, colour, thickness, cv2.LINE_AA)
