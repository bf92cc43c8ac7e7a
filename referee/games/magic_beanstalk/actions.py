"""What a seat may choose to do. What the table sees arrives as the common reports."""

from referee.games.base import Action


class PickCard(Action, frozen=True):
    """Lay one Action card face down (MB-20)."""

    seat: int
    value: int


class RaiseAxe(Action, frozen=True):
    """Give up the Axe token, or use power 4, to strike the tower (MB-80, MB-114)."""

    seat: int


class Hide(Action, frozen=True):
    """Power 2: skip this turn (MB-112)."""

    seat: int


class StealSack(Action, frozen=True):
    """Power 3: take a sack from a player who owns more of them (MB-113)."""

    seat: int
    victim: int


class AnnounceDice(Action, frozen=True):
    """Say how many dice will be rolled (MB-30)."""

    seat: int
    count: int


class TakeExtraDice(Action, frozen=True):
    """Say how many extra dice will be rolled for the Die faces; 0 for none (MB-33)."""

    seat: int
    count: int


class ReturnDie(Action, frozen=True):
    """Power 6: give one rolled die back to the pool (MB-116)."""

    seat: int
    face: str


class RerollDice(Action, frozen=True):
    """Power 7: reroll every die that shows the card's face (MB-117)."""

    seat: int


class DrawBonus(Action, frozen=True):
    """Power 5: draw one more sack for two own tokens placed this turn (MB-115)."""

    seat: int


class GiveEye(Action, frozen=True):
    """Power 1: hand the Eye token to a player who is still to come this round (MB-111)."""

    seat: int
    to: int


class DeclinePower(Action, frozen=True):
    """Leave the power that is offered right now unused (MB-101)."""

    seat: int
