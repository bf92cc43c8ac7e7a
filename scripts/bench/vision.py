"""The vision benchmark: what reading costs, and its result beside what is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median

import cv2
import msgspec
import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from referee.clock import Clock, SystemClock
from referee.simulation.drawing.materials import plain_material
from referee.simulation.drawing.solids import TrayCamera
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.tray.finder import TrayFinder
from scripts.bench.drawn_dice import HeapScore, RestingScore, SymbolScore
from scripts.bench.photographs import BlobReader, Score
from scripts.bench.vision_memory import peak_memory_mb
from scripts.bench.watching_cost import stillness_cost
from scripts.drawn_scenes.tray_shots import TrayShot, draw_tray, throw_dice

_DIE_MM = 16.0
_ROUNDS = 15


class VisionSpeed(msgspec.Struct, frozen=True):
    """Milliseconds, medians of interleaved rounds, and the most memory that reading takes."""

    read_ms: float
    blobs_ms: float
    read_per_blobs: float
    stillness_small_ms: float
    stillness_camera_ms: float
    tray_ms: float
    peak_memory_mb: float
    dice_right: int


def vision_speed(rounds: int = _ROUNDS, clock: Clock | None = None) -> VisionSpeed:
    """Measure on one thread; OpenCV gets its threads back afterwards."""
    clock = clock or SystemClock()
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _measured(rounds, clock)
    finally:
        cv2.setNumThreads(threads)


def _measured(rounds: int, clock: Clock) -> VisionSpeed:
    shot, faces = drawn_tray()
    picture = shot.picture
    reader = TrayReader(DiceReader(), shot.top_plane, _DIE_MM, shot.ground_plane)
    blobs = BlobReader()
    finder = TrayFinder(every_s=0.0)
    reading = reader.read(picture)
    right = sum(one == other for one, other in zip(reading.faces, sorted(faces), strict=False))
    read_ms, blobs_ms, tray_ms = [], [], []
    for number in range(rounds):
        read_ms.append(_taken_ms(clock, partial(reader.read, picture)))
        blobs_ms.append(_taken_ms(clock, partial(blobs.read, picture)))
        tray_ms.append(_taken_ms(clock, partial(finder.see, picture, float(number))))
    still = stillness_cost(clock)
    return VisionSpeed(
        read_ms=median(read_ms),
        blobs_ms=median(blobs_ms),
        read_per_blobs=median(a / b for a, b in zip(read_ms, blobs_ms, strict=True)),
        stillness_small_ms=still.small_ms,
        stillness_camera_ms=still.camera_ms,
        tray_ms=median(tray_ms),
        peak_memory_mb=peak_memory_mb(picture, reading.die_px),
        dice_right=right,
    )


def _taken_ms(clock: Clock, work: Callable[[], object]) -> float:
    began_s = clock.monotonic_s()
    work()
    return 1000 * (clock.monotonic_s() - began_s)


def drawn_tray() -> tuple[TrayShot, tuple[str, ...]]:
    """A tray with twelve dice straight from above, and what the dice show."""
    rng = np.random.default_rng(12)
    faces = tuple("112233445566")
    materials = [plain_material(), plain_material((40, 40, 190), (240, 240, 240))]
    return draw_tray(rng, throw_dice(rng, faces, materials=materials), TrayCamera()), faces


OURS, BLOBS = "referee", "blobs"


class VisionBar(msgspec.Struct, frozen=True):
    """One figure beside what is asked for."""

    name: str
    measured: float
    asked: float
    is_at_most: bool = False
    unit: str = "%"

    @property
    def is_met(self) -> bool:
        """Whether the figure is good enough."""
        return self.measured <= self.asked if self.is_at_most else self.measured >= self.asked


class VisionReport(msgspec.Struct, frozen=True):
    """Everything one run found out."""

    scores: list[Score]
    symbols: list[SymbolScore]
    heaps: HeapScore
    lying: RestingScore
    speed: VisionSpeed
    bars: list[VisionBar]

    @property
    def are_bars_met(self) -> bool:
        """Whether nothing falls short."""
        return all(bar.is_met for bar in self.bars)


class _Asked(msgspec.Struct, frozen=True):
    exact: float
    die: float | None
    doubtful: float


_ASKED = {
    "mixed-top-down": _Asked(exact=70, die=93, doubtful=25),
    "webcam": _Asked(exact=99, die=None, doubtful=5),
}
_WRONG_CERTAIN = 0.5


def vision_report(
    scores: Sequence[Score],
    symbols: Sequence[SymbolScore],
    heaps: HeapScore,
    lying: RestingScore,
    speed: VisionSpeed,
) -> VisionReport:
    """The report of these figures."""
    bars = [bar for score in scores if score.reader == OURS for bar in _score_bars(score)]
    bars += [bar for score in symbols for bar in _symbol_bars(score)]
    bars += [*_heap_bars(heaps), *_lying_bars(lying), *_speed_bars(speed)]
    return VisionReport(list(scores), list(symbols), heaps, lying, speed, bars)


def _score_bars(score: Score) -> Iterator[VisionBar]:
    asked, name = _ASKED[score.collection], score.collection
    yield VisionBar(f"{name}: exact", score.exact_percent, asked.exact)
    if asked.die is not None:
        yield VisionBar(f"{name}: dice right", score.die_percent, asked.die)
    wrong = score.wrong_certain_percent
    yield VisionBar(f"{name}: wrong as certain", wrong, _WRONG_CERTAIN, is_at_most=True)
    doubtful = score.doubtful_percent
    yield VisionBar(f"{name}: doubtful", doubtful, asked.doubtful, is_at_most=True)


def _symbol_bars(score: SymbolScore) -> Iterator[VisionBar]:
    name = score.set_name
    yield VisionBar(f"{name}, drawn: right", score.right_percent, 99)
    yield VisionBar(f"{name}, drawn: untaught refused", score.rejected_percent, 95)


def _heap_bars(score: HeapScore) -> Iterator[VisionBar]:
    yield VisionBar("heaps, drawn: dice right", score.die_percent, 97)
    yield VisionBar("heaps, drawn: exact", score.exact_percent, 85)
    wrong = score.wrong_certain_percent
    yield VisionBar("heaps, drawn: wrong as certain", wrong, _WRONG_CERTAIN, is_at_most=True)


def _lying_bars(score: RestingScore) -> Iterator[VisionBar]:
    asked = score.flat_asked_percent
    yield VisionBar("flat, drawn: taken for odd", asked, 1.5, is_at_most=True)
    lost = score.flat_lost_percent
    yield VisionBar("flat, drawn: taken for a side", lost, 0.5, is_at_most=True)
    yield VisionBar("leaning, drawn: told", score.leaning_told_percent, 50)
    yield VisionBar("on another, drawn: told", score.stacked_told_percent, 50)
    yield VisionBar("sides, drawn: told", score.sides_told_percent, 90)


def _speed_bars(speed: VisionSpeed) -> Iterator[VisionBar]:
    yield VisionBar("read a tray of 12 dice", speed.read_ms, 50, is_at_most=True, unit="ms")
    ratio = speed.read_per_blobs
    yield VisionBar("… against the blob recipe", ratio, 1.5, is_at_most=True, unit="×")
    yield VisionBar("stillness, 320×240", speed.stillness_small_ms, 0.5, is_at_most=True, unit="ms")
    camera_ms = speed.stillness_camera_ms
    yield VisionBar("stillness, 1280×720", camera_ms, 1.0, is_at_most=True, unit="ms")
    yield VisionBar("find the tray", speed.tray_ms, 20, is_at_most=True, unit="ms")
    yield VisionBar("peak memory", speed.peak_memory_mb, 250, is_at_most=True, unit="MB")


def vision_json(report: VisionReport) -> str:
    """The whole report as one line of JSON, with the overall verdict in front."""
    fields = {"bars_met": report.are_bars_met, **msgspec.to_builtins(report)}
    return msgspec.json.encode(fields).decode()


def vision_table(report: VisionReport) -> RenderableType:
    """The report as people like to read it."""
    parts: list[RenderableType] = []
    if report.scores:
        parts.append(_score_table(report.scores))
    parts.append(_bar_table(report.bars))
    if not report.scores:
        parts.append(Text("Name a folder of labelled photographs with --data.", style="yellow"))
    return Group(*parts)


def _score_table(scores: Sequence[Score]) -> Table:
    table = Table(title="Photographs that no reader was trained on")
    for name in ("collection", "reader"):
        table.add_column(name)
    for name in (
        "pictures",
        "dice",
        "exact",
        "dice right",
        "extra",
        "doubtful",
        "wrong as certain",
    ):
        table.add_column(name, justify="right")
    for score in scores:
        table.add_row(
            score.collection,
            score.reader,
            str(score.pictures),
            str(score.dice),
            f"{score.exact_percent:.1f} %",
            f"{score.die_percent:.1f} %",
            str(score.extra),
            f"{score.doubtful_percent:.1f} %",
            f"{score.wrong_certain} ({score.wrong_certain_percent:.2f} %)",
        )
    return table


def _bar_table(bars: Sequence[VisionBar]) -> Table:
    table = Table(title="What is asked for")
    table.add_column("figure")
    for name in ("measured", "asked"):
        table.add_column(name, justify="right")
    table.add_column("")
    for bar in bars:
        sign = "≤" if bar.is_at_most else "≥"
        verdict = Text("met", "green") if bar.is_met else Text("missed", "red")
        table.add_row(
            bar.name, f"{bar.measured:.2f} {bar.unit}", f"{sign} {bar.asked:g} {bar.unit}", verdict
        )
    return table
