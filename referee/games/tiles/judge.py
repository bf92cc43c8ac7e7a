"""The one door to the rules: every action is judged here, whoever sends it."""

from __future__ import annotations

from referee.games import reports
from referee.games.base import Judges
from referee.games.tiles import actions, claiming, exchanging
from referee.games.tiles import refusals as no
from referee.games.tiles.state import State

judge: Judges[State] = Judges(
    {
        actions.ClaimTile: claiming.claim_tile,
        actions.CloseTurn: claiming.close_turn,
        actions.EndHostGame: claiming.end_host_game,
        actions.ExchangeHerb: exchanging.exchange_herb,
        actions.UseTile: exchanging.use_tile,
        reports.ReportCards: exchanging.report_cards,
    },
    no.not_now,
)
