"""Fitting touch to worlds: forests, and the two limits of each.

The limits come from the same worlds as the trees: each half of the seeds is judged by trees that
were fitted to the other half. A world that nobody knows is harder than that, so a margin is added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from referee.touch.fall_traits import Forest, Forests
from referee.touch.profile import TouchProfile
from scripts.fit_touch.boosting import Array, Boosting, boost, scores
from scripts.fit_touch.gathering import WAYS, Table, Way

# A false fall costs a friendship, a missed one a look.
_FALSE_WEIGHT = 3.0
_WORLD_WEIGHT = 20_000.0
# MuJoCo's stacks chatter. Made faster, a mixed hand hits like a piece.
_UNMIXED = frozenset({"bodies"})
_HALVES = 2
_BOOSTINGS = {
    "cell": Boosting(),
    "slow_cell": Boosting(trees=200),
    "accelerometer": Boosting(trees=120),
    "tilt": Boosting(trees=40, depth=2, boldness=0.2, traits_share=1.0),
}
_CALLED_MARGIN, _ASKED_MARGIN = 1.0, 0.5
_PER_1000 = {
    "cell": (1.0, 3.0),
    "slow_cell": (2.0, 12.0),
    "accelerometer": (8.0, 150.0),
    "tilt": (8.0, 150.0),
}
"""How many of 1,000 scenes without a fall may be called one, and called one or asked about: without
a cell people would rather be asked than miss falls."""
_GRID = np.arange(-6.0, 6.01, 0.05)


class Limits(msgspec.Struct, frozen=True):
    """From which logarithms of odds on a fall is called, and somebody is asked."""

    fall: float
    doubt: float


class Fitted(msgspec.Struct, frozen=True):
    """Forests, and the limits of each by its name."""

    forests: Forests
    limits: dict[str, Limits]


Tables = Mapping[str, Table]
"""By world."""


def fit(way: Way, tables: Tables, half: int | None = None) -> Forest:
    """The forest of one way, all worlds alike; `half` leaves out that half of the seeds."""
    parts = [_learnt(way, world, table, half) for world, table in tables.items()]
    values, label, weights = (np.concatenate(each) for each in zip(*parts, strict=True))
    traits = next(iter(tables.values())).traits
    return boost(traits, values, label, weights, _BOOSTINGS[way.name])


def _learnt(way: Way, world: str, table: Table, half: int | None) -> tuple[Array, Array, Array]:
    is_used = (table.label >= 0) & (table.seeds % _HALVES != (_HALVES if half is None else half))
    if world in _UNMIXED:
        is_used &= ~table.of_rows(row.name for row in way.mixed)
    label = table.label[is_used].astype(np.float64)
    weights = np.where(label > 0, 1.0, _FALSE_WEIGHT)
    return table.values[is_used], label, weights * _WORLD_WEIGHT / max(1, len(label))


def find_limits(way: Way, tables: Tables) -> Limits:
    """Where trees that have not seen a seed would call, or ask, so often without a fall."""
    halves = [_harmless_peaks(way, tables, half) for half in range(_HALVES)]
    peaks = [np.concatenate(each) for each in zip(*halves, strict=True) if len(each[0])]
    called_per_1000, heard_per_1000 = _PER_1000[way.name]
    fall = _limit(peaks, called_per_1000) + _CALLED_MARGIN
    doubt = _limit(peaks, heard_per_1000) + _ASKED_MARGIN
    return Limits(round(fall, 2), round(min(doubt, fall), 2))


def _harmless_peaks(way: Way, tables: Tables, half: int) -> list[Array]:
    """The highest score in each scene without a fall or a lift, by world and table."""
    forest = fit(way, tables, half)
    found = []
    for table in tables.values():
        told = scores(forest, table.values)
        peaks = np.full(len(table.scenes), -np.inf)
        np.maximum.at(peaks, table.scene, told)
        seeds, is_fall, is_lift = table.scenes.T
        is_asked = (seeds % _HALVES == half) & (is_fall == 0) & (is_lift == 0)
        found += [peaks[is_asked & (table.rows == row.name)] for row in way.judged]
    return found


def _limit(peaks: Sequence[Array], per_1000: float) -> float:
    for limit in _GRID:
        if np.mean([1000 * np.mean(each > limit) for each in peaks]) <= per_1000:
            return float(limit)
    return float(_GRID[-1])


def fit_all(tables: Mapping[str, Tables]) -> Fitted:
    """The forests of all ways, and their limits."""
    forests = {way.name: fit(way, tables[way.name]) for way in WAYS}
    limits = {way.name: find_limits(way, tables[way.name]) for way in WAYS}
    return Fitted(Forests(**forests), limits)


_USUAL = {
    "cell": TouchProfile().fall_score,
    "slow_cell": TouchProfile().slow_fall_score,
    "accelerometer": TouchProfile().struck_fall_score,
    "tilt": TouchProfile().shaken_fall_score,
}


def as_installed(fitted: Fitted) -> Fitted:
    """Moved so that a fall begins where it does in the profiles that tables have written."""
    forests, limits = {}, {}
    for name, found in fitted.limits.items():
        forest: Forest = getattr(fitted.forests, name)
        more = _USUAL[name] - found.fall
        forests[name] = msgspec.structs.replace(forest, base=round(forest.base + more, 4))
        limits[name] = Limits(found.fall + more, round(found.doubt + more, 2))
    return Fitted(Forests(**forests), limits)
