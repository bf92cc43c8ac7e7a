"""Fitting the forests: it learns what can be learnt, and from the right events."""

import numpy as np

from referee.bench.weighing_score import feel, readings
from referee.touch.profile import TouchProfile
from referee.twin.tower.scenario import play_scene
from referee.twin.tower.scenes import Scene
from scripts.fit_touch.boosting import Boosting, boost, scores
from scripts.fit_touch.fitting import WAYS, Events, check, fit


def test_boosting_learns_an_interval_and_both_ways_of_asking_agree():
    rng = np.random.default_rng(1)
    values = rng.uniform(-1, 1, (600, 2))
    is_fall = (np.abs(values[:, 0]) < 0.4).astype(float)

    forest = boost(("a", "b"), values, is_fall, np.ones(600), Boosting(trees=30, boldness=0.3))

    told = scores(forest, values)
    assert np.mean((told > 0) == (is_fall > 0)) > 0.97
    assert np.allclose(told[:20], [forest.score(list(row)) for row in values[:20]])


def test_the_event_that_covers_the_fall_is_learnt_as_one():
    cell = WAYS[0]
    events = Events("cell only")
    for scene in (Scene.FALL_ON, Scene.LIFT):
        trace = play_scene(scene, 3)
        felt = feel(readings(trace, cell.fittings[0]), TouchProfile())
        events.add(cell, trace.truth, felt)

    assert events.scene[0] == 0
    assert events.label[0] == 1
    assert set(events.label[events.scene.index(1) :]) == {0}
    assert {len(each) for each in events.values} == {len(cell.traits)}


def test_each_scene_is_checked_by_a_forest_that_has_not_seen_it():
    """With nothing to learn from but the seed, what was not seen cannot be known."""
    tilt = WAYS[3]
    events = Events("tilt switch only")
    base = play_scene(Scene.LIFT, 0).truth
    rng = np.random.default_rng(2)
    for seed in range(240):
        is_fall = seed % 2 == 0
        fields = {**{name: getattr(base, name) for name in base.__struct_fields__}, "seed": seed}
        fields |= {"fell": int(is_fall), "fell_at_s": 1.0 if is_fall else None}
        events.truths.append(type(base)(**fields))
        events.values.append([float(is_fall), *rng.random(7)])
        events.label.append(int(is_fall))
        events.scene.append(seed)

    (checked,) = check(tilt, [events])

    assert checked.shares(0.0) == (1.0, checked.shares(0.0)[1], 0.0)
    assert fit(tilt, [events]).traits == tilt.traits
