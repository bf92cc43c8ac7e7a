"""How falls are told from everything else: physical traits, and small trees that weigh them.

Each trait has a meaning of its own. A trait that is changed, added or moved needs a new fit
(`scripts/fit_touch`). Each tree asks at most three questions about traits ("did the longest
weightless spell last longer than this?") and adds a number for or against a fall. The sum is the
logarithm of the odds. The numbers in `falls.json` were fitted to simulated scenes.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

from referee.touch.episode import EpisodeSummary, balance
from referee.touch.impacts import ImpactSummary, TiltSummary
from referee.touch.pieces import misfit_g
from referee.touch.profile import TouchProfile

# All numbers of this file belong to the fit: whoever changes one fits `falls.json` anew. A push
# begins with the episode, after the quiet kept from before, and ends at the impact. The small
# numbers added below a fraction line keep a faint episode from dividing by nothing.
_BEFORE_PUSH_S = 0.1
_PUSH_LEVER = 0.75
_SHORTEST_S = 0.05
_FAINT = 1e-6

EPISODE_TRAITS = (
    "dm_g",
    "misfit_g",
    "j_g_s",
    "early_j_g_s",
    "d_g_s2",
    "d_pushed_g_s2",
    "d_at_most_g_s2",
    "d_per_dm_s2",
    "early_d_g_s2",
    "early_d_per_dm_s2",
    "length_s",
    "early_s",
    "lively_s",
    "step_s",
    "hit_after_dip_s",
    "above_g",
    "below_g",
    "roughness_g",
    "steepest_g",
    "square_g2_s",
    "travel_per_range",
    "rebound_per_load",
    "crossings",
    "dips_per_s",
    "spell_g_s",
    "spell_s",
    "spell_d_g_s2",
    "dip_g_s",
    "dip_s",
)


def episode_traits(episode: EpisodeSummary, profile: TouchProfile) -> list[float]:
    """The traits of an episode of the weight, in the order of `EPISODE_TRAITS`."""
    dm, d, j, length = episode.dm_g, episode.d_g_s2, episode.j_g_s, episode.length_s
    swung = episode.swung
    heaviest_s = episode.highest_s - episode.opened_s
    sums = (swung.early_area_g_s, swung.early_moment_g_s2, swung.early_s)
    _, early_j, early_d = balance(*sums, dm, heaviest_s)
    lasting = max(length, _SHORTEST_S)
    lever_s = max(0.0, episode.step_s - _BEFORE_PUSH_S) * _PUSH_LEVER
    return [
        dm,
        misfit_g(dm, profile.pieces),
        j,
        early_j,
        d,
        d - lever_s * j,
        d + abs(j) * lasting / 2,
        d / (abs(dm) + 0.3),
        early_d,
        early_d / (abs(dm) + 0.3),
        length,
        swung.early_s,
        swung.lively_s,
        episode.step_s,
        episode.highest_s - episode.lowest_s,
        episode.highest_g - max(0.0, dm),
        episode.lowest_g - min(0.0, dm),
        episode.roughness_g,
        swung.steepest_g,
        swung.square_g2_s,
        episode.travel_g / (episode.range_g + 0.1),
        episode.rebound_g / max(episode.plateau_g, dm, 0.5),
        swung.crossings,
        swung.dips / lasting,
        swung.spell_g_s,
        swung.spell_s,
        swung.spell_g_s * swung.spell_s / 2,
        swung.dip_g_s,
        swung.dip_s,
    ]


IMPACT_TRAITS = (
    "impacts",
    "span_s",
    "hardest_g",
    "energy_g2_s",
    "sharp_per_hard",
    "sharp_share",
    "sharp_across",
    "slow_share",
    "slow_across",
    "slowest_h_g2",
    "slowest_z_g2",
    "swing_h_g2_s",
    "skew_z",
    "first_z_g_s",
    "down_per_up",
    "crossings_z_per_s",
    "lasting_s",
    "loud_s",
    "sharpest_s",
    "mean_s",
    "spread_s",
    "hardest_hit_g2_s",
    "second_hit_g2_s",
    "second_per_hardest",
    "hardest_share",
)


def impact_traits(burst: ImpactSummary) -> list[float]:
    """The traits of a burst of accelerations, in the order of `IMPACT_TRAITS`."""
    shape, energy = burst.rung, burst.energy_g2_s
    swing, slow = shape.swing_h + shape.swing_z, shape.slow_h + shape.slow_z
    return [
        burst.count,
        burst.span_s,
        burst.hardest_g,
        energy,
        burst.sharpest_g / (burst.hardest_g + 0.01),
        energy / (swing + _FAINT),
        shape.sharp_h / (energy + _FAINT),
        slow / (swing + _FAINT),
        shape.slow_h / (slow + _FAINT),
        shape.slowest_h_g2,
        shape.slowest_z_g2,
        shape.swing_h,
        shape.cube_z_g3_s / (shape.swing_z + 1e-5) ** 1.5,
        shape.first_z_g_s,
        -shape.lowest_z_g / (shape.highest_z_g + 0.01),
        shape.crossings_z / (burst.span_s + 0.1),
        energy * energy / (shape.fourth_g4_s + 1e-9),
        shape.loud_s,
        shape.sharpest_s,
        shape.mean_s,
        shape.spread_s,
        shape.hardest_hit,
        shape.second_hit,
        shape.second_hit / (shape.hardest_hit + _FAINT),
        shape.hardest_hit / (energy + _FAINT),
    ]


TILT_TRAITS = (
    "shakes",
    "span_s",
    "open_s",
    "longest_open_s",
    "longest_pause_s",
    "shortest_pause_s",
    "shakes_per_s",
    "open_share",
)


def tilt_traits(tilts: TiltSummary) -> list[float]:
    """The traits of a burst of the tilt switch, in the order of `TILT_TRAITS`."""
    return [
        tilts.count,
        tilts.span_s,
        tilts.open_s,
        tilts.longest_open_s,
        tilts.longest_pause_s,
        tilts.shortest_pause_s,
        tilts.count / (tilts.span_s + 0.05),
        tilts.open_s / (tilts.span_s + 0.004),
    ]


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
    """One forest for each way to notice a fall; ten samples a second are a way of their own."""

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
    content = files("referee.touch").joinpath("falls.json").read_bytes()
    return msgspec.json.decode(content, type=Forests)
