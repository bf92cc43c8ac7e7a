"""The benchmark of the table: its figures stand beside what is asked for."""

from __future__ import annotations

import json

import pytest
from rich.console import Console

from scripts.bench.table import (
    Effort,
    LockstepSpeed,
    TableReport,
    lockstep_figures,
    lockstep_speed,
    table_benchmark,
    table_json,
    table_report_table,
)
from scripts.bench.touch import Figure

GOOD = Figure("log", "one event ÷ one line", 1.4, 1, 2.0, is_at_most=True, unit="×")
BAD = Figure("dice", "at rest to the reading, most", 0.9, 6, 0.5, is_at_most=True, unit="s")
BARE = Figure("dice", "a frame at rest", 3.0, 6, is_at_most=True, unit="ms")


def test_a_missed_bar_is_told() -> None:
    assert TableReport([GOOD, BARE]).are_bars_met
    assert not TableReport([GOOD, BAD]).are_bars_met


def test_the_report_in_json_and_as_a_table() -> None:
    report = TableReport([GOOD, BAD, BARE])
    told = json.loads(table_json(report))
    assert told["bars_met"] is False
    assert [each["status"] for each in told["figures"]] == ["met", "missed", ""]
    console = Console(width=120)
    with console.capture() as captured:
        console.print(table_report_table(report))
    text = captured.get()
    assert "≤ 0.5 s" in text
    assert "missed" in text


def test_a_slow_evening_misses_its_bar() -> None:
    def speed(wall_s: float) -> LockstepSpeed:
        return LockstepSpeed(stream_s=30.0, wall_s=wall_s, computing_s=6.0, rolls=2, pieces=3)

    fast, alone = lockstep_figures(speed(10.0))
    assert (fast.measured, fast.status) == (pytest.approx(3.0), "met")
    assert (alone.measured, alone.status) == (pytest.approx(5.0), "")
    assert lockstep_figures(speed(60.0))[0].status == "missed"


@pytest.mark.slow
def test_an_evening_is_really_played() -> None:
    speed = lockstep_speed(30.0)
    assert 30.0 <= speed.stream_s < 31.0
    assert speed.rolls >= 1
    assert speed.wall_s > 0


@pytest.mark.slow
def test_everything_is_measured() -> None:
    effort = Effort(falls_a_scene=1, rolls=1, events=30, evening_s=5.0)
    seen: list[tuple[int, int]] = []
    report = table_benchmark(effort, on_progress=lambda done, total: seen.append((done, total)))
    assert {each.fitting for each in report.figures} == {
        "collapse",
        "dice",
        "log",
        "simulated table",
    }
    names = {each.name for each in report.figures if each.asked is not None}
    assert {"to the suspicion, p99", "computing, most", "at rest to the reading, most"} <= names
    assert {"one event ÷ one line", "speed"} <= names
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
