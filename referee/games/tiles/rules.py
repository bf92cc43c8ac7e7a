"""Judges the tiles of both host games, sets the companion up and says what it came to.

Karuba: the first to meet a condition has the tile, several lose it for all. Claims are collected
until the turn is closed, so that two players can meet a condition in the same turn. Odyssée-land: a
herb is swapped for the top bonus tile, which then helps in fights.

The general rules of Karuba's tiles stand above SP-75, those of Odyssée-land's above SP-70. The
sentences of the refusals are in the language files.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from referee.events import JsonObject
from referee.games.base import Accepted, Event, Options, Outcome, Refusal, Refused, Ruling
from referee.games.editions import load_edition
from referee.games.reports import ReportCards
from referee.games.tiles.actions import ClaimTile, CloseTurn, EndHostGame, ExchangeHerb, UseTile
from referee.games.tiles.edition import (
    EFFECT_OF_TILE,
    KARUBA,
    ODYSSEE_LAND,
    RULE_OF_TILE,
    WOLF,
    Edition,
    Host,
)
from referee.games.tiles.events import (
    GameEnded,
    GameStarted,
    HerbExchanged,
    TileAwarded,
    TileClaimed,
    TileDrawn,
    TileRemoved,
    TileUsed,
    TurnClosed,
)
from referee.games.tiles.state import State, all_tiles, holder_of, points_of

if TYPE_CHECKING:
    from random import Random


NO_SUCH_SEAT = Refusal("SP-75", "no-such-seat")
NOT_NOW = Refusal("SP-75", "not-now")
ONLY_IN_KARUBA = Refusal("SP-75", "only-in-karuba")
ONLY_IN_ODYSSEE_LAND = Refusal("SP-70", "only-in-odyssee-land")
NO_SUCH_TILE = Refusal("SP-75", "no-such-tile")
TILE_IS_TAKEN = Refusal("SP-75", "tile-is-taken")
TILE_LEFT_GAME = Refusal("SP-75", "tile-left-game")
ALREADY_CLAIMED = Refusal("SP-75", "already-claimed")
NOTHING_CLAIMED = Refusal("SP-75", "nothing-claimed")
PILE_IS_EMPTY = Refusal("SP-70", "pile-is-empty")
ONE_TILE_IS_DRAWN = Refusal("SP-70", "one-tile-is-drawn")
TILE_NOT_IN_PILE = Refusal("SP-70", "tile-not-in-pile")
TILE_NOT_HELD = Refusal("SP-70", "tile-not-held")

REFUSALS: tuple[Refusal, ...] = tuple(
    value for value in dict(globals()).values() if isinstance(value, Refusal)
)


def _general_rule(state: State) -> str:
    """The rule that stands above the tiles of the host game."""
    return "SP-70" if state.rules.host == ODYSSEE_LAND else "SP-75"


def not_now(state: State) -> Refused:
    """The table waits for something else; say what."""
    player = state.rules.names[state.drawer or 0]
    return NOT_NOW(rule=_general_rule(state), phase=state.phase, player=player)


def refuse_seat(state: State, seat: int) -> Refused | None:
    """Nobody sits there."""
    if 0 <= seat < len(state.held):
        return None
    return NO_SUCH_SEAT(rule=_general_rule(state), seat=seat, seats=len(state.held))


def refuse_tile(state: State, tile: str) -> Refused | None:
    """The host game has no such tile."""
    if tile in all_tiles(state):
        return None
    return NO_SUCH_TILE(rule=_general_rule(state), card=tile)


def claim_tile(state: State, action: ClaimTile) -> Ruling:
    """SP-75 to SP-78: a seat met a condition in the turn that is being played."""
    if state.rules.host != KARUBA:
        return ONLY_IN_KARUBA()
    if state.phase == "over":
        return not_now(state)
    refused = _refuse_claim(state, action.seat, action.tile)
    return refused or Accepted((TileClaimed(action.seat, action.tile),))


def _refuse_claim(state: State, seat: int, tile: str) -> Refused | None:
    refused = refuse_seat(state, seat) or refuse_tile(state, tile)
    if refused:
        return refused
    if tile in state.gone:
        return TILE_LEFT_GAME(rule=RULE_OF_TILE[tile], card=tile)
    holder = holder_of(state, tile)
    names = state.rules.names
    if holder is not None:
        return TILE_IS_TAKEN(rule=RULE_OF_TILE[tile], card=tile, player=names[holder])
    if (seat, tile) in state.claims:
        return ALREADY_CLAIMED(rule=RULE_OF_TILE[tile], card=tile, player=names[seat])
    return None


def close_turn(state: State, action: CloseTurn) -> Ruling:
    """SP-75 to SP-78: one claim wins the tile, several take it out of the game."""
    if state.rules.host != KARUBA:
        return ONLY_IN_KARUBA()
    if state.phase == "over":
        return not_now(state)
    if not state.claims:
        return NOTHING_CLAIMED()
    return Accepted(_close_claims(state))


def _close_claims(state: State) -> tuple[Event, ...]:
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
        return not_now(state)
    closed = _close_claims(state) if state.claims else ()
    return Accepted((*closed, GameEnded()))


def exchange_herb(state: State, action: ExchangeHerb) -> Ruling:
    """Whoever picks up a herb tile worth 2 points may swap it at once for the top bonus tile."""
    refused = _refuse_odyssee_land(state, action.seat)
    if refused:
        return refused
    if not state.tiles:
        return PILE_IS_EMPTY()
    return Accepted((HerbExchanged(action.seat),))


def _refuse_odyssee_land(state: State, seat: int) -> Refused | None:
    if state.rules.host != ODYSSEE_LAND:
        return ONLY_IN_ODYSSEE_LAND()
    if state.phase != "open":
        return not_now(state)
    return refuse_seat(state, seat)


def report_cards(state: State, action: ReportCards) -> Ruling:
    """The top tile of the pile is turned over: one that nobody has seen yet."""
    if state.drawer is None:
        return not_now(state)
    if len(action.cards) != 1:
        return ONE_TILE_IS_DRAWN(seen=len(action.cards))
    tile = action.cards[0]
    if tile not in state.tiles:
        return refuse_tile(state, tile) or TILE_NOT_IN_PILE(rule=RULE_OF_TILE[tile], card=tile)
    return Accepted((TileDrawn(state.drawer, tile),))


def use_tile(state: State, action: UseTile) -> Ruling:
    """SP-70 to SP-73: the swords are used up, the tamed wolf stays and helps in every fight."""
    seat, tile = action.seat, action.tile
    refused = _refuse_odyssee_land(state, seat) or refuse_tile(state, tile)
    if refused:
        return refused
    if tile not in state.held[seat]:
        return TILE_NOT_HELD(rule=RULE_OF_TILE[tile], card=tile, player=state.rules.names[seat])
    amount = state.rules.edition.effect(tile)
    return Accepted((TileUsed(seat, tile, EFFECT_OF_TILE[tile], amount, tile == WOLF),))


EDITIONS = Path(__file__).parent / "editions"


class TilesOptions(Options, frozen=True):
    """`host` is the game that is played with the tiles.

    `edition` is a shipped edition or the path of a file, `numbers` replaces single keys of it.
    """

    host: Host = "karuba"
    edition: str = "standard"
    numbers: JsonObject = msgspec.field(default_factory=dict)


def setup(seats: tuple[str, ...], options: TilesOptions) -> tuple[Event, ...]:
    """Karuba's tiles lie open in the middle, Odyssée-land's shuffled in a face-down pile."""
    edition = load_edition(EDITIONS, options.edition, Edition, options.numbers)
    return (GameStarted(seats, edition, options.host),)


def seal(options: TilesOptions, rng: Random) -> TilesOptions:
    """The pile is real, and the players shuffle it: the referee keeps nothing sealed."""
    return options


def outcome(state: State) -> Outcome | None:
    """Everybody's points from the tiles; who wins is for the rules of the host game to say."""
    if state.phase != "over":
        return None
    scores = tuple([points_of(state, seat) for seat in range(len(state.held))])
    return Outcome("host-game", (), scores)
