"""What a seat may choose to do. What the table sees arrives as the common reports."""

from referee.games.base import SeatAction


class ChooseFigure(SeatAction, frozen=True):
    """Take this figure for the whole turn (SP-20, SP-50)."""

    figure: str


class ChooseDice(SeatAction, frozen=True):
    """Roll 2, 3 or 4 dice, now or once more (SP-21, SP-26)."""

    count: int


class StopTurn(SeatAction, frozen=True):
    """End the turn after a success and keep all chips (SP-26)."""


class UseJoker(SeatAction, frozen=True):
    """Spend the joker to roll the same dice again (SP-61)."""


class KeepRoll(SeatAction, frozen=True):
    """Let the roll stand and keep the joker (SP-61)."""


class TakeFines(SeatAction, frozen=True):
    """Take all fine chips on the space just reached with two dice (SP-25)."""


class LeaveFines(SeatAction, frozen=True):
    """Leave the fine chips where they are (SP-25, SP-R6)."""


class MoveGhost(SeatAction, frozen=True):
    """Move the ghost one floor, up or down, to `space` (SP-67)."""

    space: int
