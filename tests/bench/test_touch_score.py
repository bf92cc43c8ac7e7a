"""Fitting the forests: it learns what can be learnt, and from the right events."""

import numpy as np
import pytest

from referee.simulation.tower_trace import SceneOutcome
from referee.touch.profile import TouchProfile
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict
from scripts.bench.touch_score import notices_of, readings, score
from scripts.fit_touch.boosting import Boosting, boost, scores
from scripts.fit_touch.fitting import WAYS, Events, check, fit
from scripts.tower_scenes.scenes import TowerScene
from scripts.tower_scenes.traces import play_scene


def test_boosting_learns_an_interval_and_both_ways_of_asking_agree() -> None:
    rng = np.random.default_rng(1)
    values = rng.uniform(-1, 1, (600, 2))
    is_fall = (np.abs(values[:, 0]) < 0.4).astype(float)

    forest = boost(("a", "b"), values, is_fall, np.ones(600), Boosting(trees=30, boldness=0.3))

    told = scores(forest, values)
    assert np.mean((told > 0) == (is_fall > 0)) > 0.97
    assert np.allclose(told[:20], [forest.score(list(row)) for row in values[:20]])


def test_the_event_that_covers_the_fall_is_learnt_as_one() -> None:
    cell = WAYS[0]
    events = Events("cell only")
    for scene in (TowerScene.FALL_ON, TowerScene.LIFT):
        trace = play_scene(scene, 3)
        notices = notices_of(readings(trace, cell.fittings[0]), TouchProfile())
        events.add(cell, trace.outcome, notices)

    assert events.scene[0] == 0
    assert events.label[0] == 1
    assert set(events.label[events.scene.index(1) :]) == {0}
    assert {len(each) for each in events.values} == {len(cell.traits)}


def test_each_scene_is_checked_by_a_forest_that_has_not_seen_it() -> None:
    """With nothing to learn from but the seed, what was not seen cannot be known."""
    tilt = WAYS[3]
    events = Events("tilt switch only")
    base = play_scene(TowerScene.LIFT, 0).outcome
    rng = np.random.default_rng(2)
    for seed in range(240):
        is_fall = seed % 2 == 0
        fields = {**{name: getattr(base, name) for name in base.__struct_fields__}, "seed": seed}
        fields |= {"fell": int(is_fall), "fell_at_s": 1.0 if is_fall else None}
        events.outcomes.append(type(base)(**fields))
        events.values.append([float(is_fall), *rng.random(7)])
        events.label.append(int(is_fall))
        events.scene.append(seed)

    (checked,) = check(tilt, [events])

    assert checked.shares(0.0) == (1.0, checked.shares(0.0)[1], 0.0)
    assert fit(tilt, [events]).traits == tilt.traits


def outcome_with(fell_at_s: float | None = 2.0, placed_at_s: float | None = None) -> SceneOutcome:
    return SceneOutcome(
        scene="fall-on",
        seed=1,
        pieces=["die"],
        tower_g=5.0,
        placed=[] if placed_at_s is None else ["die"],
        placed_g=5.0,
        placed_at_s=placed_at_s,
        fell=0 if fell_at_s is None else 1,
        fell_at_s=fell_at_s,
        last_impact_s=2.4,
        lost_g=0.0,
        drop_g_s2=0.0,
        is_at_rest=True,
        screened=0,
    )


def verdict(kind: TouchKind, began_s: float, at_s: float) -> TouchVerdict:
    return TouchVerdict(kind, at_s, began_s, at_s, "shaken")


def test_a_call_before_the_fall_is_not_a_call() -> None:
    assert not score(outcome_with(), [verdict(TouchKind.FELL, 0.5, 1.0)]).is_called
    assert score(outcome_with(), [verdict(TouchKind.FELL, 1.5, 3.0)]).is_called
    assert score(outcome_with(fell_at_s=None), [verdict(TouchKind.FELL, 0.5, 1.0)]).is_called


@pytest.mark.parametrize(
    ("at_s", "settled_s", "delay_s"),
    [(1.6, 1.7, 0.0), (0.8, 3.0, 0.0), (0.8, 1.2, None), (2.1, 3.0, 0.1)],
    ids=["just before", "still open", "settled long before", "after"],
)
def test_only_a_suspicion_of_this_fall_counts(
    at_s: float, settled_s: float, delay_s: float | None
) -> None:
    notices: list[Suspicion | TouchVerdict] = [
        Suspicion(at_s, "lighter"),
        verdict(TouchKind.BUMPED, at_s - 0.05, settled_s),
    ]

    outcome = score(outcome_with(), notices)

    assert outcome.is_suspected
    assert outcome.suspect_after_s == (None if delay_s is None else pytest.approx(delay_s))


def test_at_a_placement_means_within_half_a_second_of_it() -> None:
    assert score(outcome_with(2.0, 1.6), []).is_at_placement
    assert not score(outcome_with(2.0, 0.8), []).is_at_placement
    assert not score(outcome_with(2.0), []).is_at_placement
    assert not score(outcome_with(None, 0.8), []).is_at_placement


def test_the_time_of_a_verdict_counts_from_the_last_impact() -> None:
    outcome = score(outcome_with(), [verdict(TouchKind.FELL, 1.9, 3.0)])

    assert outcome.verdict_after_s == pytest.approx(0.6)
    assert score(outcome_with(), []).verdict_after_s is None
