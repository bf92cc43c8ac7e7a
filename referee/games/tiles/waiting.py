"""What the table waits for, and what the players may say meanwhile."""

from collections.abc import Iterator
from functools import lru_cache

from referee.games.awaiting import AwaitCards, AwaitChoice, Awaiting
from referee.games.base import Action
from referee.games.tiles import actions
from referee.games.tiles.edition import KARUBA, MAX_PLAYERS, MIN_PLAYERS
from referee.games.tiles.state import State

_choice = lru_cache(maxsize=64)(AwaitChoice)
_SEATS = {count: tuple(range(count)) for count in range(MIN_PLAYERS, MAX_PLAYERS + 1)}
_cards = lru_cache(maxsize=256)(AwaitCards)


def awaiting(state: State) -> Awaiting | None:
    """What the table waits for; None when the game is over."""
    if state.phase == "over":
        return None
    if state.phase == "drawing":
        return _cards("bonus", 1, state.tiles, state.drawer)
    seats = _SEATS[len(state.held)]
    if state.rules.host != KARUBA:
        return _choice(seats, "exchange")
    return _choice(seats, "same-turn" if state.claims else "claim")


def legal_actions(state: State) -> Iterator[Action]:
    """Everything somebody may say now. What the table reports is judged, not listed."""
    if state.phase in ("drawing", "over"):
        return
    if state.rules.host == KARUBA:
        yield from _legal_claims(state)
    else:
        yield from _legal_exchanges(state)
    yield actions.EndHostGame()


def _legal_claims(state: State) -> Iterator[Action]:
    for seat in range(len(state.held)):
        for tile in state.tiles:
            if (seat, tile) not in state.claims:
                yield actions.ClaimTile(seat, tile)
    if state.claims:
        yield actions.CloseTurn()


def _legal_exchanges(state: State) -> Iterator[Action]:
    for seat, held in enumerate(state.held):
        if state.tiles:
            yield actions.ExchangeHerb(seat)
        for tile in held:
            yield actions.UseTile(seat, tile)
