"""The cards (HA-1) and what they count: two kinds have a low and a high value (HA-24)."""

from __future__ import annotations

from functools import cache, lru_cache

CARDS: tuple[str, ...] = (
    "1/17",
    "2/16",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "11",
    "12",
    "15",
)
"""What is printed on the thirteen kinds of cards; a *kind* is a position in this list."""

KIND_OF: dict[str, int] = {card: kind for kind, card in enumerate(CARDS)}
KINDS = len(CARDS)
CARD_COUNT = 70

HIGH_FROM = 15
"""From this value to beat on, 1/17 and 2/16 cards have their high value (HA-24, R-3)."""

LOW_VALUES: tuple[int, ...] = tuple(int(card.split("/")[0]) for card in CARDS)
HIGH_VALUES: tuple[int, ...] = tuple(int(card.split("/")[-1]) for card in CARDS)

MIN_PLAYERS = 3
MAX_PLAYERS = 5


def card_values(to_beat: int) -> tuple[int, ...]:
    """HA-24, R-2: what one card of each kind counts against this value to beat."""
    return HIGH_VALUES if to_beat >= HIGH_FROM else LOW_VALUES


@lru_cache(maxsize=2048)
def fewest_to_beat(to_beat: int) -> tuple[int, ...]:
    """HA-22, HA-23: how many cards of each kind it takes, at least, to beat this value."""
    return tuple(to_beat // value + 1 for value in card_values(to_beat))


@cache
def equal_cards(kind: int, count: int) -> tuple[str, ...]:
    """So many cards of one kind."""
    return (CARDS[kind],) * count
