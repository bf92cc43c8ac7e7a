"""Bohnanza's own forms: a deal with cards both ways, and a gift."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.web.running_table import RunningTable

OPEN = ("blue", "red")


def reach_the_deal(page: Page, table: RunningTable) -> Locator:
    """The first player has planted and turned two cards up; the form is opened."""
    table.begin("bohnanza", 3)
    with table.client() as client:
        for action in (
            {"type": "plant-card", "seat": 0, "card": "soy", "field": 0},
            {"type": "stop-planting", "seat": 0},
            {"type": "report-cards", "cards": list(OPEN)},
        ):
            answer = client.post("/orders", json={"order": {"type": "act", "action": action}})
            assert answer.status_code == 200, answer.text
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="A deal or a gift").click()
    return page.get_by_role("dialog")


def given(table: RunningTable) -> list[tuple[int, int, list[str]]]:
    """Which cards went from which seat to which, as the log has it."""
    with table.client() as client:
        events = client.get("/table/events?after=-1").json()["events"]
    gifts = [each["data"] for each in events if each["type"] == "cards-given"]
    return [(each["seat"], each["to"], each["cards"]) for each in gifts]


def test_a_deal_with_cards_both_ways(page: Page, table: RunningTable) -> None:
    form = reach_the_deal(page, table)
    agreed = form.get_by_role("button", name="Both agree")
    expect(agreed).to_be_disabled()
    form.get_by_role("button", name="Fred").click()
    form.get_by_role("button", name="Blue", exact=True).click()
    form.get_by_role("button", name="Add Chili").last.click()
    agreed.click()
    expect(form).to_be_hidden()
    assert given(table) == [(0, 1, ["blue"]), (1, 0, ["chili"])]
    # What lay open and was given away is no longer there.
    expect(page.get_by_role("list", name="Cards that lie open").get_by_role("img")).to_have_count(1)


def test_a_card_of_a_deal_is_taken_out_again(page: Page, table: RunningTable) -> None:
    form = reach_the_deal(page, table)
    form.get_by_role("button", name="Fred").click()
    form.get_by_role("button", name="Add Chili").first.click()
    form.get_by_role("button", name="Remove Chili").click()
    expect(form.get_by_role("button", name="Both agree")).to_be_disabled()


def test_a_deal_that_cannot_be_is_refused_and_stays_open(page: Page, table: RunningTable) -> None:
    form = reach_the_deal(page, table)
    form.get_by_role("button", name="Pierre").click()
    for _ in range(7):
        form.get_by_role("button", name="Add Soy").last.click()
    form.get_by_role("button", name="Both agree").click()
    expect(page.locator(".refusal")).to_be_visible()
    expect(form).to_be_visible()


def test_partners_plant_in_any_order_each_by_name(page: Page, table: RunningTable) -> None:
    form = reach_the_deal(page, table)
    form.get_by_role("button", name="Fred").click()
    form.get_by_role("button", name="Blue", exact=True).click()
    form.get_by_role("button", name="Both agree").click()
    page.get_by_role("button", name="End the dealing").click()
    page.locator(".pick", has_text="Blue").click()
    page.get_by_role("button", name="Fred: plant Blue in the first field").click()
    # The active player's card is the only one left, and nobody has to be told apart any more.
    expect(page.locator(".pick")).to_have_count(1)
    page.locator(".pick", has_text="Red").click()
    page.get_by_role("button", name="Plant Red in the second field").click()
    expect(page.get_by_role("button", name="Draw cards and end the turn")).to_be_visible()


def test_a_box_of_edition_b_has_its_french_names(page: Page, table: RunningTable) -> None:
    table.begin("bohnanza", 3, {"edition": "b"})
    page.goto(f"{table.address}/table?lang=fr")
    expect(page.locator(".pick", has_text="Haricot bleu")).to_be_visible()
    expect(page.get_by_text("Harry")).to_have_count(0)
