"""Faults on demand, of the simulated scale and of the simulated camera.

A fault is a value; `ActiveFaults` holds those that are on. What chance decides comes from one
seeded generator, so a run with faults can be repeated. The names of the classes, in small letters,
are the names that the fault panel shows and sends.
"""

from random import Random
from typing import TypeVar

import msgspec
import numpy as np

from referee.touch.messages import MAX_COUNTS, MIN_COUNTS


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is wrong while it is on."""


class LineFault(Fault, frozen=True, kw_only=True):
    """Spoils frames on their way; each is hit with the chance `share`.

    The shares are chosen by hand: bad enough that the link has to say so, not so bad that it ends.
    """

    share: float = 0.1

    def spoil(self, frames: list[bytes], rng: Random) -> list[bytes]:
        """The frames as they arrive."""
        return [
            part
            for frame in frames
            for part in (self._hit(frame, rng) if rng.random() < self.share else (frame,))
            if part
        ]

    def _hit(self, frame: bytes, rng: Random) -> tuple[bytes, ...]:
        raise NotImplementedError


class Silence(LineFault, frozen=True, kw_only=True):
    """Nothing arrives."""

    share: float = 1.0

    def _hit(self, frame: bytes, rng: Random) -> tuple[bytes, ...]:  # noqa: ARG002 - one signature
        return ()


class TornFrames(LineFault, frozen=True, kw_only=True):
    """The end of a frame is missing."""

    def _hit(self, frame: bytes, rng: Random) -> tuple[bytes, ...]:
        return (frame[: rng.randrange(len(frame))],)


class BitFlips(LineFault, frozen=True, kw_only=True):
    """One bit of a frame is wrong."""

    def _hit(self, frame: bytes, rng: Random) -> tuple[bytes, ...]:
        spoilt = bytearray(frame)
        spoilt[rng.randrange(len(frame))] ^= 1 << rng.randrange(8)
        return (bytes(spoilt),)


class NoiseBursts(LineFault, frozen=True, kw_only=True):
    """Random bytes come before a frame."""

    length: int = 40

    def _hit(self, frame: bytes, rng: Random) -> tuple[bytes, ...]:
        return (rng.randbytes(self.length), frame)


class RepeatedFrames(LineFault, frozen=True, kw_only=True):
    """A frame arrives twice."""

    def _hit(self, frame: bytes, rng: Random) -> tuple[bytes, ...]:  # noqa: ARG002 - one signature
        return (frame, frame)


class ReorderedFrames(LineFault, frozen=True, kw_only=True):
    """A frame changes places with the next one."""

    def spoil(self, frames: list[bytes], rng: Random) -> list[bytes]:
        """The frames as they arrive."""
        arrived = list(frames)
        for place in range(0, len(arrived) - 1, 2):
            if rng.random() < self.share:
                arrived[place : place + 2] = arrived[place + 1], arrived[place]
        return arrived


class CellFault(Fault, frozen=True, kw_only=True):
    """Changes what the load cell says."""

    def disturb(self, counts: int, rng: Random) -> int:
        """The reading as the device gets it."""
        raise NotImplementedError


class Saturation(CellFault, frozen=True, kw_only=True):
    """The converter stands at an end of its range."""

    is_high: bool = True

    def disturb(self, counts: int, rng: Random) -> int:  # noqa: ARG002 - one signature
        """The end of the range."""
        return MAX_COUNTS if self.is_high else MIN_COUNTS


class FrozenZero(CellFault, frozen=True, kw_only=True):
    """The data line is stuck: every reading is zero."""

    def disturb(self, counts: int, rng: Random) -> int:  # noqa: ARG002 - one signature
        """Zero."""
        return 0


class Spikes(CellFault, frozen=True, kw_only=True):
    """One bit of a reading flips now and then: it is off by a power of two."""

    share: float = 0.02
    lowest_bit: int = 12
    highest_bit: int = 21

    def disturb(self, counts: int, rng: Random) -> int:
        """The reading, or the reading with a step of ±2ⁿ counts."""
        if rng.random() >= self.share:
            return counts
        height = 1 << rng.randint(self.lowest_bit, self.highest_bit)
        spiked = counts + rng.choice((-height, height))
        return min(max(spiked, MIN_COUNTS + 1), MAX_COUNTS - 1)


class DeadCell(Fault, frozen=True, kw_only=True):
    """The HX711 delivers nothing; the board itself is well."""


class SlowStrap(Fault, frozen=True, kw_only=True):
    """The module is strapped to 10 samples a second."""


class WrongProtocol(Fault, frozen=True, kw_only=True):
    """The firmware speaks another version of the protocol."""

    version: int = 2


class Deaf(Fault, frozen=True, kw_only=True):
    """The device sends, but no command reaches it."""


SCALE_FAULTS: tuple[type[Fault], ...] = (
    Silence,
    TornFrames,
    BitFlips,
    NoiseBursts,
    RepeatedFrames,
    ReorderedFrames,
    Saturation,
    FrozenZero,
    Spikes,
    DeadCell,
    SlowStrap,
    WrongProtocol,
    Deaf,
)


class ActiveFaults:
    """The faults that are on now; any thread may switch them."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = Random(seed)
        self._faults: tuple[Fault, ...] = ()

    def switch_on(self, fault: Fault) -> None:
        """Let something be wrong from now on; a fault of the same kind is replaced."""
        self.switch_off(type(fault))
        self._faults = (*self._faults, fault)

    def switch_off(self, kind: type[Fault] = Fault) -> None:
        """Switch off the faults of one kind, or all."""
        self._faults = tuple(fault for fault in self._faults if not isinstance(fault, kind))

    def has(self, kind: type[Fault]) -> bool:
        """Whether a fault of this kind is on."""
        return any(isinstance(fault, kind) for fault in self._faults)

    @property
    def protocol(self) -> int | None:
        """The wrong protocol version, if the fault is on."""
        wrong = [fault for fault in self._faults if isinstance(fault, WrongProtocol)]
        return wrong[0].version if wrong else None

    def spoil(self, frames: list[bytes]) -> list[bytes]:
        """The frames as they arrive over the line as it is now."""
        for fault in self._faults:
            if isinstance(fault, LineFault):
                frames = fault.spoil(frames, self._rng)
        return frames

    def disturb(self, counts: int) -> int:
        """A reading as the load cell gives it now."""
        for fault in self._faults:
            if isinstance(fault, CellFault):
                counts = fault.disturb(counts, self._rng)
        return counts


Kind = TypeVar("Kind", bound=Fault)


class CameraUnplugged(Fault, frozen=True, kw_only=True):
    """The cable is pulled: the camera is gone until it is put in again."""


class CameraFrozen(Fault, frozen=True, kw_only=True):
    """The camera gives the same picture again and again."""


class CameraStalled(Fault, frozen=True, kw_only=True):
    """The camera is there, but gives no picture."""


class CoveredLens(Fault, frozen=True, kw_only=True):
    """Something lies on the lens: all is black."""


class DimLight(Fault, frozen=True, kw_only=True):
    """Somebody switched the lamp off; `gain` is what is left of the light."""

    gain: float = 0.03


class Glare(Fault, frozen=True, kw_only=True):
    """The sun shines into the tray: nearly all is white."""

    gain: float = 8.0


class LampFlicker(Fault, frozen=True, kw_only=True):
    """The lamp's light goes up and down by `depth` of it."""

    depth: float = 0.06
    rate_hz: float = 7.3


class WanderingShadow(Fault, frozen=True, kw_only=True):
    """Somebody stands in the light: a soft shadow wanders over the tray, once in `period_s`."""

    depth: float = 0.3
    period_s: float = 4.0


CAMERA_FAULTS: tuple[type[Fault], ...] = (
    CameraUnplugged,
    CameraFrozen,
    CameraStalled,
    CoveredLens,
    DimLight,
    Glare,
    LampFlicker,
    WanderingShadow,
)


class CameraFaults(ActiveFaults):
    """The faults of camera and light that are on now; any thread may switch them."""

    def one(self, kind: type[Kind]) -> Kind | None:
        """The fault of this kind, if it is on."""
        return next((fault for fault in self._faults if isinstance(fault, kind)), None)

    def gain_at(self, t_s: float) -> float:
        """How bright everything is, as a multiple of the usual light."""
        if self.has(CoveredLens):
            return 0.0
        gain = 1.0
        for fault in (self.one(DimLight), self.one(Glare)):
            gain *= fault.gain if fault else 1.0
        flicker = self.one(LampFlicker)
        if flicker:
            gain *= 1 + flicker.depth * float(np.sin(2 * np.pi * flicker.rate_hz * t_s))
        return gain
