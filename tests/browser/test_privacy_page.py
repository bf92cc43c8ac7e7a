"""What the table sees and keeps: the page for everybody, the switches, and a player who goes."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from referee.store.evidence import EvidencePart
from referee.store.thinning import KeptFor
from referee.table.history import By
from tests.browser.conftest import come_to_rest
from tests.browser.serious_faults import serious_faults
from tests.web.running_table import RunningTable

PICTURE = EvidencePart("image/jpeg", bytes(100))
PHONE, LAPTOP = (390, 844), (1280, 800)


def log_in(page: Page, table: RunningTable) -> None:
    page.goto(f"{table.address}/operator")
    page.get_by_label("PIN").fill("2468")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Who may look")).to_be_visible()


def is_within_the_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=str)
def test_everybody_finds_what_is_kept_from_the_first_page(
    page: Page, table: RunningTable, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(table.address)
    page.get_by_role("link", name="What this table sees and keeps").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What this table sees and keeps")
    live = page.get_by_role("listitem").filter(has_text="The live picture")
    expect(live).to_contain_text("the table’s own screen, the players’ phones and the operator")
    games = page.get_by_role("listitem").filter(has_text="Who sat where")
    expect(games).to_contain_text("everybody who reaches this page")
    expect(page.get_by_text("They show the tray and nothing around it")).to_be_visible()
    expect(page.get_by_text("Nobody has been deleted so far.")).to_be_visible()
    come_to_rest(page)
    assert is_within_the_screen(page)
    assert serious_faults(page) == []


def test_the_operator_sets_who_may_look_and_the_page_says_so(
    page: Page, table: RunningTable
) -> None:
    log_in(page, table)
    section = page.locator("section", has=page.get_by_role("heading", name="Who may look"))
    camera = section.get_by_role("group", name="The live camera")
    expect(camera.get_by_role("button", name="Players")).to_have_attribute("aria-pressed", "true")
    camera.get_by_role("button", name="Operator").click()
    results = section.get_by_role("group", name="Recorded games")
    results.get_by_role("button", name="Players").click()
    section.get_by_label("Films of falls show the whole picture").check()
    expect(section).to_contain_text("switch it on only if everybody who plays agrees")
    come_to_rest(page)
    assert serious_faults(page) == []
    section.get_by_role("button", name="Save").click()
    expect(page.locator("p.message")).to_have_text("Saved.")
    settings = table.parts.settings.settings().privacy
    assert (settings.camera, settings.results) == ("operator", "players")
    assert settings.whole_pictures

    section.get_by_role("link", name="What this table sees and keeps").click()
    live = page.get_by_role("listitem").filter(has_text="The live picture")
    expect(live).to_contain_text("the operator alone")
    expect(page.get_by_text("Films show all that the camera sees")).to_be_visible()


def test_the_operator_says_for_how_long_pictures_are_kept(page: Page, table: RunningTable) -> None:
    log = table.store.begin_game("pig", ("Anna", "Ben"), options={})
    kept = table.store.evidence.keep(log.game_id, -1, "roll", {"tray.jpg": PICTURE})
    table.store.end_game(log.game_id, None)
    log_in(page, table)
    section = page.locator("section", has=page.get_by_role("heading", name="Pictures and films"))
    goes = (kept.kept_at + timedelta(days=31)).date()
    expect(section).to_contain_text("Kept now: 1 (0 MB). The first of them goes on")
    expect(section).to_contain_text(str(goes.day))
    expect(section).to_contain_text("None are kept now.")
    section.get_by_label("Delete the pictures of rolls").select_option("only when room is short")
    expect(section).not_to_contain_text("The first of them goes on")
    section.get_by_label("Delete films and curves of falls").select_option("after 7 days")
    come_to_rest(page)
    assert serious_faults(page) == []
    section.get_by_role("button", name="Save").click()
    expect(page.locator("p.message")).to_have_text("Saved.")
    assert table.parts.settings.settings().privacy.kept_for == KeptFor(None, 7)
    page.goto(f"{table.address}/privacy")
    pictures = page.get_by_role("listitem").filter(has_text="A picture of the tray with each roll")
    expect(pictures).to_contain_text("pictures of rolls as long as there is room; films and curves")
    expect(pictures).to_contain_text("of falls for 7 days")


def test_a_recorded_game_says_whose_film_is_gone(page: Page, table: RunningTable) -> None:
    game_id = table.begin("pig", 2)
    evidence, umpire = table.store.evidence, table.thread.table.umpire
    assert umpire is not None
    action = table.players()()
    assert action is not None
    kept = evidence.keep(game_id, -1, "fall", {"curve.json": PICTURE})
    table.thread.ask(lambda _: umpire.act(action, By.PERSON, (kept.name,))).result()
    page.goto(f"{table.address}/games/{game_id}")
    expect(page.get_by_role("button", name="Replay")).to_be_visible()
    evidence.thin([kept.name])
    page.reload()
    expect(page.get_by_text("Film and curve are deleted.")).to_be_visible()
    expect(page.get_by_role("button", name="Replay")).to_have_count(0)


def test_a_player_is_taken_along_and_deleted_with_a_second_touch(
    page: Page, table: RunningTable
) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    player = table.store.players.add("Zdenka", "#2f9e44")
    seats = ("Zdenka", "Ben")
    log = table.store.begin_game("spookies", seats, player_ids=(player.id, None), options={})
    log_in(page, table)
    with page.expect_download() as download:
        page.get_by_role("button", name="Take along what is kept of Zdenka").click()
    file = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert (download.value.suggested_filename, file["player"]["name"]) == (
        f"player-{player.id}.json",
        "Zdenka",
    )

    page.get_by_role("button", name="Delete Zdenka").click()
    sure = page.get_by_role("button", name="Delete for good? Zdenka")
    expect(sure).to_have_text("Delete for good?")
    assert is_within_the_screen(page)
    assert serious_faults(page) == []
    assert len(table.store.players.all()) == 1, "one touch deletes nobody"
    sure.click()
    expect(page.locator("p[role=status]")).to_have_text(
        "The player is deleted; one recorded game has a guest there now."
    )
    expect(page.get_by_label("Name of Zdenka")).to_be_hidden()
    assert table.store.game(log.game_id).seats == ("Guest", "Ben")
    page.goto(f"{table.address}/privacy?lang=fr")
    expect(page.get_by_text("un joueur, dans une partie")).to_be_visible()
