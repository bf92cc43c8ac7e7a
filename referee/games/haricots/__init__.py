"""Haricots: beat the cards on the table and get rid of your hand. Basic rules and a score sheet."""

from referee.games.base import Game
from referee.games.haricots.actions import WriteRound
from referee.games.haricots.cards import MAX_PLAYERS, MIN_PLAYERS
from referee.games.haricots.evolve import evolve
from referee.games.haricots.invariants import faults, secrets
from referee.games.haricots.judge import judge
from referee.games.haricots.refusals import REFUSALS
from referee.games.haricots.setup import EDITIONS, HaricotsOptions, outcome, seal, setup
from referee.games.haricots.simulated import simulated
from referee.games.haricots.state import Either
from referee.games.haricots.view import disclose, view
from referee.games.haricots.waiting import awaiting, legal_actions

GAME: Game[Either] = Game(
    name="haricots",
    title="Haricots",
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
    options=HaricotsOptions,
    variants={"basic": {"mode": "basic"}, "score sheet": {"mode": "score-sheet"}},
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
    simulated=simulated,
    editions=EDITIONS,
    open_actions=(WriteRound,),
    # One seat writes what all of them scored.
    needs_agreement=(WriteRound,),
)
