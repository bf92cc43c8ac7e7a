"""What the scale tells: the link, its noise and drift, how often it weighs, its firmware.

A few seconds of weights are boiled down to what the doctor wants to know of them.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from referee.app.doctor.findings import (
    Finding,
    TablePart,
    TrafficLight,
    finding,
    untold,
)
from referee.app.doctor.touch_checks import Parts, hands_finding, plate_finding, reached_told
from referee.clock import Clock
from referee.config.sections import ScaleSection
from referee.devices.scale.contract import Scale, ScaleDeviceStatus, ScaleState, WeightSample
from referee.devices.scale.contract import ScaleFinding as Odd
from referee.table.sentences import Sentence, Word
from referee.touch.calibration import DRIFTING_G_MIN, NOISY_G
from referee.touch.counts import ScaleCalibration
from referee.touch.messages import FIRMWARE_VERSION, PROTOCOL_VERSION
from referee.touch.profile import TouchProfile
from referee.touch.wild_numbers import WildNumbers

_READ_AGAIN_S = 0.1
_LEAST_SAMPLES = 8
"""From fewer a slope and a noise tell nothing; a slow scale weighs so often in a second."""
# The mean step between two samples of white noise is 1.13 deviations.
_STEP_PER_DEVIATION = 1.128
# Wild numbers hardly move a median; half of the steps are below 0.954 deviations.
_MEDIAN_STEP_PER_DEVIATION = 0.954
_TOUCHED_G, _TOUCHED_NOISES = 0.3, 8.0
"""Chosen by hand: with less, noise is taken for a hand; with more, a hand for drift."""

Numbers = npt.NDArray[np.float64]


class Quiet(msgspec.Struct, frozen=True):
    """What a plate does while nobody touches it; in counts if nobody knows the grams."""

    noise: float
    drift_per_min: float
    is_touched: bool
    """It moved more than noise and drift explain: somebody had a hand on it."""
    wild: int = 0
    """How many single numbers no weight on a plate can make."""
    seconds: float = 0.0


class ScaleReading(msgspec.Struct, frozen=True):
    """What was weighed: without enough weights, only how the scale fares."""

    status: ScaleDeviceStatus
    quiet: Quiet | None = None
    is_calibrated: bool = True


def read_through(
    scale: Scale,
    clock: Clock,
    calibration: ScaleCalibration | None = None,
    *,
    watch_s: float = 4.0,
    patience_s: float = 5.0,
    unrest_s: float = 8.0,
) -> ScaleReading:
    """Weigh until the plate was quiet for so long; for unrest is waited no longer than that."""
    samples: list[tuple[float, float]] = []
    end_s = clock.monotonic_s() + patience_s
    while clock.monotonic_s() < end_s:
        weights = [each for each in scale.read(_READ_AGAIN_S) if isinstance(each, WeightSample)]
        if weights and not samples:
            end_s = clock.monotonic_s() + watch_s + unrest_s
        samples += [(each.at_s, float(each.counts)) for each in weights]
        if _is_enough(samples, watch_s, calibration or scale.status().calibration):
            break
    status = scale.status()
    cell = calibration or status.calibration
    if status.state is not ScaleState.STREAMING:
        return ScaleReading(status, None, cell is not None)
    return ScaleReading(status, quiet_of(_last(samples, watch_s), cell), cell is not None)


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
    values, wild = _without_wild(times_s, values)
    noise = float(np.abs(np.diff(values)).mean()) / _STEP_PER_DEVIATION
    slope, level = np.polyfit(times_s - times_s[0], values, 1)
    left = values - (level + slope * (times_s - times_s[0]))
    is_touched = float(np.ptp(left)) > max(_TOUCHED_G, _TOUCHED_NOISES * noise)
    return Quiet(noise, 60 * float(slope), is_touched, wild, float(times_s[-1] - times_s[0]))


def _without_wild(times_s: Numbers, values: Numbers) -> tuple[Numbers, int]:
    """The weights as touch takes them, and how many wild numbers it leaves out."""
    noise = float(np.median(np.abs(np.diff(values)))) / _MEDIAN_STEP_PER_DEVIATION
    numbers, least_g = WildNumbers(), TouchProfile().wild_g
    kept: list[float] = []
    for sample in zip(times_s.tolist(), values.tolist(), strict=True):
        kept += [grams for _, grams in numbers.add(*sample, least_g, noise)]
    kept += [grams for _, grams in numbers.finish()]
    mended = np.array(kept)
    return mended, int((mended != values).sum())


def _last(samples: Sequence[tuple[float, float]], seconds: float) -> list[tuple[float, float]]:
    return [each for each in samples if each[0] >= samples[-1][0] - seconds]


def _is_enough(
    samples: Sequence[tuple[float, float]], watch_s: float, cell: ScaleCalibration | None
) -> bool:
    if not samples or samples[-1][0] - samples[0][0] < watch_s:
        return False
    quiet = quiet_of(_last(samples, watch_s), cell)
    return quiet is not None and not quiet.is_touched


_GRAVE = (
    Odd.NO_PERMISSION,
    Odd.FORBIDDEN,
    Odd.PORT_BUSY,
    Odd.FAILED,
    Odd.NO_LOAD_CELL,
    Odd.SATURATED,
    Odd.FROZEN,
    Odd.RECORDING_ENDED,
)
_QUIET_G, _STEADY_G_MIN = 0.06, 0.6
"""Twice the noise of a good cell, which is what `TouchProfile.quiet_g` counts as quiet; and twenty
times its drift, which costs a light piece less than half its weight within a turn of a minute."""
_FELT_G = 0.1
_FAST_HZ = 60.0
"""The HX711 weighs 80 or 10 times a second: anything between tells the two apart."""


def scale_findings(reading: ScaleReading, section: ScaleSection) -> list[Finding]:
    """Everything that was weighed, and what the calibration knows, part by part."""
    status = reading.status
    is_streaming = status.state is ScaleState.STREAMING
    is_told = is_streaming or status.state is ScaleState.INCOMPATIBLE
    weighed = [
        *quiet_findings(reading.quiet, is_calibrated=reading.is_calibrated),
        rate_finding(status),
    ]
    return [
        link_finding(status),
        *(weighed if is_streaming else untold(TablePart.SCALE, *(each.part for each in weighed))),
        plate_finding(section.touch.plate_hz),
        hands_finding(section.hands),
        *([firmware_finding(status)] if is_told else untold(TablePart.SCALE, TablePart.FIRMWARE)),
    ]


def link_finding(status: ScaleDeviceStatus) -> Finding:
    """The link to the scale."""
    words = _words(status)
    grave = [f"scale-finding-{each}" for each in status.findings if each in _GRAVE]
    if status.state is not ScaleState.STREAMING and Odd.RECORDING_ENDED not in status.findings:
        grave.insert(0, f"scale-state-{status.state}")
    if grave:
        named = ("doctor-device",) if status.port else ()
        steps = (*grave, *_without_cell(status), *named)
        return finding(TablePart.SCALE, TrafficLight.RED, "doctor-scale-fails", *steps, **words)
    # The rate has a part of its own.
    poor = [f"scale-finding-{each}" for each in status.findings if each is not Odd.SLOW_RATE]
    light = TrafficLight.YELLOW if poor else TrafficLight.GREEN
    return finding(TablePart.SCALE, light, "scale-state-streaming", *poor, **words)


def _without_cell(status: ScaleDeviceStatus) -> tuple[Sentence, ...]:
    """What is felt without a load cell, if there is none."""
    if Odd.NO_LOAD_CELL not in status.findings:
        return ()
    row = Parts.NO_CELL if status.has_accelerometer else Parts.TILT_ALONE
    return (Sentence("doctor-cell-next"), reached_told(row))


def quiet_findings(quiet: Quiet | None, *, is_calibrated: bool = True) -> list[Finding]:
    """Noise and drift of the plate."""
    parts = (TablePart.NOISE, TablePart.DRIFT)
    if quiet is None:
        return untold(TablePart.SCALE, *parts)
    if not is_calibrated:
        step = "doctor-uncalibrated-next"
        return [finding(part, TrafficLight.YELLOW, "doctor-uncalibrated", step) for part in parts]
    if quiet.is_touched:
        step = "doctor-touched-next"
        return [finding(part, TrafficLight.YELLOW, "doctor-touched", step) for part in parts]
    return [_noise(quiet), _drift(quiet.drift_per_min)]


def _noise(quiet: Quiet) -> Finding:
    noise_g, words = quiet.noise, {"grams": round(quiet.noise, 2)}
    if quiet.wild:
        steps = ("doctor-wild-next", reached_told(Parts.WILD))
        words |= {"count": quiet.wild, "seconds": round(quiet.seconds)}
        return finding(TablePart.NOISE, TrafficLight.YELLOW, "doctor-wild", *steps, **words)
    if noise_g <= _QUIET_G:
        return finding(TablePart.NOISE, TrafficLight.GREEN, "doctor-noise-low", **words)
    light = TrafficLight.YELLOW if noise_g <= NOISY_G else TrafficLight.RED
    # Up to a tenth of a gram touch is as good as with less.
    far = (reached_told(Parts.NOISY),) if noise_g > _FELT_G else ()
    return finding(TablePart.NOISE, light, "doctor-noise-high", "doctor-noise-next", *far, **words)


def _drift(drift_g_min: float) -> Finding:
    words: dict[str, Word] = {"grams": round(abs(drift_g_min), 1)}
    if abs(drift_g_min) <= _STEADY_G_MIN:
        return finding(TablePart.DRIFT, TrafficLight.GREEN, "doctor-drift-low", **words)
    light = TrafficLight.YELLOW if abs(drift_g_min) <= DRIFTING_G_MIN else TrafficLight.RED
    return finding(TablePart.DRIFT, light, "doctor-drift-high", "doctor-drift-next", **words)


def rate_finding(status: ScaleDeviceStatus) -> Finding:
    """How often the scale weighs."""
    words = _words(status)
    if status.rate_hz is not None and status.rate_hz >= _FAST_HZ:
        return finding(TablePart.RATE, TrafficLight.GREEN, "doctor-rate-fast", **words)
    if status.rate_hz is None:
        return untold(TablePart.SCALE, TablePart.RATE)[0]
    steps = ("scale-finding-slow-rate", reached_told(Parts.SLOW))
    return finding(TablePart.RATE, TrafficLight.YELLOW, "doctor-rate-slow", *steps, **words)


def firmware_finding(status: ScaleDeviceStatus) -> Finding:
    """The version of the board's program, beside ours."""
    words = _words(status)
    if status.state is ScaleState.INCOMPATIBLE:
        step = "scale-state-incompatible"
        return finding(TablePart.FIRMWARE, TrafficLight.RED, "doctor-firmware-other", step, **words)
    if not status.firmware:
        return finding(TablePart.FIRMWARE, TrafficLight.OFF, "doctor-firmware-none")
    if _version(status.firmware) < FIRMWARE_VERSION:
        step = "doctor-firmware-old-next"
        return finding(
            TablePart.FIRMWARE, TrafficLight.YELLOW, "doctor-firmware-old", step, **words
        )
    return finding(TablePart.FIRMWARE, TrafficLight.GREEN, "doctor-firmware-well", **words)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split(".") if each.isdigit())


def _words(status: ScaleDeviceStatus) -> dict[str, Word]:
    return {
        "device": status.port,
        "firmware": status.firmware,
        "ours": ".".join(map(str, FIRMWARE_VERSION)),
        "protocol": status.protocol or 0,
        "expected": PROTOCOL_VERSION,
        "rate": round(status.rate_hz or 0),
    }
