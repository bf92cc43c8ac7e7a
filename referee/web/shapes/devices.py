"""Camera, scale and health, the simulated table, and a guided calibration on the wire."""

from typing import Annotated, Literal

import msgspec

from referee.events import JsonObject
from referee.web.texts import Text


class DieBox(msgspec.Struct, frozen=True):
    """A die in the camera's picture; the box is x, y, width and height in pixels."""

    face: str
    confidence: float
    certainty: str
    box_px: tuple[float, float, float, float]


class CameraStatus(msgspec.Struct, frozen=True):
    """What the camera does and sees. `findings` say how it fares, then what is wrong with it.

    `light` says how bright the tray is, and what to do if it is not right.
    `advice` is the one thing to change now before a camera that looks at any ground; null: nothing.
    """

    state: str
    findings: tuple[Text, ...] = ()
    light: tuple[Text, ...] = ()
    is_tray_found: bool = False
    tray_px: tuple[tuple[float, float], ...] = ()
    dice: tuple[DieBox, ...] = ()
    width_px: int = 0
    height_px: int = 0
    rate_hz: float = 0.0
    advice: Text | None = None
    latency_s: float | None = None
    """How old pictures are when the table sees them; None if that is not known."""
    is_latency_least: bool = False
    """Whether the camera's own share is not known, so that they may be older."""


class ScaleSample(msgspec.Struct, frozen=True):
    """What lay on the plate at a time; `felt` names what was felt then, if anything."""

    number: int
    at_s: float
    grams: float | None
    felt: str = ""


class ScaleStatus(msgspec.Struct, frozen=True):
    """What the scale does."""

    state: str
    findings: tuple[Text, ...] = ()
    grams: float | None = None
    rate_hz: float = 0.0
    firmware: str = ""


class ScaleMessage(msgspec.Struct, frozen=True):
    """Over the scale's socket: the samples since the last message."""

    samples: tuple[ScaleSample, ...]


class HealthLight(msgspec.Struct, frozen=True):
    """A traffic light; `next` says what to do, and is empty when all is well."""

    part: str
    light: Literal["green", "yellow", "red", "off"]
    text: Text
    next: Text | None = None


class Health(msgspec.Struct, frozen=True):
    """The lights of all parts."""

    lights: tuple[HealthLight, ...]


MotionName = Literal["roll", "place", "lift", "nudge", "bump", "axe", "clear", "lean", "take"]


class TwinFault(msgspec.Struct, frozen=True):
    """A fault that can be switched on."""

    device: str
    fault: str
    on: bool


class TwinState(msgspec.Struct, frozen=True):
    """What hands can do now, which faults there are, and whether simulated players play."""

    deeds: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    faults: tuple[TwinFault, ...] = ()
    autoplay: bool = False
    pace: float = 1.0


class HandsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Do this with the hands; `care` is 1 for the steadiest hand. `details` depend on the deed."""

    deed: MotionName
    care: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.8
    details: JsonObject = {}


class FaultRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Break a device, or mend it."""

    device: Annotated[str, msgspec.Meta(max_length=40)]
    fault: Annotated[str, msgspec.Meta(max_length=40)]
    on: bool


class AutoplayRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let simulated players play; `pace` 2 is twice as fast as people."""

    on: bool
    pace: Annotated[float, msgspec.Meta(gt=0, le=1000)] = 1.0


PartName = Literal["scale", "tray", "camera", "dice"]
CalibrationWord = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Grams = Annotated[float, msgspec.Meta(ge=1, le=50_000)]


class CalibrationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin to calibrate a part.

    The scale takes two known masses, or none: then the dice of the box are the weights. Dice take
    the name of the new set and the kind of dice it is for.
    """

    part: PartName
    mass_g: Grams | None = None
    second_mass_g: Grams | None = None
    name: CalibrationWord | None = None
    kind: CalibrationWord | None = None


class CalibrationDeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do about the step of this number; `help` is for the hands of a simulated table.

    `skip` leaves out a step that may be. The others change a `group`: `name` it (no name takes its
    name away), `split` off one `picture`, `leave-out` all of it, or `take-in` again.
    """

    deed: Literal[
        "accept", "repeat", "skip", "abort", "help", "name", "split", "leave-out", "take-in"
    ]
    step: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    group: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    picture: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0


class CalibrationMeter(msgspec.Struct, frozen=True):
    """A live reading and how much it wavers."""

    value: float
    noise: float
    unit: Literal["counts", "g"]


class CalibrationGroup(msgspec.Struct, frozen=True):
    """Faces that look alike, by the numbers of their pictures; `wanted` more are needed."""

    number: int
    name: str
    pictures: tuple[int, ...]
    wanted: int
    is_left_out: bool = False


class FaceName(msgspec.Struct, frozen=True):
    """The name of a face, or of a kind of dice, and what people call it."""

    name: str
    text: Text


class CalibrationStep(msgspec.Struct, frozen=True):
    """The present step. It can be accepted once there are no `troubles`; `advice` may stay.

    `picture` grows with each new picture; null: there is none. `is_helped`: simulated hands are at
    work, and nothing can be accepted meanwhile. `groups` are named with one of the `names`; if
    there are none, with any name. `can_skip`: the step may be left out.
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
    groups: tuple[CalibrationGroup, ...] = ()
    names: tuple[FaceName, ...] = ()
    can_skip: bool = False


class CalibrationChange(msgspec.Struct, frozen=True):
    """A key of the table profile that changed; a value that was not there is empty."""

    key: str
    before: str
    after: str


class CalibrationState(msgspec.Struct, frozen=True):
    """Whether a calibration is under way, and how the last one ended.

    `parts` and kinds of special `dice` are those that this table has. After `kept`, `told` says
    where, and when it counts.
    """

    phase: Literal["idle", "asking", "kept", "aborted", "failed"]
    parts: tuple[PartName, ...] = ()
    dice: tuple[FaceName, ...] = ()
    part: PartName | None = None
    step: CalibrationStep | None = None
    can_help: bool = False
    told: tuple[Text, ...] = ()
    changes: tuple[CalibrationChange, ...] = ()
    can_restart: bool = False
