"""The contract of the panel: buttons, lights and a buzzer at the seats or for the whole table.

The first five of the eight colours of the players, for screens and for lamps, are the blue,
vermilion, yellow, bluish green and reddish purple of Okabe and Ito, which people with any kind of
colour blindness tell apart. The other three were searched for among all colours: they are furthest
from these five and from each other, for every kind of sight, on a screen and as a lamp. A lamp
mixes light and not paint: its shares are proportional to light, and one channel always shines
fully.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

from referee.devices.device import WithBlock
from referee.devices.panel.pins import PanelPlace


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
SKY = Colour("sky", "#3dc4f0")
VIOLET = Colour("violet", "#9440f0")
SAND = Colour("sand", "#e6b76c")
WHITE = Colour("white", "#ffffff")
RED = Colour("red", "#ff0000")

PLAYER_COLOURS = (BLUE, VERMILION, YELLOW, GREEN, PURPLE, SKY, VIOLET, SAND)


def player_colour(seat: int) -> Colour:
    """The colour of a seat; a ninth player shares the first one's."""
    return PLAYER_COLOURS[seat % len(PLAYER_COLOURS)]


class Pattern(StrEnum):
    """How a light shines."""

    STEADY = "steady"
    BLINK = "blink"
    PULSE = "pulse"


class LampLight(msgspec.Struct, frozen=True):
    """A light that is on: its colour and how it shines. A dark light is None."""

    colour: Colour
    pattern: Pattern = Pattern.STEADY


class Buzz(StrEnum):
    """What the buzzer can say."""

    TICK = "tick"
    DONE = "done"
    STOP = "stop"
    QUESTION = "question"
    TROUBLE = "trouble"
    WIN = "win"


class Press(msgspec.Struct, frozen=True):
    """Somebody pressed a button: of a seat, of the table (None), or that for taring."""

    at_s: float
    seat: PanelPlace = None


class PanelState(StrEnum):
    """Where the panel stands; each has a sentence `panel-state-…`."""

    OFF = "off"
    READY = "ready"
    LOST = "lost"
    """It cannot be used; the findings say why."""


class PanelFinding(StrEnum):
    """Something that a person should put right; each has a sentence `panel-finding-…`."""

    NO_GPIOZERO = "no-gpiozero"
    NO_LGPIO = "no-lgpio"
    NO_CHIP = "no-chip"
    NO_PERMISSION = "no-permission"
    BUSY = "busy"
    BAD_PIN = "bad-pin"
    STUCK_BUTTON = "stuck-button"


class PanelStatus(msgspec.Struct, frozen=True, kw_only=True):
    """How a panel fares at one time."""

    state: PanelState
    findings: tuple[PanelFinding, ...] = ()
    stuck: tuple[PanelPlace, ...] = ()
    """The places whose button is held down for too long."""


class Panel(WithBlock, Protocol):
    """A panel that can be opened, shown on and asked; a `with` block closes it and all is dark.

    `open` raises only if the pins can never work. What is not there is a state. All methods are
    called from one thread, `tick` some dozen times a second: it makes lights blink and buzzes end.
    """

    def open(self) -> None:
        """Begin; a second call does nothing."""

    def tick(self) -> None:
        """Do what is due now."""

    def pressed(self) -> Sequence[Press]:
        """The presses since the last call, oldest first."""

    def show(self, seat: int | None, light: LampLight | None) -> None:
        """Light the lamp of a seat, or that of the table (None); without a light it goes dark.

        A lamp that this panel does not have is nobody's mistake.
        """

    def buzz(self, buzz: Buzz) -> None:
        """Let the buzzer say this in place of whatever it says."""

    def status(self) -> PanelStatus:
        """How the panel fares now."""

    def close(self) -> None:
        """Switch everything off and give the pins back; a second call does nothing."""
