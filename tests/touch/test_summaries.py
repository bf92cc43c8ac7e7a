"""The numbers behind a verdict: swings, ringing, shakes, traits and the forest that weighs them."""

import math
from collections.abc import Sequence

import pytest

from referee.touch.episode import Episode, EpisodeSummary
from referee.touch.fall_traits import Forest, forests, impact_traits, tilt_traits
from referee.touch.impacts import NO_IMPACTS, NO_TILTS, ImpactMeter, ImpactSummary, TiltMeter
from referee.touch.pieces import pieces_felt
from referee.touch.profile import TouchProfile
from referee.touch.weight_traits import episode_traits


def weighed(values: Sequence[float], step_s: float = 0.0125) -> EpisodeSummary:
    """An episode of these excesses over 40 g, after and before half a second of rest."""
    rest = [0.0] * int(0.5 / step_s)
    episode = Episode(0.0, 40.0, 0.3, dead_g=0.1)
    for number, value in enumerate((*rest, *values, *[values[-1]] * len(rest)), start=1):
        episode.add(number * step_s, 40.0 + value)
    return episode.summary(is_settled=True, noise_g=0.02, period_s=step_s)


def traits(values: Sequence[float]) -> dict[str, float]:
    return episode_traits(weighed(values), TouchProfile(pieces=pieces_felt()))


def test_the_longest_weightless_spell_is_kept() -> None:
    found = traits([0, -2, -2, 1, -3, -3, -3, -3, 5, 0])

    assert found["spell_g_s"] == pytest.approx(4 * 3 * 0.0125)
    assert found["spell_s"] == pytest.approx(4 * 0.0125)
    assert found["spell_turns"] == pytest.approx(4 * 0.0125 * 73)


def test_rocking_crosses_again_and_again_and_a_fall_does_not() -> None:
    rocking = traits([3 * math.sin(number) for number in range(100)])
    falling = traits([0] * 10 + [-3] * 6 + [9] * 2 + [0] * 82)

    assert rocking["crossings"] > 25
    assert falling["crossings"] == 1


def test_the_sums_are_kept_when_the_hardest_hit_has_rung_out() -> None:
    found = traits([0] * 10 + [9] + [0] * 70)

    assert found["early_s"] == pytest.approx(0.5 + 11 * 0.0125 + 0.15)


def test_a_piece_gives_back_at_the_hit_what_it_did_not_weigh_before() -> None:
    falling = traits([-5] * 8 + [20] * 2 + [0] * 20)
    pulled = traits([-5 * math.sin(math.pi * n / 12) for n in range(13)] + [0] * 20)

    assert falling["drop_g"] == pytest.approx(5)
    assert falling["drop_s"] == pytest.approx(0.1, abs=0.015)
    assert falling["hit_share"] > 0.7
    assert pulled["hit_share"] < 0.1
    assert falling["sharp_share"] > 2 * pulled["sharp_share"]


def test_a_piece_that_tips_over_leaves_at_once_in_the_end_and_a_hand_as_it_began() -> None:
    tips = [-0.3, -0.5, -0.9, -1.5, -2.4, -4.0]
    lets_go = [-2 + 2 * math.cos(math.pi * n / 8) for n in range(9)]

    tipped, let_go = (traits([0.0, *each, *[-4.0] * 30]) for each in (tips, lets_go))

    assert tipped["at_once"] > 0.75
    assert let_go["at_once"] < 0.65
    assert tipped["left_misfit"] == pytest.approx(let_go["left_misfit"])


def test_a_hit_stands_above_the_ring_of_the_one_before() -> None:
    ring = [6 * math.cos(2 * n) * 0.9**n for n in range(60)]
    hit = [each + 8 * (number == 40) for number, each in enumerate(ring)]

    assert traits(ring)["fresh_hits"] <= 1
    assert traits(hit)["fresh_hits"] == traits(ring)["fresh_hits"] + 1


@pytest.mark.parametrize("plate_hz", [30.0, 40.0])
def test_a_soft_plate_that_rings_swings_hardly_at_all(plate_hz: float) -> None:
    """A tower makes it slower, which is taken out as well."""
    turns = 2 * math.pi * 0.88 * plate_hz * 0.0125
    ringing = weighed([5 * math.sin(turns * number) * 0.97**number for number in range(80)])
    pieces = pieces_felt()

    known, unknown = (
        episode_traits(ringing, TouchProfile(pieces=pieces, plate_hz=hz)) for hz in (plate_hz, 150)
    )

    assert known["sharp_g"] < unknown["sharp_g"] / 4
    assert known["samples_per_turn"] == pytest.approx(80 / plate_hz)


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


def test_there_is_a_value_for_every_trait_of_every_forest() -> None:
    """A trait that was added needs a new fit."""
    fitted, found = forests(), traits([0.01 * (-1) ** number for number in range(60)])

    assert set(fitted.cell.traits) == set(fitted.slow_cell.traits) == set(found)
    assert set(fitted.accelerometer.traits) == set(impact_traits(NO_IMPACTS))
    assert set(fitted.tilt.traits) == set(tilt_traits(NO_TILTS))
    assert all(math.isfinite(each) for each in found.values())


@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_few_samples_have_traits_too(count: int) -> None:
    episode = Episode(0.0, 40.0, 0.3)
    for number in range(count):
        episode.add(0.1 * (number + 1), 40.0 - number)
    found = episode_traits(
        episode.summary(is_settled=False, period_s=0.1), TouchProfile(pieces=pieces_felt())
    )

    assert all(math.isfinite(each) for each in found.values())


def test_a_forest_adds_up_what_its_trees_answer() -> None:
    stump = ((0, 1.5, 1, 2), (-1, -0.5, 0, 0), (-1, 2.0, 0, 0))
    forest = Forest(("length_s", "dm_g"), 0.25, (stump, stump))

    assert forest.score([1.5, 0]) == 0.25 - 1.0
    assert forest.score([1.6, 0]) == 0.25 + 4.0


@pytest.mark.parametrize(("step_g", "misfit"), [(5.1, 0.1), (-1.6, 0), (6.5, 0.1), (30, 7)])
def test_a_step_is_compared_with_pieces_and_pairs(step_g: float, misfit: float) -> None:
    assert traits([step_g] * 60)["misfit_g"] == pytest.approx(misfit, abs=1e-6)
