"""Touch on drawn curves: each motion leaves its signature, and bad samples leave none."""

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.touch.episode import EpisodeSummary
from referee.touch.profile import TouchProfile
from referee.touch.sense import TouchSense
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict, decided

Notice = Suspicion | TouchVerdict
Acceleration = tuple[float, float, float, float]
"""A time in seconds, and what acts along each axis in g."""
Force = Callable[[float], float]
"""Grams at a time in seconds."""

STEP_S = 0.001
GRAVITY = 9.81


def converter(
    force: Force,
    duration_s: float,
    rate_hz: float = 80.0,
    noise_g: float = 0.02,
    seed: int = 1,
) -> list[tuple[float, float]]:
    """Samples of a force over time, as a converter that averages over 50 ms tells them."""
    rng = random.Random(seed)
    width = max(1, round(1 / rate_hz / STEP_S))
    values = [force(number * STEP_S) for number in range(int(duration_s / STEP_S))]
    for _ in range(4):
        total, averaged = values[0] * width, []
        for number, value in enumerate(values):
            total += value - values[max(0, number - width)]
            averaged.append(total / width)
        values = averaged
    return [
        (number * STEP_S, values[number] + rng.gauss(0, noise_g))
        for number in range(0, len(values), width)
    ]


def notices_of(
    samples: list[tuple[float, float]], profile: TouchProfile | None = None
) -> list[Notice]:
    touch = TouchSense(profile)
    notices = [each for t_s, grams in samples for each in touch.weight(t_s, grams)]
    return [*notices, *touch.finish()]


def verdicts(notices: Sequence[Notice]) -> list[TouchVerdict]:
    return [each for each in notices if isinstance(each, TouchVerdict)]


def only_verdict(notices: Sequence[Notice]) -> TouchVerdict:
    (verdict,) = verdicts(notices)
    return verdict


def unless_fallen(verdict: TouchVerdict) -> TouchVerdict:
    """What it is if nothing fell; it is at most asked about."""
    assert verdict.kind is not TouchKind.FELL
    return verdict.harmless or verdict


def told_of(verdict: TouchVerdict) -> set[str]:
    """The reasons for what it is, and for what it is if nothing fell."""
    return {verdict.reason, (verdict.harmless or verdict).reason}


def weighed(verdict: TouchVerdict) -> EpisodeSummary:
    assert verdict.weighed is not None
    return verdict.weighed


def falling(mass_g: float, height_m: float, at_s: float = 1.5, tower_g: float = 40.0) -> Force:
    """A piece in free fall and its stop: weightless, then an impact that gives the impulse back."""
    fall_s = math.sqrt(2 * height_m / GRAVITY)
    stop_s = 0.02

    def force(t_s: float) -> float:
        if at_s <= t_s < at_s + fall_s:
            return tower_g - mass_g
        if at_s + fall_s <= t_s < at_s + fall_s + stop_s:
            return tower_g + mass_g * fall_s / stop_s
        return tower_g

    return force


def test_nothing_is_noticed_while_nothing_happens() -> None:
    assert notices_of(converter(lambda _: 40.0, 20)) == []


@pytest.mark.parametrize(
    ("mass_g", "kind"), [(5.0, "die"), (1.6, "token"), (2.8, "cylinder"), (11.5, "castle")]
)
@pytest.mark.parametrize("rate_hz", [10, 80, 92])
def test_a_piece_is_named_when_it_is_put_down(mass_g: float, kind: str, rate_hz: int) -> None:
    samples = converter(lambda t: 40 + (mass_g if t > 2 else 0), 5, rate_hz)

    verdict = only_verdict(notices_of(samples))

    assert verdict.kind is TouchKind.PLACED
    assert verdict.pieces[0].kinds == (kind,)
    assert verdict.pieces[0].likelihood > 0.9
    assert weighed(verdict).dm_g == pytest.approx(mass_g, abs=0.1)


def test_two_pieces_at_once_are_named() -> None:
    samples = converter(lambda t: 40 + (5 if t > 1.5 else 0) + (1.6 if t > 1.6 else 0), 4)

    assert only_verdict(notices_of(samples)).pieces[0].kinds == ("die", "token")


def test_a_lifted_piece_is_no_fall() -> None:
    samples = converter(lambda t: 40 - 5 * min(max((t - 1.5) / 0.3, 0), 1), 4)

    verdict = only_verdict(notices_of(samples))

    assert verdict.kind is TouchKind.LIFTED
    assert verdict.pieces[0].kinds == ("die",)


def test_a_hand_is_an_outside_impulse() -> None:
    def force(t_s: float) -> float:
        tremor = 1 + 0.1 * math.sin(2 * math.pi * 7 * t_s)
        return 40 + (30 * tremor if 1.5 < t_s < 2.1 else 0)

    verdict = only_verdict(notices_of(converter(force, 4)))

    assert verdict.kind is TouchKind.HAND
    assert weighed(verdict).j_g_s == pytest.approx(30 * 0.6, rel=0.05)


def test_a_still_hand_comes_and_goes() -> None:
    notices = notices_of(converter(lambda t: 40 + (100 if 1.5 < t < 4 else 0), 6))

    kinds = [unless_fallen(each).kind for each in verdicts(notices)]
    assert kinds == [TouchKind.HAND, TouchKind.HAND]


def leaning(hand_g: float, off_s: float, *, piece_g: float = 0.0, let_go_s: float = 0.02) -> Force:
    """A still hand that comes with a piece or without, and lets go."""

    def force(t_s: float) -> float:
        held = min(1 - (t_s - off_s) / let_go_s, 1.0) if t_s > 1.5 else 0.0
        return 40 + hand_g * max(0.0, held) + (piece_g if t_s > 1.5 else 0.0)

    return force


@pytest.mark.parametrize(("hand_g", "mass_g"), [(3, 20), (30, 20), (30, 40), (100, 40)])
@pytest.mark.parametrize("late_s", [0.0, 0.1, 0.3])
def test_a_tower_that_comes_down_as_the_hand_leaves_falls(
    hand_g: float, mass_g: float, late_s: float
) -> None:
    hand, fall = leaning(hand_g, 4, let_go_s=0.1), falling(mass_g, 0.1, at_s=4 + late_s)

    *_, verdict = verdicts(notices_of(converter(lambda t: hand(t) + fall(t) - 40, 7)))

    assert verdict.kind is TouchKind.FELL
    assert verdict.fall_score is not None
    assert verdict.fall_score > 1


@pytest.mark.parametrize("hand_g", [1.2, 2.0, 3.0])
def test_a_still_hand_that_was_weighed_with_a_piece_lets_go(hand_g: float) -> None:
    samples = converter(leaning(hand_g, 2.6, piece_g=5.0), 5)

    placed, verdict = verdicts(notices_of(samples))
    left = unless_fallen(verdict)

    assert placed.kind is TouchKind.PLACED
    assert (left.kind, left.reason) == (TouchKind.HAND, "hand-left")


def test_what_leaves_much_later_is_no_hand_that_lets_go() -> None:
    samples = converter(leaning(2.0, 9.0, piece_g=5.0), 12)

    assert "hand-left" not in told_of(verdicts(notices_of(samples))[-1])


def test_only_just_what_a_piece_weighed_too_much_may_be_a_hand() -> None:
    samples = converter(lambda t: 40 + (5.0 if 1.5 < t < 2.6 else 0), 5)

    assert "hand-left" not in told_of(verdicts(notices_of(samples))[-1])


def limited(above: float, below: float, rate_hz: float = 80.0) -> TouchVerdict:
    """A small fall with the upper limit so far below its score, and the lower one so far."""
    samples = converter(falling(6, 0.03), 4, rate_hz)
    usual = TouchProfile()
    score = only_verdict(notices_of(samples, usual)).fall_score
    assert score is not None
    if rate_hz < 1 / usual.slow_period_s:
        score += usual.slow_fall_score
        limits = TouchProfile(slow_fall_score=score - above, slow_doubt_score=score - below)
    else:
        score += usual.fall_score
        limits = TouchProfile(fall_score=score - above, doubt_score=score - below)
    return only_verdict(notices_of(samples, limits))


@pytest.mark.parametrize("rate_hz", [10, 80])
def test_above_the_upper_limit_it_fell_below_the_lower_one_it_did_not(rate_hz: float) -> None:
    called, asked, neither = (
        limited(*limits, rate_hz) for limits in ((0.1, 0.2), (-0.1, 0.1), (-0.2, -0.1))
    )

    assert (called.kind, called.reason) == (TouchKind.FELL, called.fall_reason)
    assert (asked.kind, asked.reason) == (TouchKind.RESTLESS, "hand-or-fall")
    assert neither.kind in {TouchKind.BUMPED, TouchKind.HAND}
    assert asked.harmless is not None
    assert asked.harmless.kind is called.harmless.kind is neither.kind  # type: ignore[union-attr]


def test_a_profile_whose_upper_limit_is_below_the_lower_one_knows_no_doubt() -> None:
    assert limited(0.1, -5.0).kind is TouchKind.FELL
    assert limited(-0.1, -5.0).kind in {TouchKind.BUMPED, TouchKind.HAND}


def test_what_else_is_known_moves_a_verdict_over_the_limits() -> None:
    asked = limited(-0.5, 0.5)

    assert decided(asked, 0.6).kind is TouchKind.FELL
    assert decided(asked, -0.4).kind is TouchKind.RESTLESS
    assert decided(decided(asked, 5.0), -0.6) == asked.harmless


def test_a_doubt_about_a_placement_still_knows_the_piece() -> None:
    samples = converter(lambda t: 40 + (5 if t > 1.5 else 0), 4)
    verdict = only_verdict(notices_of(samples, TouchProfile(fall_score=20, doubt_score=-20)))

    assert verdict.kind is TouchKind.RESTLESS
    assert verdict.pieces == ()
    assert verdict.harmless is not None
    assert verdict.harmless.pieces[0].kinds == ("die",)


def test_a_bump_moves_no_centre_of_mass() -> None:
    """The table swings and comes back, so force times time and its moment are both nothing."""

    def height(t_s: float) -> float:
        since = max(0.0, t_s - 1.5)
        return since**2 * math.exp(-9 * since) * math.sin(2 * math.pi * 15 * since)

    def force(t_s: float) -> float:
        curve = height(t_s + STEP_S) - 2 * height(t_s) + height(t_s - STEP_S)
        return 40 + 1.5 * curve / STEP_S**2

    verdict = only_verdict(notices_of(converter(force, 5)))

    assert weighed(verdict).range_g > 50
    assert unless_fallen(verdict).kind is TouchKind.BUMPED
    assert abs(weighed(verdict).d_g_s2) < 0.01


@pytest.mark.parametrize("mass_g", [5, 20, 40])
@pytest.mark.parametrize("height_m", [0.04, 0.1])
def test_a_fall_with_all_pieces_still_on_the_plate(mass_g: int, height_m: float) -> None:
    """The weight comes back to the same value, but D tells how far the mass came down."""
    verdict = only_verdict(notices_of(converter(falling(mass_g, height_m), 4)))

    assert verdict.kind is TouchKind.FELL
    fall_s, stop_s = math.sqrt(2 * height_m / GRAVITY), 0.02
    drop_m = height_m + GRAVITY * fall_s * stop_s / 2
    assert weighed(verdict).d_g_s2 == pytest.approx(-mass_g * drop_m / GRAVITY, rel=0.05)
    assert abs(weighed(verdict).j_g_s) < 0.05


def test_a_fall_right_after_a_placement() -> None:
    fall = falling(30, 0.1, at_s=1.8, tower_g=45.0)

    notices = notices_of(converter(lambda t: fall(t) if t > 1.5 else 40.0, 5))

    assert only_verdict(notices).kind is TouchKind.FELL


def test_pieces_that_leave_the_plate_with_a_jolt() -> None:
    """They fly, hit the plate, hop, and are gone."""

    def force(t_s: float) -> float:
        hits = 90.0 if 1.6 <= t_s < 1.62 else 40.0 if 1.7 <= t_s < 1.71 else 0.0
        return 40 + hits - (18 if t_s > 1.5 else 0)

    assert only_verdict(notices_of(converter(force, 4))).kind is TouchKind.FELL


def test_suspicion_comes_within_150_ms_and_once() -> None:
    notices = notices_of(converter(falling(30, 0.1), 4))

    (suspicion,) = [each for each in notices if isinstance(each, Suspicion)]

    assert 1.5 < suspicion.at_s <= 1.65
    assert notices.index(suspicion) == 0


def test_a_verdict_comes_soon_after_the_last_impact() -> None:
    verdict = only_verdict(notices_of(converter(falling(30, 0.1), 4)))

    assert verdict.at_s < 1.5 + 0.143 + 0.02 + 1.0


def test_a_wild_number_is_not_noticed() -> None:
    samples = converter(lambda _: 40.0, 10)
    for index in (200, 300, 301, 500):
        if index != 301:
            samples[index] = (samples[index][0], 40 + (-1) ** index * 150)

    assert notices_of(samples) == []


@pytest.mark.parametrize("wild_g", [[-30], [-8], [8], [-60, -45], [-12, -9], [200, -200]])
def test_wild_numbers_at_rest_are_no_fall(wild_g: list[float]) -> None:
    samples = converter(lambda _: 40.0, 5)
    for index, grams in enumerate(wild_g, start=200):
        samples[index] = (samples[index][0], 40 + grams)

    assert notices_of(samples) == []


@pytest.mark.parametrize("late", range(12))
@pytest.mark.parametrize("wild_g", [-150.0, -40.0, 40.0])
def test_a_wild_number_during_a_placement_changes_nothing(late: int, wild_g: float) -> None:
    samples = converter(lambda t: 40 + 5 * min(max((t - 1.5) / 0.1, 0), 1), 4)
    index = 120 + late
    samples[index] = (samples[index][0], samples[index][1] + wild_g)

    verdict = only_verdict(notices_of(samples))

    assert verdict.kind is TouchKind.PLACED
    assert verdict.pieces[0].kinds == ("die",)


def test_a_hard_short_bump_loses_no_sample() -> None:
    """It comes out of stillness like a wild number, but the weight does not come straight back."""
    touch = TouchSense()
    swing = [60.0, 5.0, -40.0, 20.0, -5.0, 1.0]
    for number in range(80):
        touch.weight(number / 80, 40.0 + 0.01 * (-1) ** number)
    for number, excess in enumerate(swing, start=80):
        touch.weight(number / 80, 40.0 + excess)

    assert touch._episode is not None
    assert touch._episode.highest == pytest.approx(60, abs=0.1)


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_left_out(wrong: float) -> None:
    samples = converter(lambda t: 40 + (5 if t > 1.5 else 0), 4)
    wrongs = [(t_s + 0.0001, wrong) for t_s, _ in samples]

    mixed = [each for pair in zip(samples, wrongs, strict=True) for each in pair]

    assert notices_of(mixed) == notices_of(samples)


def test_samples_from_the_past_are_left_out() -> None:
    samples = converter(lambda t: 40 + (5 if t > 1.5 else 0), 4)
    mixed = [each for t, g in samples for each in ((t, g), (t, g + 50), (t - 1, 0.0))]

    assert notices_of(mixed) == notices_of(samples)


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_a_time_that_is_no_number_is_left_out(wrong: float) -> None:
    touch = TouchSense()
    touch.weight(wrong, 40.0)
    touch.acceleration(wrong, 0.0, 0.0, 1.0)
    notices = [
        each
        for t_s, grams in converter(lambda t: 40 + (5 if t > 1.5 else 0), 4)
        for each in (*touch.acceleration(t_s, 0.0, 0.0, 1.0), *touch.weight(t_s, grams))
    ]

    assert [each.kind for each in verdicts(notices)] == [TouchKind.PLACED]


def test_slow_drift_is_no_event() -> None:
    assert notices_of(converter(lambda t: 40 + 0.02 * t, 60)) == []


def test_a_gap_in_the_samples_is_survived() -> None:
    samples = [each for each in converter(lambda _: 40.0, 20) if not 5 < each[0] < 15]

    assert notices_of(samples) == []


def test_the_same_samples_give_the_same_notices() -> None:
    samples = converter(falling(20, 0.08), 4)

    assert notices_of(samples) == notices_of(samples)


def test_what_is_open_at_the_end_is_told() -> None:
    samples = converter(lambda t: 40 + (30 if t > 1.5 else 0), 1.7)

    assert not weighed(only_verdict(notices_of(samples))).is_settled


def test_an_endless_tremble_gets_a_verdict_and_bounded_memory() -> None:
    touch = TouchSense()
    told: list[Notice] = []
    for t_s, grams in converter(lambda t: 40 + 20 * math.sin(30 * t) * (t > 1), 30):
        told.extend(touch.weight(t_s, grams))
        if touch._episode is not None:
            assert len(touch._episode._window) < 40
        assert len(touch._baseline.recent) < 40

    assert verdicts(told)


def test_thresholds_come_from_the_profile() -> None:
    samples = converter(lambda t: 40 + (5 if t > 1.5 else 0), 4)

    assert notices_of(samples, TouchProfile(open_g=8.0)) == []


def rattle(
    at_s: list[float], hit_g: float, *, ring_hz: float = 70.0, duration_s: float = 3.0
) -> Iterator[Acceleration]:
    """Accelerations of a plate that is hit and rings."""
    rng = random.Random(3)
    for number in range(int(duration_s * 250)):
        t_s = number / 250
        swing = sum(
            hit_g * math.exp(-40 * (t_s - hit)) * math.cos(2 * math.pi * ring_hz * (t_s - hit))
            for hit in at_s
            if t_s >= hit
        )
        yield t_s, rng.gauss(0, 0.005), rng.gauss(0, 0.005), 1 + swing + rng.gauss(0, 0.005)


def notices_of_accelerations(
    samples: Iterable[Acceleration],
) -> list[Notice]:
    touch = TouchSense()
    notices = [each for sample in samples for each in touch.acceleration(*sample)]
    return [*notices, *touch.finish()]


def test_beside_a_cell_hits_speak_for_a_fall_too() -> None:
    """A piece comes down while the weight alone could not tell."""
    fall = converter(falling(6, 0.03), 4)

    def score(hits_s: list[float]) -> float:
        touch = TouchSense()
        told: list[Notice] = []
        shaken = rattle(hits_s, 0.6, duration_s=4.0)
        for t_s, *values in sorted([*fall, *shaken]):
            told += (
                touch.weight(t_s, *values) if len(values) == 1 else touch.acceleration(t_s, *values)
            )
        told += touch.finish()
        (found,) = [each for each in verdicts(told) if each.weighed is not None]
        assert found.fall_score is not None
        return found.fall_score

    still, struck = score([]), score([1.58, 1.68, 1.8, 1.88])

    assert struck > still + 0.5


def test_an_accelerometer_alone_notices_a_fall() -> None:
    notices = notices_of_accelerations(rattle([1.0, 1.1, 1.22, 1.3], 0.6))

    assert only_verdict(notices).kind is TouchKind.FELL
    assert isinstance(notices[0], Suspicion)


def test_an_accelerometer_alone_takes_a_slow_swing_for_a_bump() -> None:
    notices = notices_of_accelerations(rattle([1.0], 0.6, ring_hz=12))

    assert [each.kind for each in verdicts(notices)] == [TouchKind.BUMPED]


def test_a_still_accelerometer_notices_nothing() -> None:
    assert notices_of_accelerations(rattle([], 0)) == []
    assert notices_of_accelerations([(0.0, math.nan, 0, 1), (1.0, 0, 0, math.inf)]) == []


def test_a_shake_that_the_weight_does_not_notice_is_a_bump() -> None:
    touch = TouchSense()
    notices: list[Notice] = []
    for number, sample in enumerate(rattle([1.0, 1.1, 1.2], 0.6)):
        if number % 3 == 0:
            notices.extend(touch.weight(sample[0], 40.0))
        notices.extend(touch.acceleration(*sample))

    assert [each.kind for each in verdicts(notices)] == [TouchKind.BUMPED]


def test_a_tilt_switch_alone_asks_somebody_to_look() -> None:
    touch = TouchSense()
    notices = [
        each for number in range(8) for each in touch.tilt(1 + number * 0.05, 1 - number % 2)
    ]
    notices += touch.finish()

    assert isinstance(notices[0], Suspicion)
    assert only_verdict(notices).kind is TouchKind.RESTLESS


def test_a_tilt_switch_is_heard_out_when_time_passes() -> None:
    touch = TouchSense()
    touch.tilt(1.0, 1)
    touch.tilt(1.1, 0)

    assert touch.passed(1.2) == ()
    assert only_verdict(touch.passed(2.0)).kind is TouchKind.RESTLESS
    assert touch.passed(3.0) == ()


def test_a_tilt_switch_beside_a_resting_weight_is_a_bump_or_nothing() -> None:
    touch = TouchSense()
    notices: list[Notice] = []
    for t_s, grams in converter(lambda _: 40.0, 4):
        if 1.0 <= t_s < 1.012:
            notices.extend(touch.tilt(t_s, 1))
        notices.extend(touch.weight(t_s, grams))

    assert TouchKind.FELL not in [each.kind for each in verdicts(notices)]
    assert not touch._meter.is_open


ANY_NUMBER = st.floats(allow_nan=True, allow_infinity=True, width=32)
ANY_SAMPLE = st.tuples(
    st.sampled_from(["weight", "acceleration", "tilt"]), ANY_NUMBER, ANY_NUMBER, ANY_NUMBER
)


@given(st.lists(ANY_SAMPLE, max_size=120), st.floats(0.0005, 0.5))
def test_whatever_comes_nothing_breaks(
    samples: list[tuple[str, float, float, float]], step_s: float
) -> None:
    touch = TouchSense()
    notices: list[Notice] = []
    for number, (source, x, y, z) in enumerate(samples):
        t_s = number * step_s
        if source == "weight":
            notices.extend(touch.weight(t_s, x))
        elif source == "acceleration":
            notices.extend(touch.acceleration(t_s, x, y, z))
        else:
            notices.extend(touch.tilt(t_s, number % 2))
    notices.extend(touch.finish())

    assert all(each.at_s <= len(samples) * step_s for each in notices)
