"""Ratios between contestants, the bars they have to clear, and the report of a benchmark."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from scripts.bench.measurement import CALIBRATION

Kind = Literal["bar", "aim"]
Status = Literal["met", "missed", "missing"]


class Spread(msgspec.Struct, frozen=True):
    """The middle of several rounds, with the lowest and the highest."""

    median: float
    low: float
    high: float


class Ratio(msgspec.Struct, frozen=True):
    """How many times as fast a contestant is as a reference."""

    contestant: str
    reference: str
    times: Spread


class Bar(msgspec.Struct, frozen=True):
    """The least ratio asked for: a bar has to be cleared, an aim is hoped for."""

    contestant: str
    reference: str
    minimum: float
    kind: Kind = "bar"


class BarResult(msgspec.Struct, frozen=True):
    """A bar beside what was measured; without its reference it is missing, never met."""

    bar: Bar
    measured: float | None
    status: Status


def at_most_cal(contestant: str, cal_per_action: float, kind: Kind = "bar") -> Bar:
    """The bar for a contestant whose actions may cost that many calibration iterations."""
    return Bar(contestant, CALIBRATION, 1.0 / cal_per_action, kind)


def spread_of(values: Sequence[float]) -> Spread:
    """The spread of at least one value."""
    return Spread(statistics.median(values), min(values), max(values))


def ratio_of(
    contestant: str, ours: Sequence[float], reference: str, theirs: Sequence[float]
) -> Ratio:
    """Compare round by round, because the machine was equally busy within a round."""
    pairs = zip(ours, theirs, strict=True)
    return Ratio(contestant, reference, spread_of([_times(mine, other) for mine, other in pairs]))


def _times(ours: float, theirs: float) -> float:
    return ours / theirs if theirs > 0 else 0.0


def judge_bar(bar: Bar, ratios: Sequence[Ratio]) -> BarResult:
    """Hold the median ratio against the bar."""
    for ratio in ratios:
        if (ratio.contestant, ratio.reference) == (bar.contestant, bar.reference):
            measured = ratio.times.median
            return BarResult(bar, measured, "met" if measured >= bar.minimum else "missed")
    return BarResult(bar, None, "missing")


_STYLES = {"met": "green", "missed": "red", "missing": "yellow"}


class Rate(msgspec.Struct, frozen=True):
    """The speed of one contestant over all rounds."""

    name: str
    actions_per_s: Spread
    counting: str = ""


class Missing(msgspec.Struct, frozen=True):
    """A reference that was not measured, and a sentence why not."""

    name: str
    reason: str


class Report(msgspec.Struct, frozen=True):
    """Everything one run found out; ratios are contestant over reference, round by round."""

    python: str
    rounds: int
    slice_s: float
    contestants: list[Rate]
    references: list[Rate]
    missing: list[Missing]
    ratios: list[Ratio]
    bars: list[BarResult]

    @property
    def are_bars_met(self) -> bool:
        """Whether every bar is met; aims do not count, and a missing reference meets nothing."""
        return all(each.status == "met" for each in self.bars if each.bar.kind == "bar")

    def times(self, contestant: str, reference: str) -> Spread | None:
        """How many times as fast, or None if the reference is missing."""
        for ratio in self.ratios:
            if (ratio.contestant, ratio.reference) == (contestant, reference):
                return ratio.times
        return None


def report_json(report: Report) -> str:
    """The whole report as one line of JSON, with the overall verdict in front."""
    fields = {"bars_met": report.are_bars_met, **msgspec.to_builtins(report)}
    return msgspec.json.encode(fields).decode()


def report_table(report: Report) -> RenderableType:
    """The report as people like to read it: speeds and ratios, the bars, what is missing."""
    parts: list[RenderableType] = [_speed_table(report)]
    if report.bars:
        parts.append(_bar_table(report.bars))
    parts.extend(
        Text(f"{each.name} is missing: {each.reason}", style="yellow") for each in report.missing
    )
    parts.append(Text(_footnote(report), style="dim"))
    return Group(*parts)


def _speed_table(report: Report) -> Table:
    table = Table(title="Actions per second, and how many times as fast as each reference")
    table.add_column("")
    table.add_column("actions/s", justify="right")
    for reference in report.references:
        table.add_column(_column_title(reference.name), justify="right")
    for rate in report.contestants:
        table.add_row(*_contestant_row(report, rate))
    table.add_section()
    for rate in report.references:
        table.add_row(rate.name, f"{rate.actions_per_s.median:,.0f}", style="dim")
    return table


def _column_title(reference: str) -> str:
    return "cal/action" if reference == CALIBRATION else f"× {reference}"


def _contestant_row(report: Report, rate: Rate) -> Iterator[str]:
    yield rate.name
    yield f"{rate.actions_per_s.median:,.0f}"
    for reference in report.references:
        times = report.times(rate.name, reference.name)
        yield "" if times is None else _with_spread(times, reference.name)


def _with_spread(times: Spread, reference: str) -> str:
    # A cost in cal is the reciprocal, so its lowest value comes from the fastest round.
    ends = (times.high, times.low) if reference == CALIBRATION else (times.low, times.high)
    low, high = (ratio_words(each, reference) for each in ends)
    return f"{ratio_words(times.median, reference)} ({low}–{high})"


def ratio_words(times: float, reference: str) -> str:
    """A ratio in the unit in which people think of it: beside the calibration loop, its cost."""
    if reference == CALIBRATION:
        return f"{1.0 / times:.3g}" if times > 0 else "∞"
    return f"{times:.3g}" if times < 100 else f"{times:,.0f}"


def _bar_table(results: Iterable[BarResult]) -> Table:
    table = Table(title="Bars")
    for heading in ("", "beside", "kind"):
        table.add_column(heading)
    for heading in ("asked for", "measured"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for result in results:
        verdict = Text(result.status, style=_STYLES[result.status])
        table.add_row(*_bar_cells(result), verdict)
    return table


def _bar_cells(result: BarResult) -> Iterator[str]:
    bar = result.bar
    yield bar.contestant
    yield bar.reference
    yield bar.kind
    sign, unit = ("≤", " cal") if bar.reference == CALIBRATION else ("≥", " ×")
    yield f"{sign} {ratio_words(bar.minimum, bar.reference)}{unit}"
    measured = result.measured
    yield "–" if measured is None else f"{ratio_words(measured, bar.reference)}{unit}"


def _footnote(report: Report) -> str:
    counted = "; ".join(f"{each.name}: {each.counting}" for each in report.references)
    return (
        f"Python {report.python}, one core, median of {report.rounds} rounds "
        f"(lowest–highest), {report.slice_s * 1000:.0f} ms a slice. Counted: {counted}."
    )
