"""axe-core looks at every page: no serious fault, by night and by day."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.serious_faults import serious_faults
from tests.web.running_table import RunningTable

# Camera, scale and hands without a device behind them; test_devices_pages.py has them at work.
PAGES = ["/", "/table", "/seat/0", "/stats", "/camera", "/scale", "/health", "/operator", "/hands"]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_serious_fault(
    page: Page, table: RunningTable, path: str, theme: str
) -> None:
    table.begin("magic-beanstalk", 3)
    table.play(6)
    page.goto(f"{table.address}{path}?theme={theme}")
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    page.wait_for_timeout(700)
    assert serious_faults(page) == []


@pytest.mark.parametrize("game", ["spookies", "haricots", "bohnanza"])
def test_no_table_has_a_serious_fault(page: Page, table: RunningTable, game: str) -> None:
    table.begin(game, 3)
    table.play(15)
    page.goto(f"{table.address}/table")
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    page.wait_for_timeout(700)
    assert serious_faults(page) == []


def test_the_sheet_of_corrections_has_no_serious_fault(page: Page, table: RunningTable) -> None:
    table.begin("spookies", 3)
    table.play(15)
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="Mend").click()
    page.wait_for_timeout(500)
    assert serious_faults(page) == []


def test_the_reveal_has_no_serious_fault(page: Page, table: RunningTable) -> None:
    page.emulate_media(reduced_motion="reduce")
    table.begin("magic-beanstalk", 3, {"gold": "digital"})
    table.play()
    page.goto(f"{table.address}/table")
    expect(page.get_by_role("heading", name="wins!")).to_be_visible()
    assert serious_faults(page) == []


def test_the_menu_opens_and_closes_by_keyboard(page: Page, table: RunningTable) -> None:
    page.goto(table.address)
    ribbon = page.get_by_role("button", name="Menu")
    ribbon.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(ribbon).to_be_focused()
