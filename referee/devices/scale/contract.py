"""The contract of a scale: what it delivers, how it fares, and how it is asked for things.

Readings travel in one stream (`read`), which others may tap; troubles travel apart from them, in
`status`, and become sentences here.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

from referee.devices.device import OpensAndCloses, WithBlock, device_sentences
from referee.language import Language
from referee.touch.counts import ScaleCalibration
from referee.touch.messages import PROTOCOL_VERSION, Command, WeightFlag


class ScaleState(StrEnum):
    """Where the link to the scale stands; each has a sentence `scale-state-…`."""

    CONNECTING = "connecting"
    IDENTIFYING = "identifying"
    STREAMING = "streaming"
    SILENT = "silent"
    LOST = "lost"
    INCOMPATIBLE = "incompatible"


class ScaleFinding(StrEnum):
    """Something that a person should put right; each has a sentence `scale-finding-…`."""

    NO_PERMISSION = "no-permission"
    FORBIDDEN = "forbidden"
    """Not to this account, but to this service, whose devices systemd knows by their kind."""
    PORT_BUSY = "port-busy"
    FAILED = "failed"
    """Its driver did something that nobody foresaw."""
    SLOW_RATE = "slow-rate"
    NO_LOAD_CELL = "no-load-cell"
    UNHEARD = "unheard"
    SATURATED = "saturated"
    FROZEN = "frozen"
    SPIKES = "spikes"
    NOISY_LINE = "noisy-line"
    RESTARTING = "restarting"
    BEHIND = "behind"
    RECORDING_ENDED = "recording-ended"


class CommandOutcome(StrEnum):
    """How a command to the scale went."""

    DONE = "done"
    UNSUPPORTED = "unsupported"
    BAD_ARGUMENT = "bad-argument"
    UNKNOWN_COMMAND = "unknown-command"
    TIMED_OUT = "timed-out"
    NOT_CONNECTED = "not-connected"


class WeightSample(msgspec.Struct, frozen=True, gc=False):
    """One raw reading of the load cell. `at_s` is when it was taken, on the host's clock.

    `missed_before` counts the frames that were lost on the line since the one before.
    """

    at_s: float
    counts: int
    flags: int = 0
    seq: int = 0
    missed_before: int = 0

    def has(self, flag: WeightFlag) -> bool:
        """Whether the device found this odd about the reading."""
        return bool(self.flags & flag)


class AccelerationSample(msgspec.Struct, frozen=True, gc=False):
    """One raw reading of the accelerometer, 8192 counts per g."""

    at_s: float
    x: int
    y: int
    z: int
    seq: int = 0


class TiltSample(msgspec.Struct, frozen=True, gc=False):
    """The tilt switch changed, or told its level when streaming began: 0 upright, 1 tilted."""

    at_s: float
    level: int
    seq: int = 0


class MarkSample(msgspec.Struct, frozen=True, gc=False):
    """The time at which a `ZeroMark` reached the device."""

    at_s: float
    command_seq: int
    seq: int = 0


Observation = WeightSample | AccelerationSample | TiltSample | MarkSample


class ScaleCounters(msgspec.Struct, frozen=True, kw_only=True):
    """What the link went through since it was opened."""

    bad_frames: int = 0
    missing_frames: int = 0
    repeated_frames: int = 0
    dropped_observations: int = 0
    """Observations nobody fetched in time."""
    connections: int = 0
    losses: int = 0
    device_restarts: int = 0


class ScaleDeviceStatus(msgspec.Struct, frozen=True, kw_only=True):
    """How a scale fares at one time; `scale_sentences` turns it into words."""

    state: ScaleState
    findings: tuple[ScaleFinding, ...] = ()
    port: str = ""
    firmware: str = ""
    protocol: int | None = None
    board_id: int | None = None
    has_accelerometer: bool = False
    rate_hz: float | None = None
    counters: ScaleCounters = ScaleCounters()
    calibration: ScaleCalibration | None = None
    """What a recorded or simulated scale knows of itself; a real one is calibrated by people."""


class Scale(WithBlock, Protocol):
    """A scale that can be opened, read and asked; leaving a `with` block closes it.

    `open` does not wait for the device and raises only if the URL can never work. What is not there
    yet is a state, not an error.
    """

    def open(self) -> None:
        """Begin; a second call does nothing."""

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:
        """What was observed since the last call, oldest first; waits for the first of them."""

    def status(self) -> ScaleDeviceStatus:
        """How the scale fares now."""

    def command(self, command: Command, timeout_s: float = 1.0) -> CommandOutcome:
        """Ask the device for something and wait for its answer."""

    def close(self) -> None:
        """Let go of the device and everything held for it; a second call does nothing."""


def scale_sentences(status: ScaleDeviceStatus, language: Language) -> list[str]:
    """What happened and what to do next, the state first."""
    words: dict[str, str | int] = {
        "firmware": status.firmware,
        "protocol": status.protocol or 0,
        "expected": PROTOCOL_VERSION,
        "rate": round(status.rate_hz or 0),
    }
    return device_sentences("scale", status.state, status.findings, words, language)


class TappedScale(OpensAndCloses):
    """Everything is the inner scale's; what is read from it is also told to the listener."""

    def __init__(self, scale: Scale, listener: Callable[[Sequence[Observation]], None]) -> None:
        self._scale = scale
        self._listener = listener

    def open(self) -> None:
        """Begin."""
        self._scale.open()

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:
        """What was observed since the last call, oldest first."""
        seen = self._scale.read(timeout_s)
        if seen:
            self._listener(seen)
        return seen

    def status(self) -> ScaleDeviceStatus:
        """How the scale fares now."""
        return self._scale.status()

    def command(self, command: Command, timeout_s: float = 1.0) -> CommandOutcome:
        """Ask the device for something and wait for its answer."""
        return self._scale.command(command, timeout_s)

    def close(self) -> None:
        """Let go of the device."""
        self._scale.close()
