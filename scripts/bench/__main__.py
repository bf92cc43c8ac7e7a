"""Measure the program beside its references: python -m scripts.bench rules --seconds 60."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from referee.cli import Json
from referee.errors import InputError, RefereeError
from referee.vision.dice.reader import DiceReader
from scripts.bench.drawn_dice import SYMBOL_SETS, heap_score, resting_score, symbol_scores
from scripts.bench.photographs import BlobReader, ReadDice, read_collections
from scripts.bench.report import report_json, report_table
from scripts.bench.rules import our_bars, our_contestants, rules_benchmark
from scripts.bench.table import table_benchmark, table_json, table_report_table
from scripts.bench.touch import HOLD_OUT_SEED, every_scene, touch_benchmark, touch_json, touch_table
from scripts.bench.vision import BLOBS, OURS, vision_json, vision_report, vision_speed, vision_table
from scripts.bench.web import web_benchmark, web_json, web_table

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


def bench_touch(console: Console, scenes: int, *, as_json: bool) -> int:
    """Let touch feel scenes it was not fitted on; the exit code is 1 if a bar was missed."""
    if scenes < 1:
        raise InputError("There is nothing to measure; ask for at least one scene of each kind.")
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("touch")
        report = touch_benchmark(
            HOLD_OUT_SEED,
            counts=every_scene(scenes, falls=scenes),
            on_progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
    if as_json:
        console.print_json(touch_json(report))
    else:
        console.print(touch_table(report))
    return 0 if report.are_bars_met else 1


def bench_vision(console: Console, data: Path | None, *, as_json: bool) -> int:
    """Read photographs beside the blob recipe, and measure; exit code 1 if a bar was missed."""
    readers: list[tuple[str, ReadDice]] = [(OURS, DiceReader().read), (BLOBS, BlobReader().read)]
    with console.status("vision") if not as_json else Console(stderr=True).status("vision"):
        scores = read_collections(data, readers) if data else []
        symbols = [symbol_scores(name, _SYMBOL_SCENES) for name in SYMBOL_SETS]
        drawn = heap_score(_HEAPS), resting_score(_LYING)
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
        console.print(table_report_table(report))
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


app = typer.Typer()


@app.command()
def bench(
    room: Annotated[
        str, typer.Argument(help="What to measure: rules, touch, vision, table, web, all.")
    ] = "all",
    seconds: Annotated[float, typer.Option(help="rules: measured time in all.")] = 40.0,
    rounds: Annotated[int, typer.Option(help="rules: interleaved rounds.")] = 25,
    scenes: Annotated[int, typer.Option(help="touch: scenes of each kind.")] = 3,
    *,
    data: Annotated[
        Path | None, typer.Option(help="vision: a folder of labelled photographs.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure the program beside its references, in one run, as ratios.

    Example: make bench ARGS="rules --seconds 60"
    """
    if room not in ("rules", "touch", "vision", "table", "web", "all"):
        raise InputError(
            f"There is no benchmark {room!r}; choose rules, touch, vision, table, web or all."
        )
    codes = []
    if room in ("rules", "all"):
        codes.append(bench_rules(Console(), seconds, rounds, as_json=as_json))
    if room in ("touch", "all"):
        codes.append(bench_touch(Console(), scenes, as_json=as_json))
    if room in ("vision", "all"):
        codes.append(bench_vision(Console(), data, as_json=as_json))
    if room in ("table", "all"):
        codes.append(bench_table(Console(), as_json=as_json))
    if room in ("web", "all"):
        codes.append(bench_web(Console(), as_json=as_json))
    raise typer.Exit(max(codes))


def main() -> None:
    """Run the benchmarks; a mistake of the user ends with one sentence and its exit code."""
    try:
        app()
    except RefereeError as error:
        typer.echo(f"bench: {error}", err=True)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
