"""What a seat may choose to do. What the table sees arrives as the common reports."""

from referee.games.base import Action


class ChooseFigure(Action, frozen=True):
    """Take this figure for the whole turn (SP-20, SP-50)."""

    seat: int
    figure: str


class ChooseDice(Action, frozen=True):
    """Roll 2, 3 or 4 dice, now or once more (SP-21, SP-26)."""

    seat: int
    count: int


class StopTurn(Action, frozen=True):
    """End the turn after a success and keep all chips (SP-26)."""

    seat: int


class UseJoker(Action, frozen=True):
    """Spend the joker to roll the same dice again (SP-61)."""

    seat: int


class KeepRoll(Action, frozen=True):
    """Let the roll stand and keep the joker (SP-61)."""

    seat: int


class TakeFines(Action, frozen=True):
    """Take all fine chips on the space just reached with two dice (SP-25)."""

    seat: int


class LeaveFines(Action, frozen=True):
    """Leave the fine chips where they are (SP-25, SP-R6)."""

    seat: int


class MoveGhost(Action, frozen=True):
    """Move the ghost one floor, up or down, to `space` (SP-67)."""

    seat: int
    space: int
