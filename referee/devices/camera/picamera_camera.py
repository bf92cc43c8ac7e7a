"""The Raspberry Pi's own camera, read with picamera2, which is looked for only when it is needed.

Raspberry Pi OS brings picamera2 as `python3-picamera2`; nothing else has to be installed.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as JobTimeoutError
from contextlib import suppress
from importlib import import_module
from typing import IO, NamedTuple, Protocol, SupportsFloat, cast

import numpy as np
import numpy.typing as npt

from referee.clock import Clock
from referee.devices.camera.connection import ThreadedCamera
from referee.devices.camera.contract import CameraFinding, LightSettings, Shot, SourceLostError
from referee.devices.camera.opencv_capture import CaptureSize
from referee.errors import Mistakes
from referee.vision.pictures import Picture

# picamera2 names its formats by the order in memory from the last byte, so this one is BGR.
_BGR = "RGB888"
_US_PER_S = 1e6
_NS_PER_S = 1e9
_METADATA_WAIT_S = 1.0
_WHOLE = 0.98
"""Chosen by hand: modes that show all of a sensor leave out a few rows at its edge."""
_SLOW = 0.9
"""Chosen by hand: of the rate asked for; a tenth less is not noticed, a cropped picture is."""
# libcamera's AfModeEnum; the numbers spare an import that only a Raspberry Pi has.
_FOCUS_MANUAL, _FOCUS_CONTINUOUS = 0, 2
_FOCUS_FOUND = (2.0, 3.0)
"""Its AfStateEnum: found, or looked for in vain. Before that the lens moves, or is about to."""
_FOCUS_PICTURES = 45
"""Chosen by hand: a second and a half; a camera that sends nothing for two counts as silent."""
_NEWEST_METHOD = "cancel_all_and_flush"
"""Of those that are used the last that came, with picamera2 0.3.21."""
# What libcamera and picamera2 raise when a camera is not there, in use, or falls off its cable.
_TROUBLES = (RuntimeError, OSError, IndexError, KeyError, ValueError, CancelledError)
_mistakes = Mistakes(logging.getLogger(__name__), "picamera2 is installed, but cannot be loaded.")


class _Picamera(Protocol):
    """What is used of `picamera2.Picamera2`."""

    camera_controls: Mapping[str, object]
    sensor_modes: Sequence[Mapping[str, object]]
    is_open: bool
    notifymeread: IO[bytes]
    notifyme_w: int

    def __init__(self, camera_num: int, /) -> None: ...
    @classmethod
    def global_camera_info(cls) -> Sequence[Mapping[str, object]]: ...
    def create_video_configuration(
        self,
        *,
        main: Mapping[str, object],
        controls: Mapping[str, object],
        queue: bool,
        sensor: Mapping[str, object],
    ) -> dict[str, object]: ...
    def configure(self, configuration: Mapping[str, object], /) -> None: ...
    def start(self) -> None: ...
    def capture_arrays(
        self, names: Sequence[str], /, *, wait: float
    ) -> tuple[Sequence[npt.NDArray[np.uint8]], Mapping[str, object]]: ...
    def capture_metadata(self, *, wait: float) -> Mapping[str, object]: ...
    def set_controls(self, controls: Mapping[str, object], /) -> None: ...
    def cancel_all_and_flush(self) -> None: ...
    def close(self) -> None: ...


class PicameraSource:
    """One open camera of a Raspberry Pi."""

    has_noise = True

    def __init__(self, number: int, size: CaptureSize | None = None) -> None:
        self._name = f"picamera:{number}"
        self._camera = _opened(number, self._name)
        self._facts: Mapping[str, object] = {}
        self._is_held = False
        try:
            self._start(size or CaptureSize())
        except _TROUBLES as error:
            self.close()
            raise SourceLostError(self._name, CameraFinding.BUSY) from error

    def read(self, timeout_s: float) -> Shot | None:
        """The next picture."""
        try:
            arrays, facts = self._camera.capture_arrays(["main"], wait=timeout_s)
        except JobTimeoutError:
            # The question would stay open, and its answer be lost with the next picture.
            self._camera.cancel_all_and_flush()
            return None
        except _TROUBLES as error:
            raise SourceLostError(self._name) from error
        self._facts = facts
        return Shot(_in_colours(arrays[0]), _taken_s(facts))

    def lock(self, settings: LightSettings | None) -> LightSettings | None:
        """Hold exposure, white balance and, if the lens can move, focus."""
        try:
            if settings is None:
                self._facts = self._settled_facts()
            wanted = self.held_light() if settings is None else settings
            self._control(_held(wanted))
            self._is_held = True
        except JobTimeoutError:
            self._camera.cancel_all_and_flush()
            return None
        except _TROUBLES:
            return None
        return wanted

    def held_light(self) -> LightSettings:
        """What the last picture was taken with."""
        facts = self._facts
        gains = facts.get("ColourGains")
        red, blue = gains if isinstance(gains, Sequence) else (None, None)
        return LightSettings(
            exposure_us=_number(facts.get("ExposureTime")),
            gain=_number(facts.get("AnalogueGain")),
            red_gain=_number(red),
            blue_gain=_number(blue),
            focus=_number(facts.get("LensPosition")),
        )

    def unlock(self) -> None:
        """Choose by itself again."""
        try:
            self._control({"AeEnable": True, "AwbEnable": True, "AfMode": _FOCUS_CONTINUOUS})
            self._is_held = False
        except _TROUBLES as error:
            raise SourceLostError(self._name) from error

    def close(self) -> None:
        """Give the camera back."""
        # A camera that fell off its cable cannot be closed properly, and need not be.
        with suppress(*_TROUBLES):
            self._camera.cancel_all_and_flush()
        with suppress(*_TROUBLES):
            self._camera.close()

    def _start(self, size: CaptureSize) -> None:
        frame_us = round(_US_PER_S / size.rate_hz)
        # From the first picture: a lens that can move rests at no useful distance until it looks.
        controls = {"FrameDurationLimits": (frame_us, frame_us), "AfMode": _FOCUS_CONTINUOUS}
        configuration = self._camera.create_video_configuration(
            main={"format": _BGR, "size": (size.width_px, size.height_px)},
            controls=self._known(controls),
            # Without a queue each picture is one that began after it was asked for.
            queue=False,
            sensor=self._sensor(size),
        )
        self._camera.configure(configuration)
        self._camera.start()

    def _sensor(self, size: CaptureSize) -> Mapping[str, object]:
        """The smallest mode that shows the whole sensor.

        Left alone, libcamera takes one near the size of the picture, which often shows its middle.
        """
        try:
            modes = [_SensorMode.from_told(each) for each in self._camera.sensor_modes]
        except _TROUBLES:
            # A small computer may lack the memory to try the largest: better a part than nothing.
            return {}
        # A USB camera tells only formats.
        known = [mode for mode in modes if mode is not None]
        return {"output_size": _smallest_whole(known, size).size_px} if known else {}

    def _settled_facts(self) -> Mapping[str, object]:
        """What a picture was taken with, after the lens has found its place if it looks for one."""
        for _ in range(_FOCUS_PICTURES):
            facts = self._camera.capture_metadata(wait=_METADATA_WAIT_S)
            focus = _number(facts.get("AfState"))
            if self._is_held or focus is None or focus in _FOCUS_FOUND:
                break
        return facts

    def _control(self, controls: Mapping[str, object]) -> None:
        self._camera.set_controls(self._known(controls))

    def _known(self, controls: Mapping[str, object]) -> dict[str, object]:
        """What this camera has: a fixed lens has no focus, a grey sensor no colours."""
        known = self._camera.camera_controls
        return {name: controls[name] for name in controls if name in known}


class _SensorMode(NamedTuple):
    """One way in which a sensor can be read out; `seen` is how much of it, in its own pixels."""

    size_px: tuple[int, int]
    seen: int
    rate_hz: float

    @classmethod
    def from_told(cls, told: Mapping[str, object]) -> _SensorMode | None:
        """What picamera2 tells of a mode."""
        size_px, crop, rate_hz = told.get("size"), told.get("crop_limits"), told.get("fps")
        if not (isinstance(size_px, tuple) and isinstance(crop, tuple)):
            return None
        return cls(size_px, crop[2] * crop[3], _number(rate_hz) or 0.0)

    def lack(self, size: CaptureSize) -> tuple[bool, int, int]:
        """What is wrong with it for such pictures, the worst first: the least is the best."""
        width_px, height_px = self.size_px
        missing_px = max(0, size.width_px - width_px) + max(0, size.height_px - height_px)
        return self.rate_hz < _SLOW * size.rate_hz, missing_px, width_px * height_px


def _smallest_whole(modes: Sequence[_SensorMode], size: CaptureSize) -> _SensorMode:
    most = max(mode.seen for mode in modes)
    return min(
        (mode for mode in modes if mode.seen >= _WHOLE * most), key=lambda mode: mode.lack(size)
    )


def _opened(number: int, name: str) -> _Picamera:
    library = _library(name)
    if not hasattr(library, _NEWEST_METHOD):
        raise SourceLostError(name, CameraFinding.BROKEN_PICAMERA2)
    try:
        is_there = number < len(library.global_camera_info())
    except _TROUBLES as error:
        raise SourceLostError(name, CameraFinding.BUSY) from error
    if not is_there:
        raise SourceLostError(name, CameraFinding.NO_SUCH_DEVICE)
    # In two steps, to have hold of a camera that could not be opened.
    camera = library.__new__(library)
    try:
        library.__init__(camera, number)
    except _TROUBLES as error:
        _clean_up(camera)
        # It is listed and does not open: another program holds it.
        raise SourceLostError(name, CameraFinding.BUSY) from error
    return camera


def _clean_up(camera: _Picamera) -> None:
    """picamera2 closes only what it could open, and leaves the pipe of the others open."""
    with suppress(Exception):
        camera.close()
        if not (camera.is_open or camera.notifymeread.closed):
            camera.notifymeread.close()
            os.close(camera.notifyme_w)


def _library(name: str) -> type[_Picamera]:
    try:
        return cast("type[_Picamera]", import_module("picamera2").Picamera2)
    except Exception as error:  # libraries that do not fit each other raise whatever they like
        if isinstance(error, ModuleNotFoundError) and error.name == "picamera2":
            raise SourceLostError(name, CameraFinding.NO_PICAMERA2) from error
        _mistakes.note(error)
        raise SourceLostError(name, CameraFinding.BROKEN_PICAMERA2) from error


def _held(wanted: LightSettings) -> Mapping[str, object]:
    colours = (wanted.red_gain, wanted.blue_gain)
    wishes = {
        "ExposureTime": None if wanted.exposure_us is None else round(wanted.exposure_us),
        "AnalogueGain": wanted.gain,
        "ColourGains": None if None in colours else colours,
        "LensPosition": wanted.focus,
        "AfMode": None if wanted.focus is None else _FOCUS_MANUAL,
    }
    named = {name: wish for name, wish in wishes.items() if wish is not None}
    return {"AeEnable": False, "AwbEnable": False} | named


def _taken_s(facts: Mapping[str, object]) -> float | None:
    taken_ns = _number(facts.get("SensorTimestamp"))
    return None if taken_ns is None else taken_ns / _NS_PER_S


def _in_colours(array: npt.NDArray[np.uint8]) -> Picture:
    return np.ascontiguousarray(array[:, :, :3], np.uint8)


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, SupportsFloat) else None


def picamera(
    number: int, size: CaptureSize | None = None, clock: Clock | None = None
) -> ThreadedCamera:
    """The Raspberry Pi's camera of this number."""
    return ThreadedCamera(
        lambda: PicameraSource(number, size), name=f"picamera:{number}", clock=clock
    )
