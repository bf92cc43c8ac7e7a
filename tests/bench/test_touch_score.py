"""Fitting the forests: it learns what can be learnt, and from the right events."""

from pathlib import Path

import numpy as np
import pytest

from referee.simulation.force_profiles.sprung_plate import ALL_PLATES
from referee.simulation.tower_trace import SceneOutcome, TowerTrace
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict
from scripts.bench.touch_score import score
from scripts.fit_touch.boosting import Boosting, boost, scores
from scripts.fit_touch.fitting import find_limits, fit
from scripts.fit_touch.gathering import WAYS, Table, gather, read_events, write_events
from scripts.fit_touch.mixing import Mixer
from scripts.touch_worlds.worlds import WORLDS


def test_boosting_learns_an_interval_and_both_ways_of_asking_agree() -> None:
    rng = np.random.default_rng(1)
    values = rng.uniform(-1, 1, (600, 2))
    is_fall = (np.abs(values[:, 0]) < 0.4).astype(float)

    forest = boost(
        ("a", "b"),
        values,
        is_fall,
        np.ones(600),
        Boosting(trees=30, boldness=0.3, traits_share=1.0),
    )

    told = scores(forest, values)
    assert np.mean((told > 0) == (is_fall > 0)) > 0.97
    assert np.allclose(told[:20], [forest.score(list(row)) for row in values[:20]])


def test_the_event_that_covers_the_fall_is_learnt_as_one(tmp_path: Path) -> None:
    found = gather(WORLDS["forces"], [("part-on", 3), ("lift", 3)])["cell"]
    write_events(tmp_path / "forces-cell.npz", found)
    table = read_events(tmp_path / "forces-cell.npz")

    is_fall = table.scenes[table.scene, 1] == 1
    plain = table.of_rows(["good parts"])
    assert table.label[is_fall & plain].max() == 1
    assert set(table.label[~is_fall]) == {0}
    assert table.values.shape == (len(table.label), len(table.traits))
    assert {each.split(" ")[0] for each in table.rows} >= {"good", "wide", "mixed"}


def played(scene: str, seed: int) -> TowerTrace:
    return WORLDS["forces"].play(scene, seed, ALL_PLATES)


def test_a_mixed_scene_keeps_what_fell_and_its_weight() -> None:
    mixer, rng = Mixer("forces"), np.random.default_rng(4)
    for scene in ("touch", "press", "jerk"):
        mixer.keep(scene, played(scene, 1))
    fall = played("part-off", 2)

    mixed = mixer.mixed(fall, rng)

    lost_g, were_lost_g = (float(each.force_g[0] - each.force_g[-1]) for each in (mixed, fall))
    assert mixed.outcome.fell_at_s == fall.outcome.fell_at_s
    assert len(mixed.force_g) == len(fall.force_g)
    scale = mixed.outcome.felt[0].mass_g / fall.outcome.felt[0].mass_g
    assert lost_g == pytest.approx(scale * were_lost_g, abs=0.5)
    assert np.abs(mixed.force_g - fall.force_g).max() > 0.1


def table_of(seeds: int, overlap: float, stream: int) -> Table:
    """One trait that tells falls from others but for a few."""
    rng = np.random.default_rng(stream)
    is_fall = np.arange(seeds) % 4 == 0
    values = rng.normal(0, 1, (seeds, 2)) + 4.0 * (is_fall | (rng.random(seeds) < overlap))[:, None]
    return Table(
        rows=np.array(["good parts"] * seeds),
        traits=("trait", "other"),
        values=values,
        label=is_fall.astype(np.int64),
        scene=np.arange(seeds),
        scenes=np.stack([np.arange(seeds) // 4, is_fall, np.zeros(seeds)], axis=1).astype(np.int64),
    )


def test_limits_are_higher_where_more_looks_like_a_fall() -> None:
    cell = WAYS[0]
    clear, dim = (
        find_limits(cell, {"one": table_of(1600, share, 1), "two": table_of(1600, share, 2)})
        for share in (0.0, 0.02)
    )
    forest = fit(cell, {"one": table_of(1600, 0.0, 1)})

    assert forest.traits == ("trait", "other")
    assert forest.score([4, 4]) > clear.fall > clear.doubt > forest.score([0, 0])
    assert dim.fall > clear.fall


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
