"""Judges the count at the end when the sacks are real cards (MB-91)."""

from __future__ import annotations

from functools import lru_cache

from referee.games.base import Accepted, Refused, Ruling
from referee.games.magic_beanstalk import refusals as no
from referee.games.magic_beanstalk.events import GoldCounted
from referee.games.magic_beanstalk.state import State
from referee.games.reports import ReportTally


def report_tally(state: State, action: ReportTally) -> Ruling:
    """MB-91: a seat's total, or its sacks one by one; both are checked against the box."""
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
    refused = _refuse_values(state, action.seat, values)
    if refused:
        return refused
    total = sum(values)
    if action.total is not None and action.total != total:
        return _impossible(state, action.seat, action.total)
    return Accepted((GoldCounted(action.seat, total, tuple(sorted(values))),))


def _refuse_values(state: State, seat: int, values: tuple[int, ...]) -> Refused | None:
    sacks = state.players[seat].sacks
    if len(values) != sacks:
        return no.WRONG_NUMBER_OF_SACKS(
            player=state.rules.names[seat], sacks=sacks, entered=len(values)
        )
    unseen = dict(unseen_sacks(state))
    for value in values:
        if values.count(value) > unseen.get(value, 0):
            return no.NO_SUCH_SACKS(value=value, count=unseen.get(value, 0))
    return None


Unseen = tuple[tuple[int, int], ...]
"""Value and count of sacks that nobody has turned over yet."""


def unseen_sacks(state: State) -> Unseen:
    """The sacks of the box that nobody has turned over yet."""
    seen = [value for player in state.players for value in player.gold]
    kinds = state.rules.edition.sacks
    return tuple([(kind.value, kind.count - seen.count(kind.value)) for kind in kinds])


def _count_total(state: State, seat: int, total: int) -> Ruling:
    if total not in possible_totals(unseen_sacks(state), state.players[seat].sacks):
        return _impossible(state, seat, total)
    return Accepted((GoldCounted(seat, total),))


def _impossible(state: State, seat: int, total: int) -> Refused:
    name, sacks = state.rules.names[seat], state.players[seat].sacks
    return no.IMPOSSIBLE_TOTAL(player=name, sacks=sacks, total=total)


@lru_cache(maxsize=1024)
def possible_totals(unseen: Unseen, sacks: int) -> frozenset[int]:
    """Every total that exactly so many of these sacks can make."""
    reachable: list[set[int]] = [{0}, *(set() for _ in range(sacks))]
    for value, count in unseen:
        for taken in range(sacks, 0, -1):
            for used in range(1, min(count, taken) + 1):
                reachable[taken] |= {old + used * value for old in reachable[taken - used]}
    return frozenset(reachable[sacks])
