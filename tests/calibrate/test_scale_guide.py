"""The guide of the scale over the simulated plate: what it measures, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from referee.calibrate.guide import GuideState
from referee.calibrate.scale_guide import ScaleGuide, pieces_weighed
from referee.calibrate.scale_measurements import KnownMass
from referee.devices.scale.contract import WeightSample
from referee.errors import InputError
from referee.games.boxes import every_piece
from referee.language import language
from referee.simulation.plate.sensors import CellSpec
from referee.touch.messages import MAX_COUNTS
from scripts.tower_scenes.traces import perfect
from tests.calibrate.plate_stage import PlateStage


@pytest.mark.parametrize(("counts_per_gram", "offset"), [(-3500.0, -20_000), (1710.5, 700_000)])
def test_a_scale_is_measured_whatever_its_factor(counts_per_gram: float, offset: int) -> None:
    cell = CellSpec(counts_per_gram=counts_per_gram, offset_counts=offset, noise_g=0.03)
    stage = PlateStage(cell)
    stage.weigh_up_to_pieces()
    for kind, count in pieces_weighed().items():
        assert stage.guide.name == f"scale-pieces-{kind}"
        stage.weigh_pieces(kind, count)
    stage.leave_out_hands()
    assert stage.guide.view().advice == ()
    assert stage.guide.accept()
    assert stage.guide.state is GuideState.DONE
    result = stage.guide.result()
    # Twelve dice are never exactly twelve times five grams.
    assert result.calibration.counts_per_gram == pytest.approx(counts_per_gram, rel=0.012)
    assert result.calibration.noise_g == pytest.approx(0.03, rel=0.2)
    assert result.rate_hz == pytest.approx(80, rel=0.03)
    for piece in result.pieces:
        assert piece.mass_g == pytest.approx(every_piece()[piece.kind].mass_g, rel=0.05)
        assert 0.01 < piece.spread_g < 0.4
    assert result.closest is not None
    assert {result.closest.first, result.closest.second} == {"token", "cylinder"}
    # The simulated plate: 120 g on a spring of 25 N/mm.
    assert result.ring is not None
    assert result.ring.frequency_hz == pytest.approx(71, rel=0.08)
    assert result.ring.damping == pytest.approx(0.18, abs=0.06)


def test_a_known_mass_gives_the_true_factor() -> None:
    stage = PlateStage(perfect(CellSpec()))
    stage.accept()
    stage.put(*["die"] * 12)
    grams = stage.world.on_plate_g
    stage.guide = ScaleGuide(KnownMass(grams), KnownMass(grams / 2))
    stage.take_off()
    stage.accept()
    stage.put(*["die"] * 12)
    stage.wait(2.5)
    words = language("en")
    told = [each.text(words) for each in stage.guide.view().live]
    assert "counts for a gram" in told[0]
    factor = float(told[0].split(": ")[1].split()[0])
    assert factor == pytest.approx(2147.0, rel=0.002)


def test_a_forgotten_weight_is_said() -> None:
    stage = PlateStage()
    stage.accept()
    stage.wait(2.5)
    assert stage.troubles() == ["scale-same"]
    assert not stage.guide.accept()
    assert stage.guide.name == "scale-known"


def test_a_weight_too_light_for_the_cell_is_said_with_one_that_would_do() -> None:
    stage = PlateStage(CellSpec(counts_per_gram=430.0))
    stage.accept()
    stage.put(*["die"] * 12)
    stage.wait(2.5)
    assert stage.troubles() == ["scale-too-light"]
    needed = stage.guide.view().troubles[0].words["needed"]
    assert isinstance(needed, int)
    assert 195 <= needed <= 240


def test_wrong_weights_are_bent() -> None:
    stage = PlateStage(guide=ScaleGuide(KnownMass(60.0), KnownMass(40.0)))
    stage.accept()
    stage.put(*["die"] * 12)
    stage.accept()
    stage.take_off(6)
    stage.wait(2.5)
    assert stage.troubles() == ["scale-bent"]


def test_a_noisy_cell_is_said_before_the_pieces_are_weighed() -> None:
    stage = PlateStage(CellSpec(noise_g=0.7))
    stage.weigh_up_to_quiet()
    stage.wait(10.5)
    assert stage.troubles() == ["scale-noisy"]
    assert not stage.guide.accept()


def test_a_table_with_much_noise_is_calibrated_all_the_same() -> None:
    stage = PlateStage(CellSpec(noise_g=0.4), guide=ScaleGuide(pieces={"die": 2, "token": 2}))
    stage.weigh_up_to_quiet()
    stage.wait(10.5)
    assert (stage.troubles(), stage.advice()) == ([], ["scale-noisy"])
    assert stage.guide.accept()
    stage.tap(3)
    stage.accept(0.5)
    for kind in ("die", "token"):
        stage.weigh_pieces(kind, 2)
    stage.leave_out_hands()
    assert stage.guide.accept()
    for piece in stage.guide.result().pieces:
        assert piece.mass_g == pytest.approx(every_piece()[piece.kind].mass_g, abs=0.25)


def test_a_leaning_hand_is_unsteady() -> None:
    stage = PlateStage()
    stage.wait(1.0)
    stage.world.lean(0.4, 1.0)
    stage.wait(1.5)
    assert stage.troubles() == ["scale-unsteady"]
    stage.guide.repeat()
    stage.accept()


def fed(
    counts: Callable[[int], int], rate_hz: float = 80.0, seconds: float = 11.0
) -> list[WeightSample]:
    return [
        WeightSample(number / rate_hz, counts(number)) for number in range(round(rate_hz * seconds))
    ]


def messages(guide: ScaleGuide) -> list[str]:
    return [each.message.removeprefix("calibrate-scale-") for each in guide.view().troubles]


def test_no_reading_saturation_and_a_frozen_converter_have_their_sentences() -> None:
    guide = ScaleGuide()
    assert messages(guide) == ["waiting"]
    guide.see(fed(lambda n: MAX_COUNTS))
    assert messages(guide) == ["saturated"]
    guide.repeat()
    guide.see(fed(lambda n: 5000))
    assert messages(guide) == ["frozen"]
    guide.repeat()
    guide.see(fed(lambda n: 5000 + n % 7, seconds=1.0))
    assert messages(guide) == ["hold"]


def noisy(level: int, number: int) -> int:
    return level + (number * 7919) % 61


def at_quiet() -> ScaleGuide:
    guide = ScaleGuide()
    for level in (0, 129_000, 64_500):
        guide.see(fed(partial(noisy, level)))
        assert messages(guide) == []
        assert guide.accept()
    assert guide.name == "scale-quiet"
    return guide


@pytest.mark.parametrize(
    ("counts", "rate_hz", "said"),
    [
        (lambda n: (n * 1777) % 4001 - 2000, 80.0, ["noisy"]),
        (lambda n: 5 * n // 1 + (n * 7919) % 61, 80.0, ["not-empty", "drifting"]),
        (lambda n: (n * 7919) % 61, 43.0, ["wrong-rate"]),
        (lambda n: 10_000 + (n * 7919) % 61, 80.0, ["not-empty"]),
        (lambda n: (n * 7919) % 61, 80.0, []),
        (lambda n: (n * 7919) % 61, 10.0, []),
    ],
)
def test_what_a_quiet_plate_can_be_reproached_with(
    counts: Callable[[int], int], rate_hz: float, said: list[str]
) -> None:
    guide = at_quiet()
    guide.see(fed(counts, rate_hz))
    assert messages(guide) == said
    advice = [each.message for each in guide.view().advice]
    assert advice == (["calibrate-scale-slow"] if rate_hz == 10.0 else [])


def test_two_pieces_at_once_are_odd_and_can_be_taken_back() -> None:
    stage = PlateStage(guide=ScaleGuide(pieces={"die": 2}))
    stage.weigh_up_to_pieces()
    stage.wait(2.5)
    stage.put("die")
    stage.wait(2.5)
    stage.put("castle")
    stage.wait(2.5)
    assert stage.troubles() == ["scale-pieces-odd"]
    stage.world.lift_top()
    stage.settle()
    stage.wait(2.5)
    assert stage.troubles() == ["scale-pieces-more"]
    stage.put("die")
    stage.wait(2.5)
    assert stage.troubles() == []


def test_kinds_of_the_same_weight_are_said() -> None:
    """Somebody weighs tokens where cylinders were asked for."""
    stage = PlateStage(guide=ScaleGuide(pieces={"token": 2, "cylinder": 2}))
    stage.weigh_up_to_pieces()
    stage.weigh_pieces("token", 2)
    stage.take_off()
    stage.guide.repeat()
    stage.wait(2.5)
    for _ in range(2):
        stage.put("token")
        stage.wait(2.5)
    assert stage.guide.accept()
    stage.leave_out_hands()
    assert stage.guide.name == "scale-review"
    assert stage.advice() == ["scale-alike"]
    assert stage.guide.accept()


def test_abort_keeps_nothing() -> None:
    guide = ScaleGuide()
    guide.abort()
    assert guide.state is GuideState.ABORTED
    assert not guide.accept()
    with pytest.raises(InputError, match="not calibrated yet"):
        guide.result()


def test_an_impossible_mass_is_refused() -> None:
    with pytest.raises(InputError, match="from 1 to 50000 g"):
        KnownMass(0.0)


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_view_can_be_said(code: str) -> None:
    words = language(code)
    guide = at_quiet()
    guide.see(fed(lambda n: (n * 7919) % 61))
    assert guide.accept()
    while guide.name != "scale-review":
        view = guide.view()
        assert [each.text(words) for each in (view.ask, *view.live, *view.troubles)]
        guide._place += 1
    view = guide.view()
    assert all(each.text(words) for each in (view.ask, *view.live, *view.advice))
