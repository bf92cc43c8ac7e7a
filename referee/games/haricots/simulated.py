"""Simulated players with real, hidden cards, and simulated writers of a score sheet.

The players are sensible, not strong: on an empty table they get rid of their largest set, otherwise
they beat the table with their lowest set that can, and now and then rather draw a card than spend
far too much.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from random import Random
from typing import cast

import msgspec

from referee.games.base import Action, Simulated
from referee.games.haricots import actions
from referee.games.haricots.edition import KINDS, card_values, fewest_to_beat
from referee.games.haricots.state import GameOrSheet, Sheet, State
from referee.games.haricots.waiting import pass_of, play_of


class DealtCards(msgspec.Struct, gc=False):
    """Where every card lies that nobody has seen.

    A hand counts its cards of each kind; personal decks and the cards aside are kinds in order.
    """

    hands: list[list[int]]
    decks: list[list[int]]
    aside: list[int]


@lru_cache(maxsize=256)
def _unseen_cards(unseen: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(kind for kind, count in enumerate(unseen) for _ in range(count))


def deal_out(state: State, random: Callable[[], float]) -> DealtCards:
    """Shuffle what is unseen and give every seat as many cards as it has.

    At the start of a round these are all cards; later it is one way how they may lie.
    """
    # Sorting by random keys is twice as fast as the shuffle of the standard library.
    cards = sorted(_unseen_cards(state.unseen), key=lambda kind: random())
    hands: list[list[int]] = []
    decks: list[list[int]] = []
    at = 0
    for in_hand, in_deck in zip(state.hands, state.decks, strict=True):
        hand = [0] * KINDS
        for kind in cards[at : at + in_hand]:
            hand[kind] += 1
        at += in_hand
        hands.append(hand)
        decks.append(cards[at : at + in_deck])
        at += in_deck
    return DealtCards(hands, decks, cards[at:])


# Chosen by hand: what a lost round costs at most; more would only make the numbers larger.
_MOST_POINTS = 8


@cache
def _one_chip(seats: int, winner: int) -> tuple[int, ...]:
    return tuple(int(seat == winner) for seat in range(seats))


class SimulatedSheet:
    """Everything a sheet does not know: who won a round, and what the others had to take."""

    __slots__ = ("_random",)

    def __init__(self, sheet: Sheet, rng: Random) -> None:
        self._random = rng.random

    def act(self, sheet: Sheet) -> Action | None:
        """Write rounds until the victory chips are gone."""
        if sheet.phase == "over":
            return None
        if not sheet.chips_left:
            return actions.CloseSheet(0)
        seats = len(sheet.rules.names)
        winner = int(self._random() * seats)
        most = min(_MOST_POINTS, sheet.points_left // seats) + 1
        negative = [int(self._random() * most) for _ in range(seats)]
        negative[winner] = 0
        return actions.WriteRound(winner, _one_chip(seats, winner), tuple(negative))


# Chosen by hand: a set that beats the table by more than this is so often kept. Neither matters
# much to the game (64 plays and 50 draws with or without), but such passes are judged, too.
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
        self._deal_round(state)

    def _deal_round(self, state: State) -> None:
        dealt = deal_out(state, self._random)
        self.hands, self.decks = dealt.hands, dealt.decks
        self._round = state.round

    def act(self, state: State) -> Action | None:
        """The largest set on an empty table, else the whole lowest set that beats it, or a pass."""
        if state.phase == "over":
            return None
        if state.round != self._round:
            self._deal_round(state)
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


def simulated(state: GameOrSheet, rng: Random) -> Simulated[GameOrSheet]:
    """Players for the game, or writers for the sheet."""
    # A game never turns into a sheet, so each meets only its own kind of state.
    players = (
        SimulatedHaricots(state, rng) if isinstance(state, State) else SimulatedSheet(state, rng)
    )
    return cast("Simulated[GameOrSheet]", players)
