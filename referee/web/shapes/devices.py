"""Camera, scale and health on the wire."""

from __future__ import annotations

from typing import Literal

import msgspec

from referee.web.texts import Text


class DieBox(msgspec.Struct, frozen=True):
    """A die in the camera's picture; the box is x, y, width and height in pixels."""

    face: str
    confidence: float
    certainty: str
    box_px: tuple[float, float, float, float]


class CameraStatus(msgspec.Struct, frozen=True):
    """What the camera does. `findings` say what is wrong with the picture."""

    state: str
    findings: tuple[Text, ...] = ()
    is_tray_found: bool = False
    tray_px: tuple[tuple[float, float], ...] = ()
    dice: tuple[DieBox, ...] = ()
    width_px: int = 0
    height_px: int = 0
    rate_hz: float = 0.0


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
