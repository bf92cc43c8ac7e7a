"""A scale that plays a recorded trace, in its own time, faster, or all at once.

The format is that of `referee.touch.trace`. A scale sends raw counts: a trace in grams is played as
if its scale had 1000 counts per gram, and says so.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import NamedTuple

from referee.clock import Clock, SystemClock
from referee.devices.device import OpensAndCloses
from referee.devices.scale.contract import (
    AccelerationSample,
    CommandOutcome,
    Observation,
    ScaleDeviceStatus,
    ScaleFinding,
    ScaleState,
    WeightSample,
)
from referee.touch.counts import ScaleCalibration, is_saturated
from referee.touch.messages import (
    ACCELERATION_COUNTS_PER_G,
    MAX_COUNTS,
    MIN_COUNTS,
    Command,
    WeightFlag,
)
from referee.touch.profile import TouchProfile
from referee.touch.trace import TraceRow, read_trace

Axes = tuple[int, int, int]

GRAM_TRACE_CALIBRATION = ScaleCalibration(counts_per_gram=1000.0)
LEVEL: Axes = (0, 0, ACCELERATION_COUNTS_PER_G)
_MAX_AXIS = 2**15 - 1


class PlayedRow(NamedTuple):
    """One line of a trace; a sensor that said nothing then is None."""

    t_s: float
    counts: int | None
    acceleration: Axes | None


class RecordedTrace(NamedTuple):
    """A whole recording; `calibration` is known only if it was made in grams."""

    rows: tuple[PlayedRow, ...]
    calibration: ScaleCalibration | None


def load_trace(path: Path) -> RecordedTrace:
    """The recording in a file, all of it."""
    rows = list(read_trace(path, TouchProfile()))
    is_in_grams = any(row.grams is not None and row.counts is None for row in rows)
    return RecordedTrace(
        tuple(PlayedRow(row.t_s, _counts(row), _axes(row.acceleration_g)) for row in rows),
        GRAM_TRACE_CALIBRATION if is_in_grams else None,
    )


def chip_lines(trace: RecordedTrace) -> Iterator[str]:
    """The trace for the simulated chip: every sensor on every line, held until it changes."""
    counts, axes = 0, LEVEL
    for row in trace.rows:
        counts = counts if row.counts is None else row.counts
        axes = row.acceleration or axes
        yield f"{row.t_s - trace.rows[0].t_s:.6f} {counts} {axes[0]} {axes[1]} {axes[2]}\n"


def _counts(row: TraceRow) -> int | None:
    if row.counts is not None:
        return min(max(round(row.counts), MIN_COUNTS), MAX_COUNTS)
    return None if row.grams is None else GRAM_TRACE_CALIBRATION.counts(row.grams)


def _axes(acceleration_g: tuple[float, float, float] | None) -> Axes | None:
    if acceleration_g is None:
        return None
    x, y, z = (
        min(max(round(axis * ACCELERATION_COUNTS_PER_G), -_MAX_AXIS - 1), _MAX_AXIS)
        for axis in acceleration_g
    )
    return x, y, z


class FileScale(OpensAndCloses):
    """Plays a trace; `speed` 0 gives each `read` all that is left."""

    def __init__(self, path: str | Path, *, speed: float = 1.0, clock: Clock | None = None) -> None:
        self._path = Path(path)
        self._trace: RecordedTrace = load_trace(self._path)
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

    def status(self) -> ScaleDeviceStatus:
        """Streaming, and silent after the last row."""
        has_ended = self._next >= len(self._trace.rows)
        state = ScaleState.SILENT if has_ended else ScaleState.STREAMING
        return ScaleDeviceStatus(
            state=ScaleState.CONNECTING if self._opened_s is None else state,
            findings=(ScaleFinding.RECORDING_ENDED,) if has_ended else (),
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
