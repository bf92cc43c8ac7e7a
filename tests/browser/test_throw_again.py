"""Dice that may be thrown again, told by hand: a touch says which ones stay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.games.reports import ReportDice
from tests.browser.conftest import come_to_rest, phone_page
from tests.browser.serious_faults import serious_faults
from tests.table.held_dice import NAME, installed
from tests.web.running_table import RunningTable


@pytest.fixture(autouse=True)
def _held_dice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("site")):
        yield


def enter(page: Page, *faces: str) -> None:
    """Touch the faces of the thrown dice."""
    for face in faces:
        page.locator(".kinds").get_by_role("button", name=face, exact=True).click()


def stays(page: Page, face: str, number: int = 0) -> None:
    page.get_by_role("dialog").get_by_role("button", name=f"{face} stays").nth(number).click()


def test_dice_stay_by_touch_and_a_choice_ends_the_turn(
    chromium: Browser, page: Page, table: RunningTable
) -> None:
    table.begin(NAME, 2)
    table.act(ReportDice(("1", "2", "5", "5", "6")))
    page.goto(f"{table.address}/table")
    expect(page.get_by_text("Juliette may throw again, or choose.")).to_be_visible()
    expect(page.get_by_role("button", name="Stop here")).to_be_visible()
    page.get_by_role("button", name="Type in the dice").click()
    stays(page, "5", 0)
    stays(page, "5", 1)
    stays(page, "1")
    # On second thought it is thrown all the same.
    stays(page, "1")
    expect(page.get_by_text("What do the 3 dice show?")).to_be_visible()
    come_to_rest(page)
    assert serious_faults(page) == []
    enter(page, "6", "6", "2")
    expect(page.get_by_role("dialog")).to_have_count(0)
    with table.client() as client:
        state = client.get("/table").json()
        assert sorted(state["rolled"]) == ["2", "5", "5", "6", "6"]
        assert [each["action"]["type"] for each in state["choices"]] == ["stop"]
    with phone_page(chromium) as phone:
        phone.goto(table.seat_page(0))
        phone.get_by_role("button", name="I am").tap()
        phone.get_by_role("button", name="Type in the dice").tap()
        for number in range(5):
            phone.get_by_role("dialog").get_by_role("button", name="stays").nth(number).tap()
        # Nothing would be thrown: there is nothing to enter.
        expect(phone.locator(".kinds")).to_have_count(0)
        phone.get_by_role("dialog").get_by_role("button", name="2 stays").tap()
        come_to_rest(phone)
        assert serious_faults(phone) == []
        enter(phone, "4")
        phone.get_by_role("button", name="Stop here").tap()
        expect(phone.get_by_text("It is Fred’s turn")).to_be_visible()
    with table.client() as client:
        assert client.get("/table").json()["scores"] == [26, 0]
