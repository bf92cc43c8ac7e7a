"""Judges the count at the end when the chips are real (SP-42): only what the box holds is true."""

from __future__ import annotations

from referee.games.base import Accepted, Refused, Ruling
from referee.games.reports import ReportTally
from referee.games.spookies import refusals as no
from referee.games.spookies.events import ChipsCounted
from referee.games.spookies.state import State
from referee.games.tallying import Holding, Tally, TallyRefusals

_REFUSALS = TallyRefusals(
    no_such_seat=no.NO_SUCH_SEAT,
    already_counted=no.ALREADY_COUNTED,
    missing=no.COUNT_MISSING,
    wrong_number=no.WRONG_NUMBER_OF_CHIPS,
    no_such_values=no.NO_SUCH_CHIPS,
    impossible=no.IMPOSSIBLE_TOTAL,
    other_sum=no.SUM_IS_ANOTHER,
    do_not_fit=no.TOTALS_DO_NOT_FIT,
)


def report_tally(state: State, action: ReportTally) -> Ruling:
    """SP-42: a seat's total, or its chips one by one; both are checked against the box."""
    if state.phase != "counting":
        return no.not_now(state)
    counted = tally_of(state).judge(action)
    if isinstance(counted, Refused):
        return counted
    total, values = counted
    return Accepted((ChipsCounted(action.seat, total, values),))


def tally_of(state: State) -> Tally:
    """The count so far; points for an unused joker are no chips."""
    box = tuple([(kind.value, kind.count) for kind in state.rules.edition.chips])
    holdings = tuple(
        [
            Holding(p.chips, None if p.total is None else p.total - p.bonus, p.values)
            for p in state.players
        ]
    )
    return Tally(box, state.rules.names, holdings, _REFUSALS)
