"""A few seconds of weights, boiled down to what the doctor wants to know of them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from referee.clock import Clock
from referee.devices.scale.contract import Scale, ScaleDeviceStatus, ScaleState, WeightSample
from referee.touch.counts import ScaleCalibration

_READ_AGAIN_S = 0.1
_LEAST_SAMPLES = 8
# The mean step between two samples of white noise is 1.13 deviations.
_STEP_PER_DEVIATION = 1.128
_TOUCHED_G, _TOUCHED_NOISES = 0.3, 8.0

Numbers = npt.NDArray[np.float64]


class Quiet(msgspec.Struct, frozen=True):
    """What a plate does while nobody touches it; in counts if nobody knows the grams."""

    noise: float
    drift_per_min: float
    is_touched: bool
    """It moved more than noise and drift explain: somebody had a hand on it."""


class ScaleFeel(msgspec.Struct, frozen=True):
    """What was felt: without enough weights, only how the scale fares."""

    status: ScaleDeviceStatus
    quiet: Quiet | None = None
    is_calibrated: bool = True


def feel_through(
    scale: Scale,
    clock: Clock,
    calibration: ScaleCalibration | None = None,
    *,
    feel_s: float = 4.0,
    patience_s: float = 5.0,
    unrest_s: float = 8.0,
) -> ScaleFeel:
    """Feel until the plate was quiet for so long; for unrest is waited no longer than that."""
    samples: list[tuple[float, float]] = []
    end_s = clock.monotonic_s() + patience_s
    while clock.monotonic_s() < end_s:
        weights = [each for each in scale.read(_READ_AGAIN_S) if isinstance(each, WeightSample)]
        if weights and not samples:
            end_s = clock.monotonic_s() + feel_s + unrest_s
        samples += [(each.at_s, float(each.counts)) for each in weights]
        if _is_enough(samples, feel_s, calibration or scale.status().calibration):
            break
    status = scale.status()
    cell = calibration or status.calibration
    if status.state is not ScaleState.STREAMING:
        return ScaleFeel(status, None, cell is not None)
    return ScaleFeel(status, quiet_of(_last(samples, feel_s), cell), cell is not None)


def quiet_of(samples: Sequence[tuple[float, float]], cell: ScaleCalibration | None) -> Quiet | None:
    """Noise and drift of these times and counts; None if there are too few."""
    if len(samples) < _LEAST_SAMPLES:
        return None
    times_s, counts = np.array(samples, np.float64).T
    return quiet_of_grams(times_s, cell.grams(counts) if cell else counts)


def quiet_of_grams(times_s: Numbers, values: Numbers) -> Quiet | None:
    """Noise and drift of these times and weights; None if there are too few."""
    if len(values) < _LEAST_SAMPLES or times_s[-1] <= times_s[0]:
        return None
    noise = float(np.abs(np.diff(values)).mean()) / _STEP_PER_DEVIATION
    slope, level = np.polyfit(times_s - times_s[0], values, 1)
    left = values - (level + slope * (times_s - times_s[0]))
    is_touched = float(np.ptp(left)) > max(_TOUCHED_G, _TOUCHED_NOISES * noise)
    return Quiet(noise, 60 * float(slope), is_touched)


def _last(samples: Sequence[tuple[float, float]], seconds: float) -> list[tuple[float, float]]:
    return [each for each in samples if each[0] >= samples[-1][0] - seconds]


def _is_enough(
    samples: Sequence[tuple[float, float]], feel_s: float, cell: ScaleCalibration | None
) -> bool:
    if not samples or samples[-1][0] - samples[0][0] < feel_s:
        return False
    quiet = quiet_of(_last(samples, feel_s), cell)
    return quiet is not None and not quiet.is_touched
