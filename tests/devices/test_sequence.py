"""Numbered frames: gaps, repetitions and late ones are told apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.devices.scale.sequence import SequenceWatch


def watched(*numbers: int) -> tuple[SequenceWatch, list[bool]]:
    watch = SequenceWatch()
    return watch, [watch.is_new(number % 256) for number in numbers]


def test_numbers_in_a_row_have_no_gap():
    watch, new = watched(*range(250, 1000))

    assert all(new)
    assert (watch.missing, watch.repeated, watch.late) == (0, 0, 0)


@given(st.integers(0, 255), st.integers(1, 127))
def test_a_gap_is_counted(first, gap):
    watch, _ = watched(first, first + gap + 1)

    assert watch.missing == watch.skipped == gap


def test_a_repeated_frame_is_not_new():
    watch, new = watched(254, 255, 255, 0, 0, 1)

    assert new == [True, True, False, True, False, True]
    assert (watch.missing, watch.repeated) == (0, 2)


def test_a_late_frame_fills_its_gap():
    watch, new = watched(1, 3, 2, 4)

    assert new == [True, True, False, True]
    assert (watch.missing, watch.late) == (0, 1)


def test_a_sender_that_begins_anew_is_followed_after_a_few_frames():
    watch, _ = watched(*range(100))
    new = [watch.is_new(number) for number in range(20)]

    assert new.count(False) == 7
    assert all(new[8:])


def test_a_restart_that_is_told_costs_nothing():
    watch, _ = watched(*range(100))
    watch.restart()

    assert all(watch.is_new(number) for number in range(20))


@given(st.lists(st.integers(0, 255), max_size=300))
def test_any_numbers_are_counted_without_going_below_zero(numbers):
    watch, new = watched(*numbers)

    assert len(new) == len(numbers)
    assert min(watch.missing, watch.repeated, watch.late) >= 0
