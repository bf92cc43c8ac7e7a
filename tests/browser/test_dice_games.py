"""Yatzy and Ten Thousand on the simulated table without markers, by touch only.

The first turn of Yatzy in the usual run; whole games of both, to the winner, with the slow tests.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page

from referee.app.dashboard.server import Dashboard
from referee.app.running_table import RunningTable, open_table
from referee.games.yatzy.rules import WriteRow
from tests.app.test_running_table import profile
from tests.browser.conftest import watched_page
from tests.browser.newcomer import expect_reveal
from tests.browser.started_table import free_port
from tests.browser.thrower import Thrower
from tests.table.game_under_way import umpire_of
from tests.web.running_table import PLAIN

MOST_ASKED = 0.03


@dataclass
class BareTable:
    """A simulated table with a camera alone, over a cloth."""

    address: str
    running: RunningTable

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"{self.address}/api/v1", timeout=60, verify=PLAIN)


@pytest.fixture
def table(tmp_path: Path, built_page: Path) -> Iterator[BareTable]:
    camera, scale = {"url": "twin:", "markers": False}, {"url": "none:"}
    bare = profile(tmp_path, camera=camera, scale=scale, web={"screen": "loopback"})
    with (
        open_table(bare, seed=7) as running,
        Dashboard(running, folder=tmp_path, port=free_port()) as page,
    ):
        yield BareTable(page.address.rstrip("/"), running)


@pytest.fixture
def page(context: BrowserContext, table: BareTable) -> Iterator[Page]:
    with watched_page(context, table.address) as opened:
        opened.goto(table.address)
        yield opened


def expect_all_right(thrower: Thrower) -> None:
    """Every roll was read as the dice lay, nothing was refused, and few questions were asked."""
    assert (thrower.misread, thrower.refused) == ([], []), thrower.figures
    assert len(thrower.asked) <= max(1, MOST_ASKED * len(thrower.rolls)), thrower.figures


def rows_written(table: BareTable) -> int:
    actions = table.running.ask(lambda asked: umpire_of(asked).history.actions).result()
    return sum(isinstance(each.action, WriteRow) for each in actions)


def test_a_turn_of_yatzy(page: Page, table: BareTable) -> None:
    thrower = Thrower(page, table.running)
    thrower.sit_down("Yatzy", ("Ada",))
    thrower.play(lambda _page: rows_written(table) == 1)
    assert any(each.stayed for each in thrower.rolls), thrower.figures
    expect_all_right(thrower)


@pytest.mark.slow
def test_a_whole_game_of_yatzy(
    page: Page, table: BareTable, capsys: pytest.CaptureFixture[str]
) -> None:
    thrower = Thrower(page, table.running)
    thrower.sit_down("Yatzy", ("Ada",))
    thrower.play()
    with capsys.disabled():
        sys.stdout.write(f"\nYatzy: {thrower.figures}\n")
    expect_reveal(page, table)
    expect_all_right(thrower)


@pytest.mark.slow
def test_a_whole_game_of_ten_thousand(
    page: Page, table: BareTable, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = [{"name": name} for name in ("Ada", "Bo")]
    short = {"game": "ten-thousand", "seats": seats, "options": {"numbers": {"goal": 2500}}}
    with table.client() as client:
        assert client.post("/games", json=short).status_code == 201
    page.get_by_role("button", name="Go on").click()
    thrower = Thrower(page, table.running)
    thrower.play()
    with capsys.disabled():
        sys.stdout.write(f"\nTen Thousand: {thrower.figures}\n")
    expect_reveal(page, table)
    expect_all_right(thrower)
