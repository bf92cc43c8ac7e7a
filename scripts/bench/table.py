"""The benchmark of the table as a whole: what players wait for, and how fast it can be simulated.

What it costs to keep an event for good is measured beside the least that it can cost.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TypeVar

import msgspec

from referee.app.face_sets import dice_readers
from referee.clock import ManualClock, SystemClock
from referee.events import Envelope
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.simulation.lockstep import LockstepTable
from referee.store.game_log import GameLog
from referee.store.store import Store, open_store
from scripts.bench.figures import BenchReport, Figure, Progress
from scripts.bench.published_falls import published_figures
from scripts.bench.table_latency import dice_figures, touch_figures

Item = TypeVar("Item")
_BATCH = 100
_REPLAYED = 200
_BEGIN = datetime(2025, 1, 1, 12, tzinfo=UTC)


def store_figures(events: int, folder: Path | None = None) -> list[Figure]:
    """Append, append together, and replay; in this folder, or where temporary files lie."""
    with tempfile.TemporaryDirectory(prefix="referee-store-", dir=folder) as temporary:
        place = Path(temporary)
        with open_store(f"sqlite:///{place}/log.sqlite", clock=SystemClock()) as store:
            return [
                *_durable(_new_log(store), place / "raw", events),
                _together(_new_log(store), rounds=max(events // 10, 10)),
                _replay(_new_log(store)),
            ]


def _new_log(store: Store) -> GameLog:
    return store.begin_game("bench", ("Anna", "Ben"), options={})


def _durable(log: GameLog, raw: Path, events: int) -> Iterator[Figure]:
    ours_s: list[float] = []
    raw_s: list[float] = []
    with _appended_to(raw) as append_raw:
        for seq in range(events):
            envelope = _envelope(seq)
            # Every second time the other one goes first: a disk is faster right after a wait.
            pair = [(ours_s, lambda e: log.append((e,))), (raw_s, append_raw)]
            for taken_s, append in pair if seq % 2 else reversed(pair):
                taken_s.append(_time_s(append, envelope))
    yield Figure("log", "one event", 1e3 * _undisturbed(ours_s), "ms")
    yield Figure("log", "one line of a plain file", 1e3 * _undisturbed(raw_s), "ms")
    times = _undisturbed(ours_s) / _undisturbed(raw_s)
    yield Figure("log", "one event ÷ one line", times, "×", asked=2.0, is_at_most=True)
    yield Figure(
        "log", "one event ÷ one line, with all disturbances", sum(ours_s) / sum(raw_s), "×"
    )


def _undisturbed(taken_s: Sequence[float]) -> float:
    return statistics.quantiles(taken_s, n=10)[0]


@contextmanager
def _appended_to(path: Path) -> Iterator[Callable[[Envelope], None]]:
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)

    def append(envelope: Envelope) -> None:
        os.write(descriptor, msgspec.json.encode(envelope) + b"\n")
        os.fdatasync(descriptor)

    try:
        yield append
    finally:
        os.close(descriptor)


def _together(log: GameLog, rounds: int) -> Figure:
    taken_s = []
    for number in range(rounds):
        batch = [_envelope(seq) for seq in range(number * _BATCH, (number + 1) * _BATCH)]
        taken_s.append(_time_s(log.append, batch))
    rate = _BATCH / _undisturbed(taken_s)
    return Figure("log", f"{_BATCH} events in one commit", rate, "events/s", asked=50_000)


def _replay(log: GameLog, rounds: int = 50) -> Figure:
    log.append([_envelope(seq) for seq in range(_REPLAYED)])
    taken_s = [_time_s(lambda after: list(log.envelopes(after)), -1) for _ in range(rounds)]
    rate = _REPLAYED / _undisturbed(taken_s)
    return Figure("log", f"replay of {_REPLAYED} events", rate, "events/s", asked=170_000)


def _time_s(act: Callable[[Item], object], what: Item) -> float:
    begun_s = time.perf_counter()
    act(what)
    return time.perf_counter() - begun_s


def _envelope(seq: int) -> Envelope:
    data = {"seat": seq % 4, "faces": ["eye", "bean", "leaf"], "then": {"phase": "rolling"}}
    at = _BEGIN + timedelta(milliseconds=137 * seq)
    return Envelope(seq, at, seq - 1 if seq else None, "dice-rolled", 1, data)


_GAME = "magic-beanstalk"
_SEATS = ("Anna", "Ben", "Carla")
_SEED = 7


class Effort(msgspec.Struct, frozen=True):
    """How long the benchmark measures."""

    falls_a_scene: int = 10
    rolls: int = 6
    published_falls: int = 40
    events: int = 600
    lockstep_s: float = 60.0
    """Seconds for the simulated players."""


def table_benchmark(on_progress: Progress, effort: Effort | None = None) -> BenchReport:
    """Measure everything, one after another."""
    asked = effort or Effort()
    steps: Sequence[Callable[[], Sequence[Figure]]] = (
        lambda: touch_figures(asked.falls_a_scene),
        lambda: dice_figures(asked.rolls),
        lambda: published_figures(asked.published_falls),
        lambda: store_figures(asked.events),
        lambda: lockstep_figures(asked.lockstep_s),
    )
    figures: list[Figure] = []
    for done, step in enumerate(steps, start=1):
        figures.extend(step())
        on_progress(done, len(steps))
    return BenchReport("What players wait for", figures, [_NOTE])


def lockstep_figures(stream_s: float, seed: int = _SEED) -> list[Figure]:
    """Let simulated players play in lock-step; how many of their seconds pass in one of ours."""
    clock = ManualClock()
    readers = dice_readers({"beanstalk": _GAME})
    with (
        tempfile.TemporaryDirectory(prefix="referee-lockstep-") as folder,
        open_store(f"sqlite:///{folder}/log.sqlite", clock=clock) as store,
    ):
        table = LockstepTable(store, readers, clock=clock, seed=seed)
        table.open()
        table.begin_game(_GAME, _SEATS, parse_options(find_game(_GAME), {}), Random(seed))
        began_s, computed_s = time.perf_counter(), time.process_time()
        from_s = clock.monotonic_s()
        table.play(most_s=stream_s)
        passed_s = clock.monotonic_s() - from_s
        wall = passed_s / max(time.perf_counter() - began_s, 1e-6)
        alone = passed_s / max(time.process_time() - computed_s, 1e-6)
        table.close()
    group, of = "simulated table", round(passed_s)
    return [
        Figure(group, "speed", wall, "× real time", of, asked=1.0),
        Figure(group, "speed, if nothing else ran", alone, "× real time", of),
    ]


_NOTE = (
    "Latencies are those of simulated towers and dice, computing included; the log is measured in "
    "turn with lines of a plain file, and its fastest tenth counts."
)
