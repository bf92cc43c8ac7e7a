"""Judges the count at the end when the chips are real (SP-42): only what the box holds is true.

>>> box = ((1, 30), (2, 20), (3, 15), (5, 10))
>>> can_make(box, 4, 4), can_make(box, 4, 21)
(True, False)
"""

from __future__ import annotations

from functools import lru_cache

from referee.games.base import Accepted, Refused, Ruling
from referee.games.reports import ReportTally
from referee.games.spookies import refusals as no
from referee.games.spookies.events import ChipsCounted
from referee.games.spookies.state import State

Kinds = tuple[tuple[int, int], ...]
"""Values and how many chips carry them."""


def report_tally(state: State, action: ReportTally) -> Ruling:
    """SP-42: a seat's total, or its chips one by one; both are checked against the box."""
    if state.phase != "counting":
        return no.not_now(state)
    seat = action.seat
    if not 0 <= seat < len(state.players):
        return no.wrong_seat(state, seat)
    if state.players[seat].total is not None:
        return no.ALREADY_COUNTED(player=state.rules.names[seat])
    if action.values is not None:
        return _count_values(state, action, action.values)
    if action.total is None:
        return no.COUNT_MISSING(player=state.rules.names[seat])
    return _count_total(state, seat, action.total)


def _count_values(state: State, action: ReportTally, values: tuple[int, ...]) -> Ruling:
    seat, unseen = action.seat, unseen_chips(state)
    left = tuple([(value, count - values.count(value)) for value, count in unseen])
    refused = _refuse_values(state, seat, values, unseen, left)
    if refused:
        return refused
    total = sum(values)
    if action.total is not None and action.total != total:
        return _impossible(state, seat, action.total)
    if not can_make(left, *counted_unseen(state)):
        return no.TOTALS_DO_NOT_FIT(player=state.rules.names[seat], total=total)
    return Accepted((ChipsCounted(seat, total, tuple(sorted(values))),))


def _refuse_values(
    state: State, seat: int, values: tuple[int, ...], unseen: Kinds, left: Kinds
) -> Refused | None:
    chips = state.players[seat].chips
    if len(values) != chips:
        return no.WRONG_NUMBER_OF_CHIPS(
            player=state.rules.names[seat], chips=chips, entered=len(values)
        )
    known = dict(left)
    for value in values:
        if known.get(value, -1) < 0:
            return no.NO_SUCH_CHIPS(value=value, count=dict(unseen).get(value, 0))
    return None


def _count_total(state: State, seat: int, total: int) -> Ruling:
    unseen, chips = unseen_chips(state), state.players[seat].chips
    if not can_make(unseen, chips, total):
        return _impossible(state, seat, total)
    other_chips, other_total = counted_unseen(state)
    if not can_make(unseen, chips + other_chips, total + other_total):
        return no.TOTALS_DO_NOT_FIT(player=state.rules.names[seat], total=total)
    return Accepted((ChipsCounted(seat, total),))


def _impossible(state: State, seat: int, total: int) -> Refused:
    name, chips = state.rules.names[seat], state.players[seat].chips
    return no.IMPOSSIBLE_TOTAL(player=name, chips=chips, total=total)


def unseen_chips(state: State) -> Kinds:
    """The chips of the box whose values nobody has entered one by one."""
    seen: tuple[int, ...] = sum([player.values for player in state.players], ())
    kinds = state.rules.edition.chips
    return tuple([(kind.value, kind.count - seen.count(kind.value)) for kind in kinds])


def counted_unseen(state: State) -> tuple[int, int]:
    """Chips and points of the seats that gave only their total: they are among the unseen ones."""
    counted = [p for p in state.players if p.total is not None and not p.values]
    return sum(p.chips for p in counted), sum((p.total or 0) - p.bonus for p in counted)


def can_make(kinds: Kinds, chips: int, total: int) -> bool:
    """Whether exactly so many of these chips can be worth that much."""
    if not chips:
        return not total
    width = _width(kinds)
    return 0 <= total < width and bool(_sums(kinds) >> (chips * width + total) & 1)


def _width(kinds: Kinds) -> int:
    return 1 + sum(value * count for value, count in kinds)


@lru_cache(maxsize=32)
def _sums(kinds: Kinds) -> int:
    """Every possible pair of chips and total as one bit at `chips * width + total`.

    Chips of one kind are added in handfuls of 1, 2, 4, ... and the rest, which makes every number
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
