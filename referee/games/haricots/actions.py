"""What a seat may choose, in the game and on the score sheet, and what the table waits for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from referee.games.awaiting import AwaitChoice, Awaiting
from referee.games.base import Action
from referee.games.haricots.edition import MAX_PLAYERS, equal_cards, fewest_to_beat
from referee.games.haricots.state import GameOrSheet, State


class PlayCards(Action, frozen=True):
    """Lay these cards face up in the middle, by what they show: `"4"`, `"1/17"` (HA-20)."""

    seat: int
    cards: tuple[str, ...]


class Pass(Action, frozen=True):
    """Draw from the personal deck and pass; with an empty deck, drop out (HA-30, HA-31)."""

    seat: int


class WriteRound(Action, frozen=True):
    """Score sheet: the +3 chips and the negative points of one round, both by seat."""

    seat: int
    chips: tuple[int, ...]
    negative: tuple[int, ...]


class CloseSheet(Action, frozen=True):
    """Score sheet: the players say that their game is over."""

    seat: int


# The same few words are said over and over; make each of them once.
_TURNS = tuple(AwaitChoice((seat,), "turn") for seat in range(MAX_PLAYERS))
_SHEETS = tuple(AwaitChoice(tuple(range(count)), "sheet") for count in range(MAX_PLAYERS + 1))

pass_of = cache(Pass)
"""The pass of a seat, made once."""


@cache
def play_of(seat: int, kind: int, count: int) -> PlayCards:
    """The play of so many cards of one kind by this seat, made once."""
    return PlayCards(seat, equal_cards(kind, count))


def awaiting(state: GameOrSheet) -> Awaiting | None:
    """What the table waits for; None when the game is over."""
    if state.phase == "playing":
        return _TURNS[state.active]
    return _SHEETS[len(state.rules.names)] if state.phase == "writing" else None


def legal_actions(state: GameOrSheet) -> Iterator[Action]:
    """Every choice the seats have now, as far as everybody can see. A line of the sheet is free."""
    if isinstance(state, State):
        return _legal_turns(state)
    seats = range(len(state.rules.names)) if state.phase == "writing" else range(0)
    return (CloseSheet(seat) for seat in seats)


def _legal_turns(state: State) -> Iterator[Action]:
    """HA-20 to HA-24, HA-30: a pass, and every play that the unseen cards allow."""
    if state.phase != "playing":
        return
    seat = state.active
    yield pass_of(seat)
    hand = state.hands[seat]
    fewest = fewest_to_beat(state.to_beat)
    for kind, unseen in enumerate(state.unseen):
        for count in range(fewest[kind], min(unseen, hand) + 1):
            yield play_of(seat, kind, count)
