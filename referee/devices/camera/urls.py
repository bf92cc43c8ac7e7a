"""Cameras by URL, such as `picamera:0` or `file:evening.webm?speed=4`.

Other rooms add their own schemes with `register_camera`; the simulated table does so with `twin:`.
"""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from referee.clock import Clock, SystemClock
from referee.devices.camera.capture_cameras import rtsp_camera, webcam
from referee.devices.camera.contract import Camera
from referee.devices.camera.file_camera import FileCamera
from referee.devices.camera.http_camera import http_camera
from referee.devices.camera.opencv_capture import CaptureSize
from referee.devices.camera.picamera_camera import picamera
from referee.devices.camera.v4l2_camera import v4l2_camera
from referee.devices.device import DeviceUrl, find_factory
from referee.errors import InputError

CameraFactory = Callable[[DeviceUrl, Clock], Camera]

_SIZE_OPTIONS = ("width", "height", "fps")
# What no camera goes below or above; a typing mistake gets its sentence here.
_LEAST_SIDE_PX, _MOST_SIDE_PX = 64, 8192
_LEAST_HZ, _MOST_HZ = 1.0, 240.0


def register_camera(scheme: str, factory: CameraFactory) -> None:
    """Add a kind of camera; a scheme that is already there is replaced."""
    _FACTORIES[scheme] = factory


def camera_from_url(url: str, clock: Clock | None = None) -> Camera:
    """The camera of this URL, not yet opened."""
    parsed, factory = find_factory(url, "camera", _FACTORIES, "picamera:0")
    return factory(parsed, clock or SystemClock())


def _picamera(url: DeviceUrl, clock: Clock) -> Camera:
    return picamera(_number(url) or 0, _size(url), clock)


def _webcam(url: DeviceUrl, clock: Clock) -> Camera:
    return webcam(_number(url), _size(url), clock)


def _number(url: DeviceUrl) -> int | None:
    url.expect_only(*_SIZE_OPTIONS)
    # The number is small, and digits of other scripts are no number for the camera.
    if not re.fullmatch("[0-9]{0,2}", url.path):
        raise InputError(f"{url} needs the number of the camera: write {url.scheme}:0.")
    return int(url.path) if url.path else None


def _v4l2(url: DeviceUrl, clock: Clock) -> Camera:
    url.expect_only(*_SIZE_OPTIONS)
    if not url.path or "\0" in url.path:
        raise InputError("v4l2: needs a camera: write v4l2:0 or v4l2:/dev/v4l/by-id/….")
    return v4l2_camera(url.path, _size(url), clock)


def _file(url: DeviceUrl, clock: Clock) -> Camera:
    url.expect_only("speed", "loop", "fps")
    if not url.path or "\0" in url.path:
        raise InputError("file: needs a clip or a folder: write file:evening.webm.")
    return FileCamera(
        url.path,
        speed=url.number("speed", 1),
        is_looped=url.number("loop", 0) > 0,
        rate_hz=_within(url, "fps", 0, _LEAST_HZ, _MOST_HZ) if "fps" in url.options else None,
        clock=clock,
    )


def _http(url: DeviceUrl, clock: Clock) -> Camera:
    return http_camera(_address(url), clock)


def _rtsp(url: DeviceUrl, clock: Clock) -> Camera:
    return rtsp_camera(_address(url), clock)


def _address(url: DeviceUrl) -> str:
    """The whole URL, in which all options belong to the camera."""
    try:
        place = urlsplit(url.whole)
        is_good = bool(place.hostname) and place.port != 0 and url.whole.isprintable()
    except ValueError:
        is_good = False
    if not is_good or " " in url.whole:
        raise InputError(
            f"{url} is no address of a camera: write it as {url.scheme}://192.168.1.20:8080/video."
        )
    return url.whole


def _size(url: DeviceUrl) -> CaptureSize:
    usual = CaptureSize()
    return CaptureSize(
        round(_within(url, "width", usual.width_px, _LEAST_SIDE_PX, _MOST_SIDE_PX)),
        round(_within(url, "height", usual.height_px, _LEAST_SIDE_PX, _MOST_SIDE_PX)),
        _within(url, "fps", usual.rate_hz, _LEAST_HZ, _MOST_HZ),
    )


def _within(url: DeviceUrl, name: str, usual: float, least: float, most: float) -> float:
    value = url.number(name, usual)
    if not least <= value <= most:
        raise InputError(
            f"In {url}, {name} must be from {least:g} to {most:g}, not {value:g}:"
            " please correct it."
        )
    return value


_FACTORIES: dict[str, CameraFactory] = {
    "picamera": _picamera,
    "v4l2": _v4l2,
    "webcam": _webcam,
    "http": _http,
    "https": _http,
    "rtsp": _rtsp,
    "file": _file,
}
