"""A fixed pure-Python loop as a yardstick: figures in "cal" carry over between machines.

One cal is the time of one iteration, so "cal per action" says how many of them an action costs.
The loop must never change: every figure ever given in cal rests on it.
"""

from __future__ import annotations

from referee.bench.measurement import Measurement, play_for

CALIBRATION = "cal"
ITERATIONS_PER_CALL = 5_000


def _step(value: int, addend: int) -> int:
    return (value * 31 + addend) & 0xFFFF


def calibration_loop(iterations: int) -> int:
    """A call, integer arithmetic, a dictionary update: what rules written in Python consist of."""
    counts = dict.fromkeys(range(64), 0)
    value = 0
    for index in range(iterations):
        value = _step(value, index)
        counts[value & 63] += 1
    return value


class CalibrationLoop:
    """The yardstick as a reference; its actions are iterations."""

    name = CALIBRATION
    counting = "iterations of a fixed pure-Python loop"

    def available(self) -> str | None:
        """It needs nothing."""
        return None

    def run(self, duration_s: float) -> Measurement:
        """Iterate for that long."""
        return play_for(duration_s, _one_call)

    def close(self) -> None:
        """It holds nothing."""


def _one_call() -> int:
    calibration_loop(ITERATIONS_PER_CALL)
    return ITERATIONS_PER_CALL
