"""The facts that the companion keeps: who claims, draws, uses and holds which tile."""

from typing import Literal

from referee.games.base import Event
from referee.games.naming import Seat
from referee.games.tiles.edition import Edition, Effect, Host

Phase = Literal["open", "claimed", "drawing", "over"]


class GameStarted(Event, frozen=True):
    """Seats in clockwise order, the game whose tiles are kept, and the numbers on them."""

    seats: tuple[str, ...]
    edition: Edition
    host: Host


class TileClaimed(Event, frozen=True):
    """Karuba: a seat says that it has met the condition of a tile in this turn."""

    seat: Seat
    tile: str


class TileAwarded(Event, frozen=True):
    """Karuba: the only seat that met the condition in this turn has the tile and its points."""

    seat: Seat
    tile: str
    points: int


class TileRemoved(Event, frozen=True):
    """Karuba: several met the condition in the same turn, so the tile leaves the game.

    `order` are these seats in the order in which they spoke up.
    """

    tile: str
    order: tuple[Seat, ...]


class TurnClosed(Event, frozen=True):
    """Karuba: everybody who met a condition in this turn has spoken up."""


class HerbExchanged(Event, frozen=True):
    """Odyssée-land: a herb tile worth 2 points left the game; its owner draws from the pile."""

    seat: Seat


class TileDrawn(Event, frozen=True):
    """Odyssée-land: this was the top bonus tile of the pile."""

    seat: Seat
    tile: str


class TileUsed(Event, frozen=True):
    """Odyssée-land: the tile helps in a fight; it `stays` with its owner or leaves the game.

    `amount` is a number of dice instead of one, or combat strength, as `effect` says.
    """

    seat: Seat
    tile: str
    effect: Effect
    amount: int
    stays: bool


class GameEnded(Event, frozen=True):
    """The players say that the host game is over."""
