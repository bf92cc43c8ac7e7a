"""Keeps the evidence of moments: waits until their last second has passed, then hands it over.

    keeper = EvidenceKeeper(is_in_background=True)
    eye = Eye(…, on_frame=lambda frame: keeper.see(frame, eye.tray_outline_px))
    feeler = Feeler(…, on_sample=keeper.feel)
    keeper.keep("fall-17", at_s=clock.monotonic_s())
    for bundle in keeper.tick(clock.monotonic_s()):
        ...

Films take a second to make. In real time a thread makes them; a table that runs faster than real
time makes them at once, so that nothing happens in between.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait

import msgspec

from referee.devices.camera.contract import CameraFrame
from referee.table.evidence.clip import Clip, film
from referee.table.evidence.curve import curve_json, curve_of
from referee.table.evidence.rings import CurveRing, FrameRing, KeptFrame
from referee.table.senses.eye_pictures import Outline

SPAN_S = 5.0
_MOST_WAITING = 8
_MOST_FILMS = 4
"""A film that waits holds ten seconds of pictures; of even more moments only curves are kept."""


class EvidenceBundle(msgspec.Struct, frozen=True, eq=False):
    """All that is known of a moment, on one axis of seconds counted from it.

    `clip_began_s` is the time of the first picture of the clip; without a clip `clip_webm` is
    empty. `began_s` and `ended_s` say which part of the axis was recorded at all.
    """

    name: str
    moment_s: float
    began_s: float
    ended_s: float
    curve_json: bytes
    clip_webm: bytes
    clip_began_s: float
    clip_hz: float


class _Moment(msgspec.Struct, frozen=True):
    name: str
    at_s: float


class _Making(msgspec.Struct, frozen=True, eq=False):
    """A bundle whose film is being made."""

    moment: _Moment
    ended_s: float
    curve: bytes
    film: Future[Clip]


class EvidenceKeeper:
    """Rings for the last seconds, and the moments that are being kept.

    `see` and `feel` may be called from the threads of eye and feeler; the rest belongs to one.
    `shows_all`: films show all that the camera sees, because somebody agreed to it.
    """

    def __init__(
        self,
        *,
        curve: CurveRing | None = None,
        frames: FrameRing | None = None,
        span_s: float = SPAN_S,
        is_in_background: bool = False,
    ) -> None:
        self._curve = curve or CurveRing()
        self._frames = FrameRing() if frames is None else frames
        self._span_s = span_s
        self.shows_all = False
        self._waiting: deque[_Moment] = deque()
        self._making: deque[_Making] = deque()
        self._worker = (
            ThreadPoolExecutor(max_workers=1, thread_name_prefix="evidence")
            if is_in_background
            else None
        )

    def see(self, frame: CameraFrame, outline_px: Outline = ()) -> None:
        """Keep for a while what a frame shows of the tray; all of it where no tray is known."""
        self._frames.add(frame, () if self.shows_all else outline_px)

    def feel(
        self, t_s: float, grams: float | None, acceleration_g: tuple[float, float, float] | None
    ) -> None:
        """Keep a sample for a while."""
        self._curve.add(t_s, grams, acceleration_g)

    @property
    def is_busy(self) -> bool:
        """Whether a moment is still to be handed over."""
        return bool(self._waiting or self._making)

    def keep(self, name: str, at_s: float) -> None:
        """What happens around this moment is evidence; `name` says of what."""
        self._waiting.append(_Moment(name, at_s))

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

    def _is_due(self, moment: _Moment, now_s: float) -> bool:
        return now_s >= moment.at_s + self._span_s or len(self._waiting) > _MOST_WAITING

    def _begin(self, moment: _Moment, now_s: float) -> None:
        after_s = min(self._span_s, max(0.0, now_s - moment.at_s))
        curve = curve_json(curve_of(self._curve, moment.at_s, self._span_s, after_s))
        frames = self._frames.between(moment.at_s - self._span_s, moment.at_s + after_s)
        made = self._make(frames if len(self._making) < _MOST_FILMS else [], moment.at_s)
        self._making.append(_Making(moment, after_s, curve, made))

    def _make(self, frames: Sequence[KeptFrame], moment_s: float) -> Future[Clip]:
        if self._worker is not None:
            return self._worker.submit(film, frames, moment_s)
        made: Future[Clip] = Future()
        made.set_result(film(frames, moment_s))
        return made

    def _ready(self) -> Sequence[EvidenceBundle]:
        bundles: list[EvidenceBundle] = []
        while self._making and self._making[0].film.done():
            bundles.append(self._bundle(self._making.popleft()))
        return bundles

    def _bundle(self, making: _Making) -> EvidenceBundle:
        clip = making.film.result()
        return EvidenceBundle(
            name=making.moment.name,
            moment_s=making.moment.at_s,
            began_s=-self._span_s,
            ended_s=making.ended_s,
            curve_json=making.curve,
            clip_webm=clip.webm,
            clip_began_s=clip.began_s,
            clip_hz=clip.rate_hz,
        )
