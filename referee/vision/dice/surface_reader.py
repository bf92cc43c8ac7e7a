"""Reads the dice on a surface that no markers measure: the width of a die is found, then held.

Dice of one table are alike, so a width that was found once is only checked from then on. It is
searched anew when what is seen at that width is mostly doubtful, and now and then while nothing is
seen at all: the camera may have been moved.
"""

from referee.vision.dice.reader import DiceReader
from referee.vision.pictures import Picture
from referee.vision.readings import Reading

# Chosen by hand: an empty table is seen often, and a search takes five times as long as a reading.
_EMPTY_BEFORE_SEARCH = 8


class SurfaceReader:
    """Reads picture after picture of one camera."""

    def __init__(self, reader: DiceReader) -> None:
        self._reader = reader
        self._widths_px: tuple[float, ...] = ()
        self._empty = 0

    @property
    def die_px(self) -> float | None:
        """How wide a die is here; None as long as none was seen."""
        return self._widths_px[0] if self._widths_px else None

    def read(self, picture: Picture, *, expected: int | None = None) -> Reading:
        """The dice of a picture."""
        if self._widths_px:
            held = self._reader.read_sizes(picture, self._widths_px, expected)
            if self._is_trusted(held):
                return held
        return self._searched(picture, expected)

    def _is_trusted(self, held: Reading) -> bool:
        if not held.dice:
            self._empty += 1
            return self._empty % _EMPTY_BEFORE_SEARCH != 0
        self._empty = 0
        return 2 * sum(die.is_certain for die in held.dice) >= len(held.dice)

    def _searched(self, picture: Picture, expected: int | None) -> Reading:
        widths_px = self._reader.widths_px(picture)
        reading = self._reader.read_sizes(picture, widths_px, expected)
        if any(die.is_certain for die in reading.dice):
            self._widths_px = widths_px
        return reading
