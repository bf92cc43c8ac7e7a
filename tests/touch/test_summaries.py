"""The numbers behind a verdict: swings, ringing, shakes, traits and the forest that weighs them."""

import math
from collections.abc import Sequence

import pytest

from referee.touch.episode import Episode, SwingMeter, SwingSummary
from referee.touch.fall_traits import (
    EPISODE_TRAITS,
    IMPACT_TRAITS,
    TILT_TRAITS,
    Forest,
    episode_traits,
    forests,
    impact_traits,
    tilt_traits,
)
from referee.touch.impacts import NO_IMPACTS, NO_TILTS, ImpactMeter, ImpactSummary, TiltMeter
from referee.touch.pieces import misfit_g, pieces_felt
from referee.touch.profile import TouchProfile


def swung_by(values: Sequence[float], step_s: float = 0.0125) -> SwingSummary:
    swings, last = SwingMeter(dead_g=0.1), 0.0
    for number, value in enumerate(values):
        swings.add(number * step_s, step_s, value, abs(value - last))
        swings.keep(number * step_s, value, area=number, moment=0.0)
        last = value
    return swings.summary(1.0, 99.0, 0.0)


def test_the_longest_weightless_spell_is_kept() -> None:
    swung = swung_by([0, -2, -2, 1, -3, -3, -3, -3, 5, 0])

    assert swung.spell_g_s == pytest.approx(4 * 3 * 0.0125)
    assert swung.spell_s == pytest.approx(4 * 0.0125)
    assert swung.steepest_g == 8


def test_rocking_crosses_again_and_again_and_a_fall_does_not() -> None:
    rocking = swung_by([3 * math.sin(number) for number in range(100)])
    falling = swung_by([0] * 10 + [-3] * 6 + [9] * 2 + [0] * 82)

    assert rocking.crossings > 25
    assert falling.crossings == 1


def test_the_sums_are_kept_when_the_hardest_hit_has_rung_out() -> None:
    swung = swung_by([0] * 10 + [9] + [0] * 70)

    assert swung.early_s == pytest.approx(0.125 + 0.1625)
    assert swung.early_area_g_s == 23
    assert swung_by([0, 9, 0]).early_area_g_s == 99


def ring(
    meter: ImpactMeter, hits_s: list[float], hit_g: float, *, grow_per_s: float = 0.0
) -> ImpactSummary:
    for number in range(500):
        t_s = number / 250
        swing = sum(hit_g * math.exp(-40 * (t_s - hit)) for hit in hits_s if t_s >= hit)
        swing += 0.02 * math.exp(grow_per_s * (t_s - 1)) if grow_per_s and 0.9 < t_s < 1.1 else 0
        meter.add(t_s, 0.0, 0.0, 1.0 + swing * (-1) ** number)
    return meter.summary()


def test_a_train_of_impacts_is_spread_in_time() -> None:
    one = ring(ImpactMeter(0.06, 0.03, 0.6), [0.5], 0.5)
    many = ring(ImpactMeter(0.06, 0.03, 0.6), [0.5, 0.7, 0.95], 0.5)

    assert (one.count, many.count) == (1, 3)
    assert many.rung.spread_s > 5 * one.rung.spread_s
    assert many.rung.second_hit == pytest.approx(many.rung.hardest_hit, rel=0.2)
    assert one.rung.second_hit == 0
    assert one.rung.sharp_h == one.rung.swing_h == 0


def test_what_rises_slowly_out_of_stillness_is_noticed() -> None:
    """It must not hide below the envelope that it raises itself."""
    meter = ImpactMeter(0.06, 0.03, 0.6)
    meter.add(0.0, 0.0, 0.0, 1.0)
    meter._envelope = 0.05

    assert ring(meter, [], 0.0, grow_per_s=10).count >= 1


def test_a_tilt_switch_tells_how_often_and_for_how_long() -> None:
    shakes = TiltMeter()
    for t_s, level in ((1.0, 1), (1.02, 0), (1.1, 1), (1.11, 0), (1.4, 1), (1.44, 0)):
        shakes.add(t_s, is_shaken=bool(level))

    shaken = shakes.summary()
    assert shaken.count == 3
    assert shaken.span_s == pytest.approx(0.44)
    assert shaken.open_s == pytest.approx(0.07)
    assert shaken.longest_open_s == pytest.approx(0.04)
    assert (shaken.shortest_pause_s, shaken.longest_pause_s) == pytest.approx((0.1, 0.3))
    shakes.begin()
    assert shakes.summary() == NO_TILTS


def test_every_forest_knows_its_traits() -> None:
    """A trait that was added or moved needs a new fit."""
    fitted = forests()

    assert fitted.cell.traits == fitted.slow_cell.traits == EPISODE_TRAITS
    assert fitted.accelerometer.traits == IMPACT_TRAITS
    assert fitted.tilt.traits == TILT_TRAITS


def test_there_is_a_value_for_every_trait() -> None:
    episode = Episode(0.0, 40.0, 0.3)
    for number in range(1, 60):
        episode.add(number * 0.0125, 40.0 + 0.01 * (-1) ** number)
    weighed = episode.summary(is_settled=True)

    assert len(episode_traits(weighed, TouchProfile(pieces=pieces_felt()))) == len(EPISODE_TRAITS)
    assert len(impact_traits(NO_IMPACTS)) == len(IMPACT_TRAITS)
    assert len(tilt_traits(NO_TILTS)) == len(TILT_TRAITS)


def test_a_forest_adds_up_what_its_trees_answer() -> None:
    stump = ((0, 1.5, 1, 2), (-1, -0.5, 0, 0), (-1, 2.0, 0, 0))
    forest = Forest(("length_s", "dm_g"), 0.25, (stump, stump))

    assert forest.score([1.5, 0]) == 0.25 - 1.0
    assert forest.score([1.6, 0]) == 0.25 + 4.0


@pytest.mark.parametrize(("step_g", "misfit"), [(5.1, 0.1), (-1.6, 0), (6.5, 0.1), (30, 7)])
def test_a_step_is_compared_with_pieces_and_pairs(step_g: float, misfit: float) -> None:
    assert misfit_g(step_g, pieces_felt()) == pytest.approx(misfit)
