"""Holds one camera open: notices when it is gone or hangs, comes back, keeps its light fixed.

One `step` is one pass of the capture thread of a `ThreadedCamera`. A step never sleeps or starts a
thread, so tests go through hours of pulled cables with a `ManualClock`.
"""

from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median
from threading import Event, Lock

import msgspec

from referee.clock import Clock, SystemClock
from referee.devices.camera.contract import (
    CameraCounters,
    CameraDeviceStatus,
    CameraFinding,
    CameraFrame,
    CameraState,
    FrameSource,
    LightSettings,
    Shot,
    SourceLostError,
    SourceOpener,
)
from referee.devices.camera.health import CameraHealth
from referee.devices.connection import (
    FIRST_WAIT_S,
    PATIENT_WAIT_S,
    BackOff,
    ConnectionThread,
    Mailbox,
)
from referee.devices.device import OpensAndCloses
from referee.vision.pictures import width_and_height

READ_WAIT_S = 0.25
SILENCE_S = 2.0
"""Chosen by hand: longer than any camera pauses to change its light; with more people play
unseen."""
START_S = 5.0
"""A camera may need so long for its first picture."""
DEAD_S = 6.0
"""Then it is opened anew. Chosen by hand: longer than `START_S`, or a slow one would never
start."""
_LOOK_AT_LIGHT_S = 2.0
"""So often the driver is asked whether the light is still held; cameras forget, people meddle."""
_SOME_LIGHT = LightSettings(exposure_us=1.0)
_OLDEST_S = 1.0
"""Chosen by hand: no camera keeps pictures so long; a clock that says so is another than ours."""
_AGES = 16
"""Chosen by hand: half a second of pictures; one that came late is no late camera."""
_LATE_S = 0.5
"""Chosen by hand: longer than the tray needs to settle, so that people wait for the referee."""
_IDLE_S = 0.02
"""Chosen by hand: less than the time from one picture to the next."""
_DARK_S = 0.7
"""Chosen by hand: as often as the eye of a dark table looks."""
_NEVER_S = float("-inf")
_FOR_PEOPLE = {
    CameraFinding.BUSY,
    CameraFinding.NO_PICAMERA2,
    CameraFinding.BROKEN_PICAMERA2,
}
"""What a camera that is there cannot mend by coming back."""


@dataclass(slots=True)
class _LightRequest:
    """A request from another thread: hold the light, or let it go."""

    settings: LightSettings | None = None
    is_release: bool = False
    done: Event = field(default_factory=Event)
    held: LightSettings | None = None


class CameraConnection:
    """Owns the camera; put into one thread, asked from any."""

    def __init__(
        self,
        open_source: SourceOpener,
        clock: Clock,
        mailbox: Mailbox[CameraFrame],
        *,
        name: str = "",
    ) -> None:
        self._open_source = open_source
        self._clock = clock
        self._mailbox = mailbox
        self._name = name
        self._lock = Lock()
        self._source: FrameSource | None = None
        self._health = CameraHealth()
        self._back_off = BackOff()
        self._opened_s = self._frame_s = _NEVER_S
        self._trouble: CameraState | None = None
        self._problem: CameraFinding | None = None
        self._requests: list[_LightRequest] = []
        self._light: LightSettings | None = None
        self._held: LightSettings | None = None
        self._strayed: tuple[str, ...] = ()
        self._light_checked_s = _NEVER_S
        self._size_px: tuple[int, int] | None = None
        self._ages_s: deque[float] = deque(maxlen=_AGES)
        self._is_taken_known = True
        self.is_seldom_read = False
        """Whether pictures are taken more seldom than they come, which is no fault of theirs."""
        self._frames = self._connections = self._losses = 0

    def step(self) -> float:
        """Do what is due now; how many seconds nothing will be due."""
        if self._source is None:
            return self._connect()
        try:
            self._apply_requests(self._source)
            return self._read(self._source)
        except SourceLostError as error:
            self._leave(CameraState.LOST, error.finding)
            return 0.0

    def hold(self, settings: LightSettings | None, timeout_s: float) -> LightSettings | None:
        """Have the light held with the next step; None if it cannot be."""
        with self._lock:
            if self._source is None:
                # What is asked for by name is done as soon as the camera is there.
                self._light = settings or self._light
                return None
            request = _LightRequest(settings)
            self._requests.append(request)
        return request.held if request.done.wait(timeout_s) else None

    def release(self) -> None:
        """Let the camera choose its light by itself again."""
        with self._lock:
            self._light = None
            if self._source is not None:
                self._requests.append(_LightRequest(is_release=True))

    def status(self) -> CameraDeviceStatus:
        """How the camera fares now."""
        with self._lock:
            return self._status(self._clock.monotonic_s())

    def note_handed_out(self, frame: CameraFrame) -> None:
        """Somebody looks at this picture now."""
        with self._lock:
            if not self.is_seldom_read:
                self._ages_s.append(self._clock.monotonic_s() - frame.at_s)

    def fail(self) -> None:
        """Something unforeseen: close the camera, say so, and open it anew after a while."""
        self._leave(None, CameraFinding.FAILED)

    def close(self) -> None:
        """Give the camera back."""
        self._drop_source()

    def _connect(self) -> float:
        now_s = self._clock.monotonic_s()
        if left_s := self._back_off.left_s(now_s):
            return left_s
        try:
            source = self._open_source()
        except SourceLostError as error:
            self._problem = error.finding
            longest_s = (PATIENT_WAIT_S,) if error.finding in _FOR_PEOPLE else ()
            self._back_off.fail(now_s, *longest_s)
            return FIRST_WAIT_S
        self._begin(source, self._clock.monotonic_s())
        return 0.0

    def _begin(self, source: FrameSource, now_s: float) -> None:
        with self._lock:
            self._source = source
            self._opened_s, self._frame_s = now_s, _NEVER_S
            self._health = CameraHealth(has_noise=source.has_noise)
            self._ages_s.clear()
            if self._light is not None:
                self._requests.append(_LightRequest(self._light))

    def _apply_requests(self, source: FrameSource) -> None:
        while self._requests:
            request = self._requests[0]
            try:
                self._apply(source, request)
            finally:
                self._requests.remove(request)
                request.done.set()

    def _apply(self, source: FrameSource, request: _LightRequest) -> None:
        if request.is_release:
            source.unlock()
            self._light, self._held, self._strayed = None, None, ()
            return
        request.held = self._held = source.lock(request.settings)
        self._light = request.settings or request.held or self._light
        self._light_checked_s = self._clock.monotonic_s()
        # What strayed before is believed to be held only when the driver is asked again.
        refused = (self._light or _SOME_LIGHT).strayed(request.held or LightSettings())
        self._strayed = refused or self._strayed

    def _look_at_light(self, source: FrameSource, now_s: float) -> None:
        """Ask the driver back, and set again what is no longer as it should be."""
        if self._light is None or now_s - self._light_checked_s < _LOOK_AT_LIGHT_S:
            return
        self._light_checked_s = now_s
        self._held = source.held_light()
        self._strayed = self._light.strayed(self._held)
        if self._strayed:
            with self._lock:
                self._requests.append(_LightRequest(self._light))

    def _read(self, source: FrameSource) -> float:
        shot = source.read(READ_WAIT_S)
        now_s = self._clock.monotonic_s()
        if shot is not None:
            self._deliver(shot, now_s)
            self._look_at_light(source, now_s)
            return 0.0
        if now_s - max(self._frame_s, self._opened_s) > DEAD_S:
            self._leave(CameraState.SILENT)
        # The pause matters only if a dying camera says "nothing" without waiting.
        return _IDLE_S

    def _deliver(self, shot: Shot, now_s: float) -> None:
        arrived_s = now_s if shot.arrived_s is None else shot.arrived_s
        # A camera whose clock is not ours is better not believed.
        is_known = shot.at_s is not None and now_s - _OLDEST_S <= shot.at_s <= now_s
        at_s = shot.at_s if shot.at_s is not None and is_known else arrived_s
        with self._lock:
            # A stream is there only with its first picture: until then its last trouble stands.
            self._connections += self._frame_s == _NEVER_S
            self._frame_s, self._problem, self._is_taken_known = now_s, None, is_known
            self._health.see(at_s, shot.sent, is_every=not self.is_seldom_read)
            self._size_px = width_and_height(shot.sent)
            self._trouble = None
            self._back_off.succeed()
            frame = CameraFrame(shot.sent, at_s, self._frames)
            self._frames += 1
        self._mailbox.put([frame])

    def _leave(self, trouble: CameraState | None, finding: CameraFinding | None = None) -> None:
        """Close the camera and open it anew, when it is there again."""
        self._drop_source()
        with self._lock:
            self._problem = finding
            # What never gave a picture cannot be lost, it is still being looked for.
            if self._frame_s != _NEVER_S or trouble is not CameraState.LOST:
                self._trouble = trouble
                self._losses += trouble is CameraState.LOST
        self._back_off.fail(self._clock.monotonic_s())

    def _drop_source(self) -> None:
        with self._lock:
            source, self._source = self._source, None
            requests, self._requests = self._requests, []
        for request in requests:
            request.done.set()
        if source is not None:
            # It never raises, unless its driver does what nobody foresaw.
            with suppress(Exception):
                source.close()

    def _status(self, now_s: float) -> CameraDeviceStatus:
        state = self._state(now_s)
        return CameraDeviceStatus(
            state=state,
            findings=self._findings(state),
            name=self._name,
            size_px=self._size_px,
            rate_hz=self._health.rate_hz if state is CameraState.STREAMING else None,
            latency_s=self._latency_s() if state is CameraState.STREAMING else None,
            is_latency_least=not self._is_taken_known,
            light=self._held,
            strayed=self._strayed,
            counters=CameraCounters(
                frames=self._frames,
                missed_frames=self._mailbox.dropped,
                connections=self._connections,
                losses=self._losses,
            ),
        )

    def _state(self, now_s: float) -> CameraState:
        """The state of the camera; while it is being looked for, the trouble it was in."""
        if self._source is not None and now_s - self._frame_s < SILENCE_S:
            return CameraState.STREAMING
        if self._source is None or self._frame_s == _NEVER_S:
            is_patient = self._source is None or now_s - self._opened_s < START_S
            started = CameraState.CONNECTING if is_patient else CameraState.SILENT
            return self._trouble or started
        return CameraState.SILENT

    def _latency_s(self) -> float | None:
        return median(self._ages_s) if self._ages_s else None

    def _findings(self, state: CameraState) -> tuple[CameraFinding, ...]:
        if state is CameraState.STREAMING:
            late = (CameraFinding.LATE,) if (self._latency_s() or 0.0) > _LATE_S else ()
            not_held = (CameraFinding.LIGHT_NOT_HELD,) if self._strayed else ()
            return self._health.findings() + late + not_held
        # That it is not there is what "lost" says already.
        is_told = state is CameraState.LOST and self._problem is CameraFinding.NO_SUCH_DEVICE
        return () if self._problem is None or is_told else (self._problem,)


_FRAMES_KEPT = 1
"""A picture is large, and only the newest is of use."""


class ThreadedCamera(OpensAndCloses):
    """A camera behind a `FrameSource`; `name` is what people know it by."""

    def __init__(
        self, open_source: SourceOpener, *, name: str = "", clock: Clock | None = None
    ) -> None:
        self._mailbox: Mailbox[CameraFrame] = Mailbox(_FRAMES_KEPT)
        self._connection = CameraConnection(
            open_source, clock or SystemClock(), self._mailbox, name=name
        )
        self._thread = ConnectionThread(self._connection, "camera")
        self._fetched_seq = -1

    def darken(self, *, is_dark: bool) -> None:
        """Nobody is there: only now and then a picture is taken from the camera."""
        self._thread.pace_s = _DARK_S if is_dark else 0.0
        self._connection.is_seldom_read = is_dark

    def open(self) -> None:
        """Start to look for the camera."""
        if not self._thread.is_running:
            self._mailbox.open()
            self._thread.start()

    def latest(self, timeout_s: float = 0.0) -> CameraFrame | None:
        """The newest picture that was not fetched yet."""
        frames = self._mailbox.take(timeout_s)
        if not frames:
            return None
        missed = frames[-1].seq - self._fetched_seq - 1
        self._fetched_seq = frames[-1].seq
        self._connection.note_handed_out(frames[-1])
        return msgspec.structs.replace(frames[-1], missed_before=missed)

    def status(self) -> CameraDeviceStatus:
        """How the camera fares now."""
        return self._connection.status()

    def lock(
        self, settings: LightSettings | None = None, timeout_s: float = 5.0
    ) -> LightSettings | None:
        """Hold these settings, or what the camera has now."""
        return self._connection.hold(settings, timeout_s)

    def unlock(self) -> None:
        """Let the camera choose by itself again."""
        self._connection.release()

    def close(self) -> None:
        """Stop the thread and give the camera back."""
        if self._thread.is_running:
            self._thread.stop()
            self._mailbox.close()
            self._mailbox.take()
