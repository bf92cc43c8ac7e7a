"""What calibration measures of a plate: its readings at rest, and how it rings when it is tapped.

At rest: level, noise, drift and how often it was weighed. After the finger has left, a plate on its
cell swings by itself, like a bell. Its swing is taken for a sum of a few dying tones, whose pitch
and decay are the poles of the signal (matrix pencil).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, pi, sqrt

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from referee.touch.counts import is_saturated
from referee.touch.messages import MAX_COUNTS

FEWEST_SAMPLES = 8
NOISY_G, DRIFTING_G_MIN = 0.15, 6.0
"""Good cells have 0.03 g, and above 0.15 g no plate counts as being at rest. A cell that warms up
drifts by 0.03 g a minute; light pieces weigh a few grams."""

# A level that wanders by more than its noise explains is not at rest. Chosen by hand: with less a
# breath of air stops a calibration, with more a hand on the table goes into it.
_WANDER_NOISES = 6.0
_WANDER_COUNTS = 20.0
_SPIKE_NOISES = 8.0


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


def measure_rest(times_s: Sequence[float], counts: Sequence[int]) -> PlateRest | None:
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


Array = npt.NDArray[np.float64]

SOFT_HZ = 35.0
"""Below this a plate swings nearly as slowly as a table (10 to 20 Hz), and bumps are taken for
falls."""
LONG_S = 0.15
"""A plate that rings for longer hides what happens next."""
RATTLING_SHARE = 0.5
"""If the tones leave more than so much unexplained, something on the plate is loose."""

_BEFORE_S, _AFTER_S = 0.15, 0.4
_LOUD_NOISES = 10.0
"""No noise is so loud, and every tap is louder."""
# The finger is on the plate for some milliseconds; what comes after is the plate alone.
_PRESSED_S = 0.012
_TONES = 2
_FEWEST = 12
_HEARD_NOISES = 3.0
"""What is fainter is more noise than tone, and would spoil the pitch."""


@dataclass(frozen=True, slots=True)
class Ring:
    """One tap: its pitch, when it has died away to a third, and what no tone explains of it.

    `frequency_hz` is None for a plate that did not swing at all after the tap.
    """

    frequency_hz: float | None
    decay_s: float
    unexplained_share: float
    peak: float

    @property
    def is_soft(self) -> bool:
        """Whether the plate swings too slowly."""
        return self.frequency_hz is not None and self.frequency_hz < SOFT_HZ

    @property
    def is_long(self) -> bool:
        """Whether it swings for too long."""
        return self.frequency_hz is not None and self.decay_s > LONG_S

    @property
    def is_rattling(self) -> bool:
        """Whether it is no tone at all."""
        return self.frequency_hz is not None and self.unexplained_share > RATTLING_SHARE

    @property
    def damping(self) -> float:
        """The damping ratio: 0 rings for ever, 1 not at all."""
        if self.frequency_hz is None or self.decay_s <= 0:
            return 1.0
        turn = 2 * pi * self.frequency_hz * self.decay_s
        return 1 / sqrt(1 + turn * turn)


def measure_ring(times_s: Sequence[float], values: Sequence[float], least: float) -> Ring | None:
    """The first tap in these readings, of at least this height; None until all of it is there.

    The readings begin with the plate at rest.
    """
    at_s, read = np.asarray(times_s, np.float64), np.asarray(values, np.float64)
    if len(at_s) < _FEWEST:
        return None
    is_before = at_s < at_s[0] + _BEFORE_S
    level = float(np.median(read[is_before]))
    swing = read - level
    noise = float(np.median(np.abs(swing[is_before]))) / 0.6745
    loud = np.nonzero(np.abs(swing) > max(least, _LOUD_NOISES * noise))[0]
    if not len(loud) or at_s[-1] < at_s[loud[0]] + _AFTER_S:
        return None
    begin_s = at_s[loud[0]] + _PRESSED_S
    is_free = (at_s >= begin_s) & (at_s < at_s[loud[0]] + _AFTER_S)
    return _heard(at_s[is_free], swing[is_free], noise, float(np.abs(swing).max()))


def _heard(at_s: Array, swing: Array, noise: float, peak: float) -> Ring:
    audible = _audible(swing, noise)
    if audible < _FEWEST:
        return Ring(None, 0.0, 0.0, peak)
    swing = swing[:audible]
    step_s = float(at_s[-1] - at_s[0]) / (len(at_s) - 1)
    poles = _poles(swing)
    powers = poles ** np.arange(len(swing))[:, np.newaxis]
    weights = np.linalg.lstsq(powers, swing.astype(np.complex128), rcond=None)[0]
    parts = powers * weights
    rest = swing - parts.sum(axis=1).real
    energy = float((swing**2).sum())
    noise_energy = len(swing) * noise**2
    unexplained = max(0.0, float((rest**2).sum()) - noise_energy) / max(energy, 1e-12)
    frequency_hz, decay_s = _loudest(poles, parts, step_s)
    return Ring(frequency_hz, decay_s, unexplained, peak)


def _audible(swing: Array, noise: float) -> int:
    """How many readings rise from the noise, up to the last that does."""
    above = np.nonzero(np.abs(swing) > _HEARD_NOISES * noise)[0]
    # A little of the quiet after it tells how it dies away.
    return min(len(swing), int(1.25 * above[-1]) + 3) if len(above) else 0


def _poles(swing: Array) -> npt.NDArray[np.complex128]:
    """The factors by which the tones of the signal turn and shrink from reading to reading."""
    width = len(swing) // 2
    rows = np.lib.stride_tricks.sliding_window_view(swing, width + 1)
    _, sizes, across = np.linalg.svd(rows, full_matrices=False)
    kept = min(2 * _TONES, int((sizes > 1e-9 * sizes[0]).sum()))
    basis = across[:kept].T
    shift = np.linalg.lstsq(basis[:-1], basis[1:], rcond=None)[0]
    poles = np.linalg.eigvals(shift).astype(np.complex128)
    # A plate never swings harder by itself.
    return np.asarray(poles / np.maximum(1.0, np.abs(poles)), np.complex128)


def _loudest(
    poles: npt.NDArray[np.complex128], parts: npt.NDArray[np.complex128], step_s: float
) -> tuple[float | None, float]:
    """Pitch and decay of the tone with the most energy; one that never turns is no tone."""
    energies = (np.abs(parts) ** 2).sum(axis=0)
    turning = np.abs(np.angle(poles)) > 0.01
    if not turning.any():
        return None, 0.0
    best = int(np.argmax(np.where(turning, energies, -1.0)))
    frequency_hz = float(abs(np.angle(poles[best]))) / (2 * pi * step_s)
    shrink = float(np.abs(poles[best]))
    decay_s = step_s / -log(shrink) if 1e-6 < shrink < 1 - 1e-9 else (1e3 if shrink > 0.5 else 0.0)
    return frequency_hz, decay_s


def median_ring(rings: Sequence[Ring]) -> Ring:
    """What several taps have in common: the tap whose pitch is in the middle."""
    ordered = sorted(rings, key=lambda ring: ring.frequency_hz or float("inf"))
    return ordered[len(ordered) // 2]
