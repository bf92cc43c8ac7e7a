"""What the table perceives, settled and timed: the only words in which devices reach the umpire.

The eye tells of the tray, touch of the plate (`Suspicion` and `TouchVerdict`),
the panel of its buttons, and each device of its own troubles.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from referee.table.sentences import Word
from referee.touch.verdicts import Suspicion, TouchVerdict
from referee.vision.motion.tray_watch import TrayPhase
from referee.vision.readings import Reading


class Device(StrEnum):
    """A part of the table that can fail; each has a sentence `device-…`."""

    CAMERA = "camera"
    SCALE = "scale"
    PANEL = "panel"
    VOICE = "voice"


class TrayChanged(msgspec.Struct, frozen=True):
    """The tray went over into this phase: dice roll, a hand is over it, all lies still."""

    at_s: float
    phase: TrayPhase


class TrayRead(msgspec.Struct, frozen=True, eq=False):
    """All dice in the tray at rest, read by several frames together.

    `kind` is the kind of dice the eye was told to expect. `cutouts` are JPEG pictures of the single
    dice in the order of the reading, for questions; `picture_jpeg` is the whole tray.
    `faces_jpeg` are the straightened top faces of those in doubt, empty for the others.
    `rest_number` grows with each rest; `rested_s` is when the dice came to lie still.
    """

    at_s: float
    rested_s: float
    rest_number: int
    kind: str
    reading: Reading
    cutouts: tuple[bytes, ...] = ()
    picture_jpeg: bytes = b""
    faces_jpeg: tuple[bytes, ...] = ()


class PlateLevel(msgspec.Struct, frozen=True):
    """What lies on the plate at rest, told now and then while nothing happens on it."""

    at_s: float
    grams: float


class DeviceTrouble(msgspec.Struct, frozen=True):
    """A device cannot be relied on from now on; `sentences` are names of messages, worst first.

    `words` fill them.
    """

    at_s: float
    device: Device
    sentences: tuple[str, ...]
    words: Mapping[str, Word] = {}


class DeviceBack(msgspec.Struct, frozen=True):
    """A device that was in trouble works again."""

    at_s: float
    device: Device


class ButtonPressed(msgspec.Struct, frozen=True):
    """Somebody pressed a button: that of a seat, or the one of the table (None)."""

    at_s: float
    seat: int | None = None


Fact = (
    TrayChanged
    | TrayRead
    | Suspicion
    | TouchVerdict
    | PlateLevel
    | DeviceTrouble
    | DeviceBack
    | ButtonPressed
)
