"""Recorded pictures one after another, each with its time: a clip, or a folder of pictures."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol, Self

import cv2
import numpy as np

from referee.devices.opening import WithBlock
from referee.errors import InputError
from referee.vision.pictures import Picture, PictureError, load_picture

FOLDER_HZ = 10.0
_PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".ppm", ".pgm"}
_LIKELY_HZ = 30.0
_FASTEST_HZ = 1000.0


class Taken(NamedTuple):
    """A picture (None if it is damaged), its time, and how many were passed over before it."""

    picture: Picture | None
    t_s: float
    passed: int


class Recording(WithBlock, Protocol):
    """Pictures in their order; `next_s` is when the next one was taken, None after the last."""

    next_s: float | None
    period_s: float
    """The usual time from one picture to the next."""

    def take(self, until_s: float) -> Taken:
        """The newest picture up to this time, at least the next one."""
        ...

    def rewind(self) -> None:
        """Begin again."""
        ...

    def close(self) -> None:
        """Let go of the files."""
        ...


def open_recording(path: Path | str, rate_hz: float | None = None) -> Recording:
    """The clip or folder of this name; `rate_hz` replaces the recording's own timing."""
    path = Path(path)
    return FolderRecording(path, rate_hz) if path.is_dir() else ClipRecording(path, rate_hz)


class _Closes:
    """The `with` block of a recording."""

    def close(self) -> None:
        """Let go of the files."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class FolderRecording(_Closes):
    """The pictures of a folder in the order of their names, as if taken at a steady rate."""

    def __init__(self, path: Path, rate_hz: float | None = None) -> None:
        self._files = sorted(
            file for file in path.iterdir() if file.suffix.lower() in _PICTURES and file.is_file()
        )
        if not self._files:
            raise InputError(f"The folder {path} holds no pictures: name one that does.")
        load_picture(self._files[0])
        self.period_s = 1.0 / (rate_hz or FOLDER_HZ)
        self.next_s: float | None = 0.0
        self._next = 0

    def take(self, until_s: float) -> Taken:
        """The newest picture up to this time, at least the next one."""
        number = min(max(self._next, int(until_s / self.period_s)), len(self._files) - 1)
        passed, self._next = number - self._next, number + 1
        has_next = self._next < len(self._files)
        self.next_s = self._next * self.period_s if has_next else None
        return Taken(_loaded(self._files[number]), number * self.period_s, passed)

    def rewind(self) -> None:
        """Begin again."""
        self._next, self.next_s = 0, 0.0


class ClipRecording(_Closes):
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

    def take(self, until_s: float) -> Taken:
        """The newest picture up to this time, at least the next one."""
        passed = 0
        while True:
            t_s = self.next_s or 0.0
            is_whole, picture = self._capture.retrieve()
            self._grab()
            if self.next_s is None or self.next_s > until_s:
                return Taken(np.asarray(picture, np.uint8) if is_whole else None, t_s, passed)
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
        level = cv2.utils.logging.getLogLevel()
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        try:
            return cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
        finally:
            cv2.utils.logging.setLogLevel(level)

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
