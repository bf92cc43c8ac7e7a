"""Cameras that OpenCV opens by itself: webcams of any system, and streams that speak RTSP."""

import re
import socket
import sys
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import cv2

from referee.clock import Clock
from referee.devices.camera.background_source import Arrival, BackgroundOpener
from referee.devices.camera.connection import ThreadedCamera
from referee.devices.camera.contract import CameraFinding, SourceLostError
from referee.devices.camera.opencv_capture import (
    CaptureSize,
    OpenCvCapture,
    ask_for,
    in_colours,
    quiet_capture,
)
from referee.devices.camera.v4l2_camera import is_webcam, v4l2_camera
from referee.devices.device import host_of
from referee.vision.pictures import Picture

_IS_LINUX: bool = sys.platform == "linux"
_VIDEO = re.compile(r"video([0-9]{1,3})")
_RTSP_PORT = 554
_REACH_S = 3.0
"""Chosen by hand: in a home network even a phone that sleeps answers sooner."""
_OPEN_MS, _STALL_MS = 5000, 15_000
"""Chosen by hand: a stream begins with its next whole picture, often two seconds away; who falls
silent is given up by the connection long before the second."""
_RTSP_SETTINGS = (
    *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MS),
    *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, _STALL_MS),
    # With several threads the decoder would hold as many pictures back.
    *(cv2.CAP_PROP_N_THREADS, 1),
)


class CaptureStream:
    """One capture of OpenCV, read as fast as it gives pictures."""

    def __init__(
        self, name: str, open_capture: Callable[[], OpenCvCapture], clock: Clock, *, has_times: bool
    ) -> None:
        self._name = name
        self._open_capture = open_capture
        self._clock = clock
        self._has_times = has_times

    def arrivals(self) -> Generator[Arrival]:
        """One picture after another, until there is none."""
        capture = self._open_capture()
        try:
            while capture.grab():
                arrived_s = self._clock.monotonic_s()
                is_whole, picture = capture.retrieve()
                if is_whole:
                    yield self._arrival(capture, arrived_s, in_colours(picture))
        except cv2.error as error:
            raise SourceLostError(self._name) from error
        finally:
            capture.release()

    def interrupt(self) -> None:
        """OpenCV cannot be interrupted."""

    def _arrival(self, capture: OpenCvCapture, arrived_s: float, picture: Picture) -> Arrival:
        sent_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0 if self._has_times else None
        return Arrival(arrived_s, lambda: picture, sent_s)


def webcams(devices: Path = Path("/dev")) -> tuple[int, ...]:
    """The numbers of the webcams that are there; elsewhere than on Linux only the first is tried.

    On Linux no webcam is switched on for it. Whether another program uses one is not told.
    """
    if not _IS_LINUX:
        return (0,) if _is_openable(0) else ()
    names = [_VIDEO.fullmatch(each.name) for each in devices.glob("video*")]
    numbers = sorted(int(name[1]) for name in names if name)
    return tuple(each for each in numbers if is_webcam(str(devices / f"video{each}")))


@cache
def _is_openable(number: int) -> bool:
    # Asked once: a webcam shows its light whenever it is opened.
    capture = quiet_capture(number, cv2.CAP_ANY)
    try:
        return capture.isOpened()
    finally:
        capture.release()


def webcam(number: int | None, size: CaptureSize, clock: Clock) -> ThreadedCamera:
    """The webcam of this number, or the first one."""
    if number is None:
        number = next(iter(webcams()), 0)
    if _IS_LINUX:
        return v4l2_camera(str(number), size, clock)
    return opencv_webcam(number, size, clock)


def opencv_webcam(
    number: int,
    size: CaptureSize,
    clock: Clock,
    open_number: Callable[[int], OpenCvCapture] = lambda number: quiet_capture(number, cv2.CAP_ANY),
) -> ThreadedCamera:
    """A webcam by whatever interface the system has; it cannot be told to hold its light."""
    name = f"webcam:{number}"

    def open_capture() -> OpenCvCapture:
        capture = open_number(number)
        if not capture.isOpened():
            capture.release()
            raise SourceLostError(name, CameraFinding.NO_SUCH_DEVICE)
        ask_for(capture, size)
        return capture

    opener = BackgroundOpener(
        lambda: CaptureStream(name, open_capture, clock, has_times=False),
        name,
        if_stuck=CameraFinding.FAILED,
    )
    return ThreadedCamera(opener, name=name, clock=clock)


def rtsp_camera(url: str, clock: Clock) -> ThreadedCamera:
    """The stream at this address, over TCP."""
    name = host_of(url)
    opener = BackgroundOpener(
        lambda: rtsp_stream(url, clock),
        name,
        if_stuck=CameraFinding.UNREACHABLE,
        # What does not move is not sent again, noise or not.
        has_noise=False,
    )
    return ThreadedCamera(opener, name=name, clock=clock)


def rtsp_stream(url: str, clock: Clock) -> CaptureStream:
    """One visit at this address."""
    name = host_of(url)

    def open_capture() -> OpenCvCapture:
        _check_reach(url, name)
        capture = quiet_capture(url, cv2.CAP_FFMPEG, _RTSP_SETTINGS)
        if not capture.isOpened():
            capture.release()
            raise SourceLostError(name, CameraFinding.NO_STREAM)
        return capture

    return CaptureStream(name, open_capture, clock, has_times=True)


def _check_reach(url: str, name: str) -> None:
    """Whether anybody is there: OpenCV does not say why it cannot open a stream."""
    place = urlsplit(url)
    try:
        address = place.hostname or "", place.port or _RTSP_PORT
        socket.create_connection(address, timeout=_REACH_S).close()
    except (OSError, ValueError):
        raise SourceLostError(name, CameraFinding.UNREACHABLE) from None
