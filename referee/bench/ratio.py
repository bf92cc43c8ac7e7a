"""Ratios between contestants, and the bars they have to clear."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Literal

import msgspec

from referee.bench.calibration import CALIBRATION

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
