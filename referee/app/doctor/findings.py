"""What the doctor finds: a part, its traffic light, a sentence, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec

from referee.language import Language
from referee.table.sentences import Sentence, Word


class Part(StrEnum):
    """A part of the table, in the order of its examination; each has a name `doctor-part-…`."""

    CAMERA = "camera"
    FOCUS = "focus"
    LIGHT = "light"
    TRAY = "tray"
    DICE = "dice"
    SCALE = "scale"
    NOISE = "noise"
    DRIFT = "drift"
    RATE = "rate"
    FIRMWARE = "firmware"
    DISK = "disk"
    CLOCK = "clock"
    VOICE = "voice"
    PANEL = "panel"
    DATABASE = "database"
    TABLE = "table"
    """The game's own thread; it is there only while the table runs."""


SEEN_PARTS = (Part.CAMERA, Part.FOCUS, Part.LIGHT, Part.TRAY)
"""What is told by pictures."""
FELT_PARTS = (Part.SCALE, Part.NOISE, Part.DRIFT, Part.RATE, Part.FIRMWARE)
"""What is told by the scale."""


class Light(StrEnum):
    """How a part fares; each has a word `doctor-light-…`."""

    GREEN = "green"
    YELLOW = "yellow"
    """It works, and a person should look after it."""
    RED = "red"
    OFF = "off"
    """It is not fitted."""


class Finding(msgspec.Struct, frozen=True):
    """How one part fares; `next_steps` is empty if there is nothing to do."""

    part: Part
    light: Light
    says: Sentence
    next_steps: tuple[Sentence, ...] = ()

    def as_json(self, words: Language) -> dict[str, Any]:
        """Names for programs and sentences for people."""
        return {
            "part": str(self.part),
            "light": str(self.light),
            "message": self.says.message,
            "sentence": self.says.text(words),
            "next_steps": [
                {"message": step.message, "sentence": step.text(words)} for step in self.next_steps
            ],
        }


def finding(
    part: Part, light: Light, message: str, *next_steps: str | Sentence, **words: Word
) -> Finding:
    """A finding whose sentences share their words."""
    steps = [Sentence(step, words) if isinstance(step, str) else step for step in next_steps]
    return Finding(part, light, Sentence(message, words), tuple(steps))


def not_fitted(*parts: Part) -> list[Finding]:
    """Parts that this table does not have."""
    return [finding(part, Light.OFF, "doctor-not-fitted") for part in parts]


def untold(device: Part, *parts: Part) -> list[Finding]:
    """Parts of which nothing is known as long as the device they hang on fails."""
    message = f"doctor-waits-{device}"
    return [finding(part, Light.YELLOW, message, f"{message}-next") for part in parts]


def is_well(findings: Iterable[Finding]) -> bool:
    """Whether everything that is fitted is green."""
    return all(each.light in {Light.GREEN, Light.OFF} for each in findings)
