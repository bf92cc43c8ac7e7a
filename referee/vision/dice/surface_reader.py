"""Reads the dice on a plain surface that no markers measure: how wide they are is found, then held.

Dice of one table are alike, so a width that was found once is only checked from then on: it is
searched anew when nothing is seen at that size any more. That takes long, so a surface on which
nothing was found is not searched again as long as it looks the same.
"""

from referee.vision.dice.reader import DiceReader, count_findings
from referee.vision.motion.small_pictures import Grey, grey_of, shrink, small_view_of
from referee.vision.motion.stillness import is_alike
from referee.vision.pictures import Picture
from referee.vision.readings import Reading


class SurfaceReader:
    """Reads picture after picture of one camera; make a new one when the camera was moved."""

    def __init__(self, reader: DiceReader) -> None:
        self._reader = reader
        self._empty: Grey | None = None
        self.die_px: float | None = None
        """How wide a die is here; None as long as none was seen."""

    def read(self, picture: Picture, *, expected: int | None = None) -> Reading:
        """The dice of a picture."""
        if self.die_px is not None:
            reading = self._reader.read(picture, die_px=self.die_px, expected=expected)
            if reading.dice:
                return reading
        view = small_view_of(picture)
        small = grey_of(shrink(picture, view))
        if self._empty is not None and is_alike(self._empty, small, view.die_small_px):
            return Reading((), self.die_px or 0.0, count_findings(0, expected))
        reading = self._reader.read(picture, expected=expected)
        # What only looks like a die in the pattern of a cloth has no say in how wide dice are.
        if any(die.is_certain for die in reading.dice):
            self.die_px = reading.die_px
        if not reading.dice:
            self._empty = small
        return reading
