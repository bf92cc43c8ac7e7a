"""A phone plays one seat, and never learns or shows more than it must."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from referee.web.access.network import NetworkAccess
from tests.browser.conftest import phone_page, wait_until, watched_page
from tests.web.fake_devices import everything
from tests.web.running_table import RunningTable, running_table


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    with phone_page(chromium) as opened:
        yield opened


def test_a_phone_picks_its_card_in_secret(page: Page, phone: Page, table: RunningTable) -> None:
    table.begin("magic-beanstalk", 3)
    page.goto(f"{table.address}/table")
    with table.client() as client:
        name = client.get("/table").json()["seats"][1]["name"]
    phone.goto(table.seat_page(1))
    phone.get_by_role("button", name=f"I am {name}").tap()
    phone.get_by_role("button", name="Card 6").tap()
    expect(phone.get_by_text("Your card is down")).to_be_visible()
    expect(phone.get_by_role("img", name="Action card 6")).to_be_visible()
    # The table shows that a card lies there, and not which.
    expect(page.get_by_role("img", name="A card, face down")).to_be_visible()
    expect(page.get_by_role("img", name="Action card 6")).to_have_count(0)
    with table.client() as client:
        assert client.get("/table").json()["view"]["seats"][1]["card"] == 0


def test_the_table_offers_codes_and_frees_a_seat(
    context: BrowserContext, phone: Page, built_page: Path, tmp_path: Path
) -> None:
    # It says that phones reach it there; nobody tries.
    reached = NetworkAccess("192.0.2.7")
    with (
        running_table(tmp_path, network=reached) as table,
        watched_page(context, table.address) as page,
    ):
        table.begin("magic-beanstalk", 3)
        page.goto(f"{table.address}/table")
        page.get_by_role("button", name="Play with phones").click()
        codes = page.get_by_role("dialog").locator("img")
        expect(codes).to_have_count(3)
        wait_until(page, "[...document.querySelectorAll('dialog img')].every(i => i.naturalWidth)")
        expect(page.get_by_text("http://192.0.2.7:")).to_be_visible()
        digits = page.get_by_role("dialog").locator(".digits").nth(1).text_content() or ""

        # Who cannot scan types the digits; wrong ones are refused.
        phone.goto(f"{table.address}/seat/1?token=nobody")
        phone.get_by_label("four digits").fill(f"{(int(digits) + 1) % 10_000:04d}")
        phone.get_by_role("button", name="I am").tap()
        expect(phone.get_by_text("not the code of this seat")).to_be_visible()
        phone.get_by_label("four digits").fill(digits)
        phone.get_by_role("button", name="I am").tap()
        leave = phone.get_by_role("button", name="Give the seat back to the table")
        expect(leave).to_be_visible()
        expect(codes).to_have_count(2)

        page.get_by_role("button", name="Free this seat").click()
        expect(codes).to_have_count(3)
        expect(leave).to_be_hidden()
        again = page.get_by_role("dialog").locator(".digits").nth(1).text_content()
        phone.reload()
        phone.get_by_label("four digits").fill(again or "")
        phone.get_by_role("button", name="I am").tap()
        expect(leave).to_be_visible()


def test_a_phone_keeps_its_seat_over_a_reload_and_gives_it_back(
    phone: Page, table: RunningTable
) -> None:
    table.begin("magic-beanstalk", 3)
    phone.goto(table.seat_page(0))
    phone.get_by_role("button", name="I am").tap()
    leave = phone.get_by_role("button", name="Give the seat back to the table")
    expect(leave).to_be_visible()
    phone.reload()
    expect(leave).to_be_visible()
    leave.tap()
    expect(phone.get_by_label("four digits")).to_be_visible()


def test_a_phone_without_a_camera_finds_its_seat_and_is_it_on_every_page(
    phone: Page, built_page: Path, tmp_path: Path
) -> None:
    with running_table(tmp_path, pin="2468", screen="key", **everything()) as table:
        with table.client(table.access.screen_key.word) as screen:
            seats = [{"name": name} for name in ("Anna", "Ben")]
            screen.post("/games", json={"game": "magic-beanstalk", "seats": seats})
        phone.goto(f"{table.address}/")
        # Who only watches is not offered what would be refused.
        expect(phone.get_by_role("link", name="Ben")).to_be_visible()
        expect(phone.get_by_role("button", name="Bohnanza")).to_have_count(0)
        expect(phone.get_by_role("button", name="Put it aside")).to_have_count(0)
        phone.goto(f"{table.address}/camera")
        expect(phone.get_by_text("Only the table’s own screen")).to_be_visible()

        phone.goto(f"{table.address}/")
        phone.get_by_role("link", name="Ben").tap()
        game_id = table.thread.table.game_id or 0
        phone.get_by_label("four digits").fill(table.access.claims.code(game_id, 1).digits)
        phone.get_by_role("button", name="I am Ben").tap()
        leave = phone.get_by_role("button", name="Give the seat back to the table")
        expect(leave).to_be_visible()
        phone.goto(f"{table.address}/camera")
        expect(phone.locator(".camera")).to_be_visible()
        expect(phone.get_by_text("Only the table’s own screen")).to_have_count(0)
        phone.goto(f"{table.address}/seat/1")
        expect(leave).to_be_visible()
