"""A scale that plays a recorded trace, in its own time, faster, or all at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

from referee.clock import Clock, SystemClock
from referee.devices.opening import OpensAndCloses
from referee.devices.scale.contract import (
    AccelerationSample,
    CommandOutcome,
    Finding,
    LinkState,
    Observation,
    ScaleStatus,
    WeightSample,
)
from referee.devices.scale.trace_file import PlayedRow, Trace, play_trace
from referee.weighing.counts import is_saturated
from referee.weighing.messages import Command, WeightFlag


class FileScale(OpensAndCloses):
    """Plays a trace; `speed` 0 gives each `read` all that is left."""

    def __init__(self, path: str | Path, *, speed: float = 1.0, clock: Clock | None = None) -> None:
        self._path = Path(path)
        self._trace: Trace = play_trace(self._path)
        self._speed = speed
        self._clock = clock or SystemClock()
        self._opened_s: float | None = None
        self._next = 0

    def open(self) -> None:
        """Begin to play."""
        if self._opened_s is None:
            self._opened_s = self._clock.monotonic_s()
            self._next = 0

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:
        """What the trace has up to now and was not read yet."""
        if self._opened_s is None:
            return []
        if timeout_s > 0 and self._due() == self._next:
            self._wait(timeout_s)
        first, self._next = self._next, self._due()
        return [
            observation
            for number in range(first, self._next)
            for observation in self._observations(number, self._trace.rows[number])
        ]

    def status(self) -> ScaleStatus:
        """Streaming, and silent after the last row."""
        has_ended = self._next >= len(self._trace.rows)
        state = LinkState.SILENT if has_ended else LinkState.STREAMING
        return ScaleStatus(
            state=LinkState.CONNECTING if self._opened_s is None else state,
            findings=(Finding.RECORDING_ENDED,) if has_ended else (),
            port=str(self._path),
            rate_hz=self._rate_hz(),
            calibration=self._trace.calibration,
        )

    def command(self, command: Command, timeout_s: float = 1.0) -> CommandOutcome:  # noqa: ARG002 - the contract
        """A recording obeys nobody."""
        return CommandOutcome.UNSUPPORTED

    def close(self) -> None:
        """Stop playing."""
        self._opened_s = None

    def _due(self) -> int:
        """How many rows have been played by now."""
        rows, place = self._trace.rows, self._next
        if not self._speed:
            return len(rows)
        played_s = (self._clock.monotonic_s() - (self._opened_s or 0.0)) * self._speed
        while place < len(rows) and rows[place].t_s - rows[0].t_s <= played_s:
            place += 1
        return place

    def _wait(self, timeout_s: float) -> None:
        rows = self._trace.rows
        wait_s = timeout_s
        if self._next < len(rows):
            due_s = (rows[self._next].t_s - rows[0].t_s) / self._speed + (self._opened_s or 0.0)
            wait_s = min(timeout_s, max(0.0, due_s - self._clock.monotonic_s()))
        Event().wait(wait_s)

    def _observations(self, number: int, row: PlayedRow) -> Iterator[Observation]:
        at_s = (self._opened_s or 0.0) + row.t_s - self._trace.rows[0].t_s
        if row.acceleration is not None:
            yield AccelerationSample(at_s, *row.acceleration, seq=number % 256)
        if row.counts is None:
            return
        flags = WeightFlag.SATURATED.value if is_saturated(row.counts) else 0
        yield WeightSample(at_s, row.counts, flags, number % 256)

    def _rate_hz(self) -> float | None:
        times_s = [row.t_s for row in self._trace.rows if row.counts is not None]
        span_s = times_s[-1] - times_s[0] if times_s else 0.0
        return (len(times_s) - 1) / span_s if span_s > 0 else None
