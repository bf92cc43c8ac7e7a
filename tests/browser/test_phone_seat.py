"""A phone plays one seat, and never learns or shows more than it must."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import phone_page, wait_until
from tests.web.running_table import RunningTable


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    with phone_page(chromium) as opened:
        yield opened


def test_a_phone_picks_its_card_in_secret(page: Page, phone: Page, table: RunningTable) -> None:
    table.begin("magic-beanstalk", 3)
    page.goto(f"{table.address}/table")
    with table.client() as client:
        name = client.get("/table").json()["seats"][1]["name"]
    phone.goto(f"{table.address}/seat/1")
    phone.get_by_role("button", name=f"I am {name}").tap()
    phone.get_by_role("button", name="Card 6").tap()
    expect(phone.get_by_text("Your card is down")).to_be_visible()
    expect(phone.get_by_role("img", name="Action card 6")).to_be_visible()
    # The table shows that a card lies there, and not which.
    expect(page.get_by_role("img", name="A card, face down")).to_be_visible()
    expect(page.get_by_role("img", name="Action card 6")).to_have_count(0)
    with table.client() as client:
        assert client.get("/table").json()["view"]["seats"][1]["card"] == 0


def test_the_table_offers_a_code_for_every_seat(page: Page, table: RunningTable) -> None:
    table.begin("magic-beanstalk", 3)
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="Play with phones").click()
    codes = page.get_by_role("dialog").locator("img")
    expect(codes).to_have_count(3)
    wait_until(page, "[...document.querySelectorAll('dialog img')].every(i => i.naturalWidth)")


def test_a_phone_keeps_its_seat_over_a_reload_and_gives_it_back(
    phone: Page, table: RunningTable
) -> None:
    table.begin("magic-beanstalk", 3)
    phone.goto(f"{table.address}/seat/0")
    phone.get_by_role("button", name="I am").tap()
    leave = phone.get_by_role("button", name="Give the seat back to the table")
    expect(leave).to_be_visible()
    phone.reload()
    expect(leave).to_be_visible()
    leave.tap()
    expect(phone.get_by_role("button", name="I am")).to_be_visible()
