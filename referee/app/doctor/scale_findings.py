"""What the scale tells: the link, its noise and drift, how often it weighs, its firmware."""

from __future__ import annotations

from referee.app.doctor.feeling import Quiet, ScaleFeel
from referee.app.doctor.findings import FELT_PARTS, Finding, Light, Part, finding, untold
from referee.devices.scale.contract import ScaleDeviceStatus, ScaleState
from referee.devices.scale.contract import ScaleFinding as Odd
from referee.table.sentences import Word
from referee.touch.messages import PROTOCOL_VERSION

FIRMWARE = (0, 1, 0)
"""What `referee flash` writes; a board that has something older should get it."""

_GRAVE = (
    Odd.NO_PERMISSION,
    Odd.PORT_BUSY,
    Odd.FAILED,
    Odd.NO_LOAD_CELL,
    Odd.SATURATED,
    Odd.FROZEN,
    Odd.RECORDING_ENDED,
)
_QUIET_G, _NOISY_G = 0.06, 0.15
"""Good cells have 0.03 g; above 0.15 g no plate counts as being at rest."""
_STEADY_G_MIN, _DRIFTING_G_MIN = 0.6, 6.0
"""A cell that warms up drifts by 0.03 g a minute; light pieces weigh a few grams."""
_FAST_HZ = 60.0


def scale_findings(feel: ScaleFeel) -> list[Finding]:
    """Everything that was felt, part by part."""
    status = feel.status
    scale = link_finding(status)
    if status.state is ScaleState.INCOMPATIBLE:
        return [scale, *untold(Part.SCALE, *FELT_PARTS[1:-1]), firmware_finding(status)]
    if status.state is not ScaleState.STREAMING:
        return [scale, *untold(Part.SCALE, *FELT_PARTS[1:])]
    return [
        scale,
        *quiet_findings(feel.quiet, is_calibrated=feel.is_calibrated),
        rate_finding(status),
        firmware_finding(status),
    ]


def link_finding(status: ScaleDeviceStatus) -> Finding:
    """The link to the scale."""
    words = _words(status)
    grave = [f"scale-finding-{each}" for each in status.findings if each in _GRAVE]
    if status.state is not ScaleState.STREAMING and Odd.RECORDING_ENDED not in status.findings:
        grave.insert(0, f"scale-state-{status.state}")
    if grave:
        named = ("doctor-device",) if status.port else ()
        return finding(Part.SCALE, Light.RED, "doctor-scale-fails", *grave, *named, **words)
    # The rate has a part of its own.
    poor = [f"scale-finding-{each}" for each in status.findings if each is not Odd.SLOW_RATE]
    light = Light.YELLOW if poor else Light.GREEN
    return finding(Part.SCALE, light, "scale-state-streaming", *poor, **words)


def quiet_findings(quiet: Quiet | None, *, is_calibrated: bool = True) -> list[Finding]:
    """Noise and drift of the plate."""
    parts = (Part.NOISE, Part.DRIFT)
    if quiet is None:
        return untold(Part.SCALE, *parts)
    if not is_calibrated:
        step = "doctor-uncalibrated-next"
        return [finding(part, Light.YELLOW, "doctor-uncalibrated", step) for part in parts]
    if quiet.is_touched:
        step = "doctor-touched-next"
        return [finding(part, Light.YELLOW, "doctor-touched", step) for part in parts]
    return [_noise(quiet.noise), _drift(quiet.drift_per_min)]


def _noise(noise_g: float) -> Finding:
    words: dict[str, Word] = {"grams": round(noise_g, 2)}
    if noise_g <= _QUIET_G:
        return finding(Part.NOISE, Light.GREEN, "doctor-noise-low", **words)
    light = Light.YELLOW if noise_g <= _NOISY_G else Light.RED
    return finding(Part.NOISE, light, "doctor-noise-high", "doctor-noise-next", **words)


def _drift(drift_g_min: float) -> Finding:
    words: dict[str, Word] = {"grams": round(abs(drift_g_min), 1)}
    if abs(drift_g_min) <= _STEADY_G_MIN:
        return finding(Part.DRIFT, Light.GREEN, "doctor-drift-low", **words)
    light = Light.YELLOW if abs(drift_g_min) <= _DRIFTING_G_MIN else Light.RED
    return finding(Part.DRIFT, light, "doctor-drift-high", "doctor-drift-next", **words)


def rate_finding(status: ScaleDeviceStatus) -> Finding:
    """How often the scale weighs."""
    words = _words(status)
    if status.rate_hz is not None and status.rate_hz >= _FAST_HZ:
        return finding(Part.RATE, Light.GREEN, "doctor-rate-fast", **words)
    if status.rate_hz is None:
        return untold(Part.SCALE, Part.RATE)[0]
    step = "scale-finding-slow-rate"
    return finding(Part.RATE, Light.YELLOW, "doctor-rate-slow", step, **words)


def firmware_finding(status: ScaleDeviceStatus) -> Finding:
    """The version of the board's program, beside ours."""
    words = _words(status)
    if status.state is ScaleState.INCOMPATIBLE:
        step = "scale-state-incompatible"
        return finding(Part.FIRMWARE, Light.RED, "doctor-firmware-other", step, **words)
    if not status.firmware:
        return finding(Part.FIRMWARE, Light.OFF, "doctor-firmware-none")
    if _version(status.firmware) < FIRMWARE:
        step = "doctor-firmware-old-next"
        return finding(Part.FIRMWARE, Light.YELLOW, "doctor-firmware-old", step, **words)
    return finding(Part.FIRMWARE, Light.GREEN, "doctor-firmware-well", **words)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split(".") if each.isdigit())


def _words(status: ScaleDeviceStatus) -> dict[str, Word]:
    return {
        "device": status.port,
        "firmware": status.firmware,
        "ours": ".".join(map(str, FIRMWARE)),
        "protocol": status.protocol or 0,
        "expected": PROTOCOL_VERSION,
        "rate": round(status.rate_hz or 0),
    }
