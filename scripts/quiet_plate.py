"""Readings of a scale that are known beforehand; above all, of a plate that nobody touches."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from itertools import count
from random import Random
from typing import NamedTuple

from referee.simulation.sensor_readings import RawAcceleration, RawReading, RawTilt, RawWeight
from referee.touch.messages import ACCELERATION_COUNTS_PER_G


class RecordedReadings(NamedTuple):
    """All readings of one simulated scale. The streams may be endless; times are in seconds."""

    weights: Iterable[tuple[float, int]]
    accelerations: Iterable[tuple[float, int, int, int]] = ()
    tilts: Iterable[tuple[float, int]] = ()

    def in_order(self) -> Iterator[RawReading]:
        """Every reading, in the order of time."""
        return heapq.merge(
            (RawWeight(*each) for each in self.weights),
            (RawAcceleration(*each) for each in self.accelerations),
            (RawTilt(*each) for each in self.tilts),
            key=lambda reading: reading.t_s,
        )


def quiet_plate(
    *,
    counts: int = 80_000,
    noise_counts: float = 43.0,
    rate_hz: float = 80.0,
    acceleration_hz: float = 250.0,
    seed: int = 1,
) -> RecordedReadings:
    """A plate nobody touches, without end: noise around a constant weight, gravity on one axis."""
    return RecordedReadings(
        _quiet_weights(counts, noise_counts, rate_hz, Random(seed)),
        _quiet_accelerations(acceleration_hz, Random(seed + 1)) if acceleration_hz else (),
    )


def _quiet_weights(
    counts: int, noise_counts: float, rate_hz: float, rng: Random
) -> Iterator[tuple[float, int]]:
    for number in count():
        yield number / rate_hz, counts + round(rng.gauss(0, noise_counts))


def _quiet_accelerations(rate_hz: float, rng: Random) -> Iterator[tuple[float, int, int, int]]:
    for number in count():
        x, y, z = (round(rng.gauss(0, 12)) for _ in range(3))
        yield number / rate_hz, x, y, ACCELERATION_COUNTS_PER_G + z
