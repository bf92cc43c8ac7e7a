"""Haricots: beat the cards on the table and get rid of your hand. Basic rules and a score sheet.

Every action is judged by `judge`, whoever sends it.
"""

from pathlib import Path

from referee.games.base import Game, Judges
from referee.games.haricots import actions, rules, score_sheet
from referee.games.haricots.actions import WriteRound
from referee.games.haricots.edition import MAX_PLAYERS, MIN_PLAYERS
from referee.games.haricots.evolve import evolve
from referee.games.haricots.invariants import faults
from referee.games.haricots.refusals import REFUSALS, not_now
from referee.games.haricots.setup import HaricotsOptions, outcome, setup
from referee.games.haricots.shown import shown
from referee.games.haricots.simulated import simulated
from referee.games.haricots.state import GameOrSheet
from referee.games.haricots.view import scores, view
from referee.games.haricots.waiting import awaiting, legal_actions

# A turn is refused on a score sheet, and a line in a game, by the phase.
judge: Judges[GameOrSheet] = Judges(
    {
        actions.PlayCards: rules.play_cards,
        actions.Pass: rules.draw_and_pass,
        actions.WriteRound: score_sheet.write_round,
        actions.CloseSheet: score_sheet.close_sheet,
    },
    not_now,
)

GAME: Game[GameOrSheet, HaricotsOptions] = Game(
    contract=1,
    folder=Path(__file__).parent,
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
    faults=faults,
    simulated=simulated,
    seats=lambda state: state.rules.names,
    scores=scores,
    shown=shown,
    open_actions=(WriteRound,),
    # One seat writes what all of them scored.
    needs_agreement=(WriteRound,),
)
