"""Measure the program beside its references: python -m scripts.bench rules --seconds 60."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress as ProgressBar

from referee.cli import Json
from referee.errors import InputError, RefereeError
from scripts.bench.figures import BenchReport, Progress, report_json, report_table
from scripts.bench.rules import our_bars, our_contestants, rules_benchmark
from scripts.bench.table import table_benchmark
from scripts.bench.touch import HOLD_OUT_SEED, every_scene, touch_benchmark
from scripts.bench.vision import vision_benchmark
from scripts.bench.web import web_benchmark

app = typer.Typer()


@app.command()
def bench(
    room: Annotated[
        str, typer.Argument(help="What to measure: rules, touch, vision, table, web, all.")
    ] = "all",
    seconds: Annotated[float, typer.Option(help="rules: measured time in all.")] = 40.0,
    rounds: Annotated[int, typer.Option(help="rules: interleaved rounds.")] = 25,
    scenes: Annotated[int, typer.Option(help="touch: scenes of each kind.", min=1)] = 3,
    *,
    data: Annotated[
        Path | None, typer.Option(help="vision: a folder of labelled photographs.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure the program beside its references, in one run, as ratios.

    The exit code is 1 if a bar was missed, so that nobody overlooks it.

    Example: make bench ARGS="rules --seconds 60"
    """
    rooms: dict[str, Callable[[Progress], BenchReport]] = {
        "rules": lambda tell: rules_benchmark(
            our_contestants(), seconds, rounds, bars=our_bars(), on_progress=tell
        ),
        "touch": lambda tell: touch_benchmark(
            HOLD_OUT_SEED, every_scene(scenes, falls=scenes), on_progress=tell
        ),
        "vision": lambda tell: vision_benchmark(data, tell),
        "table": table_benchmark,
        "web": lambda _tell: web_benchmark(),
    }
    if room not in {*rooms, "all"}:
        raise InputError(f"There is no benchmark {room!r}; choose {', '.join(rooms)} or all.")
    chosen = rooms if room == "all" else {room: rooms[room]}
    are_met = [_run(name, measure, as_json=as_json) for name, measure in chosen.items()]
    raise typer.Exit(0 if all(are_met) else 1)


def _run(name: str, measure: Callable[[Progress], BenchReport], *, as_json: bool) -> bool:
    with ProgressBar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name)
        report = measure(lambda done, total: bar.update(task, completed=done, total=total))
    if as_json:
        Console().print_json(report_json(report))
    else:
        Console().print(report_table(report))
    return report.are_bars_met


def main() -> None:
    """Run the benchmarks; a mistake of the user ends with one sentence and its exit code."""
    try:
        app()
    except RefereeError as error:
        typer.echo(f"bench: {error}", err=True)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
