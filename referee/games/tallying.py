"""Counts hidden things at the end of a game: only what the box holds can be true.

Sacks of gold, chips, whatever lies face down and carries a value: a seat gives its total, or the
values one by one, and both are checked against the box and against what the others gave.

>>> box = ((1, 30), (2, 20), (3, 15), (5, 10))
>>> can_make(box, 4, 4), can_make(box, 4, 21)
(True, False)
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from referee.games.base import Refusal, Refused
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

    def judge(self, report: ReportTally) -> Refused | tuple[int, tuple[int, ...] | None]:
        """The total, and the values if they were given; or why this cannot be."""
        no, seat = self.refusals, report.seat
        if not 0 <= seat < len(self.holdings):
            return no.no_such_seat(seat=seat, seats=len(self.holdings))
        if self.holdings[seat].total is not None:
            return no.already_counted(player=self.names[seat])
        if report.values is not None:
            return self._judge_values(seat, report.values, report.total)
        if report.total is None:
            return no.missing(player=self.names[seat])
        return self._judge_total(seat, report.total)

    def _judge_values(
        self, seat: int, values: tuple[int, ...], total: int | None
    ) -> Refused | tuple[int, tuple[int, ...]]:
        no, name, held = self.refusals, self.names[seat], self.holdings[seat].count
        if len(values) != held:
            return no.wrong_number(player=name, held=held, entered=len(values))
        unseen = self.unseen()
        known = dict(unseen)
        for value in values:
            if values.count(value) > known.get(value, 0):
                return no.no_such_values(value=value, count=known.get(value, 0))
        worth = sum(values)
        if total is not None and total != worth:
            return no.other_sum(player=name, worth=worth, total=total)
        left = tuple([(value, count - values.count(value)) for value, count in unseen])
        if not can_make(left, *self.counted_unseen()):
            return no.do_not_fit(player=name, total=worth)
        return worth, tuple(sorted(values))

    def _judge_total(self, seat: int, total: int) -> Refused | tuple[int, None]:
        no, name, held = self.refusals, self.names[seat], self.holdings[seat].count
        unseen = self.unseen()
        if not can_make(unseen, held, total):
            return no.impossible(player=name, held=held, total=total)
        others, others_total = self.counted_unseen()
        if not can_make(unseen, held + others, total + others_total):
            return no.do_not_fit(player=name, total=total)
        return total, None

    def unseen(self) -> Kinds:
        """What is in the box, without the values that were given one by one."""
        seen = [value for holding in self.holdings for value in holding.values]
        return tuple([(value, count - seen.count(value)) for value, count in self.box])

    def counted_unseen(self) -> tuple[int, int]:
        """Things and worth of the seats that gave only a total: they are among the unseen."""
        counted = [h for h in self.holdings if h.total is not None and not h.values]
        return sum(h.count for h in counted), sum(h.total or 0 for h in counted)


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
