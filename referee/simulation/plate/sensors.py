"""The sensors under the plate as a stream: load in, step by step, readings out without seams.

Load cell and converter, accelerometer, tilt switch. The converter averages four times over one
conversion (sinc⁴-like), which is one smooth window of four conversions, so a reading needs only the
last few steps of the load. The cell is not perfect: it reads corners differently, creeps, drifts
with temperature and remembers a little of where it came from. A few steps come at a time, for which
plain numbers are faster than arrays; only the noise is drawn in large blocks.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter, mul
from typing import TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from referee.simulation.plate.pieces import GRAVITY
from referee.simulation.sensor_readings import RawAcceleration, RawReading, RawTilt, RawWeight
from referee.touch.messages import MAX_COUNTS, MIN_COUNTS


class CellSpec(msgspec.Struct, frozen=True):
    """A load cell with its converter; the defaults are a 1 kg cell at 80 samples a second.

    Counts and noise are computed from the HX711's data sheet (gain 128, 90 nV rms at 80 samples a
    second) for a cell of 1 mV/V. Corners, creep, drift and hysteresis are chosen by hand, in the
    order of what cheap cells promise: larger ones would drown a token of 1.6 g. `flicker_g` is 1/f
    noise (one deviation), `mains_g` the hum before the converter averages.
    """

    rate_hz: float = 80.0
    noise_g: float = 0.02
    counts_per_gram: float = 2147.0
    offset_counts: int = 84_000
    corner_per_m: tuple[float, float] = (0.03, -0.02)
    creep: float = 0.0005
    creep_s: float = 30.0
    drift_g_per_s: float = 0.0005
    hysteresis: float = 0.0003
    outliers_per_s: float = 0.0
    flicker_g: float = 0.0
    mains_g: float = 0.0
    mains_hz: float = 50.0

    @property
    def has_tones(self) -> bool:
        """Whether anything but white noise comes from wires and amplifier."""
        return bool(self.flicker_g or self.mains_g)


class AccelerometerSpec(msgspec.Struct, frozen=True):
    """A cheap accelerometer on the plate, in its ±4 g range."""

    rate_hz: float = 250.0
    noise_g: float = 0.005
    range_g: float = 4.0
    counts_per_g: float = 8192.0


class TiltSpec(msgspec.Struct, frozen=True):
    """A ball switch: it opens for a moment when it is shaken harder than `shake_g`."""

    shake_g: float = 0.35
    rate_hz: float = 250.0


# Octaves of equal strength, which is noise of 1/f: from half a minute to the finest wobble.
_FLICKER_HZ = 0.03 * 2.0 ** np.arange(10)


class Tones:
    """Hum of the mains and 1/f noise: tones whose phases are drawn once.

    The converter's averages let little of the mains through, and the rest beats with its rate.
    """

    def __init__(self, spec: CellSpec, rng: np.random.Generator) -> None:
        hertz = np.append(_FLICKER_HZ * rng.uniform(0.8, 1.25, len(_FLICKER_HZ)), spec.mains_hz)
        self._turns_per_s = 2 * math.pi * hertz
        self._phases = rng.uniform(0, 2 * math.pi, len(hertz))
        self._sizes_g = np.full(len(hertz), spec.flicker_g * math.sqrt(2 / len(_FLICKER_HZ)))
        self._sizes_g[-1] = spec.mains_g * abs(np.sinc(spec.mains_hz / spec.rate_hz)) ** _PASSES

    def at(self, times_s: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Their sum at these moments, in grams."""
        turns = np.multiply.outer(np.asarray(times_s), self._turns_per_s) + self._phases
        told: npt.NDArray[np.float64] = np.sin(turns) @ self._sizes_g
        return told


Velocity = tuple[float, float, float]
Drawn = TypeVar("Drawn")
_PASSES = 4
# A cell warms up in the first half hour and then stays.
_WARM_S = 1200.0
_BLOCK = 4096
_PHASES = 256
_LATER_S = 1e-9
_BY_TIME = attrgetter("t_s")


def _forever(draw: Callable[[], list[Drawn]]) -> Iterator[Drawn]:
    while True:
        yield from draw()


@lru_cache(maxsize=4 * _PHASES)
def _window(phase: int, steps_per_conversion: float) -> list[float]:
    """What each of the last steps counts, oldest first: a cubic spline over four conversions."""
    taps = math.ceil(_PASSES * steps_per_conversion) + 1
    ages = (phase / _PHASES + np.arange(taps)) / steps_per_conversion
    middle = np.abs(ages - _PASSES / 2)
    near = 2 / 3 - middle**2 + middle**3 / 2
    far = np.clip(2 - middle, 0, None) ** 3 / 6
    weights = np.where(middle < 1, near, far)[::-1]
    return [float(each) for each in weights / weights.sum()]


class LiveCell:
    """A load cell and its converter, fed with the load on it in grams."""

    def __init__(
        self, spec: CellSpec, rng: np.random.Generator, load_g: float, step_s: float
    ) -> None:
        self.spec = spec
        self._step_s = step_s
        self._period_s = 1 / spec.rate_hz
        self._taps = math.ceil(_PASSES * self._period_s / step_s) + 1
        self._loads = [load_g] * self._taps
        self._last = 0
        self._level_steps = self._taps
        self._first_s = float(rng.uniform(0, self._period_s))
        self._count = 0
        self._late_g = self._dragged_g = load_g
        self._late_share = -math.expm1(-self._period_s / spec.creep_s)
        self._noise: Iterator[float] = _forever(
            lambda: rng.normal(0, spec.noise_g, _BLOCK).tolist()
        )
        self._wild = _forever(lambda: _outliers(spec, rng))
        self._tones = Tones(spec, rng) if spec.has_tones else None

    def push(self, loads_g: Sequence[float]) -> list[RawReading]:
        """The load changes step by step; the readings that became due."""
        self._level_steps = 0
        return self._take(loads_g)

    def rest(self, load_g: float, steps: int) -> list[RawReading]:
        """The load stays for so many steps; the readings that became due."""
        if load_g != self._loads[-1]:
            self._level_steps = 0
        readings: list[RawReading] = []
        if self._level_steps < self._taps:
            count = min(steps, self._taps)
            readings = self._take([load_g] * count)
            self._level_steps += count
            steps -= count
        self._last += steps
        return readings + self._due()

    def _take(self, loads_g: Sequence[float]) -> list[RawReading]:
        self._loads += loads_g
        self._last += len(loads_g)
        readings = self._due()
        del self._loads[: -self._taps]
        return readings

    def _due(self) -> list[RawReading]:
        readings: list[RawReading] = []
        while True:
            t_s = self._first_s + self._count * self._period_s
            if t_s > self._last * self._step_s + _LATER_S:
                return readings
            self._count += 1
            readings.append(RawWeight(t_s, self._counts(t_s, self._converted(t_s))))

    def _converted(self, t_s: float) -> float:
        if self._level_steps >= self._taps:
            return self._loads[-1]
        steps = t_s / self._step_s + _LATER_S
        newest = int(steps)
        phase = int((steps - newest) * _PHASES)
        end = len(self._loads) + newest - self._last
        weights = _window(phase, self._period_s / self._step_s)
        return math.fsum(map(mul, self._loads[max(0, end - self._taps) : end], weights))

    def _counts(self, t_s: float, load_g: float) -> int:
        spec = self.spec
        drift_g = -math.expm1(-t_s / _WARM_S) * _WARM_S * spec.drift_g_per_s
        grams = self._imperfect(load_g) + drift_g + next(self._noise)
        if spec.outliers_per_s:
            grams += next(self._wild)
        if self._tones is not None:
            grams += float(self._tones.at(t_s))
        counts = round(grams * spec.counts_per_gram) + spec.offset_counts
        return min(max(counts, MIN_COUNTS), MAX_COUNTS)

    def _imperfect(self, load_g: float) -> float:
        """Creep (a part of the load arrives late) and hysteresis (play that the load drags on)."""
        spec = self.spec
        self._late_g += self._late_share * (load_g - self._late_g)
        play_g = spec.hysteresis * abs(load_g)
        self._dragged_g = min(max(self._dragged_g, load_g - play_g), load_g + play_g)
        return self._dragged_g - spec.creep * (load_g - self._late_g)


def _outliers(spec: CellSpec, rng: np.random.Generator) -> list[float]:
    """Now and then a converter of this kind tells one wild number, of whatever size."""
    hit = rng.random(_BLOCK) < spec.outliers_per_s / spec.rate_hz
    wild: list[float] = (hit * rng.uniform(-200, 200, _BLOCK)).tolist()
    return wild


class LiveAccelerometer:
    """An accelerometer on the plate and a tilt switch beside it, fed with the plate's velocity."""

    def __init__(
        self, spec: AccelerometerSpec, tilt: TiltSpec, rng: np.random.Generator, step_s: float
    ) -> None:
        self.spec = spec
        self._tilt = tilt
        self._step_s = step_s
        self._period_s = 1 / spec.rate_hz
        self._kept = math.ceil(self._period_s / step_s) + 2
        self._still: list[Velocity] = [(0.0, 0.0, 0.0)] * self._kept
        self._velocities = list(self._still)
        self._last = 0
        self._still_steps = self._kept
        self._count = 1
        self._is_shaken = False
        counts = spec.noise_g * spec.counts_per_g
        self._noise: Iterator[list[float]] = _forever(
            lambda: rng.normal(0, counts, (_BLOCK, 3)).tolist()
        )

    def push(self, velocities_m_s: Sequence[Velocity]) -> list[RawReading]:
        """The plate moves; the readings that became due, and changes of the tilt switch."""
        self._still_steps = 0
        return self._take(velocities_m_s)

    def rest(self, steps: int) -> list[RawReading]:
        """The plate stays for so many steps."""
        readings: list[RawReading] = []
        if self._still_steps < self._kept:
            count = min(steps, self._kept)
            readings = self._take(self._still[:count])
            self._still_steps += count
            steps -= count
        self._last += steps
        return readings + self._due()

    def _take(self, velocities_m_s: Sequence[Velocity]) -> list[RawReading]:
        self._velocities += velocities_m_s
        self._last += len(velocities_m_s)
        readings = self._due()
        del self._velocities[: -self._kept]
        return readings

    def _due(self) -> list[RawReading]:
        readings: list[RawReading] = []
        is_still = self._still_steps >= self._kept
        while True:
            t_s = self._count * self._period_s
            if t_s > self._last * self._step_s + _LATER_S:
                return readings
            self._count += 1
            if is_still:
                readings.append(self._told(t_s, (0.0, 0.0, 0.0)))
            else:
                readings += self._moved(t_s)

    def _moved(self, t_s: float) -> list[RawReading]:
        # The mean acceleration over one period is the change of velocity in it.
        before, after = self._velocity(t_s - self._period_s), self._velocity(t_s)
        per_g = 1 / (self._period_s * GRAVITY)
        x, y, z = ((b - a) * per_g for a, b in zip(before, after, strict=True))
        readings = [self._told(t_s, (x, y, z))]
        is_shaken = math.hypot(x, y, z) > self._tilt.shake_g
        if is_shaken is not self._is_shaken:
            self._is_shaken = is_shaken
            readings.append(RawTilt(t_s, int(is_shaken)))
        return readings

    def _velocity(self, t_s: float) -> Velocity:
        steps = t_s / self._step_s + _LATER_S
        before = int(steps)
        share = steps - before
        place = len(self._velocities) - 1 + before - self._last
        velocity = self._velocities[place]
        if share < 1e-6:
            return velocity
        following = self._velocities[place + 1]
        x, y, z = (a + share * (b - a) for a, b in zip(velocity, following, strict=True))
        return (x, y, z)

    def _told(self, t_s: float, shaking_g: Velocity) -> RawReading:
        spec = self.spec
        most = spec.range_g * spec.counts_per_g
        noise = next(self._noise)
        x, y, z = (each * spec.counts_per_g for each in shaking_g)
        told = (x + noise[0], y + noise[1], z + spec.counts_per_g + noise[2])
        return RawAcceleration(
            t_s, *(min(round(min(max(each, -most), most)), 2**15 - 1) for each in told)
        )


def in_order(*streams: list[RawReading]) -> list[RawReading]:
    """Readings of several sensors in the order of time."""
    return sorted((reading for stream in streams for reading in stream), key=_BY_TIME)
