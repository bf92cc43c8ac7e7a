"""The colours of the players and of the table's own signals, for screens and for lamps.

The five are the blue, vermilion, yellow, bluish green and reddish purple of Okabe and Ito, which
people with any kind of colour blindness tell apart. A lamp mixes light and not paint: its shares
are proportional to light, and one channel always shines fully.
"""

from __future__ import annotations

import msgspec


class Colour(msgspec.Struct, frozen=True):
    """A colour by its name (`colour-blue` in the language files) and as screens write it."""

    name: str
    screen: str

    @property
    def shares(self) -> tuple[float, float, float]:
        """Red, green and blue of a lamp, each from 0 to 1.

        >>> Colour("vermilion", "#d55e00").shares
        (1.0, 0.168, 0.0)
        """
        light = [_light(int(self.screen[place : place + 2], 16) / 255) for place in (1, 3, 5)]
        most = max(*light, 1e-9)
        red, green, blue = (round(each / most, 3) for each in light)
        return red, green, blue


def _light(level: float) -> float:
    """The share of light that a level of a screen stands for (sRGB)."""
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4


BLUE = Colour("blue", "#0072b2")
VERMILION = Colour("vermilion", "#d55e00")
YELLOW = Colour("yellow", "#f0e442")
GREEN = Colour("green", "#009e73")
PURPLE = Colour("purple", "#cc79a7")
WHITE = Colour("white", "#ffffff")
RED = Colour("red", "#ff0000")

PLAYER_COLOURS = (BLUE, VERMILION, YELLOW, GREEN, PURPLE)


def player_colour(seat: int) -> Colour:
    """The colour of a seat; the sixth player shares the first one's."""
    return PLAYER_COLOURS[seat % len(PLAYER_COLOURS)]
