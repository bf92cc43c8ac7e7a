"""The table is killed in mid-game and started again: open pages go on by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import watched_page
from tests.browser.newcomer import Newcomer
from tests.browser.started_table import StartedTable, free_port, started_table
from tests.web.running_table import running_table

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


def at_rest(table: StartedTable, page: Page) -> tuple[tuple[int, int], tuple[str, str, int]]:
    """What the table and its page tell as soon as both tell the same twice."""
    told = None
    while told != (now := (game_of(table), shown(page))):
        told = now
        page.wait_for_timeout(200)
    return now


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A table for cards: neither camera nor scale."""
    written = tmp_path / "table.toml"
    written.write_text('[camera]\nurl = "none:"\n[scale]\nurl = "none:"\n', encoding="utf-8")
    return written


@pytest.mark.parametrize("query", ["", pytest.param("?kiosk", marks=pytest.mark.slow)])
def test_an_open_page_outlives_a_killed_table(
    context: BrowserContext, built_page: Path, profile: Path, query: str
) -> None:
    port = free_port()
    page = context.new_page()
    words = ("--table", str(profile))
    with started_table(profile.parent, *words, port=port) as table:
        table.let_in(context)
        page.goto(f"{table.address}/{query}")
        newcomer = Newcomer(page)
        newcomer.sit_down("Haricots", NAMES)
        newcomer.play(lambda _page: len(newcomer.touched) > 12)
        game, before = at_rest(table, page)
        table.kill()
    expect(page.get_by_text(LOST)).to_be_visible()
    with started_table(profile.parent, *words, "--resume", port=port) as table:
        expect(page.get_by_text(LOST)).to_be_hidden()
        expect(page.locator(".prompt")).to_have_text(before[1])
        assert (game_of(table), shown(page)) == (game, before)
        newcomer.play(lambda _page: len(newcomer.touched) > 18)
        assert at_rest(table, page)[0][1] > game[1]
    page.close()


def test_a_game_that_was_cut_off_is_offered_at_the_start(
    context: BrowserContext, built_page: Path, tmp_path: Path
) -> None:
    with running_table(tmp_path) as table:
        game = table.begin("haricots", 3)
        table.play(2)
    with running_table(tmp_path) as table, watched_page(context, table.address) as page:
        page.goto(table.address)
        page.get_by_role("button", name="Haricots ·").click()
        expect(page).to_have_url(f"{table.address}/table")
        assert table.thread.table.game_id == game
