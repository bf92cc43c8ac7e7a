"""The benchmark of the table as a whole: what players wait for, and how fast it can be simulated.

report = table_benchmark()

A fall is felt, dice are read, an event is kept for good (beside a line of a plain file), and one
simulated table plays in lock-step, with all its physics and pictures.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from referee.app.evening import SimulatedEvening
from referee.app.face_sets import dice_readers
from referee.bench.store import StoreFigure, store_benchmark
from referee.bench.table_latency import dice_latency, latency_figures, touch_latency
from referee.bench.table_published import published_falls, published_figures
from referee.bench.weighing import Figure
from referee.clock import ManualClock
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.store import open_store

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


class EveningSpeed(msgspec.Struct, frozen=True):
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
        lambda: evening_figures(evening_speed(asked.evening_s)),
    )
    figures: list[Figure] = []
    for done, step in enumerate(steps, start=1):
        figures.extend(step())
        if on_progress is not None:
            on_progress(done, len(steps))
    return TableReport(figures)


def evening_speed(stream_s: float, seed: int = _SEED) -> EveningSpeed:
    """Let simulated players play in lock-step for so many seconds of their evening."""
    clock = ManualClock()
    readers = dice_readers({"beanstalk": _GAME})
    with (
        tempfile.TemporaryDirectory(prefix="referee-evening-") as folder,
        open_store(f"sqlite:///{folder}/log.sqlite", clock=clock) as store,
    ):
        evening = SimulatedEvening(store, readers, clock=clock, seed=seed)
        evening.open()
        evening.begin_game(_GAME, _SEATS, parse_options(find_game(_GAME), {}), Random(seed))
        began_s, computed_s = time.perf_counter(), time.process_time()
        from_s = clock.monotonic_s()
        evening.play(most_s=stream_s)
        tally = evening.players.truth.tally
        speed = EveningSpeed(
            stream_s=clock.monotonic_s() - from_s,
            wall_s=time.perf_counter() - began_s,
            computing_s=time.process_time() - computed_s,
            rolls=tally.rolls,
            pieces=tally.pieces,
        )
        evening.close()
    return speed


def evening_figures(speed: EveningSpeed) -> list[Figure]:
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


def table_table(report: TableReport) -> RenderableType:
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
