"""A few seconds of pictures, boiled down to what the doctor wants to know of them."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from referee.clock import Clock
from referee.devices.camera.contract import Camera, CameraStatus
from referee.devices.camera.health import sharpness
from referee.vision.pictures import Picture
from referee.vision.tray.finder import TrayFinder, TrayFinding, TrayStatus
from referee.vision.tray.view import TrayView

_WHITE = 250
_LOOK_AGAIN_S = 0.1
_FOCUS_WIDTH_PX = 640
_AROUND_MARKER = 0.75
"""Half of the width of the cut-out around a marker, in markers: focus looks at its middle."""
_STEADY_FRAMES = 20


class PictureLook(msgspec.Struct, frozen=True):
    """One picture: how bright the tray is, how much of it is white, how sharp its markers are."""

    brightness: float
    """The median of the tray, 0 to 255."""
    white_share: float
    sharpness: float


class CameraLook(msgspec.Struct, frozen=True, eq=False):
    """What was seen: without a picture, only how the camera fares."""

    status: CameraStatus
    picture: PictureLook | None = None
    tray: TrayStatus | None = None
    die_px: float = 0.0
    has_moved: bool = False
    flicker: float | None = None
    """How much the brightness goes up and down, as a share; None if there were too few frames."""


def look_through(
    camera: Camera,
    finder: TrayFinder,
    clock: Clock,
    *,
    die_mm: float,
    look_s: float = 3.0,
    patience_s: float = 6.0,
) -> CameraLook:
    """Look for so long from the first picture on, for which is waited no longer than patience."""
    end_s = clock.monotonic_s() + patience_s
    picture: Picture | None = None
    tray: TrayStatus | None = None
    levels: list[float] = []
    has_moved = False
    while clock.monotonic_s() < end_s:
        frame = camera.latest(_LOOK_AGAIN_S)
        if frame is None:
            continue
        if picture is None:
            end_s = clock.monotonic_s() + look_s
        picture = frame.picture
        levels.append(float(picture[::8, ::8].mean()))
        tray = finder.see(picture, frame.at_s)
        has_moved = has_moved or TrayFinding.MOVED in tray.findings
    if picture is None:
        return CameraLook(camera.status())
    return CameraLook(
        camera.status(),
        look_at(picture, tray.view if tray else None),
        tray,
        _die_px(tray, die_mm),
        has_moved,
        flicker_of(levels),
    )


def look_once(
    status: CameraStatus, picture: Picture, finder: TrayFinder, at_s: float, *, die_mm: float
) -> CameraLook:
    """The same from a single picture, which tells no flicker."""
    tray = finder.see(picture, at_s)
    has_moved = TrayFinding.MOVED in tray.findings
    look = look_at(picture, tray.view)
    return CameraLook(status, look, tray, _die_px(tray, die_mm), has_moved)


def look_at(picture: Picture, view: TrayView | None) -> PictureLook:
    """What one picture tells, of the tray if it was found, else of all it shows."""
    inside = _inside(picture, view)
    white = float((inside.min(axis=1) >= _WHITE).mean())
    return PictureLook(float(np.median(inside)), white, _sharpness(picture, view))


def flicker_of(levels: list[float]) -> float | None:
    """How much the levels of a row of pictures waver around their trend."""
    if len(levels) < _STEADY_FRAMES:
        return None
    places = np.arange(len(levels))
    trend = np.polyval(np.polyfit(places, levels, 1), places)
    return float(np.std(np.array(levels) - trend) / max(1.0, float(np.mean(levels))))


def _die_px(tray: TrayStatus | None, die_mm: float) -> float:
    return tray.view.die_px(die_mm) if tray and tray.view else 0.0


def _inside(picture: Picture, view: TrayView | None) -> Picture:
    """The pixels of the tray's inner area, one row each."""
    if view is None:
        return picture[::4, ::4].reshape(-1, 3)
    corners = view.ground_plane.to_picture(view.sheet.inner_corners_mm)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    is_inside = mask[::4, ::4] > 0
    small = picture[::4, ::4]
    return small[is_inside] if is_inside.any() else small.reshape(-1, 3)


def _sharpness(picture: Picture, view: TrayView | None) -> float:
    """How sharp the worst marker is; an empty tray has no other edges."""
    if view is None:
        return sharpness(picture)
    scale = min(1.0, _FOCUS_WIDTH_PX / picture.shape[1])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = []
    for corners in view.markers_px.values():
        low, high = scale * corners.min(axis=0), scale * corners.max(axis=0)
        middle, half = (low + high) / 2, _AROUND_MARKER * (high - low)
        left, top = np.maximum(middle - half, 0).astype(int)
        right, bottom = np.ceil(middle + half).astype(int)
        found.append(sharpness(np.ascontiguousarray(small[top:bottom, left:right])))
    return min(found)
