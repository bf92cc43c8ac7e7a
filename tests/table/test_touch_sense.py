"""Touch tells what happens on the plate, and no fall that was only a pulled cable."""

from __future__ import annotations

import math
import random

import pytest

from referee.devices.scale.contract import ScaleDeviceStatus, ScaleFinding, ScaleState, WeightSample
from referee.language import language, languages
from referee.table.device_troubles import WELL
from referee.table.facts import DeviceBack, DeviceTrouble, Fact
from referee.table.senses.touch_sense import RestingLevel, touch_condition
from referee.touch.counts import ScaleCalibration
from referee.touch.messages import MAX_COUNTS, WeightFlag
from referee.touch.profile import TouchProfile
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict
from scripts.bench.table_latency import FALL_SCENES, touch_figures
from tests.table.touch_stage import CELL, Plate, kinds, levels_g


def test_a_piece_is_felt_and_weighed() -> None:
    plate = Plate()
    plate.weigh(10.0, 2.0)
    facts = plate.weigh(15.0, 2.0)
    (verdict,) = [each for each in facts if isinstance(each, TouchVerdict)]
    assert verdict.kind is TouchKind.PLACED
    assert verdict.pieces[0].kinds == ("die",)
    assert levels_g(facts)[-1] == pytest.approx(15.0, abs=0.05)
    assert plate.touch.level_g == pytest.approx(15.0, abs=0.05)


def test_the_level_is_told_twice_a_second_and_only_at_rest() -> None:
    plate = Plate()
    facts = plate.weigh(20.0, 10.0)
    assert 17 <= len(levels_g(facts)) <= 20
    assert all(each == pytest.approx(20.0, abs=0.05) for each in levels_g(facts))
    restless = []
    for number in range(1, 21):
        restless += plate.weigh(20.0 + 3 * (number % 2), 0.1)
    assert levels_g(restless) == []


def test_a_noisy_cell_has_a_level_too() -> None:
    plate = Plate()
    facts = plate.weigh(20.0, 5.0, noise_g=0.1)
    assert len(levels_g(facts)) >= 7


@pytest.mark.parametrize("noise_g", [0.2, 0.4, 0.5])
def test_a_very_noisy_cell_is_averaged_for_longer(noise_g: float) -> None:
    plate = Plate()
    facts = plate.weigh(20.0, 12.0, noise_g=noise_g)
    assert len(levels_g(facts)) >= 16
    assert levels_g(facts)[2:] == pytest.approx([20.0] * (len(levels_g(facts)) - 2), abs=0.3)
    plate.touch.count_as(12.0, levels_g(facts)[-1])
    assert levels_g(plate.weigh(20.0, 5.0, noise_g=noise_g))[-1] == pytest.approx(12.0, abs=0.3)


def test_beyond_that_noise_there_is_no_level() -> None:
    plate = Plate()
    assert len(levels_g(plate.weigh(20.0, 10.0, noise_g=1.0))) <= 1


def test_a_pulled_cable_is_no_fall() -> None:
    plate = Plate()
    plate.weigh(60.0, 2.0)
    plate.facts.clear()
    plate.silence(3.0)
    plate.grams = 5.0
    plate.weigh(5.0, 2.0)
    assert kinds(plate.facts) == []
    assert not any(isinstance(each, Suspicion) for each in plate.facts)
    before_g, after_g, *_ = levels_g(plate.facts)
    assert before_g == pytest.approx(60.0, abs=0.1)
    assert after_g == pytest.approx(5.0, abs=0.1)
    plate.weigh(10.0, 2.0)
    assert kinds(plate.facts) == [TouchKind.PLACED], "afterwards touch goes on as before"


def test_without_the_gap_the_same_would_be_a_fall() -> None:
    """A tower that flies, hits the plate and is gone but for a piece."""
    plate = Plate()
    plate.weigh(60.0, 2.0)
    facts = [*plate.weigh(5.0, 0.1), *plate.weigh(250.0, 0.025), *plate.weigh(5.0, 2.0)]
    assert kinds(facts) == [TouchKind.FELL]


def test_a_new_link_begins_anew_however_short_the_gap() -> None:
    plate = Plate()
    plate.weigh(60.0, 2.0)
    plate.facts.clear()
    plate.scale.fare(ScaleState.STREAMING, connections=2)
    plate.silence(0.2)
    plate.grams = 5.0
    plate.weigh(5.0, 2.0)
    assert kinds(plate.facts) == []
    assert levels_g(plate.facts)[-1] == pytest.approx(5.0, abs=0.1)


def test_a_suspicion_that_a_gap_cuts_off_ends_with_a_question() -> None:
    plate = Plate()
    plate.weigh(60.0, 2.0)
    facts = plate.weigh(25.0, 0.15)
    assert [type(each) for each in facts if not levels_g([each])] == [Suspicion]
    plate.silence(2.0)
    facts = plate.weigh(25.0, 1.0)
    assert kinds(facts) == [TouchKind.RESTLESS]
    assert all(language(code).has(f"touch-reason-{_reason(facts)}") for code in languages())


def _reason(facts: list[Fact]) -> str:
    return next(each.reason for each in facts if isinstance(each, TouchVerdict))


@pytest.mark.parametrize(
    "sample",
    [
        WeightSample(0.0, MAX_COUNTS),
        WeightSample(0.0, CELL.counts(300.0), WeightFlag.SATURATED),
        WeightSample(0.0, CELL.counts(-200.0), WeightFlag.DESYNC),
    ],
)
def test_counts_that_are_no_weight_are_left_out(sample: WeightSample) -> None:
    plate = Plate()
    plate.weigh(30.0, 2.0)
    for _ in range(20):
        plate.clock.advance_s(0.0125)
        facts = plate.give(WeightSample(plate.now_s(), sample.counts, sample.flags))
        assert facts == [] or levels_g(facts)
    facts = plate.weigh(30.0, 2.0)
    assert kinds(plate.facts) == []
    assert levels_g(facts)[-1] == pytest.approx(30.0, abs=0.05)


def test_single_weights_far_below_the_empty_plate_are_left_out() -> None:
    plate = Plate()
    plate.weigh(30.0, 2.0)
    for _ in range(5):
        plate.clock.advance_s(0.0125)
        assert plate.give(WeightSample(plate.now_s(), CELL.counts(-60.0))) == []
    facts = plate.weigh(30.0, 3.0)
    assert kinds(plate.facts) == []
    assert not any(isinstance(each, Suspicion | DeviceTrouble) for each in plate.facts)
    assert levels_g(facts)[-1] == pytest.approx(30.0, abs=0.05)


def test_a_hard_bump_that_swings_far_below_the_empty_plate_is_no_hand() -> None:
    def height(number: int) -> float:
        return number**2 * math.exp(-number / 4) * math.sin(number)

    plate = Plate()
    plate.weigh(5.0, 2.0)
    for number in range(80):
        swing = height(number + 1) - 2 * height(number) + height(max(0, number - 1))
        plate.clock.advance_s(0.0125)
        plate.give(WeightSample(plate.now_s(), CELL.counts(5.0 + 9 * swing)))
    plate.weigh(5.0, 2.0)
    (verdict,) = [each for each in plate.facts if isinstance(each, TouchVerdict)]
    assert (verdict.harmless or verdict).kind is TouchKind.BUMPED
    assert verdict.weighed is not None
    assert verdict.weighed.lowest_g < -55


def test_a_plate_that_stays_too_light_must_be_set_to_empty() -> None:
    plate = Plate()
    plate.weigh(30.0, 2.0)
    plate.facts.clear()
    plate.weigh(-180.0, 1.0)
    assert not any(isinstance(each, DeviceTrouble) for each in plate.facts)
    plate.weigh(-180.0, 3.0)
    (trouble,) = [each for each in plate.facts if isinstance(each, DeviceTrouble)]
    assert trouble.sentences == ("scale-below-empty",)
    assert all(language(code).has("scale-below-empty") for code in languages())
    plate.weigh(30.0, 3.0)
    assert [each for each in plate.facts if isinstance(each, DeviceBack)]
    assert TouchKind.FELL not in kinds(plate.facts)
    assert levels_g(plate.facts)[-1] == pytest.approx(30.0, abs=0.05)


def test_without_a_calibration_nothing_is_below_the_empty_plate() -> None:
    plate = Plate(profile=TouchProfile(counts_per_gram=2147.0, offset_counts=700_000.0))
    plate.scale.status_now = ScaleDeviceStatus(state=ScaleState.STREAMING)
    plate.weigh(20.0, 3.0)
    assert levels_g(plate.facts)[-1] < -200
    assert not any(isinstance(each, DeviceTrouble) for each in plate.facts)


def test_what_lies_there_counts_as_what_it_should_weigh() -> None:
    plate = Plate()
    plate.weigh(12.0, 1.0)
    assert plate.touch.count_as(5.0, 12.0)
    facts = plate.weigh(12.0, 2.0)
    assert kinds(facts) == [], "to forget a weight is not to lift it"
    assert levels_g(facts)[-1] == pytest.approx(5.0, abs=0.05)
    assert plate.touch.calibration.grams(CELL.counts(7.0)) == pytest.approx(0.0, abs=0.05)
    facts = plate.weigh(17.0, 2.0)
    assert kinds(facts) == [TouchKind.PLACED]
    assert levels_g(facts)[-1] == pytest.approx(10.0, abs=0.05)


def test_zero_moves_only_when_the_plate_is_quiet() -> None:
    plate = Plate()
    plate.weigh(12.0, 1.0)
    plate.touch.count_as(5.0, 12.0)
    for number in range(1, 11):
        assert levels_g(plate.weigh(12.0 + 30 * (number % 2), 0.1)) == []
    facts = plate.weigh(12.0, 3.0)
    assert levels_g(facts)[-1] == pytest.approx(5.0, abs=0.05)


def test_a_word_about_the_plate_is_void_when_something_is_put_on_it_meanwhile() -> None:
    plate = Plate()
    plate.weigh(2.0, 1.0)
    plate.touch.count_as(0.0, 2.0)
    facts = plate.weigh(7.0, 3.0)
    assert levels_g(facts)[-1] == pytest.approx(7.0, abs=0.05)


def test_zero_goes_no_further_than_a_cell_drifts() -> None:
    plate = Plate()
    for _ in range(3):
        plate.weigh(12.0, 1.0)
        plate.touch.count_as(4.0, levels_g(plate.facts)[-1])
    assert not plate.touch.count_as(0.0, 14.0)
    assert not plate.touch.count_as(40.0, 4.0)


@pytest.mark.parametrize("drift_g_per_min", [0.5, -0.5])
def test_the_drift_of_hours_is_followed(drift_g_per_min: float) -> None:
    plate = Plate()
    plate.weigh(5.0, 2.0)
    plate.drift_g_per_min = drift_g_per_min
    for count in range(1, 4):
        facts = plate.weigh(5.0 * count, 100.0)
        assert kinds(facts) == ([] if count == 1 else [TouchKind.PLACED])
        assert levels_g(facts)[-1] == pytest.approx(5.0 * count, abs=0.15)
    assert abs(plate.drifted_g) > 2.4
    assert [each.pieces[0].kinds for each in plate.facts if isinstance(each, TouchVerdict)] == [
        ("die",),
        ("die",),
    ]


def test_what_moves_faster_than_a_cell_drifts_is_weighed() -> None:
    plate = Plate()
    plate.weigh(5.0, 2.0)
    plate.drift_g_per_min = 6.0
    facts = plate.weigh(5.0, 30.0)
    assert levels_g(facts)[-1] == pytest.approx(8.0, abs=0.5)


def test_the_given_calibration_goes_before_the_one_of_the_scale() -> None:
    other = ScaleCalibration(counts_per_gram=4294.0, tare_counts=84_000.0)
    plate = Plate(calibration=other)
    assert levels_g(plate.weigh(20.0, 2.0))[-1] == pytest.approx(10.0, abs=0.05)


def test_a_scale_that_knows_nothing_of_itself_is_read_by_the_profile() -> None:
    plate = Plate(profile=TouchProfile(counts_per_gram=1073.5, offset_counts=84_000.0))
    plate.scale.status_now = ScaleDeviceStatus(state=ScaleState.STREAMING)
    assert levels_g(plate.weigh(20.0, 2.0))[-1] == pytest.approx(40.0, abs=0.1)


def test_a_pulled_cable_is_told_and_a_new_one_too() -> None:
    plate = Plate()
    plate.weigh(50.0, 1.5)
    plate.facts.clear()
    plate.scale.fare(ScaleState.LOST)
    plate.silence(3.0)
    plate.scale.fare(ScaleState.IDENTIFYING, connections=2)
    plate.silence(1.0)
    plate.scale.fare(ScaleState.STREAMING, connections=2)
    plate.weigh(50.0, 3.0)
    told = [each for each in plate.facts if isinstance(each, DeviceTrouble | DeviceBack)]
    assert [type(each) for each in told] == [DeviceTrouble, DeviceBack]
    assert isinstance(told[0], DeviceTrouble)
    assert told[0].sentences == ("scale-state-lost",)
    assert kinds(plate.facts) == []
    assert levels_g(plate.facts)[-1] == pytest.approx(50.0, abs=0.1)


def test_a_broken_cell_moves_nothing_until_it_is_repaired() -> None:
    plate = Plate()
    plate.weigh(50.0, 1.5)
    plate.scale.fare(ScaleState.STREAMING, ScaleFinding.FROZEN)
    plate.weigh(50.0, 1.0, noise_g=0.0)
    plate.facts.clear()
    plate.grams = 3.0
    plate.weigh(3.0, 2.0, noise_g=0.0)
    assert plate.facts == []
    plate.scale.fare(ScaleState.STREAMING)
    plate.weigh(3.0, 3.0)
    assert kinds(plate.facts) == []
    assert levels_g(plate.facts)[0] == pytest.approx(3.0, abs=0.1)


@pytest.mark.parametrize("finding", list(ScaleFinding))
def test_only_what_makes_touch_wrong_is_a_trouble(finding: ScaleFinding) -> None:
    harmless = {
        ScaleFinding.SLOW_RATE,
        ScaleFinding.UNHEARD,
        ScaleFinding.SPIKES,
        ScaleFinding.NOISY_LINE,
        ScaleFinding.RESTARTING,
        ScaleFinding.BEHIND,
    }
    condition = touch_condition(ScaleDeviceStatus(state=ScaleState.STREAMING, findings=(finding,)))
    assert (condition == WELL) == (finding in harmless)


@pytest.mark.parametrize("code", languages())
def test_every_trouble_has_a_sentence(code: str) -> None:
    names: set[str] = set()
    for state in ScaleState:
        for finding in (None, *ScaleFinding):
            findings = () if finding is None else (finding,)
            status = ScaleDeviceStatus(state=state, findings=findings)
            names.update(touch_condition(status).sentences)
    assert len(names) > 8
    assert [name for name in sorted(names) if not language(code).has(name)] == []


def test_a_shaken_tilt_switch_ends_when_time_passes() -> None:
    plate = Plate()
    for number in range(12):
        plate.tilt(number % 2)
        plate.clock.advance_s(0.04)
    assert any(isinstance(each, Suspicion) for each in plate.facts)
    plate.silence(2.0)
    assert kinds(plate.facts), "nobody weighs here; the clock alone ends it"


def test_samples_are_shown_to_who_keeps_evidence() -> None:
    shown = []
    plate = Plate(on_sample=lambda *sample: shown.append(sample))
    plate.weigh(20.0, 0.1)
    plate.shake(1.25)
    assert [sample[1] for sample in shown[:-1]] == pytest.approx([20.0] * 8, abs=12.0)
    assert shown[-1][1:] == (None, (0.0, 0.0, pytest.approx(1.25)))


def test_a_level_needs_time_and_agreement() -> None:
    resting = RestingLevel()
    for number in range(20):
        assert resting.level_g() is None
        resting.add(number / 80, 5.0)
    for number in range(20, 60):
        resting.add(number / 80, 5.0)
    assert resting.level_g() == pytest.approx(5.0)
    for number in range(60, 100):
        resting.add(number / 80, 5.0 + (number - 60) * 0.02)
    assert resting.level_g() is None, "a slow hand"


@pytest.mark.parametrize("swing_g", [0.7, 1.5])
def test_a_hand_that_trembles_at_a_noisy_table_is_no_rest(swing_g: float) -> None:
    chance = random.Random(3)
    resting = RestingLevel()
    for number in range(400):
        tremble_g = swing_g * math.sin(2 * math.pi * 5 * number / 80)
        resting.add(number / 80, 5.0 + tremble_g + chance.gauss(0, 0.3))
        assert resting.level_g() is None


def test_falls_are_suspected_at_once() -> None:
    unsuspected, _, p99, *_ = touch_figures(1, first_seed=310_000)
    assert (unsuspected.of, unsuspected.measured) == (len(FALL_SCENES), 0)
    assert (p99.name, p99.status) == ("to the suspicion, p99", "met")


@pytest.mark.slow
def test_of_many_falls_nearly_all_are_suspected_at_once() -> None:
    unsuspected, _, p99, *_ = touch_figures(15, first_seed=320_000)
    assert unsuspected.of >= 50
    assert unsuspected.measured == 0
    assert (p99.name, p99.status) == ("to the suspicion, p99", "met")
