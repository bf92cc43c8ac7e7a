"""Device ticks become host time: to a millisecond, smoothly, over wraps, jitter and restarts."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.touch.device_time import TICK_S, DeviceClock, TickCounter

WRAP_S = 2**32 * TICK_S


def told(
    clock: DeviceClock,
    seconds: float,
    *,
    rate: float = 1.0,
    start_s: float = 100.0,
    first_ticks: int = 0,
    jitter_s: float = 0.03,
    seed: int = 1,
) -> list[tuple[float, float]]:
    """True and told times of weights that arrive late by at least 1 ms and some jitter."""
    rng, pairs = random.Random(seed), []
    arrived_s = 0.0
    for sample in range(int(seconds * 80)):
        device_s = sample / 80
        true_s = start_s + device_s * rate
        ticks = (first_ticks + round(device_s / TICK_S)) % 2**32
        # What arrives later was not read earlier.
        arrived_s = max(arrived_s, true_s + 0.001 + rng.expovariate(1 / max(jitter_s / 4, 1e-9)))
        pairs.append((true_s, clock.host_s(ticks, arrived_s)))
    return pairs


@given(st.lists(st.integers(-(2**31) + 1, 2**31 - 1), max_size=50), st.integers(0, 2**32 - 1))
def test_ticks_unwrap_whatever_the_steps(steps: list[int], first: int) -> None:
    counter, total = TickCounter(), first
    assert counter.unwrap(first) == first
    for step in steps:
        total += step
        assert counter.unwrap(total % 2**32) == total


@pytest.mark.parametrize("rate", [0.995, 0.9999, 1.0, 1.0001, 1.005])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_times_are_right_to_two_milliseconds_after_some_seconds(rate: float, seed: int) -> None:
    pairs = told(DeviceClock(), 60, rate=rate, seed=seed)

    errors_s = [host_s - true_s for true_s, host_s in pairs if true_s > 110]
    assert max(map(abs, errors_s)) < 0.003
    assert abs(sum(errors_s) / len(errors_s) - 0.001) < 0.001


def test_the_speed_of_the_device_is_learnt() -> None:
    clock = DeviceClock()
    told(clock, 60, rate=1.004)

    assert clock._line is not None
    assert clock._line.rate == pytest.approx(1.004, abs=1e-4)


@pytest.mark.parametrize("jitter_s", [0.0, 0.01, 0.1])
def test_told_times_always_go_on(jitter_s: float) -> None:
    pairs = told(DeviceClock(), 20, jitter_s=jitter_s)

    steps_s = [later - earlier for (_, earlier), (_, later) in pairwise(pairs)]
    assert min(steps_s) >= 0.49 / 80
    assert max(steps_s) <= 2.01 / 80


def test_the_end_of_the_tick_range_is_passed_unnoticed() -> None:
    clock = DeviceClock()
    pairs = told(clock, 20, first_ticks=2**32 - round(10 / TICK_S))

    assert clock.restarts == 0
    assert all(abs(host_s - true_s) < 0.005 for true_s, host_s in pairs[160:])


@pytest.mark.parametrize("ran_before_s", [5.0, 60.0, WRAP_S * 0.6])
def test_a_restart_of_the_device_is_noticed(ran_before_s: float) -> None:
    clock = DeviceClock()
    told(clock, 10, first_ticks=round(ran_before_s / TICK_S))
    pairs = told(clock, 10, start_s=112.0)

    assert clock.restarts == 1
    assert all(abs(host_s - true_s) < 0.005 for true_s, host_s in pairs[-320:])


def test_a_restart_that_is_told_costs_nothing() -> None:
    clock = DeviceClock()
    told(clock, 10, first_ticks=12_345_678)
    clock.restart()
    pairs = told(clock, 10, start_s=112.0)

    assert clock.restarts == 1
    assert all(abs(host_s - true_s) < 0.04 for true_s, host_s in pairs)


def test_a_backlog_after_a_pause_does_not_move_the_clock() -> None:
    clock = DeviceClock()
    told(clock, 20)
    for sample in range(400):  # five seconds, read at once
        clock.host_s(round((20 + sample / 80) / TICK_S), 125.0 + sample * 1e-5)

    assert clock.restarts == 0
    assert clock.host_s(round(26 / TICK_S), 126.001) == pytest.approx(126.001, abs=0.003)


def test_a_reading_from_just_before_the_last_is_placed_before_it() -> None:
    clock = DeviceClock()
    told(clock, 5)
    later_s = clock.host_s(round(5.010 / TICK_S), 105.012)

    assert clock.host_s(round(5.008 / TICK_S), 105.012) == pytest.approx(later_s - 0.002)


@given(st.lists(st.tuples(st.integers(0, 2**32 - 1), st.floats(0, 100)), max_size=60))
def test_no_nonsense_stops_the_clock(arrivals: list[tuple[int, float]]) -> None:
    clock, arrived_s = DeviceClock(), 0.0
    for ticks, waited_s in arrivals:
        arrived_s += waited_s
        assert clock.host_s(ticks, arrived_s) == clock.host_s(ticks, arrived_s)
