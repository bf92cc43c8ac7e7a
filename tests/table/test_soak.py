"""Thousands of turns at one table: nothing grows that should not."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.clock import ManualClock
from referee.store.store import open_store
from tests.table.soaking import Held, SoakedTable

MOST_GROWN_MB = 12.0
MOST_GROWN_OBJECTS = 0.03
MOST_WAITING = 32


@pytest.fixture
def soaked(tmp_path: Path) -> Iterator[SoakedTable]:
    clock = ManualClock()
    with open_store(
        f"sqlite:///{tmp_path}/log.sqlite", clock=clock, evidence_folder=tmp_path / "evidence"
    ) as store:
        soaked = SoakedTable(store, clock)
        yield soaked
        soaked.table.close()


def has_not_grown(before: Held, after: Held) -> None:
    assert after.threads == before.threads
    assert after.files <= before.files
    assert after.objects < before.objects * (1 + MOST_GROWN_OBJECTS)
    assert after.rss_mb < before.rss_mb + MOST_GROWN_MB
    assert max(before.waiting, after.waiting) <= MOST_WAITING


def test_some_games_leave_nothing_behind(soaked: SoakedTable) -> None:
    soaked.play_turns(60)
    before = soaked.held()
    tracemalloc.start()
    try:
        soaked.play_turns(60)
        began_b, _ = tracemalloc.get_traced_memory()
        soaked.play_turns(60)
        after = soaked.held()
        ended_b, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    has_not_grown(before, after)
    # What one game holds while it goes on is some hundred kilobytes.
    assert ended_b - began_b < 1_500_000


@pytest.mark.slow
def test_ten_thousand_turns(soaked: SoakedTable, capsys: pytest.CaptureFixture[str]) -> None:
    soaked.play_turns(500)
    before = soaked.held()
    soaked.play_turns(9_600)
    after = soaked.held()
    with capsys.disabled():
        print(f"\n{soaked.turns} turns, {soaked.games} games\n{before}\n{after}")  # noqa: T201
    assert soaked.turns > 10_000
    has_not_grown(before, after)
