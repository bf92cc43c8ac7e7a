"""The end of a game: what was hidden is turned over one by one, and the winner comes last."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.running_table import RunningTable

WINNER = re.compile("wins!|share the victory!")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("magic-beanstalk", {"gold": "digital"}),
        pytest.param("spookies", {"chips": "digital", "chips_in_play": 12}, marks=pytest.mark.slow),
    ],
)
def test_every_hidden_thing_is_turned_over_by_itself(
    page: Page, table: RunningTable, game: str, options: dict[str, object]
) -> None:
    table.begin(game, 3, options)
    page.goto(f"{table.address}/table")
    table.play()
    heading = page.get_by_role("heading", level=1)
    turned = page.locator(".thing.turned")
    seen: list[int] = []
    while not WINNER.search(page.locator(".book h1").inner_text()):
        seen.append(turned.count())
        page.wait_for_timeout(60)
    with table.client() as client:
        outcome = client.get("/table").json()["outcome"]
    values = [value for each in outcome["treasures"] for value in each]
    # More than a few pictures were seen on the way, and each showed a little more.
    assert len(set(seen)) > 3
    assert seen == sorted(seen)
    assert turned.count() == len(values)
    shown = page.locator(".thing text").all_text_contents()
    assert sorted(map(int, shown)) == sorted(values)
    expect(heading.last).to_have_text(WINNER)
    totals = page.locator(".scores b").all_inner_texts()
    assert sorted(map(int, totals)) == sorted(outcome["scores"])


def test_who_wants_less_motion_sees_the_result_at_once(page: Page, table: RunningTable) -> None:
    page.emulate_media(reduced_motion="reduce")
    table.begin("magic-beanstalk", 2, {"gold": "digital"})
    table.play()
    page.goto(f"{table.address}/table")
    expect(page.get_by_role("heading", name=WINNER)).to_be_visible()
    expect(page.locator(".scores b", has_text="?")).to_have_count(0)


@pytest.mark.parametrize("game", ["haricots", pytest.param("bohnanza", marks=pytest.mark.slow)])
def test_the_winner_of_a_card_game_is_announced(page: Page, table: RunningTable, game: str) -> None:
    table.begin(game, 3)
    page.goto(f"{table.address}/table")
    table.play()
    expect(page.get_by_role("heading", name=WINNER)).to_be_visible()
    with table.client() as client:
        state = client.get("/table").json()
    for seat in state["outcome"]["winners"]:
        heading = page.get_by_role("heading", name=WINNER)
        expect(heading).to_contain_text(state["seats"][seat]["name"])


def test_whoever_plays_again_finds_game_and_players(page: Page, table: RunningTable) -> None:
    page.emulate_media(reduced_motion="reduce")
    table.begin("pig", 3, {"goal": 10})
    table.play()
    page.goto(f"{table.address}/table")
    # The table can be looked at, its rules can be read, and there is a way back.
    page.get_by_role("button", name="Show the table").click()
    page.get_by_role("button", name="How is it played?").click()
    expect(page.get_by_role("dialog")).to_contain_text("PIG-1")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show the result").click()
    page.get_by_role("button", name="Play again").click()
    with table.client() as client:
        names = [seat["name"] for seat in client.get("/table").json()["seats"]]
    expect(page.locator(".sitting .name")).to_have_text(names)
    page.get_by_role("button", name="Begin!").click()
    expect(page.get_by_role("heading", name=names[0])).to_be_visible()
