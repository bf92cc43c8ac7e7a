"""Where the bonus tiles are. Frozen: `evolve` makes the next state."""

import msgspec

from referee.games.tiles.edition import TILES, Edition, Host
from referee.games.tiles.events import Phase


class Rules(msgspec.Struct, frozen=True):
    """What was agreed before the game and never changes during it."""

    names: tuple[str, ...]
    edition: Edition
    host: Host


class State(msgspec.Struct, frozen=True, gc=False):
    """All tiles of the host game.

    `tiles` lie in the middle (Karuba) or somewhere in the face-down pile (Odyssée-land), in the
    order of the leaflet, which says nothing about the pile. `held` are the tiles of each seat,
    `gone` those that left the game. `claims` are the seats and tiles of the turn being played,
    `drawer` is the seat that is about to turn over the top tile.
    """

    rules: Rules
    tiles: tuple[str, ...]
    held: tuple[tuple[str, ...], ...]
    gone: tuple[str, ...] = ()
    claims: tuple[tuple[int, str], ...] = ()
    drawer: int | None = None
    phase: Phase = "open"


def all_tiles(state: State) -> tuple[str, ...]:
    """The four tiles of the host game."""
    return TILES[state.rules.host]


def holder_of(state: State, tile: str) -> int | None:
    """The seat that has this tile."""
    for seat, tiles in enumerate(state.held):
        if tile in tiles:
            return seat
    return None


def points_of(state: State, seat: int) -> int:
    """What the tiles of this seat are worth at the end."""
    return sum(state.rules.edition.points(tile) for tile in state.held[seat])
