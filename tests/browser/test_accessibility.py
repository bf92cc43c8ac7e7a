"""axe-core looks at every page: no serious fault, by night and by day."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import come_to_rest
from tests.browser.serious_faults import serious_faults
from tests.web.running_table import RunningTable

# Camera, scale and hands without a device behind them; test_devices_pages.py has them at work.
PAGES = ["/", "/table", "/seat/0", "/stats", "/privacy", "/camera", "/scale", "/health"]
PAGES += ["/operator", "/hands"]


def faults_of(page: Page, address: str) -> list[str]:
    page.goto(address)
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    come_to_rest(page)
    return [f"{address}: {fault}" for fault in serious_faults(page)]


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.slow)])
def test_no_page_has_a_serious_fault(page: Page, table: RunningTable, theme: str) -> None:
    table.begin("magic-beanstalk", 3)
    table.play(6)
    addresses = [f"{table.address}{path}?theme={theme}" for path in PAGES]
    assert [fault for address in addresses for fault in faults_of(page, address)] == []


def test_the_table_by_day_has_no_serious_fault(page: Page, table: RunningTable) -> None:
    table.begin("magic-beanstalk", 3)
    table.play(6)
    assert faults_of(page, f"{table.address}/table?theme=light") == []


def test_no_table_has_a_serious_fault(page: Page, table: RunningTable) -> None:
    for game in ("spookies", "haricots", "bohnanza"):
        table.begin(game, 3)
        table.play(15)
        assert faults_of(page, f"{table.address}/table") == [], game
        table.leave()


def test_the_sheet_of_corrections_has_no_serious_fault(page: Page, table: RunningTable) -> None:
    table.begin("spookies", 3)
    table.play(15)
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="Correct").click()
    come_to_rest(page)
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
