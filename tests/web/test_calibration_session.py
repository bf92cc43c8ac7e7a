"""How a session ends: forgotten, failed, closed; and that nobody waits for one that is gone."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from referee.app.calibration import CalibrationPlan, CalibrationWishes, KeptCalibration
from referee.app.dashboard.calibration_session import CalibrationSession
from referee.calibrate.guide import Guide, Step, StepView, say
from referee.clock import ManualClock
from referee.devices.scale.contract import Observation, WeightSample
from referee.errors import InputError

# Only against hanging.
PATIENCE_S = 240.0


ONE = (WeightSample(0.0, 1),)


class CountingStep:
    """Can be accepted once it has seen so many things."""

    name = "scale-empty"

    def __init__(self, wanted: int) -> None:
        self._wanted, self._seen = wanted, 0

    def see(self, seen: Sequence[Observation]) -> None:
        self._seen += len(seen)

    def view(self) -> StepView:
        is_enough = self._seen >= self._wanted
        troubles = () if is_enough else (say("scale-waiting"),)
        return StepView(say("scale-empty-ask"), troubles=troubles)

    def restart(self) -> None:
        self._seen = 0

    def finish(self) -> None:
        pass


class OptionalStep(CountingStep):
    """Nobody needs it, and nothing must be kept of it."""

    def view(self) -> StepView:
        return replace(super().view(), can_skip=True)

    def finish(self) -> None:
        raise AssertionError("it was left out")


class BrokenStep(CountingStep):
    def see(self, seen: Sequence[Observation]) -> None:
        raise ZeroDivisionError


def nothing_kept() -> KeptCalibration:
    raise InputError("There is no room on the disk: make some.")


def kept() -> KeptCalibration:
    return KeptCalibration(Path("table.toml"), True, (), (say("kept-first", file="table.toml"),))


@contextmanager
def session(
    *steps: Step[Sequence[Observation]],
    keep: Callable[[], KeptCalibration] = kept,
    clock: ManualClock | None = None,
) -> Iterator[CalibrationSession]:
    plan = CalibrationPlan(
        "scale", Guide(steps), lambda profile, _: (profile, ()), CalibrationWishes()
    )
    with CalibrationSession(plan, None, keep, lambda: None, clock or ManualClock()) as running:
        yield running


def wait_for(running: CalibrationSession, phase: str) -> None:
    ends = time.monotonic() + PATIENCE_S
    while running.seen().phase != phase:
        assert time.monotonic() < ends, running.seen()
        time.sleep(0.01)


def wait_until_ready(running: CalibrationSession) -> None:
    ends = time.monotonic() + PATIENCE_S
    while (step := running.seen().step) is None or not step.can_accept:
        assert time.monotonic() < ends, running.seen()
        time.sleep(0.01)


def test_every_observation_counts_until_the_end() -> None:
    with session(CountingStep(50), CountingStep(0)) as running:
        assert not running.press("accept", 1)
        for _ in range(50):
            running.offer(ONE)
        wait_until_ready(running)
        assert running.press("accept", 1)
        assert not running.press("accept", 1)
        assert running.press("accept", 2)
        wait_for(running, "kept")
        assert not running.press("accept", 2)
        assert running.seen().told[0]["fr"].startswith("Gardé dans")


def test_a_step_that_is_not_needed_can_be_left_out() -> None:
    with session(CountingStep(0), OptionalStep(50), CountingStep(0)) as running:
        assert not running.press("skip", 1)
        assert running.press("accept", 1)
        step = running.seen().step
        assert step is not None
        assert (step.number, step.can_skip, step.can_accept) == (2, True, False)
        assert running.press("skip", 2)
        assert running.press("accept", 3)
        wait_for(running, "kept")


def test_a_forgotten_session_lets_the_table_go() -> None:
    clock = ManualClock()
    with session(CountingStep(1), clock=clock) as running:
        clock.advance_s(550)
        assert running.seen().phase == "asking"
        clock.advance_s(601)
        ends = time.monotonic() + PATIENCE_S
        while running.is_under_way:
            assert time.monotonic() < ends
            time.sleep(0.01)
        assert running.seen().phase == "aborted"


def test_what_cannot_be_written_is_said() -> None:
    with session(CountingStep(0), keep=nothing_kept) as running:
        running.press("accept", 1)
        wait_for(running, "failed")
        assert running.seen().told[0]["en"] == "There is no room on the disk: make some."
        assert not running.is_under_way


def test_a_mistake_of_the_program_is_logged_and_said(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR), session(BrokenStep(1)) as running:
        running.offer(ONE)
        wait_for(running, "failed")
        assert "mistake in the program" in running.seen().told[0]["en"]
        assert not running.press("abort", 1)
    assert "The calibration stopped." in caplog.text


def test_closing_aborts() -> None:
    with session(CountingStep(1)) as running:
        assert not running.press("help", 1)  # a real table has no simulated hands
    assert running.seen().phase == "aborted"
    assert not running.press("abort", 1)
