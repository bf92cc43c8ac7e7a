"""A few seconds of pictures, boiled down to what the doctor wants to know of them."""

from __future__ import annotations

import msgspec
import numpy as np

from referee.clock import Clock
from referee.devices.camera.contract import Camera, CameraDeviceStatus
from referee.vision.pictures import Picture
from referee.vision.tray.finder import TrayFinder, TrayFinding, TrayStatus
from referee.vision.tray.picture_quality import PictureQuality, measure_quality

_LOOK_AGAIN_S = 0.1
_STEADY_FRAMES = 20


class CameraLook(msgspec.Struct, frozen=True, eq=False):
    """What was seen: without a picture, only how the camera fares."""

    status: CameraDeviceStatus
    picture: PictureQuality | None = None
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
        measure_quality(picture, tray.view if tray else None),
        tray,
        _die_px(tray, die_mm),
        has_moved,
        flicker_of(levels),
    )


def look_once(
    status: CameraDeviceStatus, picture: Picture, finder: TrayFinder, at_s: float, *, die_mm: float
) -> CameraLook:
    """The same from a single picture, which tells no flicker."""
    tray = finder.see(picture, at_s)
    has_moved = TrayFinding.MOVED in tray.findings
    look = measure_quality(picture, tray.view)
    return CameraLook(status, look, tray, _die_px(tray, die_mm), has_moved)


def flicker_of(levels: list[float]) -> float | None:
    """How much the levels of a row of pictures waver around their trend."""
    if len(levels) < _STEADY_FRAMES:
        return None
    places = np.arange(len(levels))
    trend = np.polyval(np.polyfit(places, levels, 1), places)
    return float(np.std(np.array(levels) - trend) / max(1.0, float(np.mean(levels))))


def _die_px(tray: TrayStatus | None, die_mm: float) -> float:
    return tray.view.die_px(die_mm) if tray and tray.view else 0.0
