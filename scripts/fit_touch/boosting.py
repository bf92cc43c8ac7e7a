"""Fitting a forest: trees that each correct a part of what the ones before them got wrong.

Gradient boosting for yes or no, with limits tried at quantiles. Small and plain, so that the
numbers in `falls.json` can be made anew wherever the program runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.touch.fall_traits import Forest, Node

Array = npt.NDArray[np.float64]
Bins = npt.NDArray[np.int64]
_LEAF = -1
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Boosting:
    """How many trees, how deep, how bold each of them is, and what keeps them from guessing."""

    trees: int = 200
    depth: int = 3
    boldness: float = 0.07
    caution: float = 5.0
    least_weight: float = 2.0
    share: float = 0.7
    limits: int = 63


@dataclass(frozen=True, slots=True)
class _Task:
    bins: Bins
    limits: list[Array]
    slope: Array
    curve: Array
    boosting: Boosting


def boost(
    traits: Sequence[str], values: Array, is_fall: Array, weights: Array, boosting: Boosting
) -> Forest:
    """The forest that tells falls (1) from others (0) by the columns of `values`."""
    limits = [_limits(column, boosting.limits) for column in values.T]
    columns = zip(limits, values.T, strict=True)
    bins = np.stack([np.searchsorted(each, column) for each, column in columns], axis=1)
    share = np.average(is_fall, weights=weights)
    base = float(np.log(share / (1 - share)))
    score, trees = np.full(len(values), base), []
    rng = np.random.default_rng(0)
    for _ in range(boosting.trees):
        odds = 1 / (1 + np.exp(-score))
        slope, curve = (is_fall - odds) * weights, odds * (1 - odds) * weights
        nodes: list[Node] = []
        rows = np.nonzero(rng.random(len(values)) < boosting.share)[0]
        _grow(nodes, _Task(bins, limits, slope, curve, boosting), rows, boosting.depth)
        score += _answers(nodes, values)
        trees.append(tuple(nodes))
    return Forest(tuple(traits), base, tuple(trees))


def _limits(column: Array, count: int) -> Array:
    inner = np.quantile(column, np.linspace(0, 1, count + 2)[1:-1])
    return np.unique([float(f"{each:.{_DIGITS}g}") for each in inner])


def _grow(nodes: list[Node], task: _Task, rows: Bins, depth: int) -> int:
    """Add the node that splits these rows best, and all below it; its place in the list."""
    place = len(nodes)
    split = _best_split(task, rows) if depth else None
    if split is None:
        answer = task.slope[rows].sum() / (task.curve[rows].sum() + task.boosting.caution)
        nodes.append((_LEAF, round(float(task.boosting.boldness * answer), _DIGITS), 0, 0))
        return place
    trait, limit = split
    nodes.append((_LEAF, 0.0, 0, 0))
    is_at_most = task.bins[rows, trait] <= limit
    at_most = _grow(nodes, task, rows[is_at_most], depth - 1)
    above = _grow(nodes, task, rows[~is_at_most], depth - 1)
    nodes[place] = (trait, float(task.limits[trait][limit]), at_most, above)
    return place


def _best_split(task: _Task, rows: Bins) -> tuple[int, int] | None:
    """Trait and number of its limit with the greatest gain; None if nothing is gained."""
    slope, curve = _sums(task, task.slope, rows), _sums(task, task.curve, rows)
    total_slope, total_curve = slope[:, -1:], curve[:, -1:]
    caution, least = task.boosting.caution, task.boosting.least_weight
    gain = slope**2 / (curve + caution)
    gain += (total_slope - slope) ** 2 / (total_curve - curve + caution)
    gain -= total_slope**2 / (total_curve + caution)
    gain[(curve < least) | (total_curve - curve < least)] = 0
    trait, limit = divmod(int(gain.argmax()), gain.shape[1])
    return (trait, limit) if gain[trait, limit] > 1e-6 else None


def _sums(task: _Task, values: Array, rows: Bins) -> Array:
    """For each trait and limit the sum over the rows at or below it."""
    width = task.boosting.limits + 1
    sums = [
        np.bincount(column, values[rows], minlength=width).cumsum() for column in task.bins[rows].T
    ]
    return np.stack(sums)


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
