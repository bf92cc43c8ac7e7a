"""Looks up what the beanometers say (BO-3) and counts the cards that nobody can see.

The unseen cards, in hands and in the draw pile, are one integer with eight bits for each variety:
the count changes with nearly every card, and adding to a number is the cheapest change there is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from referee.games.bohnanza.edition import Variety

_BITS = 8
MASK = (1 << _BITS) - 1


class Beans(msgspec.Struct, frozen=True):
    """The varieties in play, as tables. `shift` and `unit` place a card in an unseen count."""

    cards: tuple[str, ...]
    counts: dict[str, int]
    payout: dict[str, tuple[int, ...]]
    shift: dict[str, int]
    unit: dict[str, int]


@lru_cache(maxsize=64)
def beans_of(varieties: tuple[Variety, ...]) -> Beans:
    """The tables of these varieties; made once for all games with the same box."""
    shifts = {variety.card: _BITS * place for place, variety in enumerate(varieties)}
    return Beans(
        cards=tuple(shifts),
        counts={variety.card: variety.count for variety in varieties},
        payout={variety.card: payout_of(variety) for variety in varieties},
        shift=shifts,
        unit={card: 1 << shift for card, shift in shifts.items()},
    )


def payout_of(variety: Variety) -> tuple[int, ...]:
    """BO-3: the coins for 0, 1, 2, ... cards. Between two steps the lower one counts."""
    coins = [0] * (variety.count + 1)
    for step_coins, step in enumerate(variety.beanometer, start=1):
        if step:
            coins[step:] = [step_coins] * (len(coins) - step)
    return tuple(coins)


def packed(beans: Beans, cards: Iterable[str]) -> int:
    """These cards as an unseen count."""
    unit = beans.unit
    return sum([unit[card] for card in cards])


def unseen_of(beans: Beans, unseen: int, card: str) -> int:
    """How many cards of a variety nobody can see; 0 if there is no such variety."""
    shift = beans.shift.get(card)
    return 0 if shift is None else unseen >> shift & MASK


def first_missing(beans: Beans, unseen: int, cards: Iterable[str]) -> str | None:
    """The first card that cannot come out of what is unseen, or None if all of them can."""
    shifts, unit = beans.shift, beans.unit
    for card in cards:
        shift = shifts.get(card)
        if shift is None or not unseen >> shift & MASK:
            return card
        unseen -= unit[card]
    return None


def unpacked(beans: Beans, unseen: int) -> list[str]:
    """Every unseen card, one by one."""
    return [card for card, shift in beans.shift.items() for _ in range(unseen >> shift & MASK)]
