"""Camera, scale, health and the hands of the simulated table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import wait_until
from tests.browser.fake_parts import PaintedCamera, QuietScale, TouchyTwin, lights
from tests.web.running_table import RunningTable, running_table


@pytest.fixture
def twin() -> TouchyTwin:
    return TouchyTwin()


@pytest.fixture
def table(tmp_path: Path, built_page: Path, twin: TouchyTwin) -> Iterator[RunningTable]:
    parts = {"camera": PaintedCamera(), "scale": QuietScale(), "health": lights, "twin": twin}
    with running_table(tmp_path, is_simulated=True, **parts) as running:
        yield running


def test_the_camera_page_names_the_dice_and_how_sure_it_is(page: Page, table: RunningTable) -> None:
    table.begin("magic-beanstalk", 3)
    page.goto(f"{table.address}/camera")
    expect(page.get_by_text("The tray is in the picture.")).to_be_visible()
    expect(page.get_by_text("Eye · 98 %")).to_be_visible()
    wait_until(page, "document.querySelector('.picture img').naturalWidth === 640")


def test_the_scale_page_draws_the_curve_and_what_was_felt(page: Page, table: RunningTable) -> None:
    page.goto(f"{table.address}/scale")
    expect(page.locator(".grams strong")).to_contain_text("86.")
    expect(page.get_by_text("placed")).to_be_visible()


def test_the_health_page_gives_the_next_step(page: Page, table: RunningTable) -> None:
    page.goto(f"{table.address}/health")
    expect(page.get_by_role("img", name="Does not work")).to_be_visible()
    expect(page.get_by_text("Install espeak-ng.")).to_be_visible()


def test_the_hands_roll_when_a_roll_is_due(
    page: Page, table: RunningTable, twin: TouchyTwin
) -> None:
    table.begin("spookies", 3)
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="Roll the dice").click()
    wait_until(page, "!document.querySelector('.hands button').disabled")
    assert [deed for deed, _ in twin.deeds] == ["roll"]


def test_faults_are_switched_on_and_off(page: Page, table: RunningTable, twin: TouchyTwin) -> None:
    page.goto(f"{table.address}/hands")
    fault = page.get_by_role("button", name="Scale: silent")
    fault.click()
    expect(fault).to_have_attribute("aria-pressed", "true")
    assert twin.faults["scale", "silence"]
    fault.click()
    expect(fault).to_have_attribute("aria-pressed", "false")


def test_the_kiosk_hides_the_cursor_and_rests_until_somebody_comes(
    context: BrowserContext, page: Page, table: RunningTable
) -> None:
    page.clock.install()
    page.goto(f"{table.address}/?kiosk")
    expect(page.get_by_role("button", name="Magic Beanstalk")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).cursor") == "none"
    page.clock.fast_forward(301_000)
    page.clock.run_for(2000)
    invitation = page.get_by_text("Touch to play!")
    expect(invitation).to_be_visible()
    page.mouse.click(200, 200)
    expect(invitation).to_be_hidden()
