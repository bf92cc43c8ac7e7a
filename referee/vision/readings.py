"""What is read from a picture: dice with a face, a place, a confidence, and what is odd.

Coordinates are pixels of the picture that was given, x to the right and y down.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""


class Certainty(StrEnum):
    """Whether a reading may be used, must be asked about, or says nothing."""

    CERTAIN = "certain"
    DOUBTFUL = "doubtful"
    UNKNOWN = "unknown"


class DieFinding(StrEnum):
    """What is odd about one die; each has a sentence `eye-die-…`."""

    COCKED = "cocked"
    STACKED = "stacked"
    OUTSIDE = "outside"
    UNTAUGHT = "untaught"


class ReadingFinding(StrEnum):
    """What is odd about a whole picture; each has a sentence `eye-reading-…`."""

    WRONG_COUNT = "wrong-count"
    NO_DICE = "no-dice"
    DICE_TOO_SMALL = "dice-too-small"


class Likely(msgspec.Struct, frozen=True):
    """A face that a die may show, and how likely that is."""

    face: str
    probability: float


class ReadDie(msgspec.Struct, frozen=True):
    """One die. `face` is a pip value such as "4", a taught face's name, or "" if it is unknown."""

    face: str
    centre_px: Point
    corners_px: tuple[Point, Point, Point, Point]
    box_px: Box
    confidence: float
    certainty: Certainty
    likely: tuple[Likely, ...] = ()
    findings: tuple[DieFinding, ...] = ()

    @property
    def is_certain(self) -> bool:
        """Whether nobody needs to be asked."""
        return self.certainty is Certainty.CERTAIN


class Reading(msgspec.Struct, frozen=True):
    """All dice of one picture, from top to bottom and left to right; `die_px` is a die's width."""

    dice: tuple[ReadDie, ...]
    die_px: float
    findings: tuple[ReadingFinding, ...] = ()

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces in alphabetical order, unknown ones left out."""
        return tuple(sorted(die.face for die in self.dice if die.face))

    @property
    def is_certain(self) -> bool:
        """Whether every die is certain and nothing is odd."""
        return not self.findings and all(die.is_certain for die in self.dice)
