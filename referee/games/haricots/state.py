"""Where a game of Haricots, or a score sheet, stands. Frozen: `evolve` makes the next one.

The referee knows no hand: sizes follow from what was laid down and who passed (section 5).
"""

from functools import cache
from typing import Literal

import msgspec

from referee.games.haricots.edition import CARD_COUNT, Edition
from referee.games.haricots.events import CardsPlayed

SheetPhase = Literal["writing", "over"]


class SheetRules(msgspec.Struct, frozen=True):
    """Who is on the sheet, and the chips of the box."""

    names: tuple[str, ...]
    edition: Edition


class Line(msgspec.Struct, frozen=True, gc=False):
    """One round: +3 chips and negative points, both by seat."""

    chips: tuple[int, ...]
    negative: tuple[int, ...]


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The whole sheet; `chips` and `negative` are the sums of its lines, by seat.

    `chips_left` and `points_left` are the victory chips and negative points still in the box.
    """

    rules: SheetRules
    chips: tuple[int, ...]
    negative: tuple[int, ...]
    chips_left: int
    points_left: int
    lines: tuple[Line, ...] = ()
    phase: SheetPhase = "writing"


Phase = Literal["playing", "over"]


class Rules(msgspec.Struct, frozen=True):
    """What was agreed before the game and never changes during it."""

    names: tuple[str, ...]
    edition: Edition
    first: int


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole table. Hands, personal decks and victory chips are numbers, by seat.

    `left` are the seats that have not dropped out of the round, `after` says for each of them who
    comes next. `table` holds the plays since the table was last cleared, `owner` made the latest of
    them. `unseen` counts, in the order of `CARDS`, what has not been laid down this round.
    """

    rules: Rules
    hands: tuple[int, ...]
    decks: tuple[int, ...]
    chips: tuple[int, ...]
    left: tuple[int, ...]
    after: tuple[int, ...]
    first: int
    active: int
    unseen: tuple[int, ...]
    to_beat: int = 0
    owner: int | None = None
    table: tuple[CardsPlayed, ...] = ()
    round: int = 1
    phase: Phase = "playing"


GameOrSheet = State | Sheet
"""A game that the referee follows, or a score sheet that it keeps."""


def cards_aside(rules: Rules) -> int:
    """HA-12: how many cards are put aside unseen at the start of a round."""
    return CARD_COUNT - len(rules.names) * (rules.edition.hand + rules.edition.deck)


@cache
def seats_after(left: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """HA-14, HA-31: who comes after each seat, clockwise, without those who dropped out."""
    clockwise = [*range(seats), *range(seats)]
    return tuple(
        next(other for other in clockwise[seat + 1 :] if other in left) for seat in range(seats)
    )
