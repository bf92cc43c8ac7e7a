"""What the scale and the referee say to each other, protocol version 1; one value for each message.

`parse_message` reads a frame and never raises: a type from the future is an `UnknownMessage`, a
payload that is too short a `MalformedMessage`. A payload that is longer than expected is read as
far as it is known, so that a later firmware may append fields.
"""

from collections.abc import Callable
from enum import IntEnum, IntFlag
from struct import Struct as Layout
from typing import ClassVar

import msgspec

from referee.touch.framing import SerialFrame, encode_frame

PROTOCOL_VERSION = 1
FIRMWARE_VERSION = (0, 1, 0)
"""What `referee flash` writes; the firmware's own `version.h` says the same."""
TICK_US = 4
ACCELERATION_COUNTS_PER_G = 8192
MIN_COUNTS, MAX_COUNTS = -(2**23), 2**23 - 1


class Capability(IntFlag):
    """What the device found or was wired with."""

    LOAD_CELL = 0x01
    ACCELEROMETER = 0x02
    TILT_SWITCH = 0x04
    RATE_PIN = 0x08
    BOARD_ID = 0x10


class ResetCause(IntFlag):
    """Why the device started."""

    POWER_ON = 0x01
    RESET_PIN = 0x02
    BROWN_OUT = 0x04
    WATCHDOG = 0x08
    SOFTWARE = 0x80


class WeightFlag(IntFlag):
    """What was odd about one weight."""

    OVERRUN = 0x01
    DESYNC = 0x02
    RESTARTED = 0x04
    SATURATED = 0x08


class AckStatus(IntEnum):
    """How a command went."""

    DONE = 0
    UNSUPPORTED = 1
    BAD_ARGUMENT = 2
    UNKNOWN_COMMAND = 3


class SerialMessage(msgspec.Struct, frozen=True, gc=False):
    """Something said on the line; `type` is its number there."""

    type: ClassVar[int]
    layout: ClassVar[Layout] = Layout("")


class Hello(SerialMessage, frozen=True, gc=False):
    """Who the device is. Said at boot, when asked, and each second while nobody listens."""

    type: ClassVar[int] = 0x01
    layout: ClassVar[Layout] = Layout("<BBBBHBIHH")

    protocol: int
    major: int
    minor: int
    patch: int
    capabilities: int
    reset_cause: int
    board_id: int
    measured_rate_centihertz: int
    dropped_frames: int

    def has(self, capability: Capability) -> bool:
        """Whether the device has this part."""
        return bool(self.capabilities & capability)

    @property
    def firmware_version(self) -> str:
        """Such as `1.2.0`."""
        return f"{self.major}.{self.minor}.{self.patch}"


class Weight(SerialMessage, frozen=True, gc=False):
    """One raw reading of the load cell, and the moment it became ready."""

    type: ClassVar[int] = 0x02
    layout: ClassVar[Layout] = Layout("<II")

    ticks: int
    counts: int
    flags: int = 0


class Acceleration(SerialMessage, frozen=True, gc=False):
    """One raw reading of the accelerometer under the plate."""

    type: ClassVar[int] = 0x03
    layout: ClassVar[Layout] = Layout("<Ihhh")

    ticks: int
    x: int
    y: int
    z: int


class BoardStatus(SerialMessage, frozen=True, gc=False):
    """How the device fares; said each second."""

    type: ClassVar[int] = 0x04
    layout: ClassVar[Layout] = Layout("<IIHHHHH")

    ticks: int
    uptime_s: int
    dropped_frames: int
    bad_frames: int
    overruns: int
    desyncs: int
    measured_rate_centihertz: int


class Tilt(SerialMessage, frozen=True, gc=False):
    """The level of the tilt switch; said when it changes and once when streaming starts."""

    type: ClassVar[int] = 0x05
    layout: ClassVar[Layout] = Layout("<IB")

    ticks: int
    level: int


class Ack(SerialMessage, frozen=True, gc=False):
    """The answer to a command; `status` is an `AckStatus`, or a number from the future."""

    type: ClassVar[int] = 0x06
    layout: ClassVar[Layout] = Layout("<BBB")

    command_type: int
    command_seq: int
    status: int


class Mark(SerialMessage, frozen=True, gc=False):
    """The moment a `ZeroMark` arrived, in device time."""

    type: ClassVar[int] = 0x07
    layout: ClassVar[Layout] = Layout("<IB")

    ticks: int
    command_seq: int


class Identify(SerialMessage, frozen=True, gc=False):
    """Asks for a `Hello`."""

    type: ClassVar[int] = 0x81


class Heartbeat(SerialMessage, frozen=True, gc=False):
    """Somebody listens; due each second."""

    type: ClassVar[int] = 0x82


class Stream(SerialMessage, frozen=True, gc=False):
    """Start (1) or stop (0) the readings."""

    type: ClassVar[int] = 0x83
    layout: ClassVar[Layout] = Layout("<B")

    is_on: int


class SetRate(SerialMessage, frozen=True, gc=False):
    """Asks for 10 or 80 readings a second, where the RATE pin is wired."""

    type: ClassVar[int] = 0x84
    layout: ClassVar[Layout] = Layout("<B")

    rate_hz: int


class ZeroMark(SerialMessage, frozen=True, gc=False):
    """Asks for a `Mark` in the stream, so that a tare is taken at a known moment."""

    type: ClassVar[int] = 0x85


class UnknownMessage(msgspec.Struct, frozen=True, gc=False):
    """A frame whose type this version does not know."""

    type: int
    payload: bytes


class MalformedMessage(msgspec.Struct, frozen=True, gc=False):
    """A frame whose payload is too short for its type."""

    type: int
    payload: bytes


Command = Identify | Heartbeat | Stream | SetRate | ZeroMark
ParsedMessage = SerialMessage | UnknownMessage | MalformedMessage

DEVICE_MESSAGES: tuple[type[SerialMessage], ...] = (
    Hello,
    Weight,
    Acceleration,
    BoardStatus,
    Tilt,
    Ack,
    Mark,
)
COMMANDS: tuple[type[SerialMessage], ...] = (Identify, Heartbeat, Stream, SetRate, ZeroMark)


def parse_message(frame: SerialFrame) -> ParsedMessage:
    """The message in a frame."""
    reader = _READERS.get(frame.type)
    if reader is None:
        return UnknownMessage(frame.type, frame.payload)
    size, read = reader
    if len(frame.payload) < size:
        return MalformedMessage(frame.type, frame.payload)
    return read(frame.payload)


def format_message(message: SerialMessage) -> bytes:
    """The payload of a message; its type is `message.type`."""
    if isinstance(message, Weight):
        return _WEIGHT_LAYOUT.pack(message.ticks, (message.counts & 0xFFFFFF) | message.flags << 24)
    return message.layout.pack(*msgspec.structs.astuple(message))


def encode_message(message: SerialMessage, seq: int) -> bytes:
    """The bytes of a message on the line."""
    return encode_frame(message.type, seq & 0xFF, format_message(message))


Reader = tuple[int, Callable[[bytes], SerialMessage]]
_WEIGHT_LAYOUT = Weight.layout


def _weight(payload: bytes) -> Weight:
    # Counts and flags together are one word: 24 bits with a sign, and 8 bits above them.
    ticks, word = _WEIGHT_LAYOUT.unpack_from(payload)
    return Weight(ticks, ((word & 0xFFFFFF) ^ 0x800000) - 0x800000, word >> 24)


def _reader(kind: type[SerialMessage]) -> Reader:
    unpack_from = kind.layout.unpack_from
    return kind.layout.size, lambda payload: kind(*unpack_from(payload))


_READERS: dict[int, Reader] = {
    **{kind.type: _reader(kind) for kind in (*DEVICE_MESSAGES, *COMMANDS)},
    Weight.type: (_WEIGHT_LAYOUT.size, _weight),
}
