"""What a person should put right is found, and a good scale is left in peace."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.devices.scale.contract import ScaleFinding
from referee.devices.scale.health import ScaleHealth, SequenceWatch
from referee.touch.messages import MAX_COUNTS, MIN_COUNTS


def weighed(counts: list[int], rate_hz: float = 80.0) -> ScaleHealth:
    watch = ScaleHealth()
    for number, value in enumerate(counts):
        watch.add_weight(number / rate_hz, value, 0)
    return watch


def noise(length: int, level: int = 80_000) -> list[int]:
    rng = random.Random(1)
    return [level + round(rng.gauss(0, 43)) for _ in range(length)]


def test_a_good_scale_is_left_in_peace() -> None:
    assert weighed(noise(8000)).findings(100) == ()


@pytest.mark.parametrize("rate_hz", [72, 80, 92.3])
def test_off_nominal_chips_are_fast_enough(rate_hz: float) -> None:
    watch = weighed(noise(200), rate_hz)

    assert watch.rate_hz == pytest.approx(rate_hz)
    assert watch.findings(200 / rate_hz) == ()


@pytest.mark.parametrize("rate_hz", [9, 10, 11.5])
def test_a_strapped_chip_is_found_in_two_seconds(rate_hz: float) -> None:
    watch = weighed(noise(20), rate_hz)

    assert watch.findings(20 / rate_hz) == (ScaleFinding.SLOW_RATE,)


@pytest.mark.parametrize("end", [MIN_COUNTS, MAX_COUNTS])
def test_saturation_is_found_and_forgotten(end: int) -> None:
    watch = weighed([*noise(100), end])

    assert watch.findings(1.3) == (ScaleFinding.SATURATED,)
    assert watch.findings(4) == ()


def test_a_stuck_number_is_found() -> None:
    assert weighed([*noise(100), *[0] * 24]).findings(2) == (ScaleFinding.FROZEN,)
    assert weighed([*noise(100), *[0] * 20]).findings(2) == ()


@pytest.mark.parametrize("bit", range(12, 22))
def test_flipped_bits_are_found(bit: int) -> None:
    counts = noise(200)
    for place in (50, 90, 130):
        counts[place] += (1 << bit) * (-1) ** place

    assert weighed(counts).findings(2.5) == (ScaleFinding.SPIKES,)


def test_a_piece_put_down_is_no_spike() -> None:
    assert weighed([*noise(100), 82_500, *noise(100, 91_000), *noise(100)]).findings(4) == ()


def test_impacts_are_no_spikes() -> None:
    counts = noise(200)
    for place in (50, 60, 70, 80):
        counts[place : place + 3] = 95_000, 110_000, 73_000

    assert weighed(counts).findings(2.5) == ()


def test_bad_frames_and_restarts_are_forgotten_in_time() -> None:
    watch = weighed(noise(100))
    watch.note_bad_frames(1.0, 50)
    for at_s in (1.0, 2.0, 3.0):
        watch.note_restart(at_s)

    assert set(watch.findings(4.0)) == {ScaleFinding.NOISY_LINE, ScaleFinding.RESTARTING}
    assert watch.findings(70.0) == ()


def test_one_torn_frame_is_nothing() -> None:
    watch = weighed(noise(100))
    watch.note_bad_frames(1.0, 1)

    assert watch.findings(1.5) == ()


def watched(*numbers: int) -> tuple[SequenceWatch, list[bool]]:
    watch = SequenceWatch()
    return watch, [watch.is_new(number % 256) for number in numbers]


def test_numbers_in_a_row_have_no_gap() -> None:
    watch, new = watched(*range(250, 1000))

    assert all(new)
    assert (watch.missing, watch.repeated) == (0, 0)


@given(st.integers(0, 255), st.integers(1, 127))
def test_a_gap_is_counted(first: int, gap: int) -> None:
    watch, _ = watched(first, first + gap + 1)

    assert watch.missing == gap


def test_a_repeated_frame_is_not_new() -> None:
    watch, new = watched(254, 255, 255, 0, 0, 1)

    assert new == [True, True, False, True, False, True]
    assert (watch.missing, watch.repeated) == (0, 2)


def test_a_late_frame_fills_its_gap() -> None:
    watch, new = watched(1, 3, 2, 4)

    assert new == [True, True, False, True]
    assert watch.missing == 0


def test_a_sender_that_begins_anew_is_followed_after_a_few_frames() -> None:
    watch, _ = watched(*range(100))
    new = [watch.is_new(number) for number in range(20)]

    assert new.count(False) == 7
    assert all(new[8:])


def test_a_restart_that_is_told_costs_nothing() -> None:
    watch, _ = watched(*range(100))
    watch.restart()

    assert all(watch.is_new(number) for number in range(20))


@given(st.lists(st.integers(0, 255), max_size=300))
def test_any_numbers_are_counted_without_going_below_zero(numbers: list[int]) -> None:
    watch, new = watched(*numbers)

    assert len(new) == len(numbers)
    assert min(watch.missing, watch.repeated) >= 0
