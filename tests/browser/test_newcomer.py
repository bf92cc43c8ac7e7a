"""The way of somebody who has never seen the page: from the start to the reveal, by touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.running_table import RunningTable

NAMES = ("Ada", "Bo", "Cy")


def begin(page: Page, table: RunningTable, title: str) -> None:
    """Pick the game, sit down in order, begin."""
    page.goto(table.address)
    page.get_by_role("button", name=title).click()
    for name in NAMES:
        page.get_by_label("A new name").fill(name)
        page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Begin!").click()
    expect(page).to_have_url(f"{table.address}/table")


@pytest.mark.parametrize(
    ("title", "digital"),
    [
        ("Magic Beanstalk", "On the screen"),
        ("Spookies", "On the screen"),
        ("Haricots", None),
        ("Bohnanza", None),
    ],
)
def test_a_whole_game_from_the_start_to_the_reveal(
    page: Page, table: RunningTable, title: str, digital: str | None
) -> None:
    page.goto(table.address)
    page.get_by_role("button", name=title).click()
    if digital is not None:
        page.get_by_role("button", name=digital).click()
    for name in NAMES:
        page.get_by_label("A new name").fill(name)
        page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Begin!").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Ada|Bo|Cy|Everybody"))
    table.play()
    with table.client() as client:
        outcome = client.get("/table").json()["outcome"]
    winners = [NAMES[seat] for seat in outcome["winners"]]
    heading = page.get_by_role("heading", name=re.compile("wins!|share the victory!"))
    expect(heading).to_be_visible()
    for name in winners:
        expect(heading).to_contain_text(name)
    for score in outcome["scores"]:
        expect(page.locator(".scores b", has_text=re.compile(f"^{score}$")).first).to_be_visible()


def test_a_round_of_the_beanstalk_by_touch(page: Page, table: RunningTable) -> None:
    begin(page, table, "Magic Beanstalk")
    for name in NAMES:
        page.get_by_role("button", name=f"{name}: card 1").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Everybody")
    page.get_by_role("button", name="Roll one die").click()
    page.get_by_role("button", name="Type in the dice").click()
    page.get_by_role("dialog").get_by_role("button", name="Trunk").click()
    expect(page.get_by_role("img", name="A tower of one piece")).to_be_visible()
    page.get_by_role("button", name="It is placed").click()
    expect(page.get_by_role("img", name="A tower of 2 pieces")).to_be_visible()
    page.get_by_role("button", name="It is placed").click()
    expect(page.get_by_role("alert").get_by_text("Hands off")).to_be_visible()
    expect(page.get_by_text("FUM", exact=True)).to_be_visible()


def test_seats_are_moved_before_the_game_begins(page: Page, table: RunningTable) -> None:
    page.goto(table.address)
    page.get_by_role("button", name="Spookies").click()
    for name in NAMES:
        page.get_by_label("A new name").fill(name)
        page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Move Cy up").click()
    page.get_by_role("button", name="Begin!").click()
    expect(page).to_have_url(f"{table.address}/table")
    with table.client() as client:
        seats = client.get("/table").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "Cy", "Bo"]


def test_too_few_players_cannot_begin(page: Page, table: RunningTable) -> None:
    page.goto(table.address)
    page.get_by_role("button", name="Haricots").click()
    page.get_by_label("A new name").fill("Ada")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Begin!")).to_be_disabled()
    expect(page.get_by_text("3 to 5 players can play this.")).to_be_visible()
