"""Reads the dice on a plain surface that no markers measure: the width of a die is found, then held.

Dice of one table are alike, so a width that was found once is only checked from then on: it is
searched anew when nothing is seen at that size any more.
"""

from referee.vision.dice.reader import DiceReader
from referee.vision.pictures import Picture
from referee.vision.readings import Reading


class SurfaceReader:
    """Reads picture after picture of one camera; make a new one when the camera was moved."""

    def __init__(self, reader: DiceReader) -> None:
        self._reader = reader
        self.die_px: float | None = None
        """How wide a die is here; None as long as none was seen."""

    def read(self, picture: Picture, *, expected: int | None = None) -> Reading:
        """The dice of a picture."""
        reading = self._reader.read(picture, die_px=self.die_px, expected=expected)
        if not reading.dice and self.die_px is not None:
            reading = self._reader.read(picture, expected=expected)
        if reading.dice:
            self.die_px = reading.die_px
        return reading
