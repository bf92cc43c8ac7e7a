"""The log benchmark: what it costs to keep an event for good, beside the least that it can cost.

The reference is one line appended to a plain file, and a wait for the disk. Both take turns event
by event, because the disk is not the same from one second to the next. What counts is the fastest
tenth, which no other program disturbed: a busy machine says nothing about the log.
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
from typing import Any

import msgspec

from referee.clock import SystemClock
from referee.events import Envelope, format_line
from referee.store.log import GameLog
from referee.store.store import Store, open_store

_BATCH = 100
_REPLAYED = 200
_BEGIN = datetime(2025, 1, 1, 12, tzinfo=UTC)


class StoreFigure(msgspec.Struct, frozen=True):
    """One figure beside what is asked for; `asked` is None where nothing is."""

    name: str
    measured: float
    unit: str
    asked: float | None = None
    is_at_most: bool = False


class StoreReport(msgspec.Struct, frozen=True):
    """Everything one run found out."""

    events: int
    figures: list[StoreFigure]


def store_benchmark(events: int = 1000, folder: Path | None = None) -> StoreReport:
    """Append, append together, and replay; in this folder, or where temporary files lie."""
    with tempfile.TemporaryDirectory(prefix="referee-store-", dir=folder) as temporary:
        place = Path(temporary)
        with open_store(f"sqlite:///{place}/log.sqlite", clock=SystemClock()) as store:
            figures = [
                *_durable(_new_log(store), place / "raw", events),
                _together(_new_log(store), rounds=max(events // 10, 10)),
                _replay(_new_log(store)),
            ]
    return StoreReport(events, figures)


def _new_log(store: Store) -> GameLog:
    return store.begin_game("bench", ("Anna", "Ben"), options={})


def _durable(log: GameLog, raw: Path, events: int) -> Iterator[StoreFigure]:
    ours_s: list[float] = []
    raw_s: list[float] = []
    with _appended_to(raw) as append_raw:
        for seq in range(events):
            envelope = _envelope(seq)
            # Every second time the other one goes first: a disk is faster right after a wait.
            pair = [(ours_s, lambda e: log.append((e,))), (raw_s, append_raw)]
            for taken_s, append in pair if seq % 2 else reversed(pair):
                taken_s.append(_time_s(append, envelope))
    yield StoreFigure("one event", 1e3 * _undisturbed(ours_s), "ms")
    yield StoreFigure("one line of a plain file", 1e3 * _undisturbed(raw_s), "ms")
    times = _undisturbed(ours_s) / _undisturbed(raw_s)
    yield StoreFigure("one event ÷ one line", times, "×", 2.0, is_at_most=True)
    yield StoreFigure("one event ÷ one line, with all disturbances", sum(ours_s) / sum(raw_s), "×")


def _undisturbed(taken_s: Sequence[float]) -> float:
    return statistics.quantiles(taken_s, n=10)[0]


@contextmanager
def _appended_to(path: Path) -> Iterator[Callable[[Envelope], None]]:
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)

    def append(envelope: Envelope) -> None:
        os.write(descriptor, f"{format_line(envelope)}\n".encode())
        os.fdatasync(descriptor)

    try:
        yield append
    finally:
        os.close(descriptor)


def _together(log: GameLog, rounds: int) -> StoreFigure:
    taken_s = []
    for number in range(rounds):
        batch = [_envelope(seq) for seq in range(number * _BATCH, (number + 1) * _BATCH)]
        taken_s.append(_time_s(log.append, batch))
    rate = _BATCH / _undisturbed(taken_s)
    return StoreFigure(f"{_BATCH} events in one commit", rate, "events/s", 50_000)


def _replay(log: GameLog, rounds: int = 50) -> StoreFigure:
    log.append([_envelope(seq) for seq in range(_REPLAYED)])
    taken_s = [_time_s(lambda after: list(log.envelopes(after)), -1) for _ in range(rounds)]
    rate = _REPLAYED / _undisturbed(taken_s)
    return StoreFigure(f"replay of {_REPLAYED} events", rate, "events/s", 170_000)


def _time_s(act: Callable[[Any], object], what: object) -> float:
    begun_s = time.perf_counter()
    act(what)
    return time.perf_counter() - begun_s


def _envelope(seq: int) -> Envelope:
    data = {"seat": seq % 4, "faces": ["eye", "bean", "leaf"], "then": {"phase": "rolling"}}
    at = _BEGIN + timedelta(milliseconds=137 * seq)
    return Envelope(seq, at, seq - 1 if seq else None, "dice-rolled", 1, data)
