"""Fitting touch to simulated scenes: labelled events, a check on a part kept aside, the forests.

The check fits on two thirds of the seeds and scores the rest, three times in turn, so each scene is
judged by forests that have not seen it. The forests that are kept are fitted on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from referee.simulation.tower_trace import SceneOutcome, TowerTrace
from referee.touch.fall_traits import (
    EPISODE_TRAITS,
    IMPACT_TRAITS,
    TILT_TRAITS,
    Forest,
    Forests,
    episode_traits,
    impact_traits,
    tilt_traits,
)
from referee.touch.pieces import pieces_felt
from referee.touch.profile import TouchProfile
from referee.touch.verdicts import TouchNotice, TouchVerdict
from scripts.bench.touch import ACCELEROMETER_ONLY, FAST, NOISY_ONLY, SLOW, TILT_ONLY, WEIGHT_ONLY
from scripts.bench.touch_score import Fitting, notices_of, readings
from scripts.fit_touch.boosting import Array, Boosting, boost, scores

FOLDS = 3
# A false fall costs a friendship, a missed one a look.
_FALSE_WEIGHT = 3.0
# The piece has come down by a few millimetres when the fall is noted.
_NOTED_LATE_S = 0.05
_AFTER_LAST_S = 0.5
# Every burst gets a verdict, so that every burst can be learnt from.
_PROFILE = TouchProfile(
    pieces=pieces_felt(),
    struck_fall_score=float("inf"),
    struck_doubt_score=float("-inf"),
    shaken_fall_score=float("inf"),
)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to notice a fall: the sensors it is learnt with, its traits, and how it is fitted."""

    name: str
    fittings: tuple[Fitting, ...]
    traits: tuple[str, ...]
    values: Callable[[TouchVerdict], list[float] | None]
    boosting: Boosting


def _weighed(verdict: TouchVerdict) -> list[float] | None:
    weighed = verdict.weighed
    return None if weighed is None else episode_traits(weighed, _PROFILE)


def _struck(verdict: TouchVerdict) -> list[float] | None:
    struck = verdict.struck
    return None if struck is None or not struck.count else impact_traits(struck)


def _shaken(verdict: TouchVerdict) -> list[float] | None:
    struck = verdict.struck
    return None if struck is None or not struck.shaken.count else tilt_traits(struck.shaken)


WAYS = (
    Way("cell", (WEIGHT_ONLY, NOISY_ONLY, FAST), EPISODE_TRAITS, _weighed, Boosting()),
    Way("slow_cell", (SLOW,), EPISODE_TRAITS, _weighed, Boosting(trees=100)),
    Way("accelerometer", (ACCELEROMETER_ONLY,), IMPACT_TRAITS, _struck, Boosting(trees=120)),
    Way("tilt", (TILT_ONLY,), TILT_TRAITS, _shaken, Boosting(trees=40, depth=2, boldness=0.2)),
)


@dataclass(slots=True)
class Events:
    """What one set of sensors told in many scenes; `label` is 1 for a fall, 0 for none, or -1."""

    fitting: str
    outcomes: list[SceneOutcome] = field(default_factory=list)
    values: list[list[float]] = field(default_factory=list)
    label: list[int] = field(default_factory=list)
    scene: list[int] = field(default_factory=list)

    def add(self, way: Way, outcome: SceneOutcome, notices: Sequence[TouchNotice]) -> None:
        """The events of one more scene."""
        verdicts = [each for each in notices if isinstance(each, TouchVerdict)]
        told = [(each, values) for each in verdicts if (values := way.values(each)) is not None]
        labels = _labels(outcome, [each for each, _ in told])
        self.values += [values for _, values in told]
        self.label += labels
        self.scene += [len(self.outcomes)] * len(told)
        self.outcomes.append(outcome)


def _labels(outcome: SceneOutcome, verdicts: Sequence[TouchVerdict]) -> list[int]:
    """The verdict that should tell the fall is 1; what came before is 0, the rest is left out."""
    fell_at_s = outcome.fell_at_s
    if fell_at_s is None:
        return [0] * len(verdicts)
    during = [place for place, each in enumerate(verdicts) if each.at_s >= fell_at_s]
    labels = [-1 if place in during else 0 for place in range(len(verdicts))]
    covering = [place for place in during if _covers(verdicts[place], outcome)]
    if covering:
        labels[max(covering, key=lambda place: _strength(verdicts[place]))] = 1
    return labels


def _covers(verdict: TouchVerdict, outcome: SceneOutcome) -> bool:
    fell_at_s = outcome.fell_at_s or 0.0
    if verdict.weighed is not None:
        return verdict.began_s <= fell_at_s + _NOTED_LATE_S
    return verdict.began_s <= max(outcome.last_impact_s, fell_at_s) + _AFTER_LAST_S


def _strength(verdict: TouchVerdict) -> float:
    struck = verdict.struck
    return 0.0 if struck is None else struck.energy_g2_s + 1e-3 * struck.shaken.count


def gather(traces: Iterable[TowerTrace]) -> dict[str, list[Events]]:
    """What each way notices in the scenes, one table for each of its fittings."""
    tables = {way.name: [Events(each.name) for each in way.fittings] for way in WAYS}
    for trace in traces:
        for way in WAYS:
            for events, fitting in zip(tables[way.name], way.fittings, strict=True):
                events.add(way, trace.outcome, notices_of(readings(trace, fitting), _PROFILE))
    return tables


def fit(way: Way, tables: Sequence[Events], *, without: int | None = None) -> Forest:
    """The forest of one way; `without` leaves out the seeds of that fold."""
    parts = [_arrays(events, without) for events in tables]
    values = np.concatenate([part[0] for part in parts])
    label = np.concatenate([part[1] for part in parts])
    # The same scenes through other cells are not as good as other scenes.
    weights = np.where(label > 0, 1.0, _FALSE_WEIGHT) / len(tables) ** 0.5
    return boost(way.traits, values, label, weights, way.boosting)


def _arrays(events: Events, without: int | None) -> tuple[Array, Array]:
    folds = np.array([events.outcomes[scene].seed % FOLDS for scene in events.scene])
    label = np.array(events.label)
    is_used = (label >= 0) & (folds != (FOLDS if without is None else without))
    return np.array(events.values)[is_used], label[is_used].astype(np.float64)


def fit_all(tables: dict[str, list[Events]]) -> Forests:
    """The forests to keep."""
    fitted = {way.name: fit(way, tables[way.name]) for way in WAYS}
    return Forests(**fitted)


@dataclass(frozen=True, slots=True)
class Checked:
    """The highest score in each scene, by a forest that was fitted without it."""

    fitting: str
    outcomes: list[SceneOutcome]
    best: Array

    def shares(self, limit: float) -> tuple[float, float, float]:
        """Falls alone and falls at a placement that are called, and false falls, as shares."""
        called = self.best > limit
        is_fall = np.array([each.is_fall for each in self.outcomes])
        is_merged = np.array([each.is_merged for each in self.outcomes])
        parts = (is_fall & ~is_merged, is_merged, ~is_fall)
        alone, merged, false = (float(called[part].sum() / max(1, part.sum())) for part in parts)
        return alone, merged, false


def check(way: Way, tables: Sequence[Events]) -> list[Checked]:
    """Each scene judged by a forest that has not seen its seed, for each fitting of the way."""
    forests = [fit(way, tables, without=fold) for fold in range(FOLDS)]
    return [_checked(events, forests) for events in tables]


def _checked(events: Events, forests: Sequence[Forest]) -> Checked:
    values = np.array(events.values)
    by_fold = np.stack([scores(forest, values) for forest in forests])
    best = np.full(len(events.outcomes), -np.inf)
    # A verdict before the fall (label 0 in a scene with a fall) does not tell it.
    for place, (scene, label) in enumerate(zip(events.scene, events.label, strict=True)):
        outcome = events.outcomes[scene]
        if label != 0 or not outcome.is_fall:
            best[scene] = max(best[scene], by_fold[outcome.seed % FOLDS, place])
    return Checked(events.fitting, events.outcomes, best)
