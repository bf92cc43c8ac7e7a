"""`referee bench`: our program beside its references, in one run, as ratios."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from referee.bench.contestants import our_bars, our_contestants
from referee.bench.report import report_json, report_table
from referee.bench.rules import rules_benchmark
from referee.bench.table import table_benchmark, table_json, table_table
from referee.bench.vision import Read, read_collections
from referee.bench.vision_blobs import BlobReader
from referee.bench.vision_heaps import heap_score
from referee.bench.vision_lying import lying_score
from referee.bench.vision_report import BLOBS, OURS, vision_json, vision_report, vision_table
from referee.bench.vision_speed import vision_speed
from referee.bench.vision_symbols import SYMBOL_SETS, symbol_scores
from referee.bench.web import web_benchmark, web_json, web_table
from referee.bench.weighing import (
    HOLD_OUT_SEED,
    every_scene,
    weighing_benchmark,
    weighing_json,
    weighing_table,
)
from referee.errors import InputError
from referee.vision.dice.reader import DiceReader

_SYMBOL_SCENES = 20
_HEAPS, _LYING = 100, 400


def bench_rules(console: Console, duration_s: float, rounds: int, *, as_json: bool) -> int:
    """Measure the rules; the exit code is 1 if a bar was missed, so that nobody overlooks it."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("rules")
        report = rules_benchmark(
            our_contestants(),
            duration_s,
            rounds,
            bars=our_bars(),
            on_progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
    if as_json:
        console.print_json(report_json(report))
    else:
        console.print(report_table(report))
    return 0 if report.are_bars_met else 1


def bench_weighing(console: Console, scenes: int, *, as_json: bool) -> int:
    """Let touch feel scenes it was not fitted on; the exit code is 1 if a bar was missed."""
    if scenes < 1:
        raise InputError("There is nothing to measure; ask for at least one scene of each kind.")
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("weighing")
        report = weighing_benchmark(
            HOLD_OUT_SEED,
            counts=every_scene(scenes, falls=scenes),
            on_progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
    if as_json:
        console.print_json(weighing_json(report))
    else:
        console.print(weighing_table(report))
    return 0 if report.are_bars_met else 1


def bench_vision(console: Console, data: Path | None, *, as_json: bool) -> int:
    """Read photographs beside the blob recipe, and measure; exit code 1 if a bar was missed."""
    readers: list[tuple[str, Read]] = [(OURS, DiceReader().read), (BLOBS, BlobReader().read)]
    with console.status("vision") if not as_json else Console(stderr=True).status("vision"):
        scores = read_collections(data, readers) if data else []
        symbols = [symbol_scores(name, _SYMBOL_SCENES) for name in SYMBOL_SETS]
        drawn = heap_score(_HEAPS), lying_score(_LYING)
        report = vision_report(scores, symbols, *drawn, vision_speed())
    if as_json:
        console.print_json(vision_json(report))
    else:
        console.print(vision_table(report))
    return 0 if report.are_bars_met else 1


def bench_table(console: Console, *, as_json: bool) -> int:
    """Measure what players wait for; the exit code is 1 if a bar was missed."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("table")
        report = table_benchmark(
            on_progress=lambda done, total: progress.update(task, completed=done, total=total)
        )
    if as_json:
        console.print_json(table_json(report))
    else:
        console.print(table_table(report))
    return 0 if report.are_bars_met else 1


def bench_web(console: Console, *, as_json: bool) -> int:
    """Let 200 onlookers watch a game; the exit code is 1 if a bar was missed."""
    with console.status("web") if not as_json else Console(stderr=True).status("web"):
        report = web_benchmark()
    if as_json:
        console.print_json(web_json(report))
    else:
        console.print(web_table(report))
    return 0 if report.are_bars_met else 1
