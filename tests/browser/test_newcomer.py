"""The way of somebody who has never seen the page: from what `make run` starts to the reveal.

Every touch goes to what the page offers. Haricots is always played to the end, and of the
Beanstalk, whose tower takes its time, the first round; everything else with the slow tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import watched_page
from tests.browser.newcomer import Newcomer, expect_reveal
from tests.browser.started_table import StartedTable, started_table


@pytest.fixture
def table(tmp_path: Path, built_page: Path) -> Iterator[StartedTable]:
    with started_table(tmp_path) as started:
        yield started


@pytest.fixture
def page(context: BrowserContext, table: StartedTable) -> Iterator[Page]:
    with watched_page(context, table.address) as opened:
        opened.goto(table.screen_address)
        yield opened


def begun_round(table: StartedTable) -> int:
    with table.client() as client:
        return int(client.get("/table").json()["view"]["round"])


@pytest.mark.slow
def test_haricots_by_guests_who_type_nothing(page: Page, table: StartedTable) -> None:
    newcomer = Newcomer(page)
    newcomer.sit_down("Haricots", ("", "", ""))
    newcomer.play()
    expect_reveal(page, table)
    assert newcomer.refused == []


@pytest.mark.slow
def test_a_short_game_of_spookies_with_dice_in_the_tray_and_chips_from_the_box(
    page: Page, table: StartedTable
) -> None:
    newcomer = Newcomer(page)
    newcomer.sit_down("Spookies", ("Ada", "Bo"), ("In the box", "10 Spookies"))
    newcomer.play()
    expect_reveal(page, table)
    assert "Roll the dice" in newcomer.touched
    # Once for each player; on a busy machine a late one is refused and typed again.
    assert newcomer.touched.count("Enter the total") >= 2
    assert newcomer.refused == []


def test_a_round_of_the_beanstalk(page: Page, table: StartedTable) -> None:
    newcomer = Newcomer(page)
    newcomer.sit_down("Magic Beanstalk", ("Ada", "Bo"))
    newcomer.play(lambda _page: begun_round(table) > 1)
    assert newcomer.touched.count("Roll the dice") >= 2
    assert any(word.startswith("Place") for word in newcomer.touched)
    assert newcomer.refused == []


@pytest.mark.slow
def test_a_turn_of_everybody_in_bohnanza(page: Page, table: StartedTable) -> None:
    newcomer = Newcomer(page)
    newcomer.sit_down("Bohnanza", ("Ada", "Bo", "Cy"))
    ends = "Draw cards and end the turn"
    newcomer.play(lambda _page: newcomer.touched.count(ends) == 3)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada")
    assert newcomer.refused == []


@pytest.mark.slow
def test_the_whole_beanstalk(page: Page, table: StartedTable) -> None:
    newcomer = Newcomer(page)
    newcomer.sit_down("Magic Beanstalk", ("Ada", "Bo"))
    newcomer.play()
    expect_reveal(page, table)


@pytest.mark.slow
def test_the_whole_bohnanza(page: Page, table: StartedTable) -> None:
    newcomer = Newcomer(page)
    newcomer.sit_down("Bohnanza", ("Ada", "Bo", "Cy"), ("B (3 to 5 players)",))
    newcomer.play()
    expect_reveal(page, table)
