from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.clock import Clock, ManualClock, SystemClock


@pytest.fixture(params=[SystemClock, ManualClock])
def clock(request: pytest.FixtureRequest) -> Clock:
    made: Clock = request.param()
    return made


def test_the_time_of_day_is_in_utc(clock: Clock) -> None:
    assert clock.now().tzinfo is UTC


def test_monotonic_time_never_goes_back(clock: Clock) -> None:
    readings = [clock.monotonic_s() for _ in range(100)]

    assert readings == sorted(readings)


def test_the_system_clock_tells_the_time_of_this_machine() -> None:
    before = datetime.now(UTC)
    now = SystemClock().now()

    assert before <= now <= datetime.now(UTC)


def test_a_manual_clock_stands_still() -> None:
    clock = ManualClock()

    assert clock.now() == clock.now()
    assert clock.monotonic_s() == 0.0


def test_advancing_moves_both_times() -> None:
    clock = ManualClock(datetime(2025, 6, 1, 20, tzinfo=UTC))

    clock.advance_s(1.5)
    clock.advance_s(2)

    assert clock.monotonic_s() == 3.5
    assert clock.now() == datetime(2025, 6, 1, 20, 0, 3, 500_000, tzinfo=UTC)


@given(st.lists(st.floats(min_value=0, max_value=1e6), max_size=20))
def test_a_manual_clock_never_goes_back(steps_s: list[float]) -> None:
    clock = ManualClock()
    for step_s in steps_s:
        before = (clock.monotonic_s(), clock.now())
        clock.advance_s(step_s)
        assert (clock.monotonic_s(), clock.now()) >= before


@pytest.mark.parametrize("seconds", [-0.001, float("nan"), float("inf")])
def test_a_manual_clock_refuses_to_go_back(seconds: float) -> None:
    clock = ManualClock()

    with pytest.raises(ValueError, match="never goes back"):
        clock.advance_s(seconds)

    assert clock.monotonic_s() == 0.0


def test_a_manual_clock_keeps_utc_whatever_zone_it_starts_in() -> None:
    paris = timezone(timedelta(hours=2))

    now = ManualClock(datetime(2025, 6, 1, 20, tzinfo=paris)).now()

    assert now.tzinfo is UTC
    assert now.hour == 18


def test_a_manual_clock_needs_a_time_zone() -> None:
    with pytest.raises(ValueError, match="time zone"):
        ManualClock(datetime(2025, 6, 1))  # noqa: DTZ001 - the mistake under test
