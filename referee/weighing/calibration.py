"""What a few seconds of a plate at rest tell: level, noise, drift and how often it was weighed.

Also what a kind of piece weighs when some of it were weighed, and which two kinds are most alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from referee.weighing.counts import is_saturated
from referee.weighing.messages import MAX_COUNTS
from referee.weighing.profile import PieceMass

FEWEST_SAMPLES = 8
APART = 4.0
"""Two kinds are told apart if they differ by so many of their deviations."""

# A level that wanders by more than its noise explains is not at rest.
_WANDER_NOISES = 6.0
_WANDER_COUNTS = 20.0
_SPIKE_NOISES = 8.0
# What usual makers achieve; a few weighed pieces say little about how much a kind differs.
_USUAL_SPREAD = 0.015
_USUAL_WEIGHT = 4.0


@dataclass(frozen=True, slots=True)
class PlateRest:
    """A stretch of readings, in counts. `wander` is how far its thirds differ from each other."""

    level: float
    noise: float
    drift_per_s: float
    rate_hz: float
    wander: float
    count: int
    is_saturated: bool
    is_frozen: bool

    @property
    def is_steady(self) -> bool:
        """Whether nothing but noise moved the reading."""
        allowed = _WANDER_NOISES * self.noise / sqrt(max(1, self.count / 3))
        return self.wander <= max(_WANDER_COUNTS, allowed)


def rest_of(times_s: Sequence[float], counts: Sequence[int]) -> PlateRest | None:
    """What the readings have in common; None if there are too few."""
    if len(counts) < FEWEST_SAMPLES:
        return None
    read = np.asarray(counts, np.float64)
    noise = _noise(read)
    good = np.abs(read - np.median(read)) <= _reach(read, noise)
    at_s, kept = np.asarray(times_s, np.float64)[good], read[good]
    span_s = float(times_s[-1] - times_s[0])
    return PlateRest(
        level=float(kept.mean()),
        noise=noise,
        drift_per_s=_slope(at_s, kept),
        rate_hz=(len(counts) - 1) / span_s if span_s > 0 else 0.0,
        wander=float(np.ptp([part.mean() for part in np.array_split(kept, 3)])),
        count=len(kept),
        is_saturated=bool(is_saturated(read).any()),
        is_frozen=bool(np.ptp(read) == 0),
    )


def _noise(read: NDArray[np.float64]) -> float:
    """The deviation of single readings, from neighbours: a slow drift is no noise."""
    middle = float(np.median(np.abs(np.diff(read))))
    return middle / (0.6745 * sqrt(2))


def _reach(read: NDArray[np.float64], noise: float) -> float:
    """Beyond this a single reading is a spike of the converter."""
    usual = float(np.median(np.abs(read - np.median(read)))) / 0.6745
    return max(_SPIKE_NOISES * max(noise, usual), 1.0)


def _slope(at_s: NDArray[np.float64], read: NDArray[np.float64]) -> float:
    centred = at_s - at_s.mean()
    spread = float((centred**2).sum())
    return float((centred * (read - read.mean())).sum() / spread) if spread > 0 else 0.0


def range_share(first_counts: float, second_counts: float) -> float:
    """How far two readings are apart, as a share of all that the converter can tell."""
    return abs(second_counts - first_counts) / MAX_COUNTS


def piece_mass(kind: str, weighed_g: Sequence[float], noise_g: float) -> PieceMass:
    """Mass and spread of a kind of which these were weighed, each with this noise."""
    masses = np.asarray(weighed_g, np.float64)
    mass_g = float(masses.mean())
    usual = _USUAL_WEIGHT * (_USUAL_SPREAD * mass_g) ** 2
    # Noise makes pieces seem to differ; what is left of the variance is theirs.
    seen = max(0.0, float(((masses - mass_g) ** 2).sum()) - (len(masses) - 1) * noise_g**2)
    spread_g = sqrt((usual + seen) / (_USUAL_WEIGHT + len(masses) - 1))
    return PieceMass(kind, mass_g, spread_g)


@dataclass(frozen=True, slots=True)
class ClosestPair:
    """Two kinds that are easiest to confuse, and how many deviations lie between them."""

    first: str
    second: str
    apart_g: float
    deviations: float

    @property
    def is_told_apart(self) -> bool:
        """Whether a piece of the one is hardly ever taken for the other."""
        return self.deviations >= APART


def closest_pair(pieces: Sequence[PieceMass], noise_g: float) -> ClosestPair | None:
    """The two kinds whose weights are most alike; None if there are no two."""
    pairs = [_pair(one, other, noise_g) for one, other in combinations(pieces, 2)]
    return min(pairs, key=lambda pair: pair.deviations, default=None)


def _pair(one: PieceMass, other: PieceMass, noise_g: float) -> ClosestPair:
    apart_g = abs(one.mass_g - other.mass_g)
    deviation_g = hypot(one.spread_g, other.spread_g, noise_g)
    return ClosestPair(one.kind, other.kind, apart_g, apart_g / deviation_g)
