"""Applies events to states. Decides nothing: every choice was made when the event was judged."""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.base import Evolvers
from referee.games.tiles import events as e
from referee.games.tiles.pieces import TILES
from referee.games.tiles.state import Rules, State

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
