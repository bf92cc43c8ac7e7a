"""Simulated players with real, hidden cards.

They are sensible, not strong: on an empty table they get rid of their largest set, otherwise they
beat the table with their lowest set that can, and now and then rather draw a card than spend far
too much.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from referee.games.base import Action, Simulated
from referee.games.haricots.cards import card_values, fewest_to_beat
from referee.games.haricots.dealer import deal
from referee.games.haricots.sheet.simulated import SimulatedSheet
from referee.games.haricots.state import Either, State
from referee.games.haricots.waiting import pass_of, play_of

_FAR_TOO_MUCH = 15
_THRIFT = 0.4


class _SetsToTry(dict[int, tuple[tuple[int, int, int], ...]]):
    """By value to beat: kind, fewest cards, most before it is far too much; cheapest first."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        super().__init__()
        self._counts = counts

    def __missing__(self, to_beat: int) -> tuple[tuple[int, int, int], ...]:
        values, fewest = card_values(to_beat), fewest_to_beat(to_beat)
        exist = [kind for kind, count in enumerate(self._counts) if count >= fewest[kind]]
        exist.sort(key=values.__getitem__)
        dear = to_beat + _FAR_TOO_MUCH
        self[to_beat] = sets = tuple((kind, fewest[kind], dear // values[kind]) for kind in exist)
        return sets


_sets_to_try = lru_cache(maxsize=16)(_SetsToTry)


class SimulatedHaricots:
    """Everything the rules do not know: the hands, the personal decks, the cards aside."""

    __slots__ = ("_random", "_round", "_sets", "decks", "hands")

    def __init__(self, state: State, rng: Random) -> None:
        self._random = rng.random
        self._sets = _sets_to_try(state.rules.edition.cards.by_kind())
        self._deal(state)

    def _deal(self, state: State) -> None:
        dealt = deal(state, self._random)
        self.hands, self.decks = dealt.hands, dealt.decks
        self._round = state.round

    def act(self, state: State) -> Action | None:
        """The largest set on an empty table, else the whole lowest set that beats it, or a pass."""
        if state.phase == "over":
            return None
        if state.round != self._round:
            self._deal(state)
        seat, to_beat = state.active, state.to_beat
        hand = self.hands[seat]
        if not to_beat:
            count = max(hand)
            kind = hand.index(count)
        else:
            for kind, fewest, most in self._sets[to_beat]:
                count = hand[kind]
                if count >= fewest:
                    if count > most and self._would_wait(state, count):
                        return self._draw_and_pass(seat)
                    break
            else:
                return self._draw_and_pass(seat)
        hand[kind] -= count
        return play_of(seat, kind, count)

    def _would_wait(self, state: State, count: int) -> bool:
        """A pass costs nothing while the personal deck lasts, but nobody passes up a victory."""
        seat = state.active
        can_wait = state.decks[seat] > 1 and count < state.hands[seat]
        return can_wait and self._random() < _THRIFT

    def _draw_and_pass(self, seat: int) -> Action:
        deck = self.decks[seat]
        if deck:
            self.hands[seat][deck.pop()] += 1
        return pass_of(seat)


def simulated(state: Either, rng: Random) -> Simulated[Any]:
    """Players for the game, or writers for the sheet."""
    return SimulatedHaricots(state, rng) if isinstance(state, State) else SimulatedSheet(state, rng)
