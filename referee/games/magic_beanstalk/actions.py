"""What a seat may choose to do. What the table sees arrives as the common reports."""

from referee.games.base import SeatAction
from referee.games.naming import Seat


class PickCard(SeatAction, frozen=True):
    """Lay one Action card face down (MB-20)."""

    value: int


class RaiseAxe(SeatAction, frozen=True):
    """Give up the Axe token, or use power 4, to strike the tower (MB-80, MB-114)."""


class Hide(SeatAction, frozen=True):
    """Power 2: skip this turn (MB-112)."""


class StealSack(SeatAction, frozen=True):
    """Power 3: take a sack from a player who owns more of them (MB-113)."""

    victim: Seat


class AnnounceDice(SeatAction, frozen=True):
    """Say how many dice will be rolled (MB-30)."""

    count: int


class TakeExtraDice(SeatAction, frozen=True):
    """Say how many extra dice will be rolled for the Die faces; 0 for none (MB-33)."""

    count: int


class ReturnDie(SeatAction, frozen=True):
    """Power 6: give one rolled die back to the pool (MB-116)."""

    face: str


class RerollDice(SeatAction, frozen=True):
    """Power 7: reroll every die that shows the card's face (MB-117)."""


class DrawBonus(SeatAction, frozen=True):
    """Power 5: draw one more sack for two own tokens placed this turn (MB-115)."""


class GiveEye(SeatAction, frozen=True):
    """Power 1: hand the Eye token to a player who is still to come this round (MB-111)."""

    to: Seat


class DeclinePower(SeatAction, frozen=True):
    """Leave the power that is offered right now unused (MB-101)."""
