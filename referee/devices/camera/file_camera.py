"""A camera that plays a recorded clip or a folder of pictures, in its own time or as it is read."""

from contextlib import closing
from pathlib import Path
from threading import Event
from typing import NamedTuple, Protocol

import cv2
import numpy as np

from referee.clock import Clock, SystemClock
from referee.devices.camera.contract import (
    CameraCounters,
    CameraDeviceStatus,
    CameraFinding,
    CameraFrame,
    CameraState,
    LightSettings,
)
from referee.devices.camera.opencv_capture import quiet_capture
from referee.devices.device import OpensAndCloses
from referee.errors import InputError
from referee.vision.pictures import Picture, PictureError, load_picture

FOLDER_HZ = 10.0
_PICTURE_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".ppm", ".pgm"}
# What most clips have, for one that does not tell or tells what no camera can do.
_LIKELY_HZ = 30.0
_FASTEST_HZ = 1000.0


class RecordedPicture(NamedTuple):
    """A picture (None if it is damaged), its time, and how many were passed over before it."""

    picture: Picture | None
    t_s: float
    passed: int


class PictureRecording(Protocol):
    """Pictures in their order; `next_s` is when the next one was taken, None after the last."""

    next_s: float | None
    period_s: float
    """The usual time from one picture to the next."""

    def take(self, until_s: float) -> RecordedPicture:
        """The newest picture up to this time, at least the next one."""

    def rewind(self) -> None:
        """Begin again."""

    def close(self) -> None:
        """Let go of the files."""


def open_recording(path: Path | str, rate_hz: float | None = None) -> PictureRecording:
    """The clip or folder of this name; `rate_hz` replaces the recording's own timing."""
    path = Path(path)
    return FolderRecording(path, rate_hz) if path.is_dir() else ClipRecording(path, rate_hz)


class FolderRecording:
    """The pictures of a folder in the order of their names, as if taken at a steady rate."""

    def __init__(self, path: Path, rate_hz: float | None = None) -> None:
        self._files = sorted(
            file
            for file in path.iterdir()
            if file.suffix.lower() in _PICTURE_SUFFIXES and file.is_file()
        )
        if not self._files:
            raise InputError(f"The folder {path} holds no pictures: name one that does.")
        load_picture(self._files[0])
        self.period_s = 1.0 / (rate_hz or FOLDER_HZ)
        self.next_s: float | None = 0.0
        self._next = 0

    def take(self, until_s: float) -> RecordedPicture:
        """The newest picture up to this time, at least the next one."""
        number = min(max(self._next, int(until_s / self.period_s)), len(self._files) - 1)
        passed, self._next = number - self._next, number + 1
        has_next = self._next < len(self._files)
        self.next_s = self._next * self.period_s if has_next else None
        return RecordedPicture(_loaded(self._files[number]), number * self.period_s, passed)

    def rewind(self) -> None:
        """Begin again."""
        self._next, self.next_s = 0, 0.0

    def close(self) -> None:
        """No file is held open."""


class ClipRecording:
    """The pictures of a clip, at the times that the clip notes beside them."""

    def __init__(self, path: Path, rate_hz: float | None = None) -> None:
        self._path = path
        self._capture = self._opened()
        told_hz = self._capture.get(cv2.CAP_PROP_FPS)
        own_hz = told_hz if 0 < told_hz <= _FASTEST_HZ else _LIKELY_HZ
        self._is_retimed = rate_hz is not None
        self.period_s = 1.0 / (rate_hz or own_hz)
        self.next_s: float | None = None
        self._grab()
        if self.next_s is None:
            self.close()
            raise InputError(f"{path} is no clip that can be played: convert it to WebM or MP4.")

    def take(self, until_s: float) -> RecordedPicture:
        """The newest picture up to this time, at least the next one."""
        passed = 0
        while True:
            t_s = self.next_s or 0.0
            is_whole, picture = self._capture.retrieve()
            self._grab()
            if self.next_s is None or self.next_s > until_s:
                return RecordedPicture(
                    np.asarray(picture, np.uint8) if is_whole else None, t_s, passed
                )
            passed += 1

    def rewind(self) -> None:
        """Begin again."""
        # Opened anew, because not every clip can be wound back.
        self._capture.release()
        self._capture = self._opened()
        self.next_s = None
        self._grab()

    def close(self) -> None:
        """Let go of the file."""
        self._capture.release()

    def _opened(self) -> cv2.VideoCapture:
        if not self._path.is_file():
            raise InputError(f"There is no clip {self._path}: check the name.")
        return quiet_capture(str(self._path), cv2.CAP_FFMPEG)

    def _grab(self) -> None:
        before_s = self.next_s
        if not self._capture.grab():
            self.next_s = None
            return
        taken_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        if before_s is None:
            self._first_s, self.next_s = taken_s, 0.0
            return
        due_s = taken_s - self._first_s
        # Some clips have no times, or the same one twice.
        is_odd = self._is_retimed or due_s <= before_s
        self.next_s = before_s + self.period_s if is_odd else due_s


def _loaded(file: Path) -> Picture | None:
    try:
        return load_picture(file)
    except PictureError:
        return None


class FileCamera(OpensAndCloses):
    """Plays a recording; `speed` 0 gives each call the next picture, however fast that is.

    With `is_looped` it begins again after its last picture, and the times go on. There is no
    thread: a recording is read when somebody looks, so that tests can play it with any clock.
    """

    def __init__(
        self,
        path: str,
        *,
        speed: float = 1.0,
        is_looped: bool = False,
        rate_hz: float | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._path = path
        self._retimed_hz = rate_hz
        # Opened once already here, so that a file that is no recording gets its sentence at once.
        with closing(open_recording(path, rate_hz)) as recording:
            self._period_s = recording.period_s
        self._speed = speed
        self._is_looped = is_looped
        self._clock = clock or SystemClock()
        self._recording: PictureRecording | None = None
        self._size_px: tuple[int, int] | None = None
        self._opened_s = self._round_s = 0.0
        self._played = self._fetched = 0
        self._last = -1

    def open(self) -> None:
        """Begin to play."""
        if self._recording is None:
            self._recording = open_recording(self._path, self._retimed_hz)
            self._opened_s, self._round_s = self._clock.monotonic_s(), 0.0
            self._played = self._fetched = 0
            self._last = -1

    def latest(self, timeout_s: float = 0.0) -> CameraFrame | None:
        """The newest picture that is due; with `speed` 0 the next one."""
        recording = self._recording
        if recording is None or recording.next_s is None:
            return None
        if not self._speed:
            return self._take(recording, self._due_s(recording))
        self._wait(recording, timeout_s)
        now_s = self._played_s()
        return self._take(recording, now_s) if self._due_s(recording) <= now_s else None

    def status(self) -> CameraDeviceStatus:
        """Streaming, and silent after the last picture."""
        has_ended = self._recording is not None and self._recording.next_s is None
        # A round that ends begins again, in the thread of whoever looks.
        has_ended = has_ended and not self._is_looped
        state = CameraState.SILENT if has_ended else CameraState.STREAMING
        return CameraDeviceStatus(
            state=CameraState.CONNECTING if self._recording is None else state,
            findings=(CameraFinding.RECORDING_ENDED,) if has_ended else (),
            # Where it lies concerns nobody who looks at the table.
            name=Path(self._path).name,
            size_px=self._size_px,
            rate_hz=(self._speed or 1.0) / self._period_s,
            counters=CameraCounters(
                frames=self._played,
                missed_frames=self._played - self._fetched,
                connections=int(self._recording is not None),
            ),
        )

    def lock(
        self,
        settings: LightSettings | None = None,  # noqa: ARG002 - the contract
        timeout_s: float = 5.0,  # noqa: ARG002 - the contract
    ) -> LightSettings | None:
        """A recording has the light it has."""
        return None

    def unlock(self) -> None:
        """A recording has the light it has."""

    def close(self) -> None:
        """Stop playing."""
        if self._recording is not None:
            self._recording.close()
            self._recording = None

    def _played_s(self) -> float:
        """How far the recording has been played; a little more, for times are rounded."""
        return (self._clock.monotonic_s() - self._opened_s) * self._speed + 1e-6

    def _due_s(self, recording: PictureRecording) -> float:
        return float("inf") if recording.next_s is None else self._round_s + recording.next_s

    def _wait(self, recording: PictureRecording, timeout_s: float) -> None:
        left_s = (self._due_s(recording) - self._played_s()) / self._speed
        if timeout_s > 0 and left_s > 0:
            Event().wait(min(timeout_s, left_s))

    def _take(self, recording: PictureRecording, until_s: float) -> CameraFrame | None:
        taken = recording.take(until_s - self._round_s)
        t_s = self._round_s + taken.t_s
        self._go_round(recording, t_s)
        number = self._played + taken.passed
        self._played = number + 1
        if taken.picture is None:
            return None
        missed, self._last = number - self._last - 1, number
        self._fetched += 1
        self._size_px = taken.picture.shape[1], taken.picture.shape[0]
        return CameraFrame(
            taken.picture, self._opened_s + t_s / (self._speed or 1.0), number, missed
        )

    def _go_round(self, recording: PictureRecording, played_s: float) -> None:
        if recording.next_s is None and self._is_looped:
            self._round_s = played_s + self._period_s
            recording.rewind()
