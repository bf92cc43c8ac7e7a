"""Deals the hidden cards of a simulated round (HA-11, HA-12)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from referee.games.haricots.cards import KINDS
from referee.games.haricots.state import State


class Deal(msgspec.Struct, gc=False):
    """Where every card lies that nobody has seen.

    A hand counts its cards of each kind; personal decks and the cards aside are kinds in order.
    """

    hands: list[list[int]]
    decks: list[list[int]]
    aside: list[int]


@lru_cache(maxsize=256)
def _unsorted(unseen: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(kind for kind, count in enumerate(unseen) for _ in range(count))


def deal(state: State, random: Callable[[], float]) -> Deal:
    """Shuffle what is unseen and give every seat as many cards as it has.

    At the start of a round these are all cards; later it is one way how they may lie.
    """
    # Sorting by random keys is twice as fast as the shuffle of the standard library.
    cards = sorted(_unsorted(state.unseen), key=lambda kind: random())
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
    return Deal(hands, decks, cards[at:])
