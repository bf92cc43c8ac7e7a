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
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from referee.app.face_sets import dice_readers
from referee.clock import ManualClock, SystemClock
from referee.events import Envelope
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.simulation.lockstep import LockstepTable
from referee.store.game_log import GameLog
from referee.store.store import Store, open_store
from scripts.bench.published_falls import published_falls, published_figures
from scripts.bench.table_latency import dice_latency, latency_figures, touch_latency
from scripts.bench.touch import Figure

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
        os.write(descriptor, msgspec.json.encode(envelope) + b"\n")
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


_GAME = "magic-beanstalk"
_SEATS = ("Anna", "Ben", "Carla")
_SEED = 7

Progress = Callable[[int, int], None]


class Effort(msgspec.Struct, frozen=True):
    """How long the benchmark measures."""

    falls_a_scene: int = 10
    rolls: int = 6
    published_falls: int = 40
    events: int = 600
    evening_s: float = 60.0
    """Seconds of the simulated evening."""


class TableReport(msgspec.Struct, frozen=True):
    """Everything one run found out."""

    figures: list[Figure]

    @property
    def are_bars_met(self) -> bool:
        """Whether no figure misses what is asked for."""
        return all(figure.status != "missed" for figure in self.figures)


class LockstepSpeed(msgspec.Struct, frozen=True):
    """A piece of a simulated evening: how long it was for the players, and for us."""

    stream_s: float
    wall_s: float
    computing_s: float
    rolls: int
    pieces: int


def table_benchmark(
    effort: Effort | None = None, on_progress: Progress | None = None
) -> TableReport:
    """Measure everything, one after another."""
    asked = effort or Effort()
    steps: Sequence[Callable[[], Sequence[Figure]]] = (
        lambda: latency_figures(touch_latency(asked.falls_a_scene), dice_latency(asked.rolls)),
        lambda: published_figures(published_falls(asked.published_falls)),
        lambda: [_of_store(each) for each in store_benchmark(asked.events).figures],
        lambda: lockstep_figures(lockstep_speed(asked.evening_s)),
    )
    figures: list[Figure] = []
    for done, step in enumerate(steps, start=1):
        figures.extend(step())
        if on_progress is not None:
            on_progress(done, len(steps))
    return TableReport(figures)


def lockstep_speed(stream_s: float, seed: int = _SEED) -> LockstepSpeed:
    """Let simulated players play in lock-step for so many seconds of their evening."""
    clock = ManualClock()
    readers = dice_readers({"beanstalk": _GAME})
    with (
        tempfile.TemporaryDirectory(prefix="referee-evening-") as folder,
        open_store(f"sqlite:///{folder}/log.sqlite", clock=clock) as store,
    ):
        evening = LockstepTable(store, readers, clock=clock, seed=seed)
        evening.open()
        evening.begin_game(_GAME, _SEATS, parse_options(find_game(_GAME), {}), Random(seed))
        began_s, computed_s = time.perf_counter(), time.process_time()
        from_s = clock.monotonic_s()
        evening.play(most_s=stream_s)
        tally = evening.players.scoring.tally
        speed = LockstepSpeed(
            stream_s=clock.monotonic_s() - from_s,
            wall_s=time.perf_counter() - began_s,
            computing_s=time.process_time() - computed_s,
            rolls=tally.rolls,
            pieces=tally.pieces,
        )
        evening.close()
    return speed


def lockstep_figures(speed: LockstepSpeed) -> list[Figure]:
    """How many seconds of the evening pass in one of ours."""
    what, of = "simulated table", round(speed.stream_s)
    wall = speed.stream_s / max(speed.wall_s, 1e-6)
    alone = speed.stream_s / max(speed.computing_s, 1e-6)
    return [
        Figure(what, "speed", wall, of, 1.0, unit="× real time"),
        Figure(what, "speed, if nothing else ran", alone, of, unit="× real time"),
    ]


def _of_store(figure: StoreFigure) -> Figure:
    return Figure(
        "log",
        figure.name,
        figure.measured,
        1,
        figure.asked,
        is_at_most=figure.is_at_most,
        unit=figure.unit,
    )


def table_json(report: TableReport) -> str:
    """The whole report as one line of JSON, with the overall verdict in front."""
    figures = [{**msgspec.to_builtins(each), "status": each.status} for each in report.figures]
    told = {"bars_met": report.are_bars_met, "figures": figures}
    return msgspec.json.encode(told).decode()


def table_report_table(report: TableReport) -> RenderableType:
    """The report as people like to read it."""
    table = Table(title="What players wait for")
    for heading in ("", "figure"):
        table.add_column(heading)
    for heading in ("measured", "asked for"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for number, figure in enumerate(report.figures):
        is_same = number > 0 and report.figures[number - 1].fitting == figure.fitting
        table.add_row("" if is_same else figure.fitting, *_cells(figure))
    return Group(table, Text(_FOOTNOTE, style="dim"))


_FOOTNOTE = (
    "Latencies are those of simulated towers and dice, computing included; the log is measured in "
    "turn with lines of a plain file, and its fastest tenth counts."
)


def _cells(figure: Figure) -> Iterator[str | Text]:
    yield figure.name
    yield f"{figure.measured:,.2f} {figure.unit}".strip()
    sign = "≤" if figure.is_at_most else "≥"
    yield "" if figure.asked is None else f"{sign} {figure.asked:,g} {figure.unit}".strip()
    yield Text(figure.status, style="green" if figure.status == "met" else "red")
