"""The box of Haricots (HA-1 to HA-4, HA-10, HA-11): its cards, and the numbers an edition prints.

Two kinds of cards have a low and a high value (HA-24). `Edition` checks that the numbers are
consistent.
"""

from functools import cache, lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

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
"""All cards of the box (HA-1)."""

HIGH_FROM = 15
"""From this value to beat on, 1/17 and 2/16 cards have their high value (HA-24, HA-R3)."""

LOW_VALUES: tuple[int, ...] = tuple(int(card.split("/")[0]) for card in CARDS)
HIGH_VALUES: tuple[int, ...] = tuple(int(card.split("/")[-1]) for card in CARDS)

MIN_PLAYERS = 3
MAX_PLAYERS = 5


def card_values(to_beat: int) -> tuple[int, ...]:
    """HA-24, HA-R2: what one card of each kind counts against this value to beat."""
    return HIGH_VALUES if to_beat >= HIGH_FROM else LOW_VALUES


@lru_cache(maxsize=2048)
def fewest_to_beat(to_beat: int) -> tuple[int, ...]:
    """HA-22, HA-23: how many cards of each kind it takes, at least, to beat this value."""
    return tuple(to_beat // value + 1 for value in card_values(to_beat))


@cache
def equal_cards(kind: int, count: int) -> tuple[str, ...]:
    """So many cards of one kind."""
    return (CARDS[kind],) * count


_Count = Annotated[int, Meta(ge=0, le=CARD_COUNT)]
_CARD_COUNT_FIELDS = (
    "one two three four five six seven eight nine ten eleven twelve fifteen".split()  # noqa: SIM905
)


class CardCounts(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename=dict(zip(_CARD_COUNT_FIELDS, CARDS, strict=True)),
):
    """How many cards show each value; in a file the keys are what the cards show (HA-1)."""

    one: _Count
    two: _Count
    three: _Count
    four: _Count
    five: _Count
    six: _Count
    seven: _Count
    eight: _Count
    nine: _Count
    ten: _Count
    eleven: _Count
    twelve: _Count
    fifteen: _Count

    def __post_init__(self) -> None:
        total = sum(self.by_kind())
        if total != CARD_COUNT:
            raise ValueError(f"the cards add up to {total}, but there are {CARD_COUNT}")

    def by_kind(self) -> tuple[int, ...]:
        """The counts in the order of `CARDS`."""
        counts: tuple[int, ...] = msgspec.structs.astuple(self)
        return counts


class NegativeChips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many chips take away so many points (HA-4)."""

    points: Annotated[int, Meta(ge=1, le=1000)]
    count: Annotated[int, Meta(ge=1, le=1000)]


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One printed edition of the game; see `editions/standard.toml` for every key."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    hand: Annotated[int, Meta(ge=1, le=CARD_COUNT)]
    deck: Annotated[int, Meta(ge=0, le=CARD_COUNT)]
    chips_to_win: Annotated[int, Meta(ge=1, le=100)]
    victory_chips: Annotated[int, Meta(ge=1, le=1000)]
    chip_points: Annotated[int, Meta(ge=1, le=1000)]
    cards: CardCounts
    negative_chips: tuple[NegativeChips, ...]

    def __post_init__(self) -> None:
        self._check_deal()
        self._check_victory_chips()
        self._check_negative_chips()

    def _check_deal(self) -> None:
        dealt = MAX_PLAYERS * (self.hand + self.deck)
        if dealt > CARD_COUNT:
            raise ValueError(
                f"hand, deck: {MAX_PLAYERS} players would get {dealt} cards,"
                f" but there are {CARD_COUNT}"
            )

    def _check_victory_chips(self) -> None:
        """HA-16: everybody may be one chip short, and one more is to be won."""
        needed = MAX_PLAYERS * (self.chips_to_win - 1) + 1
        if self.victory_chips < needed:
            raise ValueError(
                f"victory_chips: {MAX_PLAYERS} players who play for {self.chips_to_win} each"
                f" may need {needed} chips, not {self.victory_chips}"
            )

    def _check_negative_chips(self) -> None:
        points = [chips.points for chips in self.negative_chips]
        if len(set(points)) != len(points):
            raise ValueError("negative_chips: every value stands once, with its count")

    def negative_points(self) -> int:
        """HA-4: all negative points in the box."""
        return sum(chips.points * chips.count for chips in self.negative_chips)
