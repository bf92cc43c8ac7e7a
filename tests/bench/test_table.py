"""The benchmark of the table measures what it says; whether the bars are met is for a quiet one."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.bench.table import Effort, store_figures, table_benchmark


def test_the_log_is_measured_and_nothing_is_left_behind(tmp_path: Path) -> None:
    figures = store_figures(events=20, folder=tmp_path)
    assert all(figure.measured for figure in figures)
    assert [figure.unit for figure in figures] == ["ms", "ms", "×", "×", "events/s", "events/s"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_everything_is_measured() -> None:
    effort = Effort(falls_a_scene=1, rolls=1, events=30, lockstep_s=5.0)
    seen: list[tuple[int, int]] = []
    report = table_benchmark(lambda done, total: seen.append((done, total)), effort)
    groups = {each.group for each in report.figures}
    assert groups == {"collapse", "dice", "log", "simulated table"}
    names = {each.name for each in report.figures if each.asked is not None}
    assert {"to the suspicion, p99", "computing, most", "at rest to the reading, most"} <= names
    assert {"one event ÷ one line", "speed"} <= names
    assert seen == [(done, 5) for done in range(1, 6)]
