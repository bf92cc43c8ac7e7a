"""Magic Beanstalk: dice are rolled and stacked into one shared tower. Base game and Bean Expert."""

from referee.games.base import Game
from referee.games.magic_beanstalk.evolve import evolve
from referee.games.magic_beanstalk.invariants import faults, secrets
from referee.games.magic_beanstalk.judge import judge
from referee.games.magic_beanstalk.pieces import MAX_PLAYERS
from referee.games.magic_beanstalk.refusals import REFUSALS
from referee.games.magic_beanstalk.setup import EDITIONS, BeanstalkOptions, outcome, seal, setup
from referee.games.magic_beanstalk.simulated import SimulatedBeanstalk
from referee.games.magic_beanstalk.state import State
from referee.games.magic_beanstalk.view import disclose, view
from referee.games.magic_beanstalk.waiting import awaiting, legal_actions

GAME: Game[State] = Game(
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
    editions=EDITIONS,
    standing=lambda state: state.tower,
    revealing={
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
