"""The table is killed in mid-game and started again: open pages go on by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.newcomer import Newcomer
from tests.browser.started_table import StartedTable, free_port, started_table

NAMES = ("Ada", "Bo", "Cy")
LOST = "The line to the table is broken"


def shown(page: Page) -> tuple[str, str, int]:
    """Whose turn it is, what is asked, and how many cards lie in the middle."""
    heading = page.get_by_role("heading", level=1).inner_text()
    played = page.locator(".game").inner_text()
    return heading, page.locator(".prompt").inner_text(), len(played)


def game_of(table: StartedTable) -> tuple[int, int]:
    with table.client() as client:
        state = client.get("/table").json()
    return state["game"]["id"], state["seq"]


@pytest.mark.parametrize("query", ["", "?kiosk"], ids=["a screen", "the kiosk"])
def test_an_open_page_outlives_a_killed_table(
    context: BrowserContext, built_page: Path, tmp_path: Path, query: str
) -> None:
    port = free_port()
    page = context.new_page()
    with started_table(tmp_path, port=port) as table:
        page.goto(f"{table.address}/{query}")
        newcomer = Newcomer(page)
        newcomer.sit_down("Haricots", NAMES)
        newcomer.play(lambda _page: len(newcomer.touched) > 12, most_s=60)
        page.wait_for_timeout(500)
        game, before = game_of(table), shown(page)
        table.kill()
    expect(page.get_by_text(LOST)).to_be_visible()
    with started_table(tmp_path, "--resume", port=port) as table:
        expect(page.get_by_text(LOST)).to_be_hidden()
        expect(page.locator(".prompt")).to_have_text(before[1])
        assert (game_of(table), shown(page)) == (game, before)
        newcomer.play(lambda _page: len(newcomer.touched) > 18, most_s=60)
        assert game_of(table)[1] > game[1]
    page.close()


def test_a_game_that_was_cut_off_is_offered_at_the_start(
    context: BrowserContext, built_page: Path, tmp_path: Path
) -> None:
    page = context.new_page()
    with started_table(tmp_path) as table:
        page.goto(table.address)
        Newcomer(page).sit_down("Haricots", NAMES)
        game = game_of(table)
        table.kill()
    with started_table(tmp_path) as table:
        page.goto(table.address)
        page.get_by_role("button", name="Haricots · Ada, Bo, Cy").click()
        expect(page).to_have_url(f"{table.address}/table")
        assert game_of(table)[0] == game[0]
    page.close()
