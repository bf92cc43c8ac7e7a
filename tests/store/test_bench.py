"""The log benchmark measures what it says; whether the bars are met is for a quiet machine."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console

from referee.bench.store import StoreFigure, StoreReport, store_benchmark, store_json, store_table


def test_it_measures_and_leaves_nothing_behind(tmp_path: Path) -> None:
    report = store_benchmark(events=20, folder=tmp_path)

    assert all(figure.measured > 0 for figure in report.figures)
    assert [figure.unit for figure in report.figures] == [
        *("ms", "ms", "×", "×"),
        *("events/s", "events/s"),
    ]
    assert list(tmp_path.iterdir()) == []


def test_a_missed_bar_is_shown() -> None:
    slow = StoreFigure("one event", 2.5, "×", 2.0, is_at_most=True)
    fast = StoreFigure("replay", 10.0, "events/s", 5.0)
    report = StoreReport(1, [slow, fast, StoreFigure("note", 1.0, "ms")])

    assert [figure.status for figure in report.figures] == ["missed", "met", ""]
    assert not report.are_bars_met
    assert json.loads(store_json(report))["bars_met"] is False
    console = Console(record=True, width=100)
    console.print(store_table(report))
    assert "missed" in console.export_text()
