"""What everybody looks at during a game: falls, corrections, a second screen, another language."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from referee.vision.readings import Certainty
from tests.browser.conftest import come_to_rest
from tests.web.running_table import RunningTable
from tests.web.test_pictures_and_settings import show_die

PLAYERS = 3


def play_until(table: RunningTable, is_there: Callable[[dict[str, object]], bool]) -> None:
    """Let simulated players act until the table is in this state."""
    with table.client() as client:
        for _ in range(400):
            if is_there(client.get("/table").json()):
                return
            table.play(1)
    raise AssertionError("the table never got there")


def test_a_fall_asks_whose_fault_it_was(page: Page, table: RunningTable) -> None:
    table.begin("magic-beanstalk", PLAYERS)
    play_until(table, lambda state: state["moment"] == "placing")
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="The tower fell!").click()
    fallen = page.get_by_role("alertdialog", name="The Beanstalk has fallen!")
    expect(fallen).to_be_visible()
    culprits = fallen.get_by_role("button")
    culprits.first.click()
    expect(fallen).to_be_hidden()
    expect(page.get_by_role("button", name="It is tidy")).to_be_visible()


def test_a_fall_that_was_none_is_denied_with_one_touch(page: Page, table: RunningTable) -> None:
    table.begin("magic-beanstalk", PLAYERS)
    play_until(table, lambda state: state["moment"] == "placing")
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="The tower fell!").click()
    page.get_by_role("button", name="It did not fall").click()
    expect(page.get_by_role("button", name="It is placed")).to_be_visible()


def roll_one_trunk(table: RunningTable) -> None:
    """The first player of the round announces one die and rolls a Trunk."""
    table.begin("magic-beanstalk", PLAYERS)
    with table.client() as client:
        for seat in range(PLAYERS):
            pick = {"type": "pick-card", "seat": seat, "value": 1}
            client.post("/orders", json={"order": {"type": "act", "action": pick}})
        order = client.get("/table").json()["view"]["order"]
        for action in (
            {"type": "announce-dice", "seat": order[0], "count": 1},
            {"type": "report-dice", "faces": ["trunk"]},
        ):
            client.post("/orders", json={"order": {"type": "act", "action": action}})


def test_an_older_reading_is_corrected_with_two_touches(page: Page, table: RunningTable) -> None:
    roll_one_trunk(table)
    with table.client() as client:
        placed = {"type": "report-piece", "piece": {"kind": "die", "face": "trunk"}}
        client.post("/orders", json={"order": {"type": "act", "action": placed}})
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="Correct").click()
    die = page.get_by_role("dialog").get_by_role("group", name="Trunk: was it another face?")
    die.get_by_role("button", name="Treasure").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    with table.client() as client:
        assert client.get("/table").json()["view"]["hand"] == ["treasure"]


def test_what_can_be_taken_back_says_who_did_what(page: Page, table: RunningTable) -> None:
    roll_one_trunk(table)
    with table.client() as client:
        state = client.get("/table").json()
        name = state["seats"][state["seat"]]["name"]
        placed = {"type": "report-piece", "piece": {"kind": "die", "face": "trunk"}}
        client.post("/orders", json={"order": {"type": "act", "action": placed}})
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="Correct").click()
    newest = page.get_by_role("dialog").get_by_role("listitem").first
    expect(newest).to_contain_text(name)
    expect(newest.get_by_role("img", name="Trunk")).to_be_visible()


def test_whose_fault_an_older_fall_was_is_changed_with_two_touches(
    page: Page, table: RunningTable
) -> None:
    roll_one_trunk(table)
    with table.client() as client:
        culprit = client.get("/table").json()["seat"]
        other = next(seat for seat in range(PLAYERS) if seat != culprit)
        for action in ({"type": "report-fall", "culprit": culprit}, {"type": "report-reset"}):
            client.post("/orders", json={"order": {"type": "act", "action": action}})
        name = client.get("/table").json()["seats"][other]["name"]
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="Correct").click()
    people = page.get_by_role("dialog").get_by_role("group", name="Whose fault was it?")
    people.get_by_role("button", name=name).click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    with table.client() as client:
        actions = client.get("/table").json()["actions"]
    assert [each["culprit"] for each in actions if each["kind"] == "fall"] == [other]


def test_everything_from_an_older_action_on_is_taken_back_with_two_touches(
    page: Page, table: RunningTable
) -> None:
    table.begin("spookies", PLAYERS)
    table.play(6)
    with table.client() as client:
        before = client.get("/table").json()["actions"]
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="Correct").click()
    page.get_by_role("dialog").get_by_role("button", name="Undo from here on").nth(3).click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    with table.client() as client:
        assert client.get("/table").json()["actions"] == before[:-4]


def test_the_last_reading_is_corrected_with_two_touches(page: Page, table: RunningTable) -> None:
    roll_one_trunk(table)
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="Trunk: was it another face?").click()
    page.get_by_role("dialog").get_by_role("button", name="Eye").click()
    expect(page.get_by_role("button", name="Eye: was it another face?")).to_be_visible()
    with table.client() as client:
        assert client.get("/table").json()["view"]["hand"] == ["eye"]


def test_the_last_action_is_taken_back_with_two_touches(page: Page, table: RunningTable) -> None:
    table.begin("spookies", PLAYERS)
    table.play(3)
    with table.client() as client:
        before = client.get("/table").json()["actions"]
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="Correct").click()
    page.get_by_role("button", name="Undo the last action").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    with table.client() as client:
        assert client.get("/table").json()["actions"] == before[:-1]


def test_a_mistake_is_mended_while_the_table_counts(page: Page, table: RunningTable) -> None:
    table.begin("magic-beanstalk", PLAYERS)
    with table.client() as client:
        while client.get("/table").json()["moment"] != "counting":
            assert table.play(1) == 1
    page.goto(f"{table.address}/table")
    counting = page.locator(".countdown")
    expect(counting).to_be_visible()
    counting.get_by_role("button", name="Correct").click()
    page.get_by_role("button", name="Undo the last action").click()
    expect(counting).to_be_hidden()


def test_an_order_that_came_too_late_is_shown_and_not_lost(page: Page, table: RunningTable) -> None:
    table.begin("spookies", PLAYERS)
    play_until(table, lambda state: state["moment"] == "choosing")
    page.goto(f"{table.address}/table")
    stale = page.locator(".choice").first
    expect(stale).to_be_visible()
    page.route(
        "**/api/v1/orders",
        lambda route: route.continue_(post_data={**route.request.post_data_json, "seen": 0}),
    )
    stale.click()
    expect(
        page.get_by_role("alert").get_by_text("The table has moved on meanwhile")
    ).to_be_visible()


def test_a_reload_in_mid_game_shows_the_same_moment(page: Page, table: RunningTable) -> None:
    table.begin("bohnanza", PLAYERS)
    table.play(20)
    page.goto(f"{table.address}/table")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_visible()
    prompt = page.locator(".prompt").inner_text()
    page.reload()
    expect(page.locator(".prompt")).to_have_text(prompt)


def test_french_from_the_first_word_on(chromium: Browser, table: RunningTable) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="fr-FR")
    page = context.new_page()
    table.begin("magic-beanstalk", PLAYERS)
    page.goto(f"{table.address}/table?lang=fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("button", name="Corriger")).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text("choisissez une carte Action")
    context.close()


def test_a_french_double_sign_never_begins_a_line(chromium: Browser, table: RunningTable) -> None:
    context = chromium.new_context(viewport={"width": 1024, "height": 600}, locale="fr-FR")
    page = context.new_page()
    table.begin("magic-beanstalk", PLAYERS)
    lines: list[str] = []
    for path in ("/", "/table", "/stats", "/health", "/operator"):
        page.goto(f"{table.address}{path}?lang=fr")
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        come_to_rest(page)
        lines += page.locator("body").inner_text().splitlines()
    context.close()
    assert [line for line in lines if re.search(" [;:!?»]|« ", line)] == []


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize(
    "size", [(1024, 600), pytest.param((1280, 800), marks=pytest.mark.slow)], ids=str
)
def test_the_table_fits_the_screen_without_a_scroll_bar(
    page: Page, table: RunningTable, size: tuple[int, int], code: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for game in ("magic-beanstalk", "spookies", "haricots", "bohnanza"):
        table.begin(game, 4)
        for _ in range(2):
            table.play(18)
            page.goto(f"{table.address}/table?lang={code}")
            expect(page.get_by_role("heading", level=1).first).to_be_visible()
            come_to_rest(page)
            is_too_large = page.evaluate(
                "[document.documentElement.scrollHeight > innerHeight,"
                " document.documentElement.scrollWidth > innerWidth]"
            )
            assert is_too_large == [False, False], game
        table.leave()


def test_nobody_needs_more_than_a_quarter_megabyte_to_begin(
    context: BrowserContext, page: Page, table: RunningTable
) -> None:
    sizes: dict[str, int] = {}

    def count(response: object) -> None:
        sizes[response.url] = int(response.headers.get("content-length", 0))  # type: ignore[attr-defined]

    page.on("response", count)
    page.goto(table.address)
    expect(page.get_by_role("button", name="Magic Beanstalk")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assets = {url: size for url, size in sizes.items() if "/api/" not in url}
    assert len(assets) >= 4
    assert 20_000 < sum(assets.values()) < 250_000


def test_everything_a_first_page_needs_is_named_in_its_first_answer(
    page: Page, table: RunningTable
) -> None:
    """One round trip of assets: nothing has to arrive before something else is asked for."""
    page.goto(table.address)
    expect(page.get_by_role("button", name="Magic Beanstalk")).to_be_visible()
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate(
        "performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname)"
    )
    assets = {path for path in loaded if path.startswith("/assets/")}
    with table.client() as client:
        first = client.get(f"{table.address}/").text
    assert len(assets) >= 4
    assert {path for path in assets if path not in first} == set()


def test_a_table_that_has_stopped_says_so_on_every_page(
    page: Page, table: RunningTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end() -> None:
        raise SystemExit(1)

    table.begin("spookies")
    page.goto(f"{table.address}/table")
    expect(page.get_by_text("Spookies").first).to_be_visible()
    monkeypatch.setattr(table.thread.table, "step", end)
    expect(page.get_by_role("alert")).to_contain_text("The table has stopped", timeout=60_000)
    page.goto(f"{table.address}/stats")
    expect(page.get_by_role("alert")).to_contain_text("The table has stopped", timeout=60_000)


def test_a_game_can_be_played_without_its_scene(page: Page, table: RunningTable) -> None:
    """So does every game that brings none: choices in secret, dice, a fall, the winner."""
    table.begin("magic-beanstalk", PLAYERS, {"gold": "digital"})
    page.goto(f"{table.address}/table?plain")
    for _ in range(PLAYERS):
        page.get_by_role("button", name="Card 3").first.click()
        come_to_rest(page)
    page.get_by_role("button", name="Roll one die").click()
    page.get_by_role("button", name="Trunk").click()
    page.get_by_role("button", name="The tower fell!").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    page.get_by_role("alertdialog").get_by_role("button").first.click()
    table.play()
    expect(page.locator(".winner").first).to_be_visible(timeout=20_000)


def test_a_die_that_was_corrected_is_not_shown_as_it_was_read(
    page: Page, table: RunningTable
) -> None:
    table.begin("spookies", 2)
    show_die(table, "anna", Certainty.CERTAIN)
    page.goto(f"{table.address}/table")
    read = page.get_by_role("list", name="The dice").get_by_role("button")
    expect(read).to_have_count(1)
    with table.client() as client:
        roll = client.get("/table").json()["actions"][-1]
        order = {"type": "change-reading", "seq": roll["seq"], "faces": ["duffy"]}
        assert client.post("/orders", json={"order": order}).is_success
    expect(read).to_have_count(0)
