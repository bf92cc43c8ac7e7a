"""Pig: roll one die as often as you dare. A small game, and a good one to begin others from."""

from pathlib import Path

from referee.games.base import Game, Outcome
from referee.games.pig import rules
from referee.games.pig.rules import PigOptions, State
from referee.games.pig.simulated import SimulatedPig
from referee.games.showing import AnyShown, Counter, DiceShown


def shown(state: State, seat: int | None) -> tuple[AnyShown, ...]:
    """The goal, the points at stake and the die; names and scores are seen at every table."""
    return (
        Counter(label="goal", count=state.rules.goal),
        Counter(label="turn-total", count=state.turn_total),
        DiceShown(label="die", kind="pips", faces=state.rolled),
    )


def view(state: State, seat: int | None) -> State:
    """Everything: nothing is hidden."""
    return state


GAME: Game[State, PigOptions] = Game(
    contract=1,
    folder=Path(__file__).parent,
    name="pig",
    title="Pig",
    min_players=2,
    max_players=rules.MAX_PLAYERS,
    options=PigOptions,
    variants={"standard": {}},
    refusals=(rules.NOT_NOW, rules.NO_SUCH_SEAT, rules.NOT_YOUR_TURN, rules.ONE_DIE),
    setup=lambda seats, options: (rules.GameStarted(seats, options.goal),),
    evolve=rules.evolve,
    awaiting=rules.awaiting,
    legal_actions=rules.legal_actions,
    judge=rules.judge,
    outcome=lambda s: Outcome.by_score("goal", s.scores) if s.phase == "over" else None,
    view=view,
    faults=rules.faults,
    simulated=SimulatedPig,
    seats=lambda state: state.rules.names,
    scores=lambda state: state.scores,
    shown=shown,
    rolled=lambda state: state.rolled,
)
