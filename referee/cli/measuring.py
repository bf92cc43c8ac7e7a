"""The command that measures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.cli.words import Json

app = typer.Typer()


@app.command()
def bench(
    room: Annotated[
        str, typer.Argument(help="What to measure: rules, weighing, vision, table, web, all.")
    ] = "all",
    seconds: Annotated[float, typer.Option(help="rules: measured time in all.")] = 40.0,
    rounds: Annotated[int, typer.Option(help="rules: interleaved rounds.")] = 25,
    scenes: Annotated[int, typer.Option(help="weighing: scenes of each kind.")] = 3,
    data: Annotated[
        Path | None, typer.Option(help="vision: a folder of labelled photographs.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure the program beside its references, in one run, as ratios.

    Example: referee bench rules --seconds 60
    """
    from referee.commands.bench import (
        bench_rules,
        bench_table,
        bench_vision,
        bench_web,
        bench_weighing,
    )
    from referee.errors import InputError

    if room not in ("rules", "weighing", "vision", "table", "web", "all"):
        raise InputError(
            f"There is no benchmark {room!r}; choose rules, weighing, vision, table, web or all."
        )
    codes = []
    if room in ("rules", "all"):
        codes.append(bench_rules(Console(), seconds, rounds, as_json=as_json))
    if room in ("weighing", "all"):
        codes.append(bench_weighing(Console(), scenes, as_json=as_json))
    if room in ("vision", "all"):
        codes.append(bench_vision(Console(), data, as_json=as_json))
    if room in ("table", "all"):
        codes.append(bench_table(Console(), as_json=as_json))
    if room in ("web", "all"):
        codes.append(bench_web(Console(), as_json=as_json))
    raise typer.Exit(max(codes))
