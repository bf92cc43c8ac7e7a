"""Small pictures for people: each die by itself, for questions, and the tray as a whole."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from referee.vision.pictures import Picture
from referee.vision.readings import Box, Point, Reading

_CUT_DICE = 1.6
_LEAST_CUT_PX = 96
_QUALITY = 85
_TRAY_DICE = 1.0
_TRAY_WIDTH_PX = 640


def die_cutouts(picture: Picture, reading: Reading) -> tuple[bytes, ...]:
    """Each die of the reading with a little of what is around it, as JPEG."""
    return tuple(_cutout(picture, die.centre_px, reading.die_px) for die in reading.dice)


def tray_picture(picture: Picture, outline_px: Sequence[Point], die_px: float) -> bytes:
    """The tray with a die's width around it, as JPEG."""
    corners = np.asarray(outline_px, np.float64)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    edge = _TRAY_DICE * die_px
    part = _part(
        picture, (left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge)
    )
    return jpeg(shrunk_to(part, _TRAY_WIDTH_PX))


def shrunk_to(picture: Picture, width_px: int) -> Picture:
    """The picture at most so wide."""
    height, width = picture.shape[:2]
    if width <= width_px:
        return picture
    size = (width_px, max(1, round(height * width_px / width)))
    # At half the size and smaller, plain neighbours cost a tenth and look nearly the same.
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def jpeg(picture: Picture, quality: int = _QUALITY) -> bytes:
    """The picture as JPEG; nothing if there is no picture."""
    if not picture.size:
        return b""
    is_done, encoded = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))
    return encoded.tobytes() if is_done else b""


def _cutout(picture: Picture, centre_px: Point, die_px: float) -> bytes:
    side = _CUT_DICE * die_px
    part = _part(picture, (centre_px[0] - side / 2, centre_px[1] - side / 2, side, side))
    if part.size and max(part.shape[:2]) < _LEAST_CUT_PX:
        scale = _LEAST_CUT_PX / max(part.shape[:2])
        enlarged = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        part = np.asarray(enlarged, np.uint8)
    return jpeg(part)


def _part(picture: Picture, box_px: Box) -> Picture:
    """What the picture has of the box."""
    height, width = picture.shape[:2]
    left, top, across, down = box_px
    x, y = max(0, int(left)), max(0, int(top))
    right, bottom = min(width, int(left + across) + 1), min(height, int(top + down) + 1)
    return picture[y : max(y, bottom), x : max(x, right)]
