"""What is used of OpenCV's captures: opened without a word, asked for a size, read in colours."""

import os
from collections.abc import Sequence
from typing import Protocol

import cv2
import msgspec
import numpy as np

from referee.vision.pictures import Picture

JPEG_CODE = float(cv2.VideoWriter.fourcc(*"MJPG"))
_BUFFERS = 2
"""Fewer waiting pictures, so that the next one is a new one."""
_ENVIRONMENT = {
    # FFmpeg's own log, which would show an address with its password.
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
    # Over UDP a lost packet is half a picture; clips are not concerned.
    "OPENCV_FFMPEG_CAPTURE_OPTIONS": "rtsp_transport;tcp",
    # Windows would look for minutes for hardware that helps, macOS ask for leave in another thread.
    "OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS": "0",
    "OPENCV_AVFOUNDATION_SKIP_AUTH": "1",
}
"""OpenCV takes these from nowhere else, and FFmpeg's when it first reads or writes any clip."""
for _name, _value in _ENVIRONMENT.items():
    os.environ.setdefault(_name, _value)


class OpenCvCapture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether there is a camera."""

    def grab(self) -> bool:
        """Wait for the next picture and take it from the camera."""

    def retrieve(self) -> tuple[bool, cv2.typing.MatLike]:
        """The picture that was taken; whether it could be decoded comes first."""

    def get(self, prop: int, /) -> float:
        """The value of a property; -1 if the camera does not have it."""

    def set(self, prop: int, value: float, /) -> bool:
        """Set a property; whether the camera took it."""

    def release(self) -> None:
        """Give the camera back."""


class CaptureSize(msgspec.Struct, frozen=True):
    """What is asked of a camera; it gives the nearest it can."""

    width_px: int = 1280
    height_px: int = 720
    rate_hz: float = 30.0


def quiet_capture(
    source: str | int, interface: int, settings: Sequence[int] = ()
) -> cv2.VideoCapture:
    """A device, clip or stream, opened by OpenCV without a word of its own, then or later."""
    # Troubles become sentences; OpenCV's log lines would come every two seconds beside them.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    # Two signatures of OpenCV; which one is meant is told by the type alone.
    if isinstance(source, int):
        return cv2.VideoCapture(source, interface, settings)
    return cv2.VideoCapture(source, interface, settings)


def ask_for(capture: OpenCvCapture, size: CaptureSize) -> None:
    """Ask a camera for this size and rate; what it does not know it does not need."""
    # Compressed: raw pictures of this size do not fit through USB 2 thirty times a second.
    capture.set(cv2.CAP_PROP_FOURCC, JPEG_CODE)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, float(size.width_px))
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, float(size.height_px))
    capture.set(cv2.CAP_PROP_FPS, size.rate_hz)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, float(_BUFFERS))


def in_colours(picture: cv2.typing.MatLike) -> Picture:
    """Infrared and industrial cameras give grey pictures."""
    if picture.ndim == 2 or picture.shape[2] == 1:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    return np.asarray(picture, np.uint8)
