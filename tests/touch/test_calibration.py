"""How a tapped plate rings: pitch, decay and rattle out of noisy readings."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np
import numpy.typing as npt
import pytest

from referee.touch.calibration import Ring, measure_ring, median_ring

RATE_HZ = 250.0
TAP_G = 0.06

Numbers = npt.NDArray[np.float64]


def tapped(
    hertz: float,
    damping: float,
    hits: tuple[tuple[float, float], ...] = ((0.25, 0.6),),
    noise: float = 0.005,
    seed: int = 1,
) -> tuple[Numbers, Numbers]:
    """Readings of a plate that is hit at these times so hard."""
    rng = np.random.default_rng(seed)
    at_s = np.arange(0, 1.0, 1 / RATE_HZ)
    read = 1.0 + rng.normal(0, noise, len(at_s))
    fast = 2 * pi * hertz
    for hit_s, size in hits:
        since_s = np.maximum(0.0, at_s - hit_s)
        swing = np.exp(-damping * fast * since_s) * np.sin(fast * sqrt(1 - damping**2) * since_s)
        read += size * swing * (at_s >= hit_s)
    return at_s, read


def ring_of(at_s: Numbers, read: Numbers) -> Ring | None:
    return measure_ring(at_s.tolist(), read.tolist(), TAP_G)


@pytest.mark.parametrize(
    ("hertz", "damping", "is_soft", "is_long"),
    [
        (72, 0.15, False, False),
        (100, 0.1, False, False),
        (45, 0.08, False, False),
        (20, 0.1, True, False),
        (12, 0.25, True, False),
        (60, 0.01, False, True),
    ],
)
def test_pitch_and_decay_are_found(
    hertz: int, damping: float, is_soft: bool, is_long: bool
) -> None:
    ring = ring_of(*tapped(hertz, damping))
    assert ring is not None
    assert ring.frequency_hz == pytest.approx(hertz, rel=0.07)
    assert ring.damping == pytest.approx(damping, rel=0.2, abs=0.005)
    assert (ring.is_soft, ring.is_long, ring.is_rattling) == (is_soft, is_long, False)


@pytest.mark.parametrize("seed", range(8))
def test_a_loose_plate_rattles(seed: int) -> None:
    rng = np.random.default_rng(seed)
    again = [(0.25 + at, 0.5 * size) for at, size in rng.uniform((0.02, -1), (0.35, 1), (10, 2))]
    ring = ring_of(*tapped(72, 0.15, ((0.25, 0.6), *again), seed=seed))
    assert ring is not None
    assert ring.is_rattling


def test_a_plate_that_swallows_the_tap_does_not_ring() -> None:
    at_s, read = tapped(72, 0.15, hits=(), seed=3)
    read[(at_s >= 0.25) & (at_s < 0.26)] += 0.4
    ring = ring_of(at_s, read)
    assert ring is not None
    assert ring.frequency_hz is None
    assert (ring.is_soft, ring.is_long, ring.is_rattling) == (False, False, False)


def test_noise_is_no_tap_and_half_a_tap_is_waited_for() -> None:
    at_s, read = tapped(72, 0.15)
    assert ring_of(at_s[:60], read[:60]) is None
    assert ring_of(at_s[:100], read[:100]) is None
    assert ring_of(at_s[:5], read[:5]) is None


def test_the_tap_in_the_middle_speaks_for_all() -> None:
    rings = [Ring(hertz, 0.01, 0.0, 0.5) for hertz in (70.0, 20.0, 71.0)]
    assert median_ring(rings).frequency_hz == 70.0
    assert median_ring([Ring(None, 0.0, 0.0, 0.5)]).frequency_hz is None
