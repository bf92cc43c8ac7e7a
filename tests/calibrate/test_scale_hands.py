"""The steps of the scale that ask for hands: what is felt, what follows, and leaving them out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from msgspec.structs import replace

from referee.app.calibration import with_scale
from referee.calibrate.guide import GuideState
from referee.calibrate.scale_guide import ScaleGuide
from referee.calibrate.scale_hands import shown_steps
from referee.calibrate.scale_measurements import ScaleMeasurements
from referee.calibrate.scale_steps import RestWindow
from referee.config import TableProfile
from referee.devices.scale.contract import WeightSample
from referee.language import language
from referee.simulation.calibration_hands import PlateHands
from referee.simulation.force_profiles.scenes import ForceScene, play_forces
from referee.simulation.plate.sensors import CellSpec
from referee.touch.shown_hands import adapted, judged
from scripts.tower_scenes.traces import weigh
from tests.calibrate.plate_stage import PlateStage

CELL = CellSpec(counts_per_gram=1000.0, offset_counts=0)
PER_GRAM = 1000.0


def measured() -> ScaleMeasurements:
    """A scale of a thousand counts a gram."""
    found = ScaleMeasurements()
    for name, grams in (("scale-empty", 0.0), ("scale-known", 60.0)):
        window = RestWindow(2.0)
        counts = round(grams * PER_GRAM)
        window.see([WeightSample(n / 80, counts + n % 3) for n in range(170)])
        rest = window.rest()
        assert rest is not None
        found.weighed[name] = (grams, rest)
    return found


def felt(scenes: Sequence[tuple[ForceScene, int]], name: str) -> ScaleMeasurements:
    """What a step makes of scenes that follow each other."""
    found = measured()
    step = next(each for each in shown_steps(found) if each.name == name)
    step.restart()
    began_s, level_g = 0.0, 0.0
    for scene, seed in scenes:
        trace = play_forces(scene, seed, (80.0, 80.0))
        force_g = trace.force_g.astype(np.float64)
        moment = trace.moment_g_m.astype(np.float64)
        rng = np.random.default_rng(seed)
        times_s, counts = weigh(force_g, moment, trace.step_s, CELL, rng)
        # Each scene has a tower of its own; the plate keeps its weight from one to the next.
        off = round((level_g - force_g[0]) * PER_GRAM)
        step.see(
            [
                WeightSample(began_s + float(t_s), int(count) + off)
                for t_s, count in zip(times_s, counts, strict=True)
            ]
        )
        level_g += float(force_g[-1] - force_g[0])
        began_s += float(times_s[-1]) + 1 / 80
    assert step.view().can_skip
    assert step.view().can_accept, [each.text(language("en")) for each in step.view().live]
    step.finish()
    return found


def test_jerky_hands_are_taken_for_falls_less_often_than_before() -> None:
    found = felt([(ForceScene.JERK, seed) for seed in range(12)], "scale-hands")
    assert len(found.shown) >= 12
    worst, usual = max(each.score for each in found.shown), found.usual_touch
    # At a table whose limits are so low that each of them would be a fall.
    low = replace(usual, fall_score=-20.0, doubt_score=-20.0)
    assert judged(low, found.shown).called == len(found.shown)
    moved = adapted(low, found.shown)
    assert judged(moved, found.shown).called < len(found.shown)
    wanted = min(max(usual.fall_score, worst + 0.2), usual.fall_score + 1.0)
    assert moved.fall_score == pytest.approx(wanted, abs=0.01)


def test_a_lift_is_scored_with_what_the_rules_know_of_builders() -> None:
    lifts = felt([(ForceScene.PUT_BACK, seed) for seed in range(3)], "scale-lift")
    hands = felt([(ForceScene.PUT_BACK, seed) for seed in range(3)], "scale-hands")
    # The same scenes: only the odds differ.
    for lifted, touched in zip(lifts.shown, hands.shown, strict=True):
        assert lifted.score == pytest.approx(touched.score - 2.0)


def test_what_is_taken_off_between_two_drops_is_not_counted() -> None:
    scenes = [
        (ForceScene.PLACE_DROPPED, 1),
        (ForceScene.LIFT, 2),
        (ForceScene.PLACE_DROPPED, 3),
        (ForceScene.LIFT, 4),
    ]
    with_losses = felt(scenes, "scale-hands")
    drops = felt(scenes, "scale-drop")
    assert 2 <= len(drops.shown) < len(with_losses.shown)


def test_steps_that_are_left_out_leave_the_profile_as_it_was() -> None:
    stage = PlateStage(guide=ScaleGuide(pieces={"die": 1}))
    assert not stage.guide.skip(), "the empty plate is needed"
    stage.weigh_up_to_pieces()
    stage.weigh_pieces("die", 1)
    stage.leave_out_hands()
    assert stage.guide.accept()
    before = TableProfile()
    after = with_scale(before, stage.guide.result())
    assert after.scale.hands is None
    assert after.scale.touch.fall_score == before.scale.touch.fall_score
    assert after.scale.touch.plate_hz == pytest.approx(71, rel=0.08)


@pytest.mark.parametrize("rate_hz", [80.0, 10.0])
def test_simulated_hands_show_themselves_to_the_end(rate_hz: float) -> None:
    stage = PlateStage(CellSpec(rate_hz=rate_hz), guide=ScaleGuide(pieces={"die": 1}))
    stage.weigh_up_to_pieces()
    stage.weigh_pieces("die", 1)
    hands, is_busy = PlateHands(stage.world), False
    began_s = stage.clock.monotonic_s()
    while stage.guide.name != "scale-review":
        is_busy = (is_busy or not stage.guide.view().can_accept) and hands.help(stage.guide.name)
        stage.wait(0.25)
        if not is_busy:
            stage.guide.accept()
        assert stage.clock.monotonic_s() < began_s + 90, stage.guide.name
    assert stage.guide.accept()
    assert stage.guide.state is GuideState.DONE
    hands_shown = with_scale(TableProfile(), stage.guide.result()).scale.hands
    assert hands_shown is not None
    assert hands_shown.felt > 8
    assert hands_shown.called == 0
