"""Simulated players of Pig: they keep pace with the leader, and race when the end is near.

The numbers are those of "end race or keep pace" for two players by Neller and Presser (2010).
"""

from random import Random

from referee.games.base import Action
from referee.games.pig.rules import FACES, Hold, Roll, State
from referee.games.reports import ReportDice


class SimulatedPig:
    """The die, and the players' nerve."""

    def __init__(self, state: State, rng: Random) -> None:
        self._random = rng.random

    def act(self, state: State) -> Action | None:
        """Roll the die, or decide."""
        if state.phase == "over":
            return None
        if state.phase == "rolling":
            return ReportDice((FACES[int(self._random() * 6)],))
        score, best, goal = state.scores[state.active], max(state.scores), state.rules.goal
        usual = goal if best >= goal - 29 else 21 + (best - score) // 8
        is_enough = state.turn_total >= min(usual, goal - score)
        return Hold(state.active) if is_enough else Roll(state.active)
