"""A camera that plays a recorded clip or a folder of pictures, in its own time or as it is read."""

from __future__ import annotations

from threading import Event

from referee.clock import Clock, SystemClock
from referee.devices.camera.contract import (
    CameraCounters,
    CameraFinding,
    CameraState,
    CameraStatus,
    Frame,
    LightSettings,
)
from referee.devices.camera.recorded_pictures import Recording, open_recording
from referee.devices.opening import OpensAndCloses


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
        with open_recording(path, rate_hz) as recording:
            self._period_s = recording.period_s
        self._speed = speed
        self._is_looped = is_looped
        self._clock = clock or SystemClock()
        self._recording: Recording | None = None
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

    def latest(self, timeout_s: float = 0.0) -> Frame | None:
        """The newest picture that is due; with `speed` 0 the next one."""
        recording = self._recording
        if recording is None or recording.next_s is None:
            return None
        if not self._speed:
            return self._take(recording, self._due_s(recording))
        self._wait(recording, timeout_s)
        now_s = self._played_s()
        return self._take(recording, now_s) if self._due_s(recording) <= now_s else None

    def status(self) -> CameraStatus:
        """Streaming, and silent after the last picture."""
        has_ended = self._recording is not None and self._recording.next_s is None
        state = CameraState.SILENT if has_ended else CameraState.STREAMING
        return CameraStatus(
            state=CameraState.CONNECTING if self._recording is None else state,
            findings=(CameraFinding.RECORDING_ENDED,) if has_ended else (),
            name=self._path,
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

    def _due_s(self, recording: Recording) -> float:
        return float("inf") if recording.next_s is None else self._round_s + recording.next_s

    def _wait(self, recording: Recording, timeout_s: float) -> None:
        left_s = (self._due_s(recording) - self._played_s()) / self._speed
        if timeout_s > 0 and left_s > 0:
            Event().wait(min(timeout_s, left_s))

    def _take(self, recording: Recording, until_s: float) -> Frame | None:
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
        return Frame(taken.picture, self._opened_s + t_s / (self._speed or 1.0), number, missed)

    def _go_round(self, recording: Recording, played_s: float) -> None:
        if recording.next_s is None and self._is_looped:
            self._round_s = played_s + self._period_s
            recording.rewind()
