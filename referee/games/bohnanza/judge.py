"""The one door to the rules: every action is judged here, whoever sends it."""

from __future__ import annotations

from referee.games import reports
from referee.games.base import Judges
from referee.games.bohnanza import actions, agreeing, dealing, drawing, duel, fields, planting
from referee.games.bohnanza import refusals as no
from referee.games.bohnanza.state import State

judge: Judges[State] = Judges(
    {
        actions.PlantCard: planting.plant_card,
        actions.StopPlanting: planting.stop_planting,
        actions.Deal: agreeing.deal,
        actions.ProposeDeal: agreeing.propose_deal,
        actions.AcceptDeal: agreeing.accept_deal,
        actions.DeclineDeal: agreeing.decline_deal,
        actions.EndDealing: dealing.end_dealing,
        actions.DrawCards: drawing.draw_cards,
        actions.HarvestField: fields.harvest_field,
        actions.BuyField: fields.buy_field,
        actions.DiscardCard: duel.discard_card,
        actions.KeepHand: duel.keep_hand,
        actions.LeaveOffer: duel.leave_offer,
        reports.ReportCards: drawing.report_cards,
    },
    no.not_now,
)
