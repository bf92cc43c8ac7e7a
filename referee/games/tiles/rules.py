"""Judges the tiles of both host games.

Karuba: the first to meet a condition has the tile, several lose it for all. Claims are collected
until the turn is closed, so that two players can meet a condition in the same turn. Odyssée-land: a
herb is swapped for the top bonus tile, which then helps in fights.
"""

from referee.games.base import Accepted, Event, Refused, Ruling
from referee.games.reports import ReportCards
from referee.games.tiles import actions, events, refusals
from referee.games.tiles.edition import (
    EFFECT_OF_TILE,
    KARUBA,
    ODYSSEE_LAND,
    RULE_OF_TILE,
    WOLF,
)
from referee.games.tiles.refusals import not_now, refuse_seat, refuse_tile
from referee.games.tiles.state import State, holder_of


def claim_tile(state: State, action: actions.ClaimTile) -> Ruling:
    """SP-75 to SP-78: a seat met a condition in the turn that is being played."""
    if state.rules.host != KARUBA:
        return refusals.ONLY_IN_KARUBA()
    if state.phase == "over":
        return not_now(state)
    refused = _refuse_claim(state, action.seat, action.tile)
    return refused or Accepted((events.TileClaimed(action.seat, action.tile),))


def _refuse_claim(state: State, seat: int, tile: str) -> Refused | None:
    refused = refuse_seat(state, seat) or refuse_tile(state, tile)
    if refused:
        return refused
    if tile in state.gone:
        return refusals.TILE_LEFT_GAME(rule=RULE_OF_TILE[tile], card=tile)
    holder = holder_of(state, tile)
    names = state.rules.names
    if holder is not None:
        return refusals.TILE_IS_TAKEN(rule=RULE_OF_TILE[tile], card=tile, player=names[holder])
    if (seat, tile) in state.claims:
        return refusals.ALREADY_CLAIMED(rule=RULE_OF_TILE[tile], card=tile, player=names[seat])
    return None


def close_turn(state: State, action: actions.CloseTurn) -> Ruling:
    """SP-75 to SP-78: one claim wins the tile, several take it out of the game."""
    if state.rules.host != KARUBA:
        return refusals.ONLY_IN_KARUBA()
    if state.phase == "over":
        return not_now(state)
    if not state.claims:
        return refusals.NOTHING_CLAIMED()
    return Accepted(_close_claims(state))


def _close_claims(state: State) -> tuple[Event, ...]:
    claimed = dict.fromkeys([tile for _, tile in state.claims])
    return (*[_awarded_or_removed(state, tile) for tile in claimed], events.TurnClosed())


def _awarded_or_removed(state: State, tile: str) -> Event:
    seats = tuple([seat for seat, claimed in state.claims if claimed == tile])
    if len(seats) > 1:
        return events.TileRemoved(tile, seats)
    return events.TileAwarded(seats[0], tile, state.rules.edition.points(tile))


def end_host_game(state: State, action: actions.EndHostGame) -> Ruling:
    """The players say when the host game is over; a turn still open is closed first."""
    if state.phase in ("drawing", "over"):
        return not_now(state)
    closed = _close_claims(state) if state.claims else ()
    return Accepted((*closed, events.GameEnded()))


def exchange_herb(state: State, action: actions.ExchangeHerb) -> Ruling:
    """Whoever picks up a herb tile worth 2 points may swap it at once for the top bonus tile."""
    refused = _refuse_odyssee_land(state, action.seat)
    if refused:
        return refused
    if not state.tiles:
        return refusals.PILE_IS_EMPTY()
    return Accepted((events.HerbExchanged(action.seat),))


def _refuse_odyssee_land(state: State, seat: int) -> Refused | None:
    if state.rules.host != ODYSSEE_LAND:
        return refusals.ONLY_IN_ODYSSEE_LAND()
    if state.phase != "open":
        return not_now(state)
    return refuse_seat(state, seat)


def report_cards(state: State, action: ReportCards) -> Ruling:
    """The top tile of the pile is turned over: one that nobody has seen yet."""
    if state.drawer is None:
        return not_now(state)
    if len(action.cards) != 1:
        return refusals.ONE_TILE_IS_DRAWN(seen=len(action.cards))
    tile = action.cards[0]
    if tile not in state.tiles:
        return refuse_tile(state, tile) or refusals.TILE_NOT_IN_PILE(
            rule=RULE_OF_TILE[tile], card=tile
        )
    return Accepted((events.TileDrawn(state.drawer, tile),))


def use_tile(state: State, action: actions.UseTile) -> Ruling:
    """SP-70 to SP-73: the swords are used up, the tamed wolf stays and helps in every fight."""
    seat, tile = action.seat, action.tile
    refused = _refuse_odyssee_land(state, seat) or refuse_tile(state, tile)
    if refused:
        return refused
    if tile not in state.held[seat]:
        return refusals.TILE_NOT_HELD(
            rule=RULE_OF_TILE[tile], card=tile, player=state.rules.names[seat]
        )
    amount = state.rules.edition.effect(tile)
    return Accepted((events.TileUsed(seat, tile, EFFECT_OF_TILE[tile], amount, tile == WOLF),))
