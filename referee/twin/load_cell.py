"""From the physics to what cheap sensors say: load cell and converter, accelerometer, tilt switch.

The converter averages four times over one conversion (sinc⁴-like), so a step takes four of them to
settle. The cell is not perfect: it reads corners differently, creeps, drifts with temperature and
remembers a little of where it came from.
"""

from __future__ import annotations

import msgspec
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
_PASSES = 4
_PAD_S = 1.2


class CellSpec(msgspec.Struct, frozen=True):
    """A load cell with its converter; the defaults are a 1 kg cell at 80 samples a second."""

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


def perfect(spec: CellSpec) -> CellSpec:
    """The same converter behind a cell without faults."""
    return msgspec.structs.replace(
        spec, corner_per_m=(0.0, 0.0), creep=0.0, drift_g_per_s=0.0, hysteresis=0.0
    )


def padded(values: Array, step_s: float, pad_s: float = _PAD_S) -> Array:
    """What came to rest stays at rest for a while."""
    count = int(pad_s / step_s)
    tail = values[-max(1, int(0.1 / step_s)) :].mean(axis=0, keepdims=True)
    return np.concatenate([values, np.repeat(tail, count, axis=0)])


def weigh(
    force_g: Array, moment_g_m: Array, step_s: float, spec: CellSpec, rng: np.random.Generator
) -> tuple[Array, npt.NDArray[np.int64]]:
    """Sample times in seconds and raw counts for a load given every `step_s`."""
    corner = moment_g_m @ np.array(spec.corner_per_m)
    smooth = force_g + corner
    for _ in range(_PASSES):
        smooth = _averaged(smooth, step_s, 1 / spec.rate_hz)
    ticks_s = np.arange(len(force_g)) * step_s
    times_s = np.arange(rng.uniform(0, 1 / spec.rate_hz), ticks_s[-1], 1 / spec.rate_hz)
    grams = _imperfect(np.interp(times_s, ticks_s, smooth), spec)
    grams += spec.drift_g_per_s * times_s + rng.normal(0, spec.noise_g, len(times_s))
    grams += _outliers(len(times_s), spec, rng)
    counts = np.rint(grams * spec.counts_per_gram).astype(np.int64) + spec.offset_counts
    return times_s, np.clip(counts, -(2**23), 2**23 - 1)


def _averaged(values: Array, step_s: float, width_s: float) -> Array:
    """The mean over the last `width_s`; what was before the start was like the start."""
    ticks_s = np.arange(len(values)) * step_s
    middles = (values[1:] + values[:-1]) / 2 * step_s
    total = np.concatenate([[0.0], np.cumsum(middles)])
    earlier_s = ticks_s - width_s
    before = np.where(earlier_s < 0, earlier_s * values[0], np.interp(earlier_s, ticks_s, total))
    averaged: Array = (total - before) / width_s
    return averaged


def _imperfect(grams: Array, spec: CellSpec) -> Array:
    """Creep (a part of the load arrives late) and hysteresis (a play that the load drags along)."""
    late = dragged = float(grams[0])
    share = 1 - np.exp(-1 / spec.rate_hz / spec.creep_s)
    told = np.empty_like(grams)
    for index, load in enumerate(grams):
        late += share * (load - late)
        play = spec.hysteresis * abs(load)
        dragged = min(max(dragged, load - play), load + play)
        told[index] = load - spec.creep * (load - late) + (dragged - load)
    return told


def _outliers(count: int, spec: CellSpec, rng: np.random.Generator) -> Array:
    """Now and then a converter of this kind tells one wild number."""
    if not spec.outliers_per_s:
        return np.zeros(count)
    hit = rng.random(count) < spec.outliers_per_s / spec.rate_hz
    wild: Array = hit * rng.uniform(-200, 200, count)
    return wild


def accelerate(
    acceleration_g: Array, step_s: float, spec: AccelerometerSpec, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Sample times and accelerations (x, y, z in g) of the plate."""
    ticks_s = np.arange(len(acceleration_g)) * step_s
    times_s = np.arange(rng.uniform(0, 1 / spec.rate_hz), ticks_s[-1], 1 / spec.rate_hz)
    smooth = [_averaged(acceleration_g[:, axis], step_s, 1 / spec.rate_hz) for axis in range(3)]
    told = np.stack([np.interp(times_s, ticks_s, each) for each in smooth], axis=1)
    told += rng.normal(0, spec.noise_g, told.shape)
    counts = np.rint(np.clip(told, -spec.range_g, spec.range_g) * spec.counts_per_g)
    return times_s, counts / spec.counts_per_g


def shake(acceleration_g: Array, step_s: float, spec: TiltSpec) -> list[tuple[float, int]]:
    """Times at which the tilt switch changed, and its level then."""
    stride = max(1, round(1 / spec.rate_hz / step_s))
    still = np.array([0.0, 0.0, 1.0])
    shaken = np.linalg.norm(acceleration_g[::stride] - still, axis=1) > spec.shake_g
    changes = np.nonzero(np.diff(shaken.astype(np.int8), prepend=0))[0]
    return [(float(index * stride * step_s), int(shaken[index])) for index in changes]
