"""What the players may tell the companion, and what the table waits for.

The tile drawn from the pile arrives as `ReportCards`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.games.awaiting import AwaitCards, AwaitChoice, Awaiting
from referee.games.base import Action
from referee.games.tiles.edition import KARUBA, MAX_PLAYERS, MIN_PLAYERS
from referee.games.tiles.state import State


class ClaimTile(Action, frozen=True):
    """Karuba: this seat has met the condition of the tile in the turn that is being played."""

    seat: int
    tile: str


class CloseTurn(Action, frozen=True):
    """Karuba: nobody else met a condition in this turn; anybody may say so."""


class ExchangeHerb(Action, frozen=True):
    """Odyssée-land: swap the 2-point herb tile just picked up for the top bonus tile."""

    seat: int


class UseTile(Action, frozen=True):
    """Odyssée-land: let a bonus tile help in a fight."""

    seat: int
    tile: str


class EndHostGame(Action, frozen=True):
    """The host game is over; anybody may say so."""


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
    yield EndHostGame()


def _legal_claims(state: State) -> Iterator[Action]:
    for seat in range(len(state.held)):
        for tile in state.tiles:
            if (seat, tile) not in state.claims:
                yield ClaimTile(seat, tile)
    if state.claims:
        yield CloseTurn()


def _legal_exchanges(state: State) -> Iterator[Action]:
    for seat, held in enumerate(state.held):
        if state.tiles:
            yield ExchangeHerb(seat)
        for tile in held:
            yield UseTile(seat, tile)
