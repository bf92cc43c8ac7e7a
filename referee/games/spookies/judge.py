"""The one door to the rules: every action is judged here, whoever sends it."""

from __future__ import annotations

from referee.games import reports
from referee.games.base import Judges
from referee.games.spookies import actions, climbing, counting, haunting, opening, rolling
from referee.games.spookies import refusals as no
from referee.games.spookies.state import State

judge: Judges[State] = Judges(
    {
        actions.ChooseFigure: opening.choose_figure,
        actions.ChooseDice: opening.choose_dice,
        actions.StopTurn: opening.stop_turn,
        actions.UseJoker: rolling.use_joker,
        actions.KeepRoll: rolling.keep_roll,
        actions.TakeFines: climbing.take_fines,
        actions.LeaveFines: climbing.leave_fines,
        actions.MoveGhost: haunting.move_ghost,
        reports.ReportDice: rolling.report_dice,
        reports.ReportTally: counting.report_tally,
    },
    no.not_now,
)
