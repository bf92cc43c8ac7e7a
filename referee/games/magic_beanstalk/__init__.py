"""Magic Beanstalk: dice are rolled and stacked into one shared tower. Base game and Bean Expert.

Every action is judged by `judge`, whoever sends it.
"""

from pathlib import Path

from referee.games import reports
from referee.games.base import Game, Judges
from referee.games.magic_beanstalk import actions, tower, turn
from referee.games.magic_beanstalk.edition import MAX_PLAYERS
from referee.games.magic_beanstalk.evolve import evolve
from referee.games.magic_beanstalk.invariants import faults, secrets
from referee.games.magic_beanstalk.refusals import REFUSALS, not_now
from referee.games.magic_beanstalk.setup import BeanstalkOptions, outcome, seal, setup
from referee.games.magic_beanstalk.shown import shown
from referee.games.magic_beanstalk.simulated import SimulatedBeanstalk
from referee.games.magic_beanstalk.state import State
from referee.games.magic_beanstalk.view import disclose, revealed, scores, view
from referee.games.magic_beanstalk.waiting import awaiting, legal_actions

judge: Judges[State] = Judges(
    {
        actions.PickCard: turn.pick_card,
        actions.RaiseAxe: turn.raise_axe,
        actions.Hide: turn.hide,
        actions.StealSack: turn.steal_sack,
        actions.AnnounceDice: turn.announce_dice,
        reports.ReportRemoval: turn.report_removal,
        reports.ReportDice: turn.report_dice,
        actions.TakeExtraDice: turn.take_extra_dice,
        actions.ReturnDie: turn.return_die,
        actions.RerollDice: turn.reroll_dice,
        actions.DeclinePower: turn.decline_power,
        reports.ReportPiece: tower.report_piece,
        reports.ReportStable: tower.report_stable,
        actions.DrawBonus: tower.draw_bonus,
        actions.GiveEye: tower.give_eye,
        reports.ReportFall: tower.report_fall,
        reports.ReportReset: tower.report_reset,
        reports.ReportTally: tower.report_tally,
    },
    not_now,
)

GAME: Game[State, BeanstalkOptions] = Game(
    contract=1,
    folder=Path(__file__).parent,
    name="magic-beanstalk",
    title="Magic Beanstalk",
    min_players=2,
    max_players=MAX_PLAYERS,
    options=BeanstalkOptions,
    variants={
        "base": {"variant": "base"},
        "base, digital gold": {"variant": "base", "gold": "digital"},
        "expert": {"variant": "expert"},
        "expert, digital gold": {"variant": "expert", "gold": "digital"},
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
    simulated=SimulatedBeanstalk,
    seats=lambda state: state.rules.names,
    scores=scores,
    shown=shown,
    rolled=lambda state: state.turn.hand,
    revealed=revealed,
    standing=lambda state: state.tower,
    needs_no_yes={
        actions.StealSack: "MB-113: the power of the card; the victim is not asked",
        actions.GiveEye: "MB-111: the power of the card; nobody may refuse the Eye",
    },
    leak_test_options={
        "gold": "digital",
        "numbers": {
            "sacks": [
                {"value": 7110, "count": 10},
                {"value": 7315, "count": 10},
                {"value": 7520, "count": 10},
            ]
        },
    },
)
