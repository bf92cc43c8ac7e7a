"""How falls are told from everything else: physical traits, and small trees that weigh them.

Each trait has a meaning of its own; those of the weight are in `referee.touch.weight_traits`. A
trait that is changed or added needs a new fit (`scripts/fit_touch`). Each tree asks at most three
questions about traits ("did the longest weightless spell last longer than this?") and adds a number
for or against a fall. The sum is the logarithm of the odds. The numbers in `falls.json` were fitted
to simulated scenes.
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from referee.touch.impacts import ImpactSummary, TiltSummary

# The small numbers added below a fraction line keep a faint burst from dividing by nothing.
_FAINT = 1e-6


def impact_traits(burst: ImpactSummary) -> dict[str, float]:
    """The traits of a burst of accelerations, by their names."""
    shape, energy = burst.rung, burst.energy_g2_s
    swing, slow = shape.swing_h + shape.swing_z, shape.slow_h + shape.slow_z
    return {
        "impacts": burst.count,
        "span_s": burst.span_s,
        "hardest_g": burst.hardest_g,
        "energy_g2_s": energy,
        "sharp_per_hard": burst.sharpest_g / (burst.hardest_g + 0.01),
        "sharp_share": energy / (swing + _FAINT),
        "sharp_across": shape.sharp_h / (energy + _FAINT),
        "slow_share": slow / (swing + _FAINT),
        "slow_across": shape.slow_h / (slow + _FAINT),
        "slowest_h_g2": shape.slowest_h_g2,
        "slowest_z_g2": shape.slowest_z_g2,
        "swing_h_g2_s": shape.swing_h,
        "skew_z": shape.cube_z_g3_s / (shape.swing_z + 1e-5) ** 1.5,
        "first_z_g_s": shape.first_z_g_s,
        "down_per_up": -shape.lowest_z_g / (shape.highest_z_g + 0.01),
        "crossings_z_per_s": shape.crossings_z / (burst.span_s + 0.1),
        "lasting_s": energy * energy / (shape.fourth_g4_s + 1e-9),
        "loud_s": shape.loud_s,
        "sharpest_s": shape.sharpest_s,
        "mean_s": shape.mean_s,
        "spread_s": shape.spread_s,
        "hardest_hit_g2_s": shape.hardest_hit,
        "second_hit_g2_s": shape.second_hit,
        "second_per_hardest": shape.second_hit / (shape.hardest_hit + _FAINT),
        "hardest_share": shape.hardest_hit / (energy + _FAINT),
    }


def tilt_traits(tilts: TiltSummary) -> dict[str, float]:
    """The traits of a burst of the tilt switch, by their names."""
    return {
        "shakes": tilts.count,
        "span_s": tilts.span_s,
        "open_s": tilts.open_s,
        "longest_open_s": tilts.longest_open_s,
        "longest_pause_s": tilts.longest_pause_s,
        "shortest_pause_s": tilts.shortest_pause_s,
        "shakes_per_s": tilts.count / (tilts.span_s + 0.05),
        "open_share": tilts.open_s / (tilts.span_s + 0.004),
    }


Places = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

# Trait number, limit, and where to go on if the trait is at most the limit or above it. A leaf has
# the trait number -1 and its answer in place of the limit.
Node = tuple[int, float, int, int]
_LEAF = -1


class _Nodes(NamedTuple):
    """The nodes of all trees in one row; a leaf leads to itself."""

    roots: Places
    traits: Places
    limits: Values
    at_most: Places
    above: Places
    answers: Values


class Forest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Trees over named traits, each a list of nodes that begins at its root."""

    traits: tuple[str, ...]
    base: float
    trees: tuple[tuple[Node, ...], ...]

    @cached_property
    def _nodes(self) -> _Nodes:
        counts = [len(tree) for tree in self.trees]
        roots = np.cumsum([0, *counts])[:-1]
        rows = [node for tree in self.trees for node in tree] or [(_LEAF, 0.0, 0, 0)]
        trait, limit, at_most, above = (np.array(each) for each in zip(*rows, strict=True))
        is_leaf, own = trait == _LEAF, np.arange(len(rows))
        first = np.repeat(roots, counts) if counts else np.zeros(1, np.int64)
        return _Nodes(
            roots,
            np.where(is_leaf, 0, trait),
            np.where(is_leaf, np.inf, limit),
            np.where(is_leaf, own, at_most + first),
            np.where(is_leaf, own, above + first),
            np.where(is_leaf, limit, 0.0),
        )

    def score(self, values: Sequence[float]) -> float:
        """The logarithm of the odds for a fall; above zero a fall is likelier than not."""
        nodes, told = self._nodes, np.asarray(values, np.float64)
        place, before = nodes.roots, None
        while before is None or (place != before).any():
            before = place
            is_at_most = told[nodes.traits[place]] <= nodes.limits[place]
            place = np.where(is_at_most, nodes.at_most[place], nodes.above[place])
        return self.base + float(nodes.answers[place].sum())

    def score_named(self, traits: Mapping[str, float]) -> float:
        """The same for traits that come with their names."""
        return self.score([traits[name] for name in self.traits])


class Forests(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One forest for each way to notice a fall; ten samples a second are a way of their own."""

    cell: Forest
    slow_cell: Forest
    accelerometer: Forest
    tilt: Forest


@cache
def forests() -> Forests:
    """The fitted forests, read once."""
    content = files("referee.touch").joinpath("falls.json").read_bytes()
    return msgspec.json.decode(content, type=Forests)
