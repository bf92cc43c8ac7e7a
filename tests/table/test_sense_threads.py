"""Eye and touch in threads of their own: nothing but closing ends them."""

from __future__ import annotations

import logging
from itertools import pairwise
from queue import Queue
from threading import Event
from threading import enumerate as threads
from time import monotonic
from typing import cast

import pytest

from referee.clock import ManualClock
from referee.table.facts import Device, DeviceBack, DeviceTrouble, Fact, PlateLevel
from referee.table.senses.eye import Eye
from referee.table.senses.threads import EyeThread, TouchThread
from referee.table.senses.touch_sense import Touch

PATIENCE_S = 240.0


class StandIn:
    """An eye and a touch that do as they are told, call by call."""

    def __init__(self, *calls: BaseException | tuple[PlateLevel, ...]) -> None:
        self._calls = list(calls)
        self.has_run_dry = Event()
        self._idle = Event()
        self.is_calm = False
        self.looked_s: list[float] = []

    def look(self, timeout_s: float = 0.0) -> tuple[PlateLevel, ...]:
        self.looked_s.append(monotonic())
        if not self._calls:
            self.has_run_dry.set()
            self._idle.wait(0.01)
            return ()
        call = self._calls.pop(0)
        if isinstance(call, BaseException):
            raise call
        return call

    sense = look


class HurriedClock(ManualClock):
    """A clock on which a quarter of a second passes whenever somebody looks at it."""

    def monotonic_s(self) -> float:
        self.advance_s(0.25)
        return super().monotonic_s()


def names() -> list[str]:
    return [each.name for each in threads()]


def test_facts_reach_the_sink_and_the_thread_ends() -> None:
    facts: Queue[Fact] = Queue()
    level = PlateLevel(1.0, 2.0)
    with TouchThread(cast("Touch", StandIn((level,), (), (level,))), facts.put):
        assert facts.get(timeout=PATIENCE_S) is level
        assert facts.get(timeout=PATIENCE_S) is level
        assert "sense-scale" in names()
    assert "sense-scale" not in names()


@pytest.mark.parametrize(
    "error", [ValueError("odd"), MemoryError(), OSError(5, "broken"), SystemExit(1)]
)
def test_an_error_is_a_trouble_and_not_the_end(
    error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    facts: Queue[Fact] = Queue()
    level = PlateLevel(1.0, 2.0)
    with (
        caplog.at_level(logging.ERROR),
        EyeThread(cast("Eye", StandIn(error, error, (level,))), facts.put, HurriedClock()),
    ):
        trouble = facts.get(timeout=PATIENCE_S)
        assert isinstance(trouble, DeviceTrouble)
        assert (trouble.device, trouble.sentences) == (Device.CAMERA, ("eye-failed",))
        assert facts.get(timeout=PATIENCE_S) is level, "the second error is no news"
        assert isinstance(facts.get(timeout=PATIENCE_S), DeviceBack)
    assert str(error) in caplog.text or type(error).__name__ in caplog.text


def test_while_all_is_calm_a_quarter_of_the_pictures_is_looked_at() -> None:
    stand_in = StandIn(*[()] * 3)
    stand_in.is_calm = True
    with EyeThread(cast("Eye", stand_in), lambda fact: None):
        assert stand_in.has_run_dry.wait(PATIENCE_S)
    apart_s = [later - earlier for earlier, later in pairwise(stand_in.looked_s)]
    assert min(apart_s) >= 0.1, "three of four at thirty a second are left out"


def test_a_hot_computer_looks_at_half_as_many_pictures() -> None:
    stand_in = StandIn(*[()] * 3)
    thread = EyeThread(cast("Eye", stand_in), lambda fact: None)
    thread.is_spared = True
    with thread:
        assert stand_in.has_run_dry.wait(PATIENCE_S)
    apart_s = [later - earlier for earlier, later in pairwise(stand_in.looked_s)]
    assert min(apart_s) >= 0.04, "every second one of thirty is left out"


def test_what_a_reading_holds_is_given_back_once_after_a_long_rest() -> None:
    stand_in, told = StandIn(), Event()
    stand_in.is_calm = True
    given_back: list[int] = []

    def give_back() -> None:
        given_back.append(len(stand_in.looked_s))
        told.set()

    clock = HurriedClock()
    with EyeThread(cast("Eye", stand_in), lambda fact: None, clock, on_long_rest=give_back):
        assert told.wait(PATIENCE_S)
        stand_in.is_calm = False
        seen = len(stand_in.looked_s)
        while len(stand_in.looked_s) < seen + 20:
            Event().wait(0.01)
    assert len(given_back) == 1


def test_opening_and_closing_twice_does_nothing() -> None:
    stand_in = StandIn()
    thread = EyeThread(cast("Eye", stand_in), lambda fact: None)
    thread.close()
    thread.open()
    thread.open()
    assert stand_in.has_run_dry.wait(PATIENCE_S)
    assert names().count("sense-camera") == 1
    thread.close()
    thread.close()
    assert "sense-camera" not in names()
    stand_in.has_run_dry.clear()
    thread.open()
    assert stand_in.has_run_dry.wait(PATIENCE_S), "it can be opened again"
    thread.close()
