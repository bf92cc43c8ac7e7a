"""What one picture tells of the tray in it: how bright, how much of it burnt out, how sharp."""

from enum import StrEnum

import cv2
import msgspec
import numpy as np

from referee.vision.pictures import Picture, shrunk
from referee.vision.tray.view import TrayView

WHITE = 250
"""From here on a pixel is burnt out."""
_BLURRED, _SOFT = 0.15, 0.2
"""Sharp markers have 0.37; at 0.16 the tray loses one of them, below it is no longer found."""
_BLACK, _DARK = 12.0, 35.0
_BLOWN_SHARE, _GLARE_SHARE = 0.5, 0.05
"""Chosen by hand: with lower levels a cap on the lens, or a dim room, goes unnoticed; with higher
ones a dark sheet is taken for it. A lamp mirrored in a whole die burns out 0.5 % of the tray."""
_MIN_CONTRAST = 40.0
"""Grey levels, chosen by hand: with less there are no edges to judge the focus by, only noise."""
_FOCUS_WIDTH_PX = 640
_LIGHT_PX = 121
"""Chosen by hand: two dice wide; with less a picture out of focus seems to have no things in it."""
_AROUND_MARKER = 0.75
"""Half of the width of the cut-out around a marker, in markers: focus looks at its middle."""


class PictureQuality(msgspec.Struct, frozen=True):
    """One picture: how bright the tray is, how much of it is white, how sharp its markers are."""

    brightness: float
    """The median of the tray, 0 to 255."""
    white_share: float
    sharpness: float


class PictureFault(StrEnum):
    """What is wrong with a picture of the tray."""

    BLACK = "black"
    BLOWN = "blown"
    BLURRED = "blurred"
    DARK = "dark"
    GLARE = "glare"
    SOFT = "soft"


GRAVE_FAULTS = frozenset({PictureFault.BLACK, PictureFault.BLOWN, PictureFault.BLURRED})
"""With these nothing can be read; with the others it could be read better."""


def picture_faults(seen: PictureQuality) -> tuple[PictureFault, ...]:
    """What is wrong with this picture: too little light, too much of it, no focus."""
    faults = []
    if seen.brightness < _DARK:
        faults.append(PictureFault.BLACK if seen.brightness < _BLACK else PictureFault.DARK)
    if seen.white_share > _GLARE_SHARE:
        is_blown = seen.white_share > _BLOWN_SHARE
        faults.append(PictureFault.BLOWN if is_blown else PictureFault.GLARE)
    if seen.sharpness < _SOFT:
        faults.append(PictureFault.BLURRED if seen.sharpness < _BLURRED else PictureFault.SOFT)
    return tuple(faults)


def measure_quality(picture: Picture, view: TrayView | None) -> PictureQuality:
    """What one picture tells, of the tray if it was found, else of all it shows."""
    inside = _inside(picture, view)
    white = float((inside.min(axis=1) >= WHITE).mean())
    return PictureQuality(float(np.median(inside)), white, _sharpness(picture, view))


def sharpness(picture: Picture) -> float:
    """How steep the steepest edges are, as a share of the contrast per pixel; 1 without contrast.

    Looks at the middle of the picture, at the width for which the limits were measured.
    """
    height, width = picture.shape[:2]
    middle = picture[height // 6 : height - height // 6, width // 6 : width - width // 6]
    small = shrunk(middle, _FOCUS_WIDTH_PX / width)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
    few = grey[::4, ::4]
    # Light that falls off over a plain table is contrast, too, but has no edges.
    things = few.astype(np.float32) - cv2.blur(grey, (_LIGHT_PX, _LIGHT_PX))[::4, ::4]
    if np.ptp(np.percentile(things, (1, 99))) < _MIN_CONTRAST:
        return 1.0
    low, high = np.percentile(few, (1, 99))
    steep = cv2.magnitude(
        cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8),
        cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8),
    )
    return float(np.percentile(steep[::2, ::2], 99.8)) / float(high - low)


def _inside(picture: Picture, view: TrayView | None) -> Picture:
    """The pixels of the tray's inner area, one row each."""
    small = picture[::4, ::4]
    if view is None:
        return small.reshape(-1, 3)
    corners = view.ground_plane.to_picture(view.sheet.inner_corners_mm)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    is_inside = mask[::4, ::4] > 0
    return small[is_inside] if is_inside.any() else small.reshape(-1, 3)


def _sharpness(picture: Picture, view: TrayView | None) -> float:
    """How sharp the worst marker is; an empty tray has no other edges."""
    if view is None:
        return sharpness(picture)
    scale = min(1.0, _FOCUS_WIDTH_PX / picture.shape[1])
    small = shrunk(picture, scale)
    found = []
    for corners in view.markers_px.values():
        low, high = scale * corners.min(axis=0), scale * corners.max(axis=0)
        middle, half = (low + high) / 2, _AROUND_MARKER * (high - low)
        left, top = np.maximum(middle - half, 0).astype(int)
        right, bottom = np.ceil(middle + half).astype(int)
        found.append(sharpness(np.ascontiguousarray(small[top:bottom, left:right], np.uint8)))
    return min(found)
