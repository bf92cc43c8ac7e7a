"""Judges the count at the end when the sacks are real cards (MB-91)."""

from __future__ import annotations

from referee.games.base import Accepted, Refused, Ruling
from referee.games.magic_beanstalk import refusals as no
from referee.games.magic_beanstalk.events import GoldCounted
from referee.games.magic_beanstalk.state import State
from referee.games.reports import ReportTally
from referee.games.tallying import Holding, Tally, TallyRefusals

_REFUSALS = TallyRefusals(
    no_such_seat=no.NO_SUCH_SEAT,
    already_counted=no.ALREADY_COUNTED,
    missing=no.COUNT_MISSING,
    wrong_number=no.WRONG_NUMBER_OF_SACKS,
    no_such_values=no.NO_SUCH_SACKS,
    impossible=no.IMPOSSIBLE_TOTAL,
    other_sum=no.SUM_IS_ANOTHER,
    do_not_fit=no.TOTALS_DO_NOT_FIT,
)


def report_tally(state: State, action: ReportTally) -> Ruling:
    """MB-91: a seat's total, or its sacks one by one; both are checked against the box."""
    if state.phase != "counting":
        return no.not_now(state)
    counted = tally_of(state).judge(action)
    if isinstance(counted, Refused):
        return counted
    total, values = counted
    return Accepted((GoldCounted(action.seat, total, values),))


def tally_of(state: State) -> Tally:
    """The count so far."""
    box = tuple([(kind.value, kind.count) for kind in state.rules.edition.sacks])
    holdings = tuple([Holding(p.sacks, p.total, p.gold) for p in state.players])
    return Tally(box, state.rules.names, holdings, _REFUSALS)
