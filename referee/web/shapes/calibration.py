"""A guided calibration on the wire: what to do, what is seen, what is in the way."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from referee.web.texts import Text

PartName = Literal["scale", "tray", "camera", "dice"]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Grams = Annotated[float, msgspec.Meta(ge=1, le=50_000)]


class CalibrationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin to calibrate a part.

    The scale takes two known masses, or none: then the dice of the box are the weights. Dice take
    the name of the new set, the kind of dice it is for, and their faces.
    """

    part: PartName
    mass_g: Grams | None = None
    second_mass_g: Grams | None = None
    name: Word | None = None
    kind: Word | None = None
    faces: Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)] = ()


class CalibrationDeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do about the step of this number; `help` is for the hands of a simulated table."""

    deed: Literal["accept", "repeat", "abort", "help"]
    step: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class CalibrationMeter(msgspec.Struct, frozen=True):
    """A live reading and how much it wavers."""

    value: float
    noise: float
    unit: Literal["counts", "g"]


class CalibrationStep(msgspec.Struct, frozen=True):
    """The present step. It can be accepted once there are no `troubles`; `advice` may stay.

    `picture` grows with each new picture; null: there is none. `is_helped`: simulated hands are at
    work, and nothing can be accepted meanwhile.
    """

    number: int
    count: int
    name: str
    ask: Text
    live: tuple[Text, ...] = ()
    troubles: tuple[Text, ...] = ()
    advice: tuple[Text, ...] = ()
    can_accept: bool = False
    picture: int | None = None
    meter: CalibrationMeter | None = None
    is_helped: bool = False


class CalibrationChange(msgspec.Struct, frozen=True):
    """A key of the table profile that changed; a value that was not there is empty."""

    key: str
    before: str
    after: str


class DiceToTeach(msgspec.Struct, frozen=True):
    """A kind of special dice that the games of this table use, and its faces."""

    kind: str
    faces: tuple[str, ...]


class CalibrationState(msgspec.Struct, frozen=True):
    """Whether a calibration is under way, and how the last one ended.

    `parts` are those that this table has. After `kept`, `told` says where, and when it counts.
    """

    phase: Literal["idle", "asking", "kept", "aborted", "failed"]
    parts: tuple[PartName, ...] = ()
    dice: tuple[DiceToTeach, ...] = ()
    part: PartName | None = None
    step: CalibrationStep | None = None
    can_help: bool = False
    told: tuple[Text, ...] = ()
    changes: tuple[CalibrationChange, ...] = ()
    can_restart: bool = False
