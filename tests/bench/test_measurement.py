""""""

from __future__ import annotations

import gc
import os
from collections.abc import Callable

import pytest

from scripts.bench.measurement import (
    ITERATIONS_PER_CALL,
    CalibrationLoop,
    Measurement,
    ReferenceFailedError,
    Runner,
    calibration_loop,
    frozen_collector,
    interleave,
    one_core,
    play_for,
)


def ticking(step_s: float) -> Callable[[], float]:
    """A clock that goes on by one step whenever somebody looks at it."""
    now_s = -step_s

    def look() -> float:
        nonlocal now_s
        now_s += step_s
        return now_s

    return look


def test_the_rate_is_actions_over_time() -> None:
    assert Measurement(30, 1.5).actions_per_s == 20.0


def test_no_time_is_no_rate() -> None:
    assert Measurement(30, 0.0).actions_per_s == 0.0


def test_whole_games_are_played_until_the_time_is_up() -> None:
    lengths = iter([10, 20, 30, 40])
    measured = play_for(2.5, lambda: next(lengths), clock_s=ticking(1.0))
    assert measured == Measurement(10 + 20 + 30, 3.0)


def test_one_game_is_played_even_in_no_time() -> None:
    assert play_for(0.0, lambda: 7, clock_s=ticking(0.25)) == Measurement(7, 0.25)


@pytest.mark.parametrize(("iterations", "value"), [(0, 0), (1, 0), (3, 33), (1000, 14836)])
def test_the_calibration_loop_never_changes(iterations: int, value: int) -> None:
    assert calibration_loop(iterations) == value


def test_the_calibration_loop_is_always_available_and_counts_iterations() -> None:
    loop = CalibrationLoop()
    assert loop.available() is None
    assert loop.run(0.0).actions == ITERATIONS_PER_CALL


@pytest.fixture(autouse=True)
def no_litter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each slice begins with a collection, which takes long where thousands of tests ran before."""
    monkeypatch.setattr(gc, "collect", lambda: 0)


class Track:
    """Runners that write down who ran, for how long, and take their rates from a list."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.slices_s: set[float] = set()

    def runner(self, name: str, rates: list[float | str]) -> Runner:
        remaining = iter(rates)

        def run(duration_s: float) -> Measurement:
            self.order.append(name)
            self.slices_s.add(duration_s)
            rate = next(remaining)
            if isinstance(rate, str):
                raise ReferenceFailedError(rate)
            return Measurement(int(rate), 1.0)

        return run


def test_everyone_has_one_slice_a_round_and_every_second_round_goes_backwards() -> None:
    track = Track()
    runners = {name: track.runner(name, [1.0] * 4) for name in "abc"}
    interleave(runners, 0.25, rounds=3)
    assert "".join(track.order) == "abc" + "cba" + "abc" + "cba"
    assert track.slices_s == {0.25}


def test_the_first_slice_of_each_does_not_count() -> None:
    track = Track()
    timings = interleave({"a": track.runner("a", [999.0, 10.0, 20.0])}, 1.0, rounds=2)
    assert timings.actions_per_s == {"a": [10.0, 20.0]}


@pytest.mark.parametrize("rates", [["It broke."], [1.0, 5.0, "It broke."]])
def test_who_breaks_down_drops_out_altogether_and_is_not_asked_again(
    rates: list[float | str],
) -> None:
    track = Track()
    runners = {"good": track.runner("good", [1.0] * 5), "bad": track.runner("bad", rates)}
    timings = interleave(runners, 1.0, rounds=4)
    assert timings.actions_per_s == {"good": [1.0] * 4}
    assert timings.failures == {"bad": "It broke."}
    assert track.order.count("bad") == len(rates)


def test_an_error_of_our_own_is_not_swallowed() -> None:
    def broken(duration_s: float) -> Measurement:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        interleave({"ours": broken}, 1.0, rounds=1)


def test_progress_tells_slices_done_of_all() -> None:
    track = Track()
    seen: list[tuple[int, int]] = []
    runners = {name: track.runner(name, [1.0] * 2) for name in "ab"}
    interleave(runners, 1.0, rounds=1, on_progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_the_collector_is_frozen_meanwhile_and_left_as_it_was() -> None:
    with frozen_collector():
        assert gc.get_freeze_count() > 0
        assert gc.isenabled()
    assert gc.get_freeze_count() == 0


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cores are chosen on Linux only")
def test_one_core_is_used_meanwhile_and_all_of_them_afterwards() -> None:
    before = os.sched_getaffinity(0)
    with one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before
