"""Bohnanza: beans are planted in the order of the hand, traded and sold. Editions A and B, duel."""

from referee.games.base import Game
from referee.games.bohnanza.actions import Deal, ProposeDeal
from referee.games.bohnanza.edition import MAX_PLAYERS
from referee.games.bohnanza.ending import outcome
from referee.games.bohnanza.evolve import evolve
from referee.games.bohnanza.invariants import faults, secrets
from referee.games.bohnanza.judge import judge
from referee.games.bohnanza.refusals import REFUSALS
from referee.games.bohnanza.setup import EDITIONS, BohnanzaOptions, seal, setup
from referee.games.bohnanza.simulated import SimulatedBohnanza
from referee.games.bohnanza.state import State
from referee.games.bohnanza.view import disclose, view
from referee.games.bohnanza.waiting import awaiting, legal_actions

GAME: Game[State] = Game(
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
    disclose=disclose,
    faults=faults,
    secrets=secrets,
    seal=seal,
    simulated=SimulatedBohnanza,
    editions=EDITIONS,
    card_names=lambda state: state.rules.card_names,
    open_actions=(Deal, ProposeDeal),
    needs_agreement=(Deal,),
)
