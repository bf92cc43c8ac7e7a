"""What is read from a picture: dice with a face, a place, a confidence, and what is odd.

Coordinates are pixels of the picture that was given, x to the right and y down. `annotated` draws
a reading into its picture: green is certain, amber doubtful, red unknown.
"""

from enum import StrEnum

import cv2
import msgspec
import numpy as np

from referee.vision.pictures import Picture

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
    FAINT = "faint"
    SIDE = "side"


class ReadingFinding(StrEnum):
    """What is odd about a whole picture; each has a sentence `eye-reading-…`."""

    WRONG_COUNT = "wrong-count"
    NO_DICE = "no-dice"
    DICE_TOO_SMALL = "dice-too-small"
    UNCLEAR = "unclear"


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


_COLOURS = {
    Certainty.CERTAIN: (60, 190, 60),
    Certainty.DOUBTFUL: (0, 165, 255),
    Certainty.UNKNOWN: (60, 60, 230),
}
# Letters smaller than this cannot be read; on a tiny picture they are drawn all the same.
_LEAST_TEXT_SCALE = 0.4
_WIDTH_PER_TEXT_SCALE_PX = 50.0


def annotated(picture: Picture, reading: Reading) -> Picture:
    """A copy with the top face of each die outlined and its value written beside it."""
    drawn = picture.copy()
    for die in reading.dice:
        _draw_outline(drawn, die)
    for die in reading.dice:
        _draw_label(drawn, die)
    return drawn


def _draw_outline(picture: Picture, die: ReadDie) -> None:
    corners = np.rint(np.array(die.corners_px)).astype(np.int32)
    thickness = max(1, round(die.box_px[2] / 30))
    cv2.polylines(picture, [corners], True, _COLOURS[die.certainty], thickness, cv2.LINE_AA)


def _draw_label(picture: Picture, die: ReadDie) -> None:
    scale = max(_LEAST_TEXT_SCALE, die.box_px[2] / _WIDTH_PER_TEXT_SCALE_PX * 0.6)
    text = die.face or "?"
    place = (round(die.box_px[0]), max(round(12 * scale), round(die.box_px[1] - 4)))
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(2 * scale))
    # A dark rim keeps it readable on any ground.
    cv2.putText(picture, text, place, font, scale, (0, 0, 0), thick + 2, cv2.LINE_AA)
    cv2.putText(picture, text, place, font, scale, _COLOURS[die.certainty], thick, cv2.LINE_AA)
