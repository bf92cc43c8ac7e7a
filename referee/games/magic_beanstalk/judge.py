"""The one door to the rules: every action is judged here, whoever sends it."""

from __future__ import annotations

from referee.games import reports
from referee.games.base import Judges
from referee.games.magic_beanstalk import actions, counting, ending, opening, rolling, stacking
from referee.games.magic_beanstalk import refusals as no
from referee.games.magic_beanstalk.state import State

judge: Judges[State] = Judges(
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
    },
    no.not_now,
)
