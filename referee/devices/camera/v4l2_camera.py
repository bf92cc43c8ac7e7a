"""Webcams and other cameras of the Linux kernel: found by their stable names, read with OpenCV.

A camera is known by its stable name under `/dev/v4l/by-id`, which survives another socket and
another order of plugging in, though the `/dev/videoN` behind it changes.
"""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from referee.clock import Clock
from referee.devices.camera.connection import ThreadedCamera
from referee.devices.camera.contract import CameraFinding, LightSettings, Shot, SourceLostError
from referee.devices.camera.opencv_capture import (
    JPEG_CODE,
    CaptureSize,
    OpenCvCapture,
    ask_for,
    in_colours,
    quiet_capture,
)
from referee.devices.device import stable_names
from referee.vision.pictures import JpegPicture, PictureError, SentPicture

_BY_ID = Path("/dev/v4l/by-id")
_DEVICES = Path("/dev")

# struct v4l2_capability of the kernel: 104 bytes, first the driver, the abilities of this very file
# at byte 88.
_QUERY_CAPABILITY = 0x80685600
_CAPABILITY_BYTES = 104
_DRIVER_BYTES = 16
_DEVICE_ABILITIES_AT = 88
_CAN_CAPTURE = 0x1
_RAW_DRIVERS = {"bcm2835-isp", "unicam", "rp1-cfe", "pispbe"}
"""The stages inside a Raspberry Pi through which its own camera's pictures pass."""

_PROBLEMS = {
    errno.ENOENT: CameraFinding.NO_SUCH_DEVICE,
    errno.ENODEV: CameraFinding.NO_SUCH_DEVICE,
    errno.ENXIO: CameraFinding.NO_SUCH_DEVICE,
    errno.ENOTDIR: CameraFinding.NO_SUCH_DEVICE,
    errno.EACCES: CameraFinding.NO_PERMISSION,
    errno.EPERM: CameraFinding.FORBIDDEN,
    errno.EBUSY: CameraFinding.BUSY,
}


def stable_camera_name(path: str, by_id: Path = _BY_ID, devices: Path = _DEVICES) -> str:
    """The stable name of a camera given as `0`, `/dev/video0` or by such a name already."""
    wanted = devices / f"video{path}" if path.isdigit() else Path(path)
    named = stable_names(by_id)
    if wanted in named:
        return str(wanted)
    device = _resolved(wanted)
    return next((str(each) for each in named if _resolved(each) == device), str(wanted))


def check_camera(name: str) -> str:
    """The device file behind a name today; a `SourceLostError` says why it cannot be used."""
    camera_driver(name)
    return str(_resolved(Path(name)))


def is_webcam(name: str) -> bool:
    """Whether it is a camera that gives pictures by itself, and may be used."""
    try:
        return camera_driver(name) not in _RAW_DRIVERS
    except SourceLostError:
        return False


def camera_driver(name: str) -> str:
    """The name of its driver; a `SourceLostError` says why the camera cannot be used."""
    try:
        file = os.open(_resolved(Path(name)), os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        finding = _PROBLEMS.get(error.errno or 0, CameraFinding.NOT_A_CAMERA)
        raise SourceLostError(name, finding) from error
    try:
        return _driver_of_file(name, file)
    finally:
        os.close(file)


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # links that lead in a circle
        return path


def _driver_of_file(name: str, file: int) -> str:
    """One camera has several files, and only one of them gives pictures."""
    # Only the systems that have such cameras have it.
    import fcntl  # noqa: PLC0415

    answer = bytearray(_CAPABILITY_BYTES)
    try:
        fcntl.ioctl(file, _QUERY_CAPABILITY, answer)
    except OSError as error:
        finding = CameraFinding.NOT_A_CAMERA
        if error.errno in {errno.ENODEV, errno.EBUSY}:
            finding = _PROBLEMS[error.errno]
        raise SourceLostError(name, finding) from error
    field = answer[_DEVICE_ABILITIES_AT : _DEVICE_ABILITIES_AT + 4]
    if not int.from_bytes(field, "little") & _CAN_CAPTURE:
        raise SourceLostError(name, CameraFinding.NOT_A_CAMERA)
    return answer[:_DRIVER_BYTES].rstrip(b"\0").decode("ascii", "replace")


# The kernel's menu of exposure modes, and its unit of exposure.
_MANUAL, _AUTOMATIC = 1.0, 3.0
_EXPOSURE_UNIT_US = 100.0
_NS_PER_S = 1e9
_FRAMES_TO_SETTLE = 4
"""The two that wait in the buffers, one that was begun before the change, and the one that
counts."""
_PICTURE_WAIT_S = 0.25
_TORN_IN_A_ROW = 10
"""Chosen by hand: a bad cable damages one now and then; ten are no accident."""
# Chosen by hand: six tries of at most four times more or less light reach any exposure, and people
# hardly see a difference of a twelfth. With a smaller one noise would end no search.
_EXPOSURE_TRIES = 6
_BRIGHT_ENOUGH = 0.08
_LARGEST_STEP = 4.0
_GAMMA = 1.8
"""Below the 2.2 of sRGB, because cameras lift dark parts; too large a step would swing to and
fro."""


CaptureOpener = Callable[[str], OpenCvCapture]


def open_capture(device: str) -> OpenCvCapture:
    """The device, opened by OpenCV with the kernel's own interface."""
    return quiet_capture(device, cv2.CAP_V4L2)


class V4l2Source:
    """One open camera."""

    has_noise = True

    def __init__(
        self,
        name: str,
        size: CaptureSize | None = None,
        *,
        find_device: Callable[[str], str] = check_camera,
        open_device: CaptureOpener = open_capture,
    ) -> None:
        self._name = name
        self._device = find_device(name)
        self._capture = open_device(self._device)
        if not self._capture.isOpened():
            # It is there, it may be used, and it is a camera: somebody else is using it.
            self._capture.release()
            raise SourceLostError(name, CameraFinding.BUSY)
        ask_for(self._capture, size or CaptureSize())
        self._is_packed = self._capture.get(cv2.CAP_PROP_FOURCC) == JPEG_CODE and self._set(
            cv2.CAP_PROP_CONVERT_RGB, 0.0
        )
        """Whether pictures come as the camera sends them, to be decoded by whoever looks."""
        self._torn = 0

    def read(self, timeout_s: float) -> Shot | None:
        """The next picture."""
        try:
            if not self._has_picture(timeout_s):
                self._check_presence()
                return None
            if not self._capture.grab():
                raise SourceLostError(self._name)
            is_whole, picture = self._capture.retrieve()
        except cv2.error as error:
            raise SourceLostError(self._name) from error
        # A picture that was damaged on the line is left out; the next one is on its way.
        sent = self._sent(picture) if is_whole else None
        return None if sent is None else Shot(sent, self._taken_s())

    def _sent(self, picture: cv2.typing.MatLike) -> SentPicture | None:
        if not self._is_packed:
            return in_colours(picture)
        try:
            sent = JpegPicture(picture.tobytes())
        except PictureError:
            self._torn += 1
            if self._torn >= _TORN_IN_A_ROW:
                # Some send no end, or something else than they say: OpenCV makes the best of it.
                self._is_packed = not self._set(cv2.CAP_PROP_CONVERT_RGB, 1.0)
            return None
        self._torn = 0
        return sent

    def lock(self, settings: LightSettings | None) -> LightSettings | None:
        """Hold exposure, white balance and focus."""
        if settings is not None:
            self._hold(settings)
            return self.held_light()
        bright = self._brightness()
        present = self._present()
        if not self._hold(present):
            # Many webcams have neither gain nor focus; without exposure nothing is held.
            return None
        self._restore(bright, present.exposure_us)
        return self._present()

    def held_light(self) -> LightSettings:
        """What the driver tells, without what the camera chooses by itself."""
        told, get = self._present(), self._capture.get
        is_manual = get(cv2.CAP_PROP_AUTO_EXPOSURE) == _MANUAL
        return LightSettings(
            exposure_us=told.exposure_us if is_manual else None,
            gain=told.gain if is_manual else None,
            white_balance_k=None if get(cv2.CAP_PROP_AUTO_WB) > 0 else told.white_balance_k,
            focus=None if get(cv2.CAP_PROP_AUTOFOCUS) > 0 else told.focus,
        )

    def unlock(self) -> None:
        """Choose by itself again."""
        self._set_each(
            (cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC),
            (cv2.CAP_PROP_AUTO_WB, 1.0),
            (cv2.CAP_PROP_AUTOFOCUS, 1.0),
        )

    def close(self) -> None:
        """Give the camera back."""
        try:
            self._capture.release()
        except cv2.error:
            # A camera that vanished cannot be released properly, and need not be.
            return

    def _hold(self, wanted: LightSettings) -> bool:
        is_manual = self._set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL)
        if wanted.exposure_us is not None:
            is_manual = self._expose(wanted.exposure_us) and is_manual
        self._set_each(
            (cv2.CAP_PROP_GAIN, wanted.gain),
            (cv2.CAP_PROP_AUTO_WB, 0.0),
            (cv2.CAP_PROP_WB_TEMPERATURE, wanted.white_balance_k),
            (cv2.CAP_PROP_AUTOFOCUS, 0.0),
            (cv2.CAP_PROP_FOCUS, wanted.focus),
        )
        return is_manual

    def _expose(self, exposure_us: float) -> bool:
        return self._set(cv2.CAP_PROP_EXPOSURE, max(1.0, round(exposure_us / _EXPOSURE_UNIT_US)))

    def _restore(self, bright: float | None, exposure_us: float | None) -> None:
        """Make the picture as bright as it was.

        While a webcam chooses by itself, most tell the exposure of the last time they did not.
        """
        for _ in range(_EXPOSURE_TRIES):
            now = self._brightness()
            if exposure_us is None or not bright or not now:
                return
            if abs(now / bright - 1.0) < _BRIGHT_ENOUGH:
                return
            # A picture's brightness grows with less than the light, so a larger step is needed.
            step = (bright / now) ** _GAMMA
            exposure_us *= min(max(step, 1 / _LARGEST_STEP), _LARGEST_STEP)
            self._expose(exposure_us)

    def _brightness(self) -> float | None:
        """The mean of a picture that was taken after the last change."""
        shots = [self.read(_PICTURE_WAIT_S) for _ in range(_FRAMES_TO_SETTLE)]
        return None if shots[-1] is None else float(shots[-1].picture[::8, ::8].mean())

    def _has_picture(self, timeout_s: float) -> bool:
        """Wait here, where it can be ended; OpenCV's own wait takes ten seconds."""
        if not isinstance(self._capture, cv2.VideoCapture):
            return True
        is_awake, ready = cv2.VideoCapture.waitAny([self._capture], int(timeout_s * _NS_PER_S))
        # A camera that hangs up wakes us too, with nothing ready.
        return bool(is_awake) and len(ready) > 0

    def _check_presence(self) -> None:
        if not Path(self._device).exists():
            raise SourceLostError(self._name)

    def _taken_s(self) -> float | None:
        """The kernel notes when each picture arrived, on the monotonic clock."""
        taken_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        return taken_s if taken_s > 0 else None

    def _present(self) -> LightSettings:
        exposure = self._known(cv2.CAP_PROP_EXPOSURE) or None
        return LightSettings(
            exposure_us=None if exposure is None else exposure * _EXPOSURE_UNIT_US,
            gain=self._known(cv2.CAP_PROP_GAIN),
            white_balance_k=self._known(cv2.CAP_PROP_WB_TEMPERATURE) or None,
            focus=self._known(cv2.CAP_PROP_FOCUS),
        )

    def _known(self, what: int) -> float | None:
        value = self._capture.get(what)
        return float(value) if np.isfinite(value) and value >= 0 else None

    def _set(self, what: int, value: float) -> bool:
        return bool(self._capture.set(what, value))

    def _set_each(self, *settings: tuple[int, float | None]) -> None:
        """Set what the camera knows; what it does not know it does not need."""
        for what, value in settings:
            if value is not None:
                self._set(what, value)


class V4l2Finder:
    """Opens one camera whenever asked, and learns its stable name the first time it is there."""

    def __init__(
        self,
        path: str,
        size: CaptureSize | None = None,
        *,
        stable_name: Callable[[str], str] = stable_camera_name,
        find_device: Callable[[str], str] = check_camera,
        open_device: CaptureOpener = open_capture,
    ) -> None:
        self.name = stable_name(path)
        self._size = size
        self._stable_name = stable_name
        self._find_device = find_device
        self._open_device = open_device

    def __call__(self) -> V4l2Source:
        """The camera, under whatever number it has today."""
        self.name = self._stable_name(self.name)
        return V4l2Source(
            self.name, self._size, find_device=self._find_device, open_device=self._open_device
        )


def v4l2_camera(
    path: str, size: CaptureSize | None = None, clock: Clock | None = None
) -> ThreadedCamera:
    """The camera of this number, device file or stable name."""
    finder = V4l2Finder(path, size)
    return ThreadedCamera(finder, name=finder.name, clock=clock)
