"""Scale and tray of a simulated table, calibrated from the operator's page to the written file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.config import read_table_profile
from tests.browser.conftest import come_to_rest, wait_until
from tests.browser.serious_faults import serious_faults
from tests.web.calibrated_table import CalibratedTable, calibrated_table

PIN = "2468"
# A step with twelve dice takes the hands half a minute, on a busy computer more.
PATIENCE_MS = 600_000


@pytest.fixture
def table(tmp_path: Path, built_page: Path) -> Iterator[CalibratedTable]:
    with calibrated_table(tmp_path) as running:
        assert running.client.post("/operator/pin", json={"new": PIN}).status_code == 200
        yield running


def open_calibration(page: Page, table: CalibratedTable) -> None:
    page.goto(f"{table.address}/operator")
    page.get_by_label("PIN").fill(PIN)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Calibrate scale, tray, camera and dice").click()


def lead_through(page: Page, first: int, last: int, count: int) -> None:
    """Let the simulated hands do each step, and accept it as soon as that is possible."""
    for number in range(first, last + 1):
        expect(page.get_by_label(f"Step {number} of {count}")).to_be_visible()
        page.get_by_role("button", name="Let the simulated table do it").click()
        accept = page.get_by_role("button", name="Accept")
        expect(accept).to_be_enabled(timeout=PATIENCE_MS)
        accept.click()


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.slow)])
def test_the_pages_have_no_serious_fault(page: Page, table: CalibratedTable, theme: str) -> None:
    page.goto(f"{table.address}/operator/calibrate?theme={theme}")
    page.get_by_label("PIN").fill(PIN)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Begin: Dice")).to_be_visible()
    come_to_rest(page)
    assert serious_faults(page) == []
    page.get_by_role("button", name="Begin: Scale").click()
    expect(page.get_by_role("button", name="Accept")).to_be_enabled(timeout=PATIENCE_MS)
    come_to_rest(page)
    assert serious_faults(page) == []
    page.get_by_role("button", name="Abort").click()
    expect(page.get_by_role("heading", name="Aborted")).to_be_visible()
    assert serious_faults(page) == []


def fits(page: Page) -> bool:
    """Whether nothing sticks out to the right."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_the_tray_is_calibrated_from_the_page_to_the_file(
    page: Page, table: CalibratedTable
) -> None:
    open_calibration(page, table)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Print the tray sheet").click()
    assert saved.value.suggested_filename == "tray-sheet.pdf"
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF")
    page.get_by_role("button", name="Begin: Tray").click()
    wait_until(page, "(document.querySelector('.picture img')?.naturalWidth ?? 0) > 600")
    expect(page.get_by_text("4 of 4 markers are seen.")).to_be_visible()
    assert fits(page)
    lead_through(page, 1, 2, 2)
    expect(page.get_by_role("heading", name="Calibrated")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_text("It counts from the next start of the table.")).to_be_visible()
    expect(page.get_by_role("row", name="camera.light.exposure_us")).to_be_visible()
    written = read_table_profile(table.profile)
    assert written.camera.light is not None
    assert written.scale == table.usual.scale
    assert (table.profile.parent / "tray-empty.png").is_file()
    assert read_table_profile(table.profile.with_name("table.toml.previous")) == table.usual


def test_a_calibration_and_a_game_keep_out_of_each_others_way(
    page: Page, table: CalibratedTable
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_calibration(page, table)
    page.get_by_role("button", name="Begin: Scale").click()
    expect(page.locator(".reading")).to_contain_text("counts")
    assert fits(page)
    seats = [{"name": "Juliette"}, {"name": "Fred"}]
    game = {"game": "spookies", "seats": seats, "options": {}}
    blocked = table.client.post("/games", json=game)
    assert blocked.status_code == 409
    assert "being calibrated" in blocked.json()["why_not"]["en"]
    page.get_by_role("button", name="Abort").click()
    expect(page.get_by_role("heading", name="Aborted")).to_be_visible()
    assert table.client.post("/games", json=game).status_code == 201
    page.get_by_role("button", name="Calibrate another part").click()
    page.get_by_role("button", name="Begin: Tray").click()
    expect(page.get_by_text("A game is under way.").first).to_be_visible()
    assert read_table_profile(table.profile) == table.usual


@pytest.mark.slow
def test_the_scale_is_calibrated_from_the_page_to_the_file(
    page: Page, table: CalibratedTable
) -> None:
    open_calibration(page, table)
    page.get_by_role("button", name="Begin: Scale").click()
    steps = 13
    lead_through(page, 1, 10, steps)
    expect(page.get_by_label(f"Step 11 of {steps}")).to_be_visible()
    page.get_by_role("button", name="Leave out").click()
    lead_through(page, 12, 12, steps)
    expect(page.get_by_text("All kinds can be told apart by weight")).to_be_visible()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_role("heading", name="Calibrated")).to_be_visible(timeout=PATIENCE_MS)
    written = read_table_profile(table.profile)
    assert written.scale.calibration is not None
    assert written.scale.calibration.counts_per_gram == pytest.approx(2147.0, rel=0.02)
    assert written.scale.touch.pieces != table.usual.scale.touch.pieces
    assert written.scale.hands is not None
    assert written.scale.hands.felt > 5
    assert written.camera == table.usual.camera
