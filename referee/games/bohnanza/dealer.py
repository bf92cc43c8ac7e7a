"""The hidden truth of a simulated table: the shuffled draw pile and the ordered hands.

The referee knows only how many cards are where. If a game takes a course that contradicts the
dealer's cards (somebody else answered for the players), what nobody can see is dealt anew.
"""

from __future__ import annotations

from random import Random

from referee.games.bohnanza.beans import MASK, first_missing, unpacked
from referee.games.bohnanza.drawing import reveal_count
from referee.games.bohnanza.state import State


class Dealer:
    """Holds the draw pile, next card last, and the hands, front card first (BO-12, BO-13)."""

    __slots__ = ("_random", "deck", "hands")

    def __init__(self, state: State, rng: Random) -> None:
        self._random = rng.random
        self.deck: list[str] = []
        self.hands: list[list[str]] = []
        self.deal(state)

    def deal(self, state: State) -> None:
        """BO-11: shuffle everything unseen and deal the hands; the rest is the draw pile."""
        deck = unpacked(state.rules.beans, state.unseen)
        self._shuffle(deck)
        hands = []
        for player in state.players:
            rest = len(deck) - player.hand
            hands.append(deck[rest:])
            del deck[rest:]
        self.deck, self.hands = deck, hands

    def _shuffle(self, cards: list[str]) -> None:
        """Sorting by a random key is several times as fast as swapping card by card."""
        random = self._random
        cards.sort(key=lambda card: random())

    def front(self, state: State, seat: int) -> str:
        """The card that must be planted first (BO-30)."""
        hand = self.hands[seat]
        if len(hand) == state.players[seat].hand:
            card = hand[0]
            if state.unseen >> state.rules.beans.shift[card] & MASK:
                return card
        self.deal(state)
        return self.hands[seat][0]

    def hand(self, state: State, seat: int) -> list[str]:
        """The whole hand of a seat, to look for a card; empty if the referee would object."""
        hand = self.hands[seat]
        return hand if len(hand) == state.players[seat].hand else []

    def turn_up(self, state: State) -> tuple[str, ...]:
        """BO-40: the next cards of the pile; always a reveal that the public counts allow."""
        draw, wanted = state.draw, reveal_count(state)
        if len(self.deck) != draw or not is_possible(state, self.deck[-wanted:]):
            self.deal(state)
        return tuple(self._take(state, wanted))

    def draw(self, state: State) -> None:
        """BO-70: the cards go behind the last one of the active player's hand."""
        if len(self.deck) == state.draw:
            self.hands[state.active] += self._take(state, state.rules.table.drawn)

    def _take(self, state: State, count: int) -> list[str]:
        """R-1: so many cards from the pile, with a shuffle of the discards in between."""
        deck = self.deck
        if len(deck) > count:
            taken = deck[-count:]
            del deck[-count:]
            return taken
        exhaustions = state.exhaustions
        discards = list(state.discard)
        taken = []
        while len(taken) < count:
            if not deck:
                deck, discards = discards, []
                self._shuffle(deck)
            if not deck:
                break
            taken.append(deck.pop())
            if not deck:
                exhaustions += 1
                if exhaustions >= state.rules.table.exhaustions:
                    break
                deck, discards = discards, []
                self._shuffle(deck)
        self.deck = deck
        return taken


def is_possible(state: State, cards: list[str]) -> bool:
    """Whether all of these cards are still unseen."""
    return first_missing(state.rules.beans, state.unseen, cards) is None
