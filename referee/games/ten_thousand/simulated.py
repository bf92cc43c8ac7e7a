"""Simulated players of Ten Thousand: they throw on while that promises more than they have.

A throw of so many dice loses everything now and then, and otherwise adds its mean points; both are
counted over all rolls. When all dice score, another roll of all six is added to that.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random

import msgspec

from referee.games.base import Action
from referee.games.reports import ReportDice
from referee.games.rerolls import FACES, throw
from referee.games.ten_thousand.edition import DICE, Edition, best_points, scoring_parts
from referee.games.ten_thousand.rules import Bank, State, legal_actions

_Faces = tuple[str, ...]


class _Throw(msgspec.Struct, frozen=True):
    """How often so many dice score, and what they add on average, counting misses."""

    chance: float
    gain: float

    def worth(self, points: int) -> float:
        """What is left on average of so many points that are put at stake."""
        return self.chance * points + self.gain


# Few houses are played; all rolls of up to six dice take a fiftieth of a second.
@lru_cache(maxsize=8)
def _throws(edition: Edition) -> Mapping[int, _Throw]:
    """By the number of dice; none left means all six again."""
    six = _throw(edition, DICE, 0.0)
    throws = {count: _throw(edition, count, six.gain) for count in range(1, DICE + 1)}
    return throws | {0: throws[DICE]}


def _throw(edition: Edition, count: int, hot_gain: float) -> _Throw:
    chance = gain = 0.0
    for faces, share in _rolls(count):
        points = best_points(edition, faces)
        if points:
            chance += share
            gain += share * (points + hot_gain * (faces in scoring_parts(edition, faces)))
    return _Throw(chance, gain)


def _rolls(count: int) -> Iterator[tuple[_Faces, float]]:
    """Every roll, sorted, with its share of all."""
    for faces in combinations_with_replacement(FACES, count):
        orders = factorial(count) / prod(factorial(faces.count(face)) for face in FACES)
        yield faces, orders / len(FACES) ** count


class SimulatedTenThousand:
    """The dice, and the players' nerve."""

    def __init__(self, state: State, rng: Random) -> None:
        self._random = rng.random

    def act(self, state: State) -> Action | None:
        """Roll, set dice aside and throw the others, or bank."""
        if state.phase == "over":
            return None
        if state.phase == "rolling":
            return ReportDice(throw(self._random, DICE))
        throws = _throws(state.rules.edition)
        left = {part: len(state.thrown) - len(part) for part in state.parts}
        worth = {
            part: throws[left[part]].worth(state.points + points)
            for part, points in state.parts.items()
        }
        chosen = max(worth, key=worth.__getitem__)
        if _is_enough(state, worth[chosen]):
            return Bank(state.active)
        if not left[chosen]:
            return ReportDice(throw(self._random, DICE))
        return ReportDice(throw(self._random, left[chosen]), state.aside + chosen)


def _is_enough(state: State, worth: float) -> bool:
    """Whether to bank: it must be allowed, and in the last round take the lead."""
    if not any(legal_actions(state)):
        return False
    if state.finisher is not None:
        return state.scores[state.active] + state.total > max(state.scores)
    return state.total >= worth
