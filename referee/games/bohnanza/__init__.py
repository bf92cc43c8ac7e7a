"""Bohnanza: beans are planted in the order of the hand, traded and sold. Editions A and B, duel.

Every action is judged by `judge`, whoever sends it.
"""

from pathlib import Path

from referee.games import reports
from referee.games.base import Game, Judges
from referee.games.bohnanza import actions, drawing, fields, trading
from referee.games.bohnanza.actions import Deal, ProposeDeal
from referee.games.bohnanza.edition import MAX_PLAYERS
from referee.games.bohnanza.evolve import evolve
from referee.games.bohnanza.invariants import faults
from referee.games.bohnanza.refusals import REFUSALS, not_now
from referee.games.bohnanza.setup import BohnanzaOptions, outcome, setup
from referee.games.bohnanza.shown import shown
from referee.games.bohnanza.simulated import SimulatedBohnanza
from referee.games.bohnanza.state import State
from referee.games.bohnanza.view import scores, view
from referee.games.bohnanza.waiting import awaiting, legal_actions

judge: Judges[State] = Judges(
    {
        actions.PlantCard: fields.plant_card,
        actions.StopPlanting: fields.stop_planting,
        actions.Deal: trading.deal,
        actions.ProposeDeal: trading.propose_deal,
        actions.AcceptDeal: trading.accept_deal,
        actions.DeclineDeal: trading.decline_deal,
        actions.EndDealing: trading.end_dealing,
        actions.DrawCards: drawing.draw_cards,
        actions.HarvestField: fields.harvest_field,
        actions.BuyField: fields.buy_field,
        actions.DiscardCard: fields.discard_card,
        actions.KeepHand: fields.keep_hand,
        actions.LeaveOffer: fields.leave_offer,
        reports.ReportCards: drawing.report_cards,
    },
    not_now,
)

GAME: Game[State, BohnanzaOptions] = Game(
    contract=1,
    folder=Path(__file__).parent,
    name="bohnanza",
    title="Bohnanza",
    min_players=2,
    max_players=MAX_PLAYERS,
    options=BohnanzaOptions,
    # Edition A with two seats is the duel.
    variants={"A": {"edition": "a"}, "B": {"edition": "b"}},
    refusals=REFUSALS,
    setup=setup,
    evolve=evolve,
    awaiting=awaiting,
    legal_actions=legal_actions,
    judge=judge,
    outcome=outcome,
    view=view,
    faults=faults,
    simulated=SimulatedBohnanza,
    seats=lambda state: state.rules.names,
    scores=scores,
    shown=shown,
    card_names=lambda state: state.rules.card_names,
    is_duel=lambda state: state.rules.table.duel,
    open_actions=(Deal, ProposeDeal),
    needs_agreement=(Deal,),
    needs_no_yes={ProposeDeal: "nothing moves until the partner has accepted"},
    tested_options={
        "A, the second seat begins": {"edition": "a", "first": 1},
        "A, third field from the start": {"edition": "a", "third_field": "start"},
    },
)
