"""What one picture of the tray tells about place, focus and light, and how the tray lay before."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from referee.vision.pictures import Picture
from referee.vision.tray.picture_quality import measure_quality, sharpness
from referee.vision.tray.sheet import MARKER_IDS
from referee.vision.tray.view import TrayView

_LOST_SHARPNESS = 0.36
"""A sharp tray has 0.56 as a whole; at 0.34 the first marker is lost."""
MOVED_DICE = 0.15
"""The same as the watch of the tray during play uses."""


class TrayLook(msgspec.Struct, frozen=True):
    """Light inside the tray (0 to 255), the share that is burnt out, and how sharp it is."""

    brightness: float
    white_share: float
    sharpness: float
    px_per_mm: float
    die_px: float


class TrayReference(msgspec.Struct, frozen=True):
    """Where the tray lay when it was calibrated: the middle of each marker, in pixels."""

    width_px: int
    height_px: int
    die_px: float
    markers_px: tuple[tuple[float, float], ...]
    brightness: float


def look_at_tray(picture: Picture, view: TrayView, die_mm: float) -> TrayLook:
    """What this picture tells about the tray in it."""
    seen = measure_quality(picture, view)
    return TrayLook(
        brightness=seen.brightness,
        white_share=seen.white_share,
        sharpness=seen.sharpness,
        px_per_mm=view.ground_plane.px_per_mm(),
        die_px=view.die_px(die_mm),
    )


def reference_of(view: TrayView, look: TrayLook) -> TrayReference:
    """What to remember of a tray whose four markers are seen."""
    middles = [view.markers_px[marker].mean(axis=0).tolist() for marker in MARKER_IDS]
    places = tuple((float(x), float(y)) for x, y in middles)
    return TrayReference(view.width_px, view.height_px, look.die_px, places, look.brightness)


def shift_dice(reference: TrayReference, view: TrayView) -> float:
    """How far the tray, or the camera, was moved since, in widths of a die."""
    if (view.width_px, view.height_px) != (reference.width_px, reference.height_px):
        return float("inf")
    off_px = [
        float(np.linalg.norm(corners.mean(axis=0) - np.array(reference.markers_px[marker])))
        for marker, corners in view.markers_px.items()
    ]
    return max(off_px) / reference.die_px


def is_blurred(picture: Picture) -> bool:
    """Whether the picture is so soft that markers are lost; told without knowing where they are."""
    height, width = picture.shape[:2]
    # Focus looks at the middle, and with this border the middle is all of the picture.
    down, across = height // 4, width // 4
    edge = cv2.BORDER_REPLICATE
    wide = cv2.copyMakeBorder(picture, down, down, across, across, edge)
    return sharpness(np.asarray(wide, np.uint8)) < _LOST_SHARPNESS
