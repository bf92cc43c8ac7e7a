"""What a benchmark finds out: figures beside what is asked for, as JSON and as one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

Progress = Callable[[int, int], None]
"""Called with the steps done and the steps in all."""
Status = Literal["", "met", "missed", "missing"]
_STYLES: dict[Status, str] = {"": "", "met": "green", "missed": "red", "missing": "yellow"}


class Figure(msgspec.Struct, frozen=True):
    """One figure beside what is asked for; `asked` is None where nothing is.

    `measured` is None where the reference is missing; then nothing is met. An aim is hoped for and
    fails no run. `spread` holds the lowest and the highest of several rounds.
    """

    group: str
    name: str
    measured: float | None
    unit: str = "%"
    of: int = 1
    asked: float | None = None
    is_at_most: bool = False
    is_aim: bool = False
    spread: tuple[float, float] | None = None

    @property
    def status(self) -> Status:
        """Nothing, if it only informs."""
        if self.asked is None:
            return ""
        if self.measured is None:
            return "missing"
        is_met = self.measured <= self.asked if self.is_at_most else self.measured >= self.asked
        return "met" if is_met else "missed"


class BenchReport(msgspec.Struct, frozen=True):
    """Everything one run found out; `notes` tell how, and what is missing."""

    title: str
    figures: list[Figure]
    notes: list[str] = []

    @property
    def are_bars_met(self) -> bool:
        """Whether everything that is asked for is met; aims do not count."""
        return all(each.status in {"", "met"} for each in self.figures if not each.is_aim)


def report_json(report: BenchReport) -> str:
    """The whole report as one line of JSON, with the overall verdict in front."""
    figures = [{**msgspec.to_builtins(each), "status": each.status} for each in report.figures]
    fields = {"bars_met": report.are_bars_met, **msgspec.to_builtins(report), "figures": figures}
    return msgspec.json.encode(fields).decode()


def report_table(report: BenchReport) -> RenderableType:
    """The report as people like to read it."""
    table = Table(title=report.title)
    for heading in ("", "figure"):
        table.add_column(heading)
    for heading in ("measured", "of", "asked for"):
        table.add_column(heading, justify="right")
    table.add_column("")
    group = ""
    for figure in report.figures:
        table.add_row("" if figure.group == group else figure.group, *_cells(figure))
        group = figure.group
    return Group(table, *(Text(note, style="dim") for note in report.notes))


def _cells(figure: Figure) -> Iterator[str | Text]:
    yield figure.name
    yield "–" if figure.measured is None else _with_spread(figure, figure.measured)
    yield str(figure.of) if figure.of > 1 else ""
    sign = "≤" if figure.is_at_most else "≥"
    asked = "" if figure.asked is None else f"{sign} {figure.asked:,g} {figure.unit}".strip()
    yield f"{asked} (aim)" if figure.is_aim else asked
    yield Text(figure.status, style=_STYLES[figure.status])


def _with_spread(figure: Figure, measured: float) -> str:
    ends = "" if figure.spread is None else "–".join(map(_number, figure.spread))
    return f"{_number(measured)} {figure.unit}{f' ({ends})' if ends else ''}".strip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
