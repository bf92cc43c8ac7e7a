"""How strongly the traits of an event speak for a fall: the sum of what small trees add.

Each tree asks at most three questions about traits ("did the longest weightless spell last longer
than this?") and adds a number for or against a fall. The sum is the logarithm of the odds. The
numbers in `falls.json` were fitted to scenes of the twin by `scripts/fit_touch`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

# Trait number, limit, and where to go on if the trait is at most the limit or above it. A leaf has
# the trait number -1 and its answer in place of the limit.
Node = tuple[int, float, int, int]
_LEAF = -1


class Forest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Trees over named traits, each a list of nodes that begins at its root."""

    traits: tuple[str, ...]
    base: float
    trees: tuple[tuple[Node, ...], ...]

    def score(self, values: Sequence[float]) -> float:
        """The logarithm of the odds for a fall; above zero a fall is likelier than not."""
        return self.base + sum(_answer(tree, values) for tree in self.trees)


class Forests(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One forest for each way to feel a fall; ten samples a second are a way of their own."""

    cell: Forest
    slow_cell: Forest
    accelerometer: Forest
    tilt: Forest


def _answer(tree: Sequence[Node], values: Sequence[float]) -> float:
    trait, limit, at_most, above = tree[0]
    while trait != _LEAF:
        trait, limit, at_most, above = tree[at_most if values[trait] <= limit else above]
    return limit


@cache
def forests() -> Forests:
    """The fitted forests, read once."""
    content = files("referee.weighing").joinpath("falls.json").read_bytes()
    return msgspec.json.decode(content, type=Forests)
