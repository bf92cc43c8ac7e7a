"""Judges Karuba's tiles: the first to meet a condition has the tile, several lose it for all.

Claims are collected until the turn is closed, so that two players can meet a condition in the same
turn.
"""

from __future__ import annotations

from referee.games.base import Accepted, Event, Refused, Ruling
from referee.games.tiles import refusals as no
from referee.games.tiles.actions import ClaimTile, CloseTurn, EndHostGame
from referee.games.tiles.events import (
    GameEnded,
    TileAwarded,
    TileClaimed,
    TileRemoved,
    TurnClosed,
)
from referee.games.tiles.pieces import KARUBA, RULES
from referee.games.tiles.state import State, holder_of


def claim_tile(state: State, action: ClaimTile) -> Ruling:
    """SP-75 to SP-78: a seat met a condition in the turn that is being played."""
    if state.rules.host != KARUBA:
        return no.ONLY_IN_KARUBA()
    if state.phase == "over":
        return no.not_now(state)
    refused = _refuse_claim(state, action.seat, action.tile)
    return refused or Accepted((TileClaimed(action.seat, action.tile),))


def _refuse_claim(state: State, seat: int, tile: str) -> Refused | None:
    refused = no.refuse_seat(state, seat) or no.refuse_tile(state, tile)
    if refused:
        return refused
    if tile in state.gone:
        return no.TILE_LEFT_GAME(rule=RULES[tile], card=tile)
    holder = holder_of(state, tile)
    names = state.rules.names
    if holder is not None:
        return no.TILE_IS_TAKEN(rule=RULES[tile], card=tile, player=names[holder])
    if (seat, tile) in state.claims:
        return no.ALREADY_CLAIMED(rule=RULES[tile], card=tile, player=names[seat])
    return None


def close_turn(state: State, action: CloseTurn) -> Ruling:
    """SP-75 to SP-78: one claim wins the tile, several take it out of the game."""
    if state.rules.host != KARUBA:
        return no.ONLY_IN_KARUBA()
    if state.phase == "over":
        return no.not_now(state)
    if not state.claims:
        return no.NOTHING_CLAIMED()
    return Accepted(_closed(state))


def _closed(state: State) -> tuple[Event, ...]:
    claimed = dict.fromkeys([tile for _, tile in state.claims])
    return (*[_awarded_or_removed(state, tile) for tile in claimed], TurnClosed())


def _awarded_or_removed(state: State, tile: str) -> Event:
    seats = tuple([seat for seat, claimed in state.claims if claimed == tile])
    if len(seats) > 1:
        return TileRemoved(tile, seats)
    return TileAwarded(seats[0], tile, state.rules.edition.points(tile))


def end_host_game(state: State, action: EndHostGame) -> Ruling:
    """The players say when the host game is over; a turn still open is closed first."""
    if state.phase in ("drawing", "over"):
        return no.not_now(state)
    closed = _closed(state) if state.claims else ()
    return Accepted((*closed, GameEnded()))
