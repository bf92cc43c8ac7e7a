"""Spookies: five figures that belong to nobody climb a haunted house, pushed by luck and nerve.

Every action is judged by `judge`, whoever sends it.
"""

from pathlib import Path

from referee.games import reports
from referee.games.base import Game, Judges
from referee.games.spookies import actions, rules
from referee.games.spookies.edition import MAX_PLAYERS
from referee.games.spookies.evolve import evolve
from referee.games.spookies.invariants import faults, secrets
from referee.games.spookies.refusals import REFUSALS, not_now
from referee.games.spookies.setup import SpookiesOptions, outcome, seal, setup
from referee.games.spookies.shown import shown
from referee.games.spookies.simulated import SimulatedSpookies
from referee.games.spookies.state import State
from referee.games.spookies.view import disclose, revealed, scores, view
from referee.games.spookies.waiting import awaiting, legal_actions

judge: Judges[State] = Judges(
    {
        actions.ChooseFigure: rules.choose_figure,
        actions.ChooseDice: rules.choose_dice,
        actions.StopTurn: rules.stop_turn,
        actions.UseJoker: rules.use_joker,
        actions.KeepRoll: rules.keep_roll,
        actions.TakeFines: rules.take_fines,
        actions.LeaveFines: rules.leave_fines,
        actions.MoveGhost: rules.move_ghost,
        reports.ReportDice: rules.report_dice,
        reports.ReportTally: rules.report_tally,
    },
    not_now,
)

GAME: Game[State, SpookiesOptions] = Game(
    contract=1,
    folder=Path(__file__).parent,
    name="spookies",
    title="Spookies",
    min_players=2,
    max_players=MAX_PLAYERS,
    options=SpookiesOptions,
    variants={
        "standard": {},
        "free choice": {"variant": "free-choice"},
        "joker": {"joker": True},
        "ghost": {"ghost": True},
        "joker and ghost": {"joker": True, "ghost": True},
        "digital chips": {"chips": "digital"},
    },
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
    simulated=SimulatedSpookies,
    seats=lambda state: state.rules.names,
    scores=scores,
    shown=shown,
    rolled=lambda state: state.faces,
    revealed=revealed,
    leak_test_options={
        "chips": "digital",
        "numbers": {
            "chips": [
                {"value": 7110, "count": 30},
                {"value": 7220, "count": 20},
                {"value": 7330, "count": 15},
                {"value": 7550, "count": 10},
            ]
        },
    },
    tested_options={
        "fine chips always taken": {"fine_chips": "always"},
        "everything": {
            "variant": "free-choice",
            "joker": True,
            "ghost": True,
            "chips": "digital",
        },
    },
)
