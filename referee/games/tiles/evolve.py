"""Applies events to states. Decides nothing: every choice was made when the event was judged."""

from msgspec.structs import replace

from referee.games.base import Evolvers, with_item
from referee.games.tiles import events
from referee.games.tiles.edition import TILES
from referee.games.tiles.state import Rules, State

_Tiles = tuple[str, ...]


def _game_started(state: None, event: events.GameStarted) -> State:
    rules = Rules(event.seats, event.edition, event.host)
    return State(rules, TILES[event.host], ((),) * len(event.seats))


def _without(tiles: _Tiles, tile: str) -> _Tiles:
    return tuple([other for other in tiles if other != tile])


def _hand_over(state: State, seat: int, tile: str) -> State:
    held = with_item(state.held, seat, (*state.held[seat], tile))
    return replace(state, phase="open", tiles=_without(state.tiles, tile), held=held)


def _tile_claimed(state: State, event: events.TileClaimed) -> State:
    return replace(state, phase="claimed", claims=(*state.claims, (event.seat, event.tile)))


def _tile_awarded(state: State, event: events.TileAwarded) -> State:
    return _hand_over(state, event.seat, event.tile)


def _tile_removed(state: State, event: events.TileRemoved) -> State:
    tiles = _without(state.tiles, event.tile)
    return replace(state, phase="open", tiles=tiles, gone=(*state.gone, event.tile))


def _turn_closed(state: State, event: events.TurnClosed) -> State:
    return replace(state, phase="open", claims=())


def _herb_exchanged(state: State, event: events.HerbExchanged) -> State:
    return replace(state, phase="drawing", drawer=event.seat)


def _tile_drawn(state: State, event: events.TileDrawn) -> State:
    return replace(_hand_over(state, event.seat, event.tile), drawer=None)


def _tile_used(state: State, event: events.TileUsed) -> State:
    if event.stays:
        return state
    held = with_item(state.held, event.seat, _without(state.held[event.seat], event.tile))
    return replace(state, held=held, gone=(*state.gone, event.tile))


def _game_ended(state: State, event: events.GameEnded) -> State:
    return replace(state, phase="over")


evolve: Evolvers[State] = Evolvers(
    {
        events.GameStarted: _game_started,
        events.TileClaimed: _tile_claimed,
        events.TileAwarded: _tile_awarded,
        events.TileRemoved: _tile_removed,
        events.TurnClosed: _turn_closed,
        events.HerbExchanged: _herb_exchanged,
        events.TileDrawn: _tile_drawn,
        events.TileUsed: _tile_used,
        events.GameEnded: _game_ended,
    }
)
