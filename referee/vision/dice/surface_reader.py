"""Reads the dice on a surface that no markers measure: the width of a die is found, then held.

Dice of one table are alike, so a width that was found once is only checked from then on: it is
searched anew when nothing, or mostly doubtful dice, are seen at that width. That takes long, so a
surface on which nothing was found is not searched again as long as it looks the same.
"""

from referee.vision.dice.reader import DiceReader, count_findings
from referee.vision.motion.small_pictures import Grey, grey_of, shrink, small_view_of
from referee.vision.motion.stillness import is_alike
from referee.vision.pictures import Picture
from referee.vision.readings import Reading


class SurfaceReader:
    """Reads picture after picture of one camera."""

    def __init__(self, reader: DiceReader) -> None:
        self._reader = reader
        self._widths_px: tuple[float, ...] = ()
        self._empty: Grey | None = None

    @property
    def die_px(self) -> float | None:
        """How wide a die is here; None as long as none was seen."""
        return self._widths_px[0] if self._widths_px else None

    def read(self, picture: Picture, *, expected: int | None = None) -> Reading:
        """The dice of a picture."""
        if self._widths_px:
            held = self._reader.read_sizes(picture, self._widths_px, expected)
            if held.dice and 2 * sum(die.is_certain for die in held.dice) >= len(held.dice):
                return held
        view = small_view_of(picture)
        small = grey_of(shrink(picture, view))
        if self._empty is not None and is_alike(self._empty, small, view.die_small_px):
            return Reading((), self.die_px or 0.0, count_findings(0, expected))
        reading = self._searched(picture, expected)
        if not reading.dice:
            self._empty = small
        return reading

    def _searched(self, picture: Picture, expected: int | None) -> Reading:
        widths_px = self._reader.widths_px(picture)
        reading = self._reader.read_sizes(picture, widths_px, expected)
        # What only looks like a die in the pattern of a cloth has no say in how wide dice are.
        if any(die.is_certain for die in reading.dice):
            self._widths_px = widths_px
        return reading
