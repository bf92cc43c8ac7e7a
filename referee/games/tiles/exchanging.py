"""Judges Odyssée-land's tiles: a herb for the top bonus tile, which then helps in fights."""

from __future__ import annotations

from referee.games.base import Accepted, Refused, Ruling
from referee.games.reports import ReportCards
from referee.games.tiles import refusals as no
from referee.games.tiles.actions import ExchangeHerb, UseTile
from referee.games.tiles.events import HerbExchanged, TileDrawn, TileUsed
from referee.games.tiles.pieces import EFFECTS, ODYSSEE_LAND, RULES, WOLF
from referee.games.tiles.state import State


def exchange_herb(state: State, action: ExchangeHerb) -> Ruling:
    """Whoever picks up a herb tile worth 2 points may swap it at once for the top bonus tile."""
    refused = _refuse_moment(state, action.seat)
    if refused:
        return refused
    if not state.tiles:
        return no.PILE_IS_EMPTY()
    return Accepted((HerbExchanged(action.seat),))


def _refuse_moment(state: State, seat: int) -> Refused | None:
    if state.rules.host != ODYSSEE_LAND:
        return no.ONLY_IN_ODYSSEE_LAND()
    if state.phase != "open":
        return no.not_now(state)
    return no.refuse_seat(state, seat)


def report_cards(state: State, action: ReportCards) -> Ruling:
    """The top tile of the pile is turned over: one that nobody has seen yet."""
    if state.drawer is None:
        return no.not_now(state)
    if len(action.cards) != 1:
        return no.ONE_TILE_IS_DRAWN(seen=len(action.cards))
    tile = action.cards[0]
    if tile not in state.tiles:
        return no.refuse_tile(state, tile) or no.TILE_NOT_IN_PILE(rule=RULES[tile], card=tile)
    return Accepted((TileDrawn(state.drawer, tile),))


def use_tile(state: State, action: UseTile) -> Ruling:
    """SP-70 to SP-73: the swords are used up, the tamed wolf stays and helps in every fight."""
    seat, tile = action.seat, action.tile
    refused = _refuse_moment(state, seat) or no.refuse_tile(state, tile)
    if refused:
        return refused
    if tile not in state.held[seat]:
        return no.TILE_NOT_HELD(rule=RULES[tile], card=tile, player=state.rules.names[seat])
    amount = state.rules.edition.effect(tile)
    return Accepted((TileUsed(seat, tile, EFFECTS[tile], amount, tile == WOLF),))
