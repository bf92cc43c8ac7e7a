"""What the sensors of a simulated scale deliver: weights, accelerations, tilts, by time."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol


class RawWeight(NamedTuple):
    """The load cell at one moment."""

    t_s: float
    counts: int


class RawAcceleration(NamedTuple):
    """The accelerometer at one moment, in raw counts."""

    t_s: float
    x: int
    y: int
    z: int


class RawTilt(NamedTuple):
    """The tilt switch changes: 0 upright, 1 tilted."""

    t_s: float
    level: int


RawReading = RawWeight | RawAcceleration | RawTilt


class ReadingSource(Protocol):
    """Where a simulated scale gets its readings: known beforehand, or made as it is read."""

    def in_order(self) -> Iterator[RawReading]:
        """Every reading, in the order of time."""
        ...
