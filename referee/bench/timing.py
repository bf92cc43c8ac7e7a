"""Fair timing: one core, many short slices in turn, the same care of the collector for all.

Other programs slow a machine down for moments. Slices in turn let such a moment hit all alike, and
ratios taken within a round cancel what is left of it.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from referee.bench.measurement import Measurement
from referee.bench.reference import ReferenceFailedError

Runner = Callable[[float], Measurement]
Progress = Callable[[int, int], None]


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
