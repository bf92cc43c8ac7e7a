"""Cameras that are not there: behind `cv2.VideoCapture`, behind picamera2, and scripted ones."""

from __future__ import annotations

import math
import os
from concurrent.futures import TimeoutError as JobTimeoutError
from functools import cache
from pathlib import Path
from threading import Event
from types import ModuleType
from typing import TypedDict

import cv2
import numpy as np

from referee.clock import ManualClock
from referee.devices.camera.contract import CameraFinding, LightSettings, Shot, SourceLostError
from referee.vision.pictures import Picture, load_picture

SIZE = (160, 120)


def scene(number: int = 0) -> np.ndarray:
    """A tray with a sharp bright die, and the noise of a sensor."""
    return _scene(number % 16).copy()


@cache
def _scene(number: int, noise: float = 2.0) -> np.ndarray:
    picture = np.full((SIZE[1], SIZE[0], 3), 90.0)
    picture[40:60, 50:70] = 220.0
    noise_of = np.random.default_rng(number).normal(0, noise, picture.shape)
    return np.clip(picture + noise_of, 0, 255).astype(np.uint8)


def write_pictures(folder: Path, count: int = 12) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        picture = scene(number)
        picture[0, 0] = number
        cv2.imwrite(str(folder / f"{number:03}.png"), picture)
    return folder


def write_clip(path: Path, count: int = 12, fps: float = 30.0) -> Path:
    """A clip whose pictures grow brighter, so that each is known by its brightness."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, SIZE)
    for number in range(count):
        writer.write(np.full((SIZE[1], SIZE[0], 3), 20 + 10 * number % 230, np.uint8))
    writer.release()
    return path


class Bus:
    """USB with one webcam: which device file it has today, and what its controls say."""

    def __init__(self, folder: Path, files: Path) -> None:
        self.folder = folder
        self.files = files
        self.controls = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 157.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
            cv2.CAP_PROP_GAIN: 0.0,
            cv2.CAP_PROP_FOURCC: 0.0,
            cv2.CAP_PROP_CONVERT_RGB: 1.0,
        }
        self.right_exposure = 157.0
        self.device: Path | None = None
        self.is_busy = self.is_hung = self.is_torn = False
        self.can_lock = True
        self.damage = 0
        self.opened: list[str] = []
        self.is_open = False

    @property
    def name(self) -> Path:
        """The stable name."""
        return self.folder / "by-id" / "usb-Maker_Webcam_1234-video-index0"

    def brightness(self) -> float:
        """Brighter with more exposure, and just right while the camera chooses by itself."""
        if self.controls[cv2.CAP_PROP_AUTO_EXPOSURE] != 1.0:
            return 1.0
        return math.pow(self.controls[cv2.CAP_PROP_EXPOSURE] / self.right_exposure, 1 / 2.2)

    def plug_in(self, number: int) -> None:
        self.device = self.folder / f"video{number}"
        self.device.touch()
        self.name.parent.mkdir(parents=True, exist_ok=True)
        self.name.symlink_to(self.device)

    def pull_out(self) -> None:
        assert self.device is not None
        self.name.unlink()
        self.device.unlink()
        self.device = None

    def find(self, name: str) -> str:
        """What `check_camera` does, without asking the kernel."""
        if not Path(name).exists():
            raise SourceLostError(name, CameraFinding.NO_SUCH_DEVICE)
        return str(Path(name).resolve())

    def open(self, device: str) -> BusCapture:
        self.opened.append(Path(device).name)
        return BusCapture(self, device)


class BusCapture:
    """The interface of `cv2.VideoCapture`, playing a folder of pictures for ever."""

    def __init__(self, bus: Bus, device: str) -> None:
        self._bus, self._device = bus, Path(device)
        self._pictures = [load_picture(file) for file in sorted(bus.files.glob("*.png"))]
        self._next = 0
        bus.is_open = not bus.is_busy

    def isOpened(self) -> bool:  # noqa: N802
        return self._bus.is_open

    def grab(self) -> bool:
        Event().wait(0.004)  # the camera's own pace
        self._next += 1
        return self._bus.device == self._device

    def retrieve(self) -> tuple[bool, np.ndarray]:
        if self._bus.is_torn:
            return False, np.empty(0)
        picture = self._pictures[self._next % len(self._pictures)]
        bright = cv2.convertScaleAbs(picture, alpha=self._bus.brightness())
        if self._bus.controls.get(cv2.CAP_PROP_CONVERT_RGB):
            return True, bright
        # One row of bytes, as OpenCV hands over what it was told not to convert.
        packed = cv2.imencode(".jpg", bright)[1].reshape(1, -1)
        return True, packed[:, : packed.size - self._bus.damage]

    def get(self, prop: int) -> float:
        return self._bus.controls.get(prop, -1.0)

    def set(self, prop: int, value: float) -> bool:
        is_light = prop in {cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE}
        if prop not in self._bus.controls or (is_light and not self._bus.can_lock):
            return False
        self._bus.controls[prop] = value
        return True

    def release(self) -> None:
        self._bus.is_open = False


SensorMode = dict[str, str | int | float | tuple[int, ...]]
"""What picamera2 tells of one way to read a sensor out."""


def sensor_mode(size: tuple[int, int], fps: float, crop: tuple[int, ...]) -> SensorMode:
    exposures = (75, 11766829, 20000)
    told: SensorMode = {"format": "SRGGB10_CSI2P", "unpacked": "SRGGB10", "bit_depth": 10}
    return told | {"size": size, "fps": fps, "crop_limits": crop, "exposure_limits": exposures}


# As users of these modules report them.
MODULE_3 = [
    sensor_mode((1536, 864), 120.13, (768, 432, 3072, 1728)),
    sensor_mode((2304, 1296), 56.03, (0, 0, 4608, 2592)),
    sensor_mode((4608, 2592), 14.35, (0, 0, 4608, 2592)),
]
MODULE_2 = [
    sensor_mode((640, 480), 103.33, (1000, 752, 1280, 960)),
    sensor_mode((1640, 1232), 41.85, (0, 0, 3280, 2464)),
    sensor_mode((1920, 1080), 47.57, (680, 692, 1920, 1080)),
    sensor_mode((3280, 2464), 21.19, (0, 0, 3280, 2464)),
]
MODULE_1 = [
    sensor_mode((640, 480), 58.92, (16, 0, 2560, 1920)),
    sensor_mode((1296, 972), 46.34, (0, 0, 2592, 1944)),
    sensor_mode((1920, 1080), 32.81, (348, 434, 1928, 1080)),
    sensor_mode((2592, 1944), 15.63, (0, 0, 2592, 1944)),
]
# A webcam behind libcamera tells no more.
WEBCAM: list[SensorMode] = [{"format": "MJPEG"}, {"format": "YUYV"}]

Control = bool | float | tuple[float, ...]
"""What picamera2 takes and tells for one control."""


class StreamConfiguration(TypedDict):
    """The pictures that picamera2 is asked for."""

    format: str
    size: tuple[int, int]


class CameraConfiguration(TypedDict):
    """What picamera2 makes of it."""

    main: StreamConfiguration
    controls: dict[str, Control]
    queue: bool
    sensor: dict[str, tuple[int, int]]


class PiBench:
    """A Raspberry Pi with a camera, as the module picamera2 shows it."""

    def __init__(self) -> None:
        self.cameras = [{"Model": "imx708", "Num": 0, "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a"}]
        self.controls = ["AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"]
        self.controls += ["FrameDurationLimits", "LensPosition", "AfMode"]
        self.is_busy = self.is_unplugged = False
        self.holder: StandInPicamera2 | None = None
        self.known_cameras: dict[int, StandInPicamera2] = {}
        self.fails_after_opening = False
        self.set_controls: dict[str, Control] = {}
        self.refuses: set[str] = set()
        self.configuration: CameraConfiguration
        self.modes = MODULE_3
        self.has_little_memory = False
        self.now_ns = 0
        self.focus_pictures = 0
        """So many pictures the lens needs to find its place once it was told to look."""

    def module(self) -> ModuleType:
        module = ModuleType("picamera2")
        vars(module)["Picamera2"] = type("Picamera2", (StandInPicamera2,), {"bench": self})
        return module


class StandInPicamera2:
    """The part of the real class that is used, with its habits."""

    bench: PiBench

    def __init__(
        self,
        camera_num: int = 0,
        verbose_console: None = None,
        tuning: None = None,
        allocator: None = None,
    ) -> None:
        self._jobs = 0
        self._frames = self._looked_since = 0
        self._is_started = self._is_configured = self.is_open = False
        # One end belongs to an object, which closes it when it is forgotten; the other is a number.
        self.notifyme_r, self.notifyme_w = os.pipe2(os.O_NONBLOCK)
        self.notifymeread = os.fdopen(self.notifyme_r, "rb")
        self._camera = self.bench.cameras[camera_num]
        self.bench.known_cameras[camera_num] = self
        if self.bench.is_busy or self.bench.holder is not None:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.is_open = True
        self.bench.holder = self
        if self.bench.fails_after_opening:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.allocator = object()

    @classmethod
    def global_camera_info(cls) -> list[dict[str, object]]:
        return list(cls.bench.cameras)

    @property
    def camera_controls(self) -> dict[str, tuple[int, int, int]]:
        return dict.fromkeys(self.bench.controls, (0, 100, 1))

    def create_video_configuration(
        self,
        main: StreamConfiguration | None = None,
        *,
        controls: dict[str, Control] | None = None,
        queue: bool = True,
        sensor: dict[str, tuple[int, int]] | None = None,
    ) -> CameraConfiguration:
        assert main is not None
        assert set(main) <= {"format", "size", "stride", "preserve_ar"}
        sensor = sensor or {}
        assert set(sensor) <= {"bit_depth", "output_size"}
        return {"main": main, "controls": controls or {}, "queue": queue, "sensor": sensor}

    @property
    def sensor_modes(self) -> list[SensorMode]:
        # It configures the camera for each of them.
        assert not self._is_started
        if self.bench.has_little_memory:
            raise OSError("Cannot allocate memory")
        return list(self.bench.modes)

    def configure(self, camera_config: CameraConfiguration | None = None) -> None:
        assert camera_config is not None
        assert not self._is_started
        self._check(camera_config["controls"])
        self.bench.configuration = camera_config
        self._is_configured = True

    def start(self, config: None = None, show_preview: bool = False) -> None:
        if not self._is_configured:
            raise RuntimeError("Camera has not been configured")
        self._is_started = True
        self.set_controls(self.bench.configuration["controls"])

    def set_controls(self, controls: dict[str, Control]) -> None:
        self._check(controls)
        if "AfMode" in controls:
            self._looked_since = self._frames
        self.bench.set_controls |= controls

    def _check(self, controls: dict[str, Control]) -> None:
        for name in controls:
            if name not in self.bench.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")

    def capture_arrays(
        self, names: list[str], wait: float | None = None, signal_function: None = None
    ) -> tuple[list[Picture], dict[str, Control]]:
        facts = self._run(wait)
        assert names == ["main"]
        width, height = self.bench.configuration["main"]["size"]
        assert self.bench.configuration["main"]["format"] == "RGB888"
        picture = np.asarray(cv2.resize(scene(self._frames), (width, height)), np.uint8)
        picture[0, 0] = (255, 0, 0)  # blue first: that is what RGB888 means here
        return [picture], facts

    def capture_metadata(
        self, wait: float | None = None, signal_function: None = None
    ) -> dict[str, Control]:
        return self._run(wait)

    def cancel_all_and_flush(self) -> None:
        self._jobs = 0

    def close(self) -> None:
        if not self.is_open:
            return
        self.is_open = self._is_started = False
        self.bench.holder = None
        self.notifymeread.close()
        os.close(self.notifyme_w)
        del self.allocator

    def __del__(self) -> None:
        self.close()

    def _run(self, wait: float | None) -> dict[str, Control]:
        if not self._is_started:
            raise RuntimeError("Camera is not running")
        self._jobs += 1
        if self.bench.is_unplugged:
            Event().wait(0.005 if wait is None else min(0.005, wait))
            raise JobTimeoutError
        assert self._jobs == 1, "an earlier job was never cancelled and takes the picture"
        Event().wait(0.004)
        self._jobs -= 1
        self._frames += 1
        return {
            "SensorTimestamp": self.bench.now_ns,
            "ExposureTime": self._real("ExposureTime", 8000),
            "AnalogueGain": self._real("AnalogueGain", 2.5),
            "ColourGains": self._real("ColourGains", (1.8, 1.4)),
            **(self._focus() if "AfMode" in self.bench.controls else {}),
        }

    def _real(self, name: str, chosen: Control) -> Control:
        """What is done: what was set, unless the camera chooses by itself or does not obey."""
        is_own = self.bench.set_controls.get("AeEnable", True) or name in self.bench.refuses
        return chosen if is_own else self.bench.set_controls.get(name, chosen)

    def _focus(self) -> dict[str, Control]:
        """Idle at first and while it is held, then scanning, then focused."""
        if self.bench.set_controls.get("AfMode", 0) == 0:
            return {"AfState": 0, "LensPosition": self._real("LensPosition", 1.0)}
        since = self._frames - self._looked_since
        if since <= self.bench.focus_pictures:
            return {"AfState": min(since // 3, 1), "LensPosition": 0.5 * since}
        return {"AfState": 2, "LensPosition": 3.2}


class ScriptedSource:
    """A camera that does what the test says; each read advances the clock."""

    has_noise = True

    def __init__(self, clock: ManualClock, period_s: float = 1 / 30) -> None:
        self._clock = clock
        self.period_s = period_s
        self.is_gone = self.is_silent = self.is_frozen = False
        self.has_noise = True
        self.can_lock = True
        self.damage = 0
        self.light: LightSettings | None = None
        self.locks: list[LightSettings | None] = []
        self.level: int | None = None
        self.problem: CameraFinding | None = None
        self.opened = self.closed = self.reads = 0

    def open(self) -> ScriptedSource:
        if self.is_gone or self.problem:
            raise SourceLostError("scripted", self.problem or CameraFinding.NO_SUCH_DEVICE)
        self.opened += 1
        return self

    def read(self, timeout_s: float) -> Shot | None:
        if self.is_gone:
            raise SourceLostError("scripted")
        if self.is_silent:
            self._clock.advance_s(timeout_s)
            return None
        self._clock.advance_s(self.period_s)
        self.reads += not self.is_frozen
        if self.level is not None:
            return Shot(np.full((120, 160, 3), self.level, np.uint8))
        return Shot(scene(self.reads))

    def lock(self, settings: LightSettings | None) -> LightSettings | None:
        self.locks.append(settings)
        self.light = (settings or LightSettings(exposure_us=8000.0)) if self.can_lock else None
        return self.light

    def held_light(self) -> LightSettings:
        return self.light or LightSettings()

    def unlock(self) -> None:
        self.light = None

    def close(self) -> None:
        self.closed += 1
