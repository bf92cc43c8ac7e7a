"""Simulated players of Yatzy: they roll for one row at a time, by its exact expectation.

Which dice stay is chosen for the open row that then promises most above what a whole turn for this
row alone brings on average; so a poor roll goes where little was to be had. Alone they reach 221
points on the Scandinavian sheet and 231 on the American one; perfect players about 248 and 254.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from random import Random

import msgspec

from referee.games.base import Action
from referee.games.reports import ReportDice
from referee.games.rerolls import FACES, throw
from referee.games.yatzy.edition import DICE, UPPER, Edition, points_by_row
from referee.games.yatzy.rules import State, WriteRow, open_rows

_Faces = tuple[str, ...]
_Promises = Mapping[_Faces, tuple[float, ...]]
"""For the dice that stay, what each row may be expected to get, in the order of the sheet."""

_ROLLS: tuple[_Faces, ...] = tuple(combinations_with_replacement(FACES, DICE))
_PARTS: tuple[_Faces, ...] = tuple(
    part for count in reversed(range(DICE)) for part in combinations_with_replacement(FACES, count)
)
"""What can stay while other dice are thrown, the larger parts first."""


class _Plan(msgspec.Struct, frozen=True):
    """What a player of one edition knows: by rows, and by the rolls left what to expect of them."""

    weights: Mapping[str, float]
    usual: Mapping[str, float]
    promises: tuple[_Promises, ...]

    def gain(self, row: str, points: int) -> float:
        """What so many points are worth above what this row usually gets."""
        return self.weights[row] * points - self.usual[row]


# Few editions are played; a plan takes a fiftieth of a second.
@lru_cache(maxsize=8)
def _plan(edition: Edition) -> _Plan:
    # Points above carry their share of the bonus.
    above = 1 + edition.bonus / edition.bonus_from
    weights = {row: above if row in UPPER else 1.0 for row in edition.rows}
    written = {
        dice: tuple([weights[row] * points for row, points in points_by_row(edition, dice).items()])
        for dice in _ROLLS
    }
    levels: list[_Promises] = [written]
    for _ in range(edition.rolls):
        levels.append(_before_throwing({dice: _best_of(levels[-1], dice) for dice in _ROLLS}))
    return _Plan(weights, dict(zip(edition.rows, levels[-1][()], strict=True)), tuple(levels))


def _best_of(promises: _Promises, dice: _Faces) -> tuple[float, ...]:
    """What each row may get of these dice, if those stay that are best for it."""
    ways = [promises[part] for part in (dice, *_parts_of(dice)) if part in promises]
    return tuple(map(max, zip(*ways, strict=True)))


@lru_cache(maxsize=len(_ROLLS))
def _parts_of(dice: _Faces) -> tuple[_Faces, ...]:
    """Every part of the dice that may stay, with at least one to throw."""
    parts = (part for count in range(DICE) for part in combinations(dice, count))
    return tuple(dict.fromkeys(parts))


def _before_throwing(after: _Promises) -> _Promises:
    """The mean over one more die, and so on down to no die at all."""
    means = dict(after)
    for part in _PARTS:
        thrown = [means[tuple(sorted((*part, face)))] for face in FACES]
        means[part] = tuple([sum(values) / len(FACES) for values in zip(*thrown, strict=True)])
    return means


class SimulatedYatzy:
    """The dice, and players who weigh what to roll for."""

    def __init__(self, state: State, rng: Random) -> None:
        self._random = rng.random

    def act(self, state: State) -> Action | None:
        """Roll, leave some dice and roll the others again, or write."""
        if state.phase == "over":
            return None
        if state.phase == "rolling":
            return ReportDice(throw(self._random, DICE))
        plan, free = _plan(state.rules.edition), open_rows(state)
        gains = {row: plan.gain(row, points) for row, points in free.items()}
        row = max(gains, key=gains.__getitem__)
        stayed = _worth_rolling(state, plan, free, gains[row]) if state.left else None
        if stayed is None:
            return WriteRow(state.active, row)
        return ReportDice(throw(self._random, DICE - len(stayed)), stayed)


def _worth_rolling(
    state: State, plan: _Plan, free: Mapping[str, int], gain: float
) -> _Faces | None:
    """What stays while the others are thrown; None if nothing promises more than `gain`."""
    promises, best = plan.promises[state.left], None
    places = [
        (place, usual) for place, (row, usual) in enumerate(plan.usual.items()) if row in free
    ]
    for part in _parts_of(state.dice):
        values = promises[part]
        promised = max([values[place] - usual for place, usual in places])
        if promised > gain:
            best, gain = part, promised
    return best
