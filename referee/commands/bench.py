"""`referee bench`: our program beside its references, in one run, as ratios."""

from __future__ import annotations

from rich.console import Console
from rich.progress import Progress

from referee.bench.contestants import our_bars, our_contestants
from referee.bench.report import report_json, report_table
from referee.bench.rules import rules_benchmark
from referee.errors import InputError

_ROOMS = ("rules",)


def run_benchmark(
    room: str, console: Console, duration_s: float, rounds: int, *, as_json: bool
) -> int:
    """Measure one room; the exit code is 1 if a bar was missed, so that nobody overlooks it."""
    if room not in _ROOMS:
        raise InputError(f"There is no benchmark {room!r}; the benchmarks are {', '.join(_ROOMS)}.")
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(room)
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
