"""Fitting a forest: trees that each correct a part of what the ones before them got wrong.

Gradient boosting for yes or no, with limits tried at quantiles. Each tree sees a part of the events
and of the traits, so that none of them becomes the only one that counts. Small and plain, so that
the numbers in `falls.json` can be made anew wherever the program runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.touch.fall_traits import Forest, Node

Array = npt.NDArray[np.float64]
Bins = npt.NDArray[np.int64]
Sums = tuple[Array, Array]
_LEAF = -1
_DIGITS, _ANSWER_DIGITS = 6, 4


@dataclass(frozen=True, slots=True)
class Boosting:
    """How many trees, how deep, how bold each of them is, and what keeps them from guessing."""

    trees: int = 300
    depth: int = 3
    boldness: float = 0.06
    caution: float = 10.0
    least_weight: float = 4.0
    share: float = 0.6
    traits_share: float = 0.4
    limits: int = 47


@dataclass(frozen=True, slots=True)
class _Task:
    bins: Bins
    places: Bins
    limits: list[Array]
    slope: Array
    curve: Array
    columns: Bins
    boosting: Boosting

    def sums(self, rows: Bins) -> Sums:
        """For each trait of this tree and each limit the sums over the rows just below it."""
        width = self.boosting.limits + 1
        places = self.places[np.ix_(rows, self.columns)].ravel()
        shape = (self.bins.shape[1], width)
        parts = (np.repeat(each[rows], len(self.columns)) for each in (self.slope, self.curve))
        slope, curve = (
            np.asarray(np.bincount(places, part, shape[0] * width), np.float64) for part in parts
        )
        return slope.reshape(shape)[self.columns], curve.reshape(shape)[self.columns]


def boost(
    traits: Sequence[str], values: Array, is_fall: Array, weights: Array, boosting: Boosting
) -> Forest:
    """The forest that tells falls (1) from others (0) by the columns of `values`."""
    limits = [_limits(column, boosting.limits) for column in values.T]
    columns = zip(limits, values.T, strict=True)
    bins = np.stack([np.searchsorted(each, column) for each, column in columns], axis=1)
    places = bins + np.arange(len(limits)) * (boosting.limits + 1)
    share = np.average(is_fall, weights=weights)
    base = float(np.log(share / (1 - share)))
    score, trees = np.full(len(values), base), []
    rng = np.random.default_rng(0)
    chosen = max(1, round(boosting.traits_share * len(limits)))
    for _ in range(boosting.trees):
        odds = 1 / (1 + np.exp(-score))
        slope, curve = (is_fall - odds) * weights, odds * (1 - odds) * weights
        nodes: list[Node] = []
        rows = np.nonzero(rng.random(len(values)) < boosting.share)[0]
        some = np.sort(rng.choice(len(limits), chosen, replace=False))
        _grow(nodes, _Task(bins, places, limits, slope, curve, some, boosting), rows)
        score += _answers(nodes, values)
        trees.append(tuple(nodes))
    return Forest(tuple(traits), base, tuple(trees))


def _limits(column: Array, count: int) -> Array:
    inner = np.quantile(column, np.linspace(0, 1, count + 2)[1:-1])
    return np.unique([float(f"{each:.{_DIGITS}g}") for each in inner])


def _grow(
    nodes: list[Node], task: _Task, rows: Bins, sums: Sums | None = None, level: int = 0
) -> int:
    """Add the node that splits these rows best, and all below it; its place in the list."""
    place, depth = len(nodes), task.boosting.depth - level
    if depth and sums is None:
        sums = task.sums(rows)
    split = _best_split(task, sums) if depth and sums is not None else None
    if split is None or sums is None:
        answer = task.slope[rows].sum() / (task.curve[rows].sum() + task.boosting.caution)
        nodes.append((_LEAF, round(float(task.boosting.boldness * answer), _ANSWER_DIGITS), 0, 0))
        return place
    trait, limit = split
    nodes.append((_LEAF, 0.0, 0, 0))
    is_at_most = task.bins[rows, trait] <= limit
    parts = rows[is_at_most], rows[~is_at_most]
    below = _both_sums(task, parts, sums) if depth > 1 else (None, None)
    at_most, above = (
        _grow(nodes, task, part, each, level + 1) for part, each in zip(parts, below, strict=True)
    )
    nodes[place] = (trait, float(task.limits[trait][limit]), at_most, above)
    return place


def _both_sums(task: _Task, parts: tuple[Bins, Bins], sums: Sums) -> tuple[Sums, Sums]:
    """Those of the smaller part are counted, the others are what is left."""
    is_first = len(parts[0]) < len(parts[1])
    counted = task.sums(parts[0] if is_first else parts[1])
    left = (sums[0] - counted[0], sums[1] - counted[1])
    return (counted, left) if is_first else (left, counted)


def _best_split(task: _Task, sums: Sums) -> tuple[int, int] | None:
    """Trait and number of its limit with the greatest gain; None if nothing is gained."""
    slope, curve = (each.cumsum(axis=1) for each in sums)
    total_slope, total_curve = slope[:, -1:], curve[:, -1:]
    caution, least = task.boosting.caution, task.boosting.least_weight
    gain = slope**2 / (curve + caution)
    gain += (total_slope - slope) ** 2 / (total_curve - curve + caution)
    gain -= total_slope**2 / (total_curve + caution)
    gain[(curve < least) | (total_curve - curve < least)] = 0
    trait, limit = divmod(int(gain.argmax()), gain.shape[1])
    if gain[trait, limit] <= 1e-6:
        return None
    column = int(task.columns[trait])
    return (column, limit) if limit < len(task.limits[column]) else None


def _answers(nodes: Sequence[Node], values: Array) -> Array:
    place = np.zeros(len(values), dtype=np.int64)
    table = np.array(nodes)
    for _ in range(len(nodes)):
        trait = table[place, 0].astype(np.int64)
        is_branch = trait != _LEAF
        if not is_branch.any():
            break
        is_at_most = values[np.arange(len(values)), trait] <= table[place, 1]
        onward = np.where(is_at_most, table[place, 2], table[place, 3]).astype(np.int64)
        place = np.where(is_branch, onward, place)
    answers: Array = table[place, 1]
    return answers


def scores(forest: Forest, values: Array) -> Array:
    """What the forest says to many events at once."""
    total = np.full(len(values), forest.base)
    for tree in forest.trees:
        total += _answers(tree, values)
    return total
