"""Where the bonus tiles are, how events move them, and what must be true after every event.

Frozen: `evolve` makes the next state. It decides nothing: every choice was made when the event was
judged. `faults` is for tests and simulations.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from referee.games.base import Evolvers
from referee.games.tiles import events as e
from referee.games.tiles.edition import KARUBA, TILES, WOLF, Edition, Host
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


_Tiles = tuple[str, ...]


def _game_started(state: None, event: e.GameStarted) -> State:
    rules = Rules(event.seats, event.edition, event.host)
    return State(rules, TILES[event.host], ((),) * len(event.seats))


def _without(tiles: _Tiles, tile: str) -> _Tiles:
    return tuple([other for other in tiles if other != tile])


def _with_held(state: State, seat: int, tiles: _Tiles) -> tuple[_Tiles, ...]:
    held = list(state.held)
    held[seat] = tiles
    return tuple(held)


def _handed_over(state: State, seat: int, tile: str) -> State:
    held = _with_held(state, seat, (*state.held[seat], tile))
    return replace(state, phase="open", tiles=_without(state.tiles, tile), held=held)


def _tile_claimed(state: State, event: e.TileClaimed) -> State:
    return replace(state, phase="claimed", claims=(*state.claims, (event.seat, event.tile)))


def _tile_awarded(state: State, event: e.TileAwarded) -> State:
    return _handed_over(state, event.seat, event.tile)


def _tile_removed(state: State, event: e.TileRemoved) -> State:
    tiles = _without(state.tiles, event.tile)
    return replace(state, phase="open", tiles=tiles, gone=(*state.gone, event.tile))


def _turn_closed(state: State, event: e.TurnClosed) -> State:
    return replace(state, phase="open", claims=())


def _herb_exchanged(state: State, event: e.HerbExchanged) -> State:
    return replace(state, phase="drawing", drawer=event.seat)


def _tile_drawn(state: State, event: e.TileDrawn) -> State:
    return replace(_handed_over(state, event.seat, event.tile), drawer=None)


def _tile_used(state: State, event: e.TileUsed) -> State:
    if event.stays:
        return state
    held = _with_held(state, event.seat, _without(state.held[event.seat], event.tile))
    return replace(state, held=held, gone=(*state.gone, event.tile))


def _game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, phase="over")


evolve: Evolvers[State] = Evolvers(
    {
        e.GameStarted: _game_started,
        e.TileClaimed: _tile_claimed,
        e.TileAwarded: _tile_awarded,
        e.TileRemoved: _tile_removed,
        e.TurnClosed: _turn_closed,
        e.HerbExchanged: _herb_exchanged,
        e.TileDrawn: _tile_drawn,
        e.TileUsed: _tile_used,
        e.GameEnded: _game_ended,
    }
)


def faults(state: State) -> Iterator[str]:
    """A sentence for every broken invariant."""
    held = [tile for tiles in state.held for tile in tiles]
    if sorted([*state.tiles, *held, *state.gone]) != sorted(all_tiles(state)):
        yield "a tile is missing or there twice"
    if len(set(state.claims)) != len(state.claims):
        yield "a seat claims the same tile twice"
    if state.claims and state.rules.host != KARUBA:
        yield "a tile is claimed that has to be drawn"
    if (state.drawer is not None) != (state.phase == "drawing"):
        yield "somebody draws without having exchanged a herb"
    if state.phase == "drawing" and not state.tiles:
        yield "somebody draws from an empty pile"
    if WOLF in state.gone:
        yield "the tamed wolf was used up"


def secrets(state: State) -> Iterator[str]:
    """Nothing is hidden from the players that the referee knows."""
    return iter(())
