"""Keeps the evidence of falls: waits until their last second has passed, then hands it over.

    recorder = EvidenceRecorder(is_in_background=True)
    eye = Eye(…, on_frame=lambda frame: recorder.add_frame(frame, eye.tray_outline_px))
    touch = Touch(…, on_sample=recorder.add_sample)
    recorder.keep("fall-17", at_s=clock.monotonic_s())
    for bundle in recorder.tick(clock.monotonic_s()):
        ...

Films take a second to make. In real time a thread makes them; a table that runs faster than real
time makes them at once, so that nothing happens in between.

A film is WebM with VP8, which every browser plays. Cameras do not keep time exactly, films do. So
for each picture of the film the kept one nearest to its time is taken, and time in the film is
time on the curve: a film picture at `t` seconds shows the table at `began_s + t` seconds from the
moment.
"""

import logging
import os
import tempfile
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import cv2
import msgspec
import numpy as np

from referee.devices.camera.contract import CameraFrame
from referee.table.evidence.ring_buffers import (
    CurveRing,
    FrameRing,
    KeptFrame,
    curve_json,
    curve_of,
    trace_csv,
)
from referee.table.senses.eye_reading import Outline, tray_picture
from referee.vision.pictures import Picture

_STANDARD_ERROR = 2
_KNOWN_LINE = b"OpenCV: FFMPEG: tag 0x"


@contextmanager
def quiet_stderr() -> Iterator[None]:
    """Without that line; does nothing where there is no standard error."""
    try:
        kept = os.dup(_STANDARD_ERROR)
    except OSError:
        yield
        return
    with tempfile.TemporaryFile() as said:
        os.dup2(said.fileno(), _STANDARD_ERROR)
        try:
            yield
        finally:
            os.dup2(kept, _STANDARD_ERROR)
            os.close(kept)
            _say_the_rest(said)


def _say_the_rest(said: IO[bytes]) -> None:
    said.seek(0)
    rest = b"".join(line for line in said.readlines() if not line.startswith(_KNOWN_LINE))
    if rest:
        os.write(_STANDARD_ERROR, rest)


CLIP_HZ = 15.0
_CODEC = "VP80"
_log = logging.getLogger(__name__)


class Clip(msgspec.Struct, frozen=True, eq=False):
    """A film; `began_s` is the time of its first picture, counted from the moment."""

    webm: bytes = b""
    began_s: float = 0.0
    rate_hz: float = CLIP_HZ


def film(frames: Sequence[KeptFrame], event_s: float, rate_hz: float = CLIP_HZ) -> Clip:
    """A film of the frames; an empty one if there are none or none can be written here."""
    if not frames:
        return Clip()
    webm = _written(_at_even_times(frames, rate_hz), rate_hz)
    if not webm:
        return Clip()
    return Clip(webm, frames[0].at_s - event_s, rate_hz)


def _written(frames: Sequence[KeptFrame], rate_hz: float) -> bytes:
    reason = "there is no VP8 encoder"
    try:
        webm = _encoded(frames, rate_hz)
    except Exception as error:  # noqa: BLE001 - whatever it was, the curve is evidence too
        webm, reason = b"", str(error)
    if not webm:
        _log.warning("A clip could not be written (%s); the curve is kept all the same.", reason)
    return webm


def _at_even_times(frames: Sequence[KeptFrame], rate_hz: float) -> list[KeptFrame]:
    """For each even time the frame nearest to it; where the camera was gone, the last one."""
    times_s = [frame.at_s for frame in frames]
    number = round((times_s[-1] - times_s[0]) * rate_hz) + 1
    # Half a period ahead makes it the nearest frame where frames are many.
    ahead_s = times_s[0] + 0.5 / rate_hz
    return [_shown_at(frames, times_s, ahead_s + each / rate_hz) for each in range(number)]


def _shown_at(frames: Sequence[KeptFrame], times_s: Sequence[float], t_s: float) -> KeptFrame:
    return frames[max(0, bisect_right(times_s, t_s) - 1)]


def _encoded(frames: Sequence[KeptFrame], rate_hz: float) -> bytes:
    pictures = _decoded(frames)
    first = next(pictures, None)
    if first is None:
        return b""
    # VP8 keeps colours for two pixels together, so both sides are even.
    size = (first.shape[1] // 2 * 2, first.shape[0] // 2 * 2)
    with tempfile.TemporaryDirectory(prefix="referee-clip-") as folder:
        path = Path(folder) / "clip.webm"
        with quiet_stderr():
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*_CODEC), rate_hz, size)
        if not writer.isOpened():
            return b""
        writer.write(_sized(first, size))
        for picture in pictures:
            writer.write(_sized(picture, size))
        writer.release()
        return path.read_bytes() if path.exists() else b""


_AS_STORED = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION


def _decoded(frames: Sequence[KeptFrame]) -> Iterator[Picture]:
    last: KeptFrame | None = None
    picture: Picture | None = None
    for frame in frames:
        if frame is not last:
            found = cv2.imdecode(np.frombuffer(frame.jpeg, np.uint8), _AS_STORED)
            picture = picture if found is None else _cut_out(np.asarray(found, np.uint8), frame)
            last = frame
        if picture is not None:
            yield picture


def _cut_out(picture: Picture, frame: KeptFrame) -> Picture:
    return picture if frame.outline_px is None else tray_picture(picture, frame.outline_px)


def _sized(picture: Picture, size: tuple[int, int]) -> Picture:
    """The same in the size of the film: cut if it is a pixel more, scaled if it is another."""
    width, height = size
    if picture.shape[0] - height in {0, 1} and picture.shape[1] - width in {0, 1}:
        return np.ascontiguousarray(picture[:height, :width])
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


SPAN_S = 5.0
"""Before and after the moment. Chosen by hand: a placement, the fall and the hands that show whose
it was; the rings must hold twice as much, so more costs memory."""
_MOST_WAITING = 8
"""More falls within five seconds are no falls; the oldest is then handed over early."""
_MOST_FILMS = 4
"""A film that waits holds ten seconds of pictures; of even more moments only curves are kept."""


class EvidenceBundle(msgspec.Struct, frozen=True, eq=False):
    """All that is known of a moment, on one axis of seconds counted from it.

    `clip_began_s` is the time of the first picture of the clip; without a clip `clip_webm` is
    empty. `began_s` and `ended_s` say which part of the axis was recorded at all.
    """

    name: str
    event_s: float
    began_s: float
    ended_s: float
    curve_json: bytes
    clip_webm: bytes
    clip_began_s: float
    clip_hz: float
    trace_csv: bytes = b""


class _Wanted(msgspec.Struct, frozen=True):
    name: str
    at_s: float


class _Making(msgspec.Struct, frozen=True, eq=False):
    """A bundle whose film is being made."""

    wanted: _Wanted
    ended_s: float
    curve: bytes
    trace: bytes
    film: Future[Clip]


class EvidenceRecorder:
    """Rings for the last seconds, and the moments that are being kept.

    `add_frame` and `add_sample` may be called from the threads of eye and touch; the rest belongs
    to one. `shows_all`: films show all that the camera sees, because somebody agreed to it.
    """

    def __init__(self, *, is_in_background: bool = False) -> None:
        self._curve = CurveRing()
        self._frames = FrameRing()
        self.shows_all = False
        self._waiting: deque[_Wanted] = deque()
        self._making: deque[_Making] = deque()
        self._worker = (
            ThreadPoolExecutor(max_workers=1, thread_name_prefix="evidence")
            if is_in_background
            else None
        )

    def add_frame(
        self, frame: CameraFrame, outline_px: Outline = (), *, is_calm: bool = False
    ) -> None:
        """Keep for a while what a frame shows of the tray; all of it where no tray is known."""
        outline_px = () if self.shows_all else outline_px
        self._frames.add(frame, outline_px, is_calm=is_calm)

    def add_sample(
        self, t_s: float, grams: float | None, acceleration_g: tuple[float, float, float] | None
    ) -> None:
        """Keep a sample for a while."""
        self._curve.add(t_s, grams, acceleration_g)

    def keep(self, name: str, at_s: float) -> None:
        """What happens around this moment is evidence; `name` says of what."""
        self._waiting.append(_Wanted(name, at_s))

    def tick(self, now_s: float) -> Sequence[EvidenceBundle]:
        """Let time pass; the bundles that are ready, in the order of their moments."""
        while self._waiting and self._is_due(self._waiting[0], now_s):
            self._begin(self._waiting.popleft(), now_s)
        return self._ready()

    def flush(self, now_s: float) -> Sequence[EvidenceBundle]:
        """Everything that is left, as far as it was recorded; waits for its films."""
        while self._waiting:
            self._begin(self._waiting.popleft(), now_s)
        wait([making.film for making in self._making])
        return self._ready()

    def close(self) -> None:
        """Nothing is kept any more; the thread that makes films ends."""
        if self._worker is not None:
            self._worker.shutdown(wait=True)
            self._worker = None

    def _is_due(self, wanted: _Wanted, now_s: float) -> bool:
        return now_s >= wanted.at_s + SPAN_S or len(self._waiting) > _MOST_WAITING

    def _begin(self, wanted: _Wanted, now_s: float) -> None:
        after_s = min(SPAN_S, max(0.0, now_s - wanted.at_s))
        curve = curve_json(curve_of(self._curve, wanted.at_s, SPAN_S, after_s))
        trace = trace_csv(self._curve, wanted.at_s, SPAN_S, after_s)
        frames = self._frames.between(wanted.at_s - SPAN_S, wanted.at_s + after_s)
        made = self._make(frames if len(self._making) < _MOST_FILMS else [], wanted.at_s)
        self._making.append(_Making(wanted, after_s, curve, trace, made))

    def _make(self, frames: Sequence[KeptFrame], event_s: float) -> Future[Clip]:
        if self._worker is not None:
            return self._worker.submit(film, frames, event_s)
        made: Future[Clip] = Future()
        made.set_result(film(frames, event_s))
        return made

    def _ready(self) -> Sequence[EvidenceBundle]:
        bundles: list[EvidenceBundle] = []
        while self._making and self._making[0].film.done():
            bundles.append(self._bundle(self._making.popleft()))
        return bundles

    def _bundle(self, making: _Making) -> EvidenceBundle:
        clip = making.film.result()
        return EvidenceBundle(
            name=making.wanted.name,
            event_s=making.wanted.at_s,
            began_s=-SPAN_S,
            ended_s=making.ended_s,
            curve_json=making.curve,
            clip_webm=clip.webm,
            clip_began_s=clip.began_s,
            clip_hz=clip.rate_hz,
            trace_csv=making.trace,
        )
