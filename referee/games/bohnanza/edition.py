"""The box of Bohnanza (sections 1 and 2 of the rules): its beans and an edition's numbers.

`Edition` checks that the numbers are consistent. `Beans` looks up what the beanometers say (BO-3)
and counts the cards that nobody can see: those in hands and in the draw pile are one integer with
eight bits for each variety, because the count changes with nearly every card, and adding to a
number is the cheapest change there is.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

MAX_PLAYERS = 7
MAX_FIELDS = 3
MAX_COINS = 4

CardNames = Literal["a", "b"]

CardName = Annotated[str, Meta(pattern="^[a-z][a-z-]{0,29}$")]
_CardCount = Annotated[int, Meta(ge=0, le=99)]


class Variety(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of bean: how many cards of it exist and what they sell for (BO-1, BO-4).

    `beanometer` says how many cards bring 1, 2, 3 and 4 coins; 0 where there is no such step.
    """

    card: CardName
    count: Annotated[int, Meta(ge=1, le=99)]
    beanometer: Annotated[tuple[_CardCount, ...], Meta(min_length=1, max_length=MAX_COINS)]

    def __post_init__(self) -> None:
        steps = [step for step in self.beanometer if step]
        if not steps or steps != sorted(set(steps)):
            raise ValueError(f"beanometer: the steps of {self.card} have to rise")
        for coins, step in enumerate(self.beanometer, start=1):
            if step and not coins <= step <= self.count:
                raise ValueError(
                    f"beanometer: {coins} coins for {step} of {self.count} {self.card} cards"
                    " is not possible"
                )


class TableNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What depends on the number of players (section 1). A `price` of 0: nothing is for sale."""

    players: tuple[Annotated[int, Meta(ge=2, le=MAX_PLAYERS)], ...]
    hand: Annotated[tuple[Annotated[int, Meta(ge=1, le=20)], ...], Meta(min_length=1)]
    fields: Annotated[int, Meta(ge=2, le=MAX_FIELDS)]
    revealed: Annotated[int, Meta(ge=1, le=10)]
    drawn: Annotated[int, Meta(ge=1, le=20)]
    exhaustions: Annotated[int, Meta(ge=1, le=20)]
    price: Annotated[int, Meta(ge=0, le=20)] = 0
    coins_to: Literal["discard", "box"] = "discard"
    removed: tuple[CardName, ...] = ()
    duel: bool = False

    def __post_init__(self) -> None:
        if self.fields < MAX_FIELDS and not self.price:
            raise ValueError("price: a third field that can be bought has a price of 1 or more")
        if self.duel and (self.players != (2,) or self.exhaustions != 1):
            raise ValueError("duel: a duel is for 2 players and ends with the first exhaustion")

    def hand_of(self, position: int) -> int:
        """Cards dealt to the first player (0), the second (1), ... (BO-11)."""
        return self.hand[min(position, len(self.hand) - 1)]


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One printed edition of the game; see `editions/a.toml` for every key."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    varieties: Annotated[tuple[Variety, ...], Meta(min_length=1, max_length=30)]
    tables: Annotated[tuple[TableNumbers, ...], Meta(min_length=1)]
    hand_breaks_ties: bool = True
    card_names: CardNames = "a"
    """Whose names are printed on the cards; the French ones differ."""

    def __post_init__(self) -> None:
        names = [variety.card for variety in self.varieties]
        if len(set(names)) != len(names):
            raise ValueError("varieties: every card stands once, with its count")
        for table in self.tables:
            for card in table.removed:
                if card not in names:
                    raise ValueError(f"tables: {card!r} cannot be removed; there is no such card")
        counts = self.player_counts()
        if len(set(counts)) != len(counts):
            raise ValueError("tables: every number of players stands once")

    def player_counts(self) -> tuple[int, ...]:
        """For how many players this edition is."""
        return tuple(sorted(count for table in self.tables for count in table.players))

    def table_for(self, players: int) -> TableNumbers | None:
        """The numbers for so many players; None if the edition has none."""
        return next((table for table in self.tables if players in table.players), None)

    def varieties_of(self, table: TableNumbers) -> tuple[Variety, ...]:
        """The varieties in play (BO-11)."""
        return tuple(v for v in self.varieties if v.card not in table.removed)


_UNSEEN_BITS = 8
UNSEEN_MASK = (1 << _UNSEEN_BITS) - 1


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
    shifts = {variety.card: _UNSEEN_BITS * place for place, variety in enumerate(varieties)}
    return Beans(
        cards=tuple(shifts),
        counts={variety.card: variety.count for variety in varieties},
        payout={variety.card: _payout_of(variety) for variety in varieties},
        shift=shifts,
        unit={card: 1 << shift for card, shift in shifts.items()},
    )


def _payout_of(variety: Variety) -> tuple[int, ...]:
    """BO-3: the coins for 0, 1, 2, ... cards. Between two steps the lower one counts."""
    coins = [0] * (variety.count + 1)
    for step_coins, step in enumerate(variety.beanometer, start=1):
        if step:
            coins[step:] = [step_coins] * (len(coins) - step)
    return tuple(coins)


def packed_unseen(beans: Beans, cards: Iterable[str]) -> int:
    """These cards as an unseen count."""
    unit = beans.unit
    return sum([unit[card] for card in cards])


def unseen_of(beans: Beans, unseen: int, card: str) -> int:
    """How many cards of a variety nobody can see; 0 if there is no such variety."""
    shift = beans.shift.get(card)
    return 0 if shift is None else unseen >> shift & UNSEEN_MASK


def first_missing(beans: Beans, unseen: int, cards: Iterable[str]) -> str | None:
    """The first card that cannot come out of what is unseen, or None if all of them can."""
    shifts, unit = beans.shift, beans.unit
    for card in cards:
        shift = shifts.get(card)
        if shift is None or not unseen >> shift & UNSEEN_MASK:
            return card
        unseen -= unit[card]
    return None


def unpacked_unseen(beans: Beans, unseen: int) -> list[str]:
    """Every unseen card, one by one."""
    return [
        card for card, shift in beans.shift.items() for _ in range(unseen >> shift & UNSEEN_MASK)
    ]
