from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.bench.calibration import ITERATIONS_PER_CALL, CalibrationLoop, calibration_loop
from referee.bench.measurement import Measurement, play_for


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
