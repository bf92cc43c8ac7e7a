"""Why the table says no, and how a game is played: the rules, read where they are needed."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Page, expect

from referee.games.registry import find_game
from referee.games.rulebook import rulebook
from tests.browser.conftest import come_to_rest, phone_page
from tests.browser.serious_faults import serious_faults
from tests.web.running_table import RunningTable


def refuse(table: RunningTable, action: dict[str, object]) -> None:
    """Somebody elsewhere at the table does what the rules forbid."""
    with table.client() as client:
        answer = client.post("/orders", json={"order": {"type": "act", "action": action}})
    assert answer.status_code == 409, answer.text


def expect_rule(sheet: Locator, game: str, rule: str, code: str = "en") -> None:
    written = rulebook(find_game(game), code).rules[rule]
    expect(sheet.get_by_role("heading", name=rule)).to_be_visible()
    expect(sheet).to_contain_text(written.title)
    expect(sheet).to_contain_text(written.text)


def count_in_spookies(table: RunningTable) -> None:
    """All chips are taken, and everybody counts."""
    table.begin("spookies", 2, {"chips_in_play": 2})
    with table.client() as client:
        while client.get("/table").json()["awaiting"]["type"] != "tally":
            table.play(1)


def test_why_a_form_was_refused_opens_the_rule(page: Page, table: RunningTable) -> None:
    table.begin("bohnanza", 3)
    with table.client() as client:
        for action in (
            {"type": "plant-card", "seat": 0, "card": "soy", "field": 0},
            {"type": "stop-planting", "seat": 0},
            {"type": "report-cards", "cards": ["blue", "chili"]},
        ):
            client.post("/orders", json={"order": {"type": "act", "action": action}})
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="A deal or a gift").click()
    form = page.get_by_role("dialog")
    form.get_by_role("button", name="Pierre").click()
    for _ in range(7):
        form.get_by_role("button", name="Add Soy").last.click()
    form.get_by_role("button", name="Both agree").click()
    page.locator(".refusal").get_by_role("button", name="Why?").click()
    expect_rule(page.get_by_role("dialog").last, "bohnanza", "BO-46")
    come_to_rest(page)
    assert serious_faults(page) == []
    page.keyboard.press("Escape")
    expect(form.get_by_role("button", name="Both agree")).to_be_visible()


def test_why_a_phone_was_refused_opens_the_rule_in_its_language(
    chromium: Browser, table: RunningTable
) -> None:
    count_in_spookies(table)
    with table.client() as client:
        seat = client.get("/table").json()["awaiting"]["seats"][0]
    with phone_page(chromium) as phone:
        phone.goto(table.seat_page(seat).replace("#", "?lang=fr#"))
        phone.get_by_role("button", name="Je suis").tap()
        phone.locator(".tally input").fill("999")
        phone.locator(".tally .gold").tap()
        phone.locator(".refusal").get_by_role("button", name="Pourquoi").tap()
        expect_rule(phone.get_by_role("dialog"), "spookies", "SP-42", "fr")


def test_what_somebody_elsewhere_was_refused_is_explained_at_the_table(
    page: Page, table: RunningTable
) -> None:
    table.begin("magic-beanstalk", 3)
    page.goto(f"{table.address}/table")
    expect(page.get_by_role("button", name="Correct")).to_be_visible()
    expect(page.get_by_role("button", name="Why?")).to_have_count(0)
    refuse(table, {"type": "announce-dice", "seat": 0, "count": 1})
    page.get_by_role("button", name="Why?").click()
    sheet = page.get_by_role("dialog")
    expect_rule(sheet, "magic-beanstalk", "MB-20")
    sheet.get_by_role("button", name="How is it played?").click()
    expect(sheet).to_contain_text("The Giant")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_how_a_game_is_played_is_read_before_it_begins(page: Page, table: RunningTable) -> None:
    page.goto(table.address)
    page.get_by_role("button", name="Haricots").click()
    page.get_by_role("button", name="How is it played?").click()
    sheet = page.get_by_role("dialog", name="How is it played?")
    book = rulebook(find_game("haricots"), "en")
    expect(sheet.get_by_role("paragraph").first).to_have_text(book.short.split("\n")[0])
    expect(sheet.get_by_role("listitem")).to_have_count(book.short.count("\n- "))
    expect(sheet.get_by_role("heading", level=3)).to_have_count(len(book.rules))
    come_to_rest(page)
    assert serious_faults(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
