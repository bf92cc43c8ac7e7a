"""Counts hidden things at the end of a game: only what the box holds can be true.

Sacks of gold, chips, whatever lies face down and carries a value: a seat gives its total, or the
values one by one, and both are checked against the box and against what the others gave.

>>> box = ((1, 30), (2, 20), (3, 15), (5, 10))
>>> can_make(box, 4, 4), can_make(box, 4, 21)
(True, False)
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Protocol

import msgspec

from referee.games.base import Accepted, Event, Refusal, Refused, Ruling
from referee.games.reports import ReportTally

Kinds = tuple[tuple[int, int], ...]
"""Values and how many things carry them."""


class Holding(msgspec.Struct, frozen=True):
    """What one seat holds: how many things, and what was counted of them so far."""

    count: int
    total: int | None = None
    values: tuple[int, ...] = ()


class TallyRefusals(msgspec.Struct, frozen=True):
    """How a game says no to a count."""

    no_such_seat: Refusal
    already_counted: Refusal
    missing: Refusal
    wrong_number: Refusal
    no_such_values: Refusal
    impossible: Refusal
    other_sum: Refusal
    do_not_fit: Refusal


class Tally(msgspec.Struct, frozen=True):
    """The count of one game: the box, the seats, and how to refuse."""

    box: Kinds
    names: tuple[str, ...]
    holdings: tuple[Holding, ...]
    refusals: TallyRefusals

    def judge(
        self, report: ReportTally, counted: Callable[[int, int, tuple[int, ...] | None], Event]
    ) -> Ruling:
        """What a seat holds is `counted`, one by one if the values were given; or cannot be."""
        refusals, seat, total = self.refusals, report.seat, report.total
        if not 0 <= seat < len(self.holdings):
            return refusals.no_such_seat(seat=seat, seats=len(self.holdings))
        if self.holdings[seat].total is not None:
            return refusals.already_counted(player=self.names[seat])
        if report.values is not None:
            refused = self._refuse_values(seat, report.values, total)
            values = tuple(sorted(report.values))
            return refused or Accepted((counted(seat, sum(values), values),))
        if total is None:
            return refusals.missing(player=self.names[seat])
        return self._refuse_total(seat, total) or Accepted((counted(seat, total, None),))

    def _refuse_values(
        self, seat: int, values: tuple[int, ...], total: int | None
    ) -> Refused | None:
        refusals, name, held = self.refusals, self.names[seat], self.holdings[seat].count
        if len(values) != held:
            return refusals.wrong_number(player=name, held=held, entered=len(values))
        unseen = self.unseen()
        known = dict(unseen)
        for value in values:
            if values.count(value) > known.get(value, 0):
                return refusals.no_such_values(value=value, count=known.get(value, 0))
        worth = sum(values)
        if total is not None and total != worth:
            return refusals.other_sum(player=name, worth=worth, total=total)
        left = tuple([(value, count - values.count(value)) for value, count in unseen])
        if not can_make(left, *self.counted_unseen()):
            return refusals.do_not_fit(player=name, total=worth)
        return None

    def _refuse_total(self, seat: int, total: int) -> Refused | None:
        refusals, name, held = self.refusals, self.names[seat], self.holdings[seat].count
        unseen = self.unseen()
        if not can_make(unseen, held, total):
            return refusals.impossible(player=name, held=held, total=total)
        others, others_total = self.counted_unseen()
        if not can_make(unseen, held + others, total + others_total):
            return refusals.do_not_fit(player=name, total=total)
        return None

    def unseen(self) -> Kinds:
        """What is in the box, without the values that were given one by one."""
        seen = [value for holding in self.holdings for value in holding.values]
        return tuple([(value, count - seen.count(value)) for value, count in self.box])

    def counted_unseen(self) -> tuple[int, int]:
        """Things and worth of the seats that gave only a total: they are among the unseen."""
        counted = [h for h in self.holdings if h.total is not None and not h.values]
        return sum(h.count for h in counted), sum(h.total or 0 for h in counted)


class Tallied(Protocol):
    """What a seat has; `total` is None until it was counted."""

    @property
    def total(self) -> int | None:
        """The worth of all it has."""
        ...


def seats_to_tally(players: Iterable[Tallied]) -> tuple[int, ...]:
    """The seats that have still to count."""
    return tuple([seat for seat, player in enumerate(players) if player.total is None])


def can_make(kinds: Kinds, count: int, total: int) -> bool:
    """Whether exactly so many of these things can be worth that much."""
    if not count:
        return not total
    width = _width(kinds)
    return 0 <= total < width and bool(_sums(kinds) >> (count * width + total) & 1)


def _width(kinds: Kinds) -> int:
    return 1 + sum(value * count for value, count in kinds)


@lru_cache(maxsize=32)
def _sums(kinds: Kinds) -> int:
    """Every possible pair of count and total as one bit at `count * width + total`.

    Things of one kind are added in handfuls of 1, 2, 4, ... and the rest, which makes every number
    of them with few steps.
    """
    width = _width(kinds)
    sums = 1
    for value, count in kinds:
        handful, left = 1, count
        while left:
            taken = min(handful, left)
            sums |= sums << taken * (width + value)
            left -= taken
            handful *= 2
    return sums
