"""Fair measuring: who takes part, one core, many short slices in turn, the same care for all.

A fixed pure-Python loop is the yardstick: figures in "cal" carry over between machines.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from referee.errors import RefereeError
from scripts.bench.figures import Progress


class Measurement(msgspec.Struct, frozen=True):
    """Actions carried out, and the time they took.

    An action is whatever a rules engine accepts and applies: a player's choice and a dice report
    count one each, in our games and in the references alike.
    """

    actions: int
    duration_s: float

    @property
    def actions_per_s(self) -> float:
        """The rate; a stretch too short for the clock counts as no rate at all."""
        return self.actions / self.duration_s if self.duration_s > 0 else 0.0


def play_for(
    duration_s: float,
    play_game: Callable[[], int],
    clock_s: Callable[[], float] = time.perf_counter,
) -> Measurement:
    """Play whole games until the time is up; `play_game` returns how many actions it applied.

    Only whole games, because their first and last actions cost more than those in between; the
    clock is read once a game, so that reading it costs nothing.
    """
    start_s = clock_s()
    end_s = start_s + duration_s
    actions = play_game()
    now_s = clock_s()
    while now_s < end_s:
        actions += play_game()
        now_s = clock_s()
    return Measurement(actions, now_s - start_s)


CALIBRATION = "cal"
ITERATIONS_PER_CALL = 5_000


def _step(value: int, addend: int) -> int:
    return (value * 31 + addend) & 0xFFFF


def calibration_loop(iterations: int) -> int:
    """A call, integer arithmetic, a dictionary update: what rules written in Python consist of."""
    counts = dict.fromkeys(range(64), 0)
    value = 0
    for index in range(iterations):
        value = _step(value, index)
        counts[value & 63] += 1
    return value


class CalibrationLoop:
    """The yardstick as a reference; its actions are iterations."""

    name = CALIBRATION
    counting = "iterations of a fixed pure-Python loop"

    def available(self) -> str | None:
        """It needs nothing."""
        return None

    def run(self, duration_s: float) -> Measurement:
        """Iterate for that long."""
        return play_for(duration_s, _one_call)

    def close(self) -> None:
        """It holds nothing."""


def _one_call() -> int:
    calibration_loop(ITERATIONS_PER_CALL)
    return ITERATIONS_PER_CALL


class ReferenceFailedError(RefereeError, RuntimeError):
    """A reference broke down while it was measured."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something of ours to be measured: `run` plays whole games for about that many seconds."""

    name: str
    run: Callable[[float], Measurement]


class ReferenceEngine(Protocol):
    """Somebody else's engine, measured the same way.

    Its packages are optional, so it imports them only when asked for.
    """

    @property
    def name(self) -> str:
        """Its name in the report."""

    @property
    def counting(self) -> str:
        """What counts as an action, in a few words."""

    def available(self) -> str | None:
        """Make ready, installing what it can; None, or a sentence why it cannot be measured."""

    def run(self, duration_s: float) -> Measurement:
        """Play for about that long; raises `ReferenceFailedError` if it breaks down."""

    def close(self) -> None:
        """Let go of processes and the like; may be called at any time, also twice."""


Runner = Callable[[float], Measurement]


@dataclass(slots=True)
class Timings:
    """The rate of each runner in each round, and why some dropped out."""

    actions_per_s: dict[str, list[float]]
    failures: dict[str, str] = field(default_factory=dict)

    def drop(self, name: str, reason: str) -> None:
        """Take a runner out altogether: half a measurement is none."""
        del self.actions_per_s[name]
        self.failures[name] = reason


def interleave(
    runners: Mapping[str, Runner],
    slice_s: float,
    rounds: int,
    on_progress: Progress | None = None,
) -> Timings:
    """Let each runner have one slice a round, after one slice each that does not count.

    Every second round goes backwards, so that nobody always follows the same neighbour and a slow
    drift of the machine favours nobody. A runner that raises `ReferenceFailedError` drops out.
    """
    timings = Timings({name: [] for name in runners})
    for number, name in enumerate(_schedule(list(runners), rounds), start=1):
        if name in timings.actions_per_s:
            is_warm_up = number <= len(runners)
            _time_slice(timings, name, runners[name], slice_s, is_warm_up=is_warm_up)
        if on_progress is not None:
            on_progress(number, len(runners) * (rounds + 1))
    return timings


def _schedule(names: list[str], rounds: int) -> Iterator[str]:
    for round_number in range(rounds + 1):
        yield from names if round_number % 2 == 0 else reversed(names)


def _time_slice(
    timings: Timings, name: str, run: Runner, slice_s: float, *, is_warm_up: bool
) -> None:
    gc.collect()  # nobody pays for the litter of the one before
    try:
        measured = run(slice_s)
    except ReferenceFailedError as error:
        timings.drop(name, str(error))
    else:
        if not is_warm_up:
            timings.actions_per_s[name].append(measured.actions_per_s)


@contextmanager
def frozen_collector() -> Iterator[None]:
    """Spare the collector everything loaded so far: the more is imported, the longer it would take.

    It stays switched on, as it is at the table.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core, with all processes started meanwhile; elsewhere than on Linux, do nothing.

    Without it a reference could let its helper threads work on a second core.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    # The first core usually serves the interrupts.
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)
