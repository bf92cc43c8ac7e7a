"""The contract of a camera: the newest picture, how the camera fares, and its light held fast.

Pictures travel in one stream (`latest`); troubles travel apart from them, in `status`, and become
sentences here. A kind of camera need only be a `FrameSource`; coming back, health and the newest
picture are the same for all (`connection`, `health`).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, Protocol

import msgspec

from referee.devices.device import WithBlock, device_sentences
from referee.language import Language
from referee.vision.pictures import Picture, SentPicture, whole


class CameraState(StrEnum):
    """Where the link to the camera stands; each has a sentence `camera-state-…`."""

    CONNECTING = "connecting"
    STREAMING = "streaming"
    SILENT = "silent"
    LOST = "lost"


class CameraFinding(StrEnum):
    """Something that a person should put right; each has a sentence `camera-finding-…`."""

    NO_SUCH_DEVICE = "no-such-device"
    NO_PERMISSION = "no-permission"
    FORBIDDEN = "forbidden"
    """Not to this account, but to this service, whose devices systemd knows by their kind."""
    BUSY = "busy"
    NOT_A_CAMERA = "not-a-camera"
    NO_PICAMERA2 = "no-picamera2"
    BROKEN_PICAMERA2 = "broken-picamera2"
    """It is there and cannot be loaded: its parts were built for others than stand beside them."""
    FAILED = "failed"
    """Its driver did something that nobody foresaw."""
    UNREACHABLE = "unreachable"
    """Nobody answers at the address of a camera in the network."""
    PASSWORD_REFUSED = "password-refused"  # noqa: S105 - no password
    NO_STREAM = "no-stream"
    """Somebody answers there, but not with pictures."""
    UNTRUSTED = "untrusted"
    """Its certificate proves nothing."""
    GARBLED = "garbled"
    """It sends what should be pictures, and none is whole."""
    FROZEN = "frozen"
    BLACK = "black"
    OVER_EXPOSED = "over-exposed"
    BLURRED = "blurred"
    SLOW_RATE = "slow-rate"
    LATE = "late"
    LIGHT_NOT_HELD = "light-not-held"
    RECORDING_ENDED = "recording-ended"


class CameraFrame(msgspec.Struct, frozen=True, eq=False):
    """One picture as it was sent. `at_s` is when it was taken, on the host's monotonic clock.

    `missed_before` counts the frames since the one that was fetched before: newer ones win.
    """

    sent: SentPicture
    at_s: float
    seq: int = 0
    missed_before: int = 0

    @property
    def picture(self) -> Picture:
        """All of it; of a JPEG this costs five times what the watch over the tray looks at."""
        return whole(self.sent)


class LightSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Exposure, white balance and focus as a camera holds them; None where it has no such thing.

    They belong to one camera: `gain` and `focus` are in its own units.
    """

    exposure_us: float | None = None
    gain: float | None = None
    red_gain: float | None = None
    blue_gain: float | None = None
    white_balance_k: float | None = None
    focus: float | None = None

    def strayed(self, real: LightSettings) -> tuple[str, ...]:
        """The names of those settings for which a camera really has another value, or none."""
        wanted = msgspec.structs.asdict(self)
        return tuple(
            name
            for name, value in wanted.items()
            if value is not None and not _is_near(value, getattr(real, name))
        )


def _is_near(wanted: float, real: float | None) -> bool:
    """Cameras round to their own steps; what lies within a twentieth looks the same to people."""
    return real is not None and abs(real - wanted) <= max(0.05 * abs(wanted), 0.05)


class CameraCounters(msgspec.Struct, frozen=True, kw_only=True):
    """What the camera went through since it was opened."""

    frames: int = 0
    missed_frames: int = 0
    """Frames that nobody fetched before a newer one came."""
    connections: int = 0
    losses: int = 0


class CameraDeviceStatus(msgspec.Struct, frozen=True, kw_only=True):
    """How a camera fares at one time; `camera_sentences` turns it into words."""

    state: CameraState
    findings: tuple[CameraFinding, ...] = ()
    name: str = ""
    size_px: tuple[int, int] | None = None
    """Width and height."""
    rate_hz: float | None = None
    latency_s: float | None = None
    """How old pictures usually are when they are handed out; None while none is."""
    is_latency_least: bool = False
    """Whether only a part of it can be measured: the camera does not tell when it took them."""
    light: LightSettings | None = None
    """What is held fast, as the driver tells it; None while the camera chooses by itself."""
    strayed: tuple[str, ...] = ()
    """The settings that should be held and are not, by their names in `LightSettings`."""
    counters: CameraCounters = CameraCounters()


class Camera(WithBlock, Protocol):
    """A camera that can be opened and asked for its newest picture; a `with` block closes it.

    `open` does not wait for the device and raises only if the URL can never work. What is not
    there yet is a state, not an error.
    """

    def open(self) -> None:
        """Begin; a second call does nothing."""

    def latest(self, timeout_s: float = 0.0) -> CameraFrame | None:
        """The newest picture that was not fetched yet; waits for one at most so long."""

    def status(self) -> CameraDeviceStatus:
        """How the camera fares now."""

    def lock(
        self, settings: LightSettings | None = None, timeout_s: float = 5.0
    ) -> LightSettings | None:
        """Hold exposure, white balance and focus: these settings, or what the camera has now.

        What is held from now on, to be kept in the table profile; None if the camera cannot or is
        not there. A camera that comes back is set the same way by itself.
        """

    def unlock(self) -> None:
        """Let the camera choose by itself again."""

    def close(self) -> None:
        """Let go of the device and everything held for it; a second call does nothing."""


class SourceLostError(OSError):
    """The camera cannot be opened or is gone. The connection catches it; people see a state."""

    def __init__(self, name: str, finding: CameraFinding | None = None) -> None:
        super().__init__(name)
        self.finding = finding


class Shot(NamedTuple):
    """A picture, and when it was taken if the camera knows, on the host's monotonic clock.

    If it does not know, `arrived_s` is when the picture arrived, or would have without waiting on
    its way; None means just now.
    """

    sent: SentPicture
    at_s: float | None = None
    arrived_s: float | None = None

    @property
    def picture(self) -> Picture:
        """All of it."""
        return whole(self.sent)


class FrameSource(Protocol):
    """An open camera; each method but `close` raises `SourceLostError` once it is gone."""

    has_noise: bool
    """Whether two pictures of a still scene differ, as they do from every real sensor."""

    def read(self, timeout_s: float) -> Shot | None:
        """The next picture; waits at most so long, and not much less if there is none."""

    def lock(self, settings: LightSettings | None) -> LightSettings | None:
        """Hold these settings, or the present ones; what is held, None if that is impossible."""

    def held_light(self) -> LightSettings:
        """What the camera has now, as its driver tells; None for what it chooses by itself."""

    def unlock(self) -> None:
        """Choose by itself again."""

    def close(self) -> None:
        """Give the camera back; never raises."""


class FreeLight:
    """The light of a camera that cannot be told to hold it."""

    def lock(
        self,
        settings: LightSettings | None,  # noqa: ARG002 - the contract
    ) -> LightSettings | None:
        """It cannot."""
        return None

    def held_light(self) -> LightSettings:
        """It chooses everything by itself."""
        return LightSettings()

    def unlock(self) -> None:
        """It never did anything else."""


SourceOpener = Callable[[], FrameSource]


def camera_sentences(status: CameraDeviceStatus, language: Language) -> list[str]:
    """What happened and what to do next, the state first."""
    width_px, height_px = status.size_px or (0, 0)
    words: dict[str, str | int] = {
        "rate": round(status.rate_hz or 0),
        "latency": latency_ms(status),
        # As text: nobody writes 1,280 pixels.
        "width": str(width_px),
        "height": str(height_px),
    }
    words["age"] = "" if status.latency_s is None else language.say(age_message(status), **words)
    words["what"] = language.listing(
        [language.say(f"camera-light-{each}") for each in status.strayed]
    )
    return device_sentences("camera", status.state, status.findings, words, language)


def latency_ms(status: CameraDeviceStatus) -> int:
    """How old pictures are when they are handed out, as sentences say it; 0 if it is not known."""
    return round(1000 * (status.latency_s or 0.0))


def age_message(status: CameraDeviceStatus) -> str:
    """The name of the words that say how old pictures are, as far as it is known."""
    return f"camera-age-{'least' if status.is_latency_least else 'known'}"
