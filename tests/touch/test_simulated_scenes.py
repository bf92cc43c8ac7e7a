"""Touch over scenes of simulated towers with fixed seeds; the large evaluation is a benchmark."""

from pathlib import Path

import pytest

from referee.touch.profile import TouchProfile
from referee.touch.verdicts import TouchKind, TouchVerdict
from scripts.bench.touch import (
    ACCELEROMETER_ONLY,
    BOTH,
    FITTING_SEED,
    TILT_ONLY,
    WEIGHT_ONLY,
    every_scene,
    times_real_time,
    touch_benchmark,
)
from scripts.bench.touch_score import batches, load_batch, notices_of, readings, score
from scripts.tower_scenes.scenes import TowerScene
from scripts.tower_scenes.traces import play_scene

STANDING = [
    TowerScene.PLACE,
    TowerScene.DROP,
    TowerScene.PRESS,
    TowerScene.HAND,
    TowerScene.BUMP,
    TowerScene.LIFT,
    TowerScene.NUDGE,
]
FALLING = [TowerScene.FALL_ON, TowerScene.FALL_OFF, TowerScene.FALL_PART, TowerScene.PLACE_FALL]


@pytest.mark.parametrize("scene", [*STANDING, *FALLING, TowerScene.PLACE_TWO])
def test_one_scene_of_each_kind_is_noticed_as_it_was(scene: TowerScene) -> None:
    trace = play_scene(scene, 3)

    for fitting in (BOTH, WEIGHT_ONLY):
        outcome = score(trace.outcome, notices_of(readings(trace, fitting), TouchProfile()))
        assert outcome.is_called == trace.outcome.is_fall, fitting.name
        if trace.outcome.is_fall:
            assert outcome.suspect_after_s is not None
            assert outcome.suspect_after_s <= 0.15
            assert outcome.verdict_after_s is not None
            assert outcome.verdict_after_s <= 1.5
        elif trace.outcome.placed:
            assert outcome.are_pieces_right


def test_the_evidence_agrees_with_the_physics() -> None:
    """D is the drop of the centre of mass, measured by a cheap cell under the plate."""
    trace = play_scene(TowerScene.FALL_ON, 7)
    notices = notices_of(readings(trace, WEIGHT_ONLY), TouchProfile())
    (verdict,) = [each for each in notices if isinstance(each, TouchVerdict)]

    assert trace.outcome.lost_g == 0
    assert verdict.kind is TouchKind.FELL
    assert verdict.weighed is not None
    assert verdict.weighed.d_g_s2 == pytest.approx(trace.outcome.drop_g_s2, rel=0.1)


def test_the_speed_of_touch_is_measured() -> None:
    assert times_real_time(rounds=1) > 0


def test_batches_are_kept_and_read_again(tmp_path: Path) -> None:
    (scene, seed, count), *rest = batches({TowerScene.LIFT: 2}, 5)
    fresh = load_batch(tmp_path, scene, seed, count)
    kept = load_batch(tmp_path, scene, seed, count)

    assert rest == []
    assert [each.outcome for each in fresh] == [each.outcome for each in kept]
    assert (fresh[1].force_g == kept[1].force_g).all()
    assert len(list(tmp_path.iterdir())) == 1


def test_the_report_tells_every_figure() -> None:
    report = touch_benchmark(
        FITTING_SEED,
        {TowerScene.PLACE: 2, TowerScene.FALL_OFF: 2},
        fittings=(BOTH, ACCELEROMETER_ONLY, TILT_ONLY),
    )

    assert report.notes == ["4 scenes from seed 0; nothing left out."]
    assert {each.group for each in report.figures} >= {BOTH.name, TILT_ONLY.name}


@pytest.mark.slow
def test_of_a_few_of_every_scene_at_most_one_fall_is_missed_and_none_is_invented() -> None:
    report = touch_benchmark(FITTING_SEED, every_scene(10, falls=10), fittings=(BOTH,))

    figures = {figure.name: figure for figure in report.figures}
    alone = figures["falls alone, called"]
    # With so few falls a single miss is already more than the bar of one in a hundred.
    assert alone.measured is not None
    assert alone.measured >= 100 * (1 - 1 / alone.of) - 1e-9
    assert figures["false falls"].measured == 0
    others = [name for name, figure in figures.items() if figure.status == "missed"]
    assert set(others) <= {alone.name}
