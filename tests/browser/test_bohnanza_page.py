"""Bohnanza's own forms: a deal with cards both ways, a gift, and what phones propose."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import come_to_rest, phone_page
from tests.browser.serious_faults import serious_faults
from tests.web.running_table import RunningTable

OPEN = ("blue", "red")


def turn_up(table: RunningTable) -> None:
    """The first player has planted and turned two cards up."""
    table.begin("bohnanza", 3)
    with table.client() as client:
        for action in (
            {"type": "plant-card", "seat": 0, "card": "soy", "field": 0},
            {"type": "stop-planting", "seat": 0},
            {"type": "report-cards", "cards": list(OPEN)},
        ):
            answer = client.post("/orders", json={"order": {"type": "act", "action": action}})
            assert answer.status_code == 200, answer.text


def reach_the_deal(page: Page, table: RunningTable) -> Locator:
    """Two cards lie open, and the form is opened."""
    turn_up(table)
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


@pytest.fixture
def phones(chromium: Browser, table: RunningTable) -> Iterator[tuple[Page, Page, Page]]:
    """A phone for each of Juliette, whose turn it is, Fred and Pierre; two cards lie open."""
    turn_up(table)
    with ExitStack() as stack:
        opened = [stack.enter_context(phone_page(chromium)) for _ in range(3)]
        for seat, phone in enumerate(opened):
            phone.goto(table.seat_page(seat))
            phone.get_by_role("button", name="I am").tap()
        yield opened[0], opened[1], opened[2]


def propose(phone: Page, *buttons: str, partner: str = "") -> None:
    """Open the form on a phone, touch these cards, and send it."""
    phone.get_by_role("button", name="Propose a deal or a gift").tap()
    form = phone.get_by_role("dialog")
    for name in filter(None, (partner, *buttons)):
        form.get_by_role("button", name=name, exact=True).last.tap()
    form.get_by_role("button", name="Propose it").tap()
    expect(form).to_be_hidden()


def happened(table: RunningTable) -> list[str]:
    """What happened since the cards were turned up."""
    with table.client() as client:
        events = client.get("/table/events?after=-1").json()["events"]
    kinds = [each["type"] for each in events if each["type"] != "table-acted"]
    return kinds[kinds.index("cards-revealed") + 1 :]


def test_a_partner_declines_on_a_phone_and_nothing_moves(
    phones: tuple[Page, Page, Page], table: RunningTable
) -> None:
    juliette, fred, pierre = phones
    propose(juliette, "Blue", "Add Chili", partner="Fred")
    proposal = fred.get_by_role("region", name="Juliette proposes to Fred")
    expect(proposal.get_by_role("img", name="Blue")).to_be_visible()
    expect(proposal.get_by_role("img", name="Chili")).to_be_visible()
    come_to_rest(fred)
    assert serious_faults(fred) == []
    # Pierre is not asked, and Juliette can only withdraw it.
    expect(pierre.get_by_role("button", name="Propose a deal or a gift")).to_be_visible()
    expect(pierre.get_by_role("region")).to_have_count(0)
    expect(juliette.get_by_role("button", name="Withdraw it")).to_be_visible()
    expect(juliette.get_by_role("button", name="Yes, agreed")).to_have_count(0)
    proposal.get_by_role("button", name="No, thanks").tap()
    expect(fred.get_by_role("region")).to_have_count(0)
    expect(juliette.get_by_role("region")).to_have_count(0)
    assert given(table) == []
    assert happened(table) == ["deal-proposed", "deal-declined"]


def test_a_partner_accepts_on_a_phone_and_the_cards_move(
    phones: tuple[Page, Page, Page], table: RunningTable
) -> None:
    juliette, fred, _ = phones
    propose(juliette, "Blue", "Add Chili", partner="Fred")
    assert given(table) == []
    fred.get_by_role("button", name="Yes, agreed").tap()
    expect(juliette.get_by_role("region")).to_have_count(0)
    assert given(table) == [(0, 1, ["blue"]), (1, 0, ["chili"])]
    assert happened(table) == ["deal-proposed", "deal-accepted", "cards-given", "cards-given"]


def test_another_player_asks_for_an_open_card_and_takes_it_back(
    phones: tuple[Page, Page, Page], table: RunningTable
) -> None:
    juliette, fred, _ = phones
    propose(fred, "Red", "Add Chili")
    proposal = juliette.get_by_role("region", name="Fred proposes to Juliette")
    given_by_fred = proposal.locator(".side", has_text="Fred gives")
    expect(given_by_fred.get_by_role("img", name="Chili")).to_be_visible()
    expect(proposal.get_by_role("button", name="Yes, agreed")).to_be_visible()
    fred.get_by_role("button", name="Withdraw it").tap()
    expect(juliette.get_by_role("region")).to_have_count(0)
    propose(fred, "Red", "Add Chili")
    juliette.get_by_role("button", name="Yes, agreed").tap()
    expect(fred.get_by_role("region")).to_have_count(0)
    assert given(table) == [(0, 1, ["red"]), (1, 0, ["chili"])]


def test_the_screen_of_the_table_answers_for_who_has_no_phone(
    page: Page, chromium: Browser, table: RunningTable
) -> None:
    turn_up(table)
    page.goto(f"{table.address}/table?lang=fr")
    with phone_page(chromium) as phone:
        phone.goto(table.seat_page(0))
        phone.get_by_role("button", name="I am").tap()
        propose(phone, "Blue", partner="Pierre")
        proposal = page.get_by_role("region", name="Juliette propose à Pierre")
        expect(proposal.get_by_text("rien")).to_be_visible()
        proposal.get_by_role("button", name="Pierre refuse").click()
        expect(proposal).to_have_count(0)
        propose(phone, "Blue", partner="Pierre")
        proposal.get_by_role("button", name="Pierre accepte").click()
        expect(phone.get_by_role("region")).to_have_count(0)
    assert given(table) == [(0, 2, ["blue"])]


def test_a_card_that_is_dealt_away_is_not_taken_for_another(
    phones: tuple[Page, Page, Page], table: RunningTable
) -> None:
    """The form is open while somebody else gets the first of the open cards."""
    fred = phones[1]
    fred.get_by_role("button", name="Propose a deal or a gift").tap()
    form = fred.get_by_role("dialog")
    form.get_by_role("button", name="Blue", exact=True).tap()
    with table.client() as client:
        action = {"type": "deal", "seat": 0, "partner": 2, "revealed": ["blue"]}
        client.post("/orders", json={"order": {"type": "act", "action": action}})
    expect(form.get_by_role("button", name="Blue", exact=True)).to_have_count(0)
    expect(form.get_by_role("button", name="Red", exact=True, pressed=True)).to_have_count(0)
    expect(form.get_by_role("button", name="Propose it")).to_be_disabled()
