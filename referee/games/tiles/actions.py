"""What players may tell the companion. The tile drawn from the pile arrives as `ReportCards`."""

from referee.games.base import Action, SeatAction


class ClaimTile(SeatAction, frozen=True):
    """Karuba: this seat has met the condition of the tile in the turn that is being played."""

    tile: str


class CloseTurn(Action, frozen=True):
    """Karuba: nobody else met a condition in this turn; anybody may say so."""


class ExchangeHerb(SeatAction, frozen=True):
    """Odyssée-land: swap the 2-point herb tile just picked up for the top bonus tile."""


class UseTile(SeatAction, frozen=True):
    """Odyssée-land: let a bonus tile help in a fight."""

    tile: str


class EndHostGame(Action, frozen=True):
    """The host game is over; anybody may say so."""
