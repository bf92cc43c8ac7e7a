"""The one door to the rules: every action is judged here, whoever sends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games import reports
from referee.games.base import Action, Ruling
from referee.games.magic_beanstalk import actions, counting, ending, opening, rolling, stacking
from referee.games.magic_beanstalk import refusals as no
from referee.games.magic_beanstalk.state import State


def judge(state: State, action: Action) -> Ruling:
    """Accept an action with the events it means, or refuse it with the rule and the reason."""
    return _JUDGES[type(action)](state, action)


class _Judges(dict[type[Action], Callable[[State, Any], Ruling]]):
    """By kind of action; an action of another game finds the table waiting for something else."""

    def __missing__(self, kind: type[Action]) -> Callable[[State, Any], Ruling]:
        return lambda state, action: no.not_now(state)


_JUDGES = _Judges(
    {
        actions.PickCard: opening.pick_card,
        actions.RaiseAxe: opening.raise_axe,
        actions.Hide: opening.hide,
        actions.StealSack: opening.steal_sack,
        actions.AnnounceDice: opening.announce_dice,
        reports.ReportRemoval: opening.report_removal,
        reports.ReportDice: rolling.report_dice,
        actions.TakeExtraDice: rolling.take_extra_dice,
        actions.ReturnDie: rolling.return_die,
        actions.RerollDice: rolling.reroll_dice,
        actions.DeclinePower: rolling.decline_power,
        reports.ReportPiece: stacking.report_piece,
        reports.ReportStable: stacking.report_stable,
        actions.DrawBonus: ending.draw_bonus,
        actions.GiveEye: ending.give_eye,
        reports.ReportFall: ending.report_fall,
        reports.ReportReset: ending.report_reset,
        reports.ReportTally: counting.report_tally,
    }
)
