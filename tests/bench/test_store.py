"""The log benchmark measures what it says; whether the bars are met is for a quiet machine."""

from __future__ import annotations

from pathlib import Path

from scripts.bench.table import store_benchmark


def test_it_measures_and_leaves_nothing_behind(tmp_path: Path) -> None:
    report = store_benchmark(events=20, folder=tmp_path)

    assert all(figure.measured > 0 for figure in report.figures)
    assert [figure.unit for figure in report.figures] == [
        *("ms", "ms", "×", "×"),
        *("events/s", "events/s"),
    ]
    assert list(tmp_path.iterdir()) == []
