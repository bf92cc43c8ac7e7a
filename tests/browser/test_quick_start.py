"""`referee run --camera` in the browser: picture, dice, what to change, and a game with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.app.plain_ground import film, plain_ground
from tests.browser.conftest import come_to_rest, wait_until, watched_page
from tests.browser.serious_faults import serious_faults
from tests.browser.started_table import StartedTable, started_table
from tests.web.fake_devices import StandInOther
from tests.web.running_table import running_table

slow = partial(pytest.param, marks=pytest.mark.slow)
SEEN_MS = 300_000
_WAYS_MM = (90.0, 62.0, 40.0, 22.0, 10.0, 3.0)
_SHAPE = "((box) => box.clientHeight / box.clientWidth)(document.querySelector('.picture'))"
_SEEN = "document.querySelector('.picture img').naturalWidth >= 640"


@pytest.fixture(scope="module")
def rolled_again_and_again(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A camera before which a four is rolled, lies for a while, and is taken away."""
    rolling = [(plain_ground("4", way_mm=way_mm), 1) for way_mm in _WAYS_MM]
    pictures = [(plain_ground(), 25), *rolling, (plain_ground("4"), 35)]
    return film(tmp_path_factory.mktemp("film") / "roll", pictures)


@pytest.fixture(scope="module")
def camera_table(
    tmp_path_factory: pytest.TempPathFactory, built_page: Path, rolled_again_and_again: str
) -> Iterator[StartedTable]:
    folder = tmp_path_factory.mktemp("table")
    with started_table(folder, "--camera", rolled_again_and_again) as started:
        yield started


@pytest.fixture
def page(context: BrowserContext, camera_table: StartedTable) -> Iterator[Page]:
    camera_table.let_in(context)
    with camera_table.client() as client:
        client.post("/table/leave")
    with watched_page(context, camera_table.address) as opened:
        yield opened


def test_from_the_first_look_to_a_game_of_pig(page: Page, camera_table: StartedTable) -> None:
    page.goto(camera_table.address)
    expect(page.get_by_role("heading", name="Quick start")).to_be_visible()
    wait_until(page, _SEEN)
    told = page.locator(".told")
    expect(told).to_contain_text("I see no dice: put some in view.", timeout=SEEN_MS)
    expect(told).to_contain_text("I read one die: 4.", timeout=SEEN_MS)
    expect(told).to_contain_text("All is well: choose a game.")
    expect(page.locator(".picture .sure text")).to_have_text("4", timeout=SEEN_MS)
    box = page.locator(".picture .sure rect").bounding_box()
    assert box is not None
    assert 10 < box["width"] < 80
    games = page.get_by_role("region", name="Games for dice alone")
    expect(games.get_by_role("button", name="Beanstalk")).to_have_count(0)
    games.get_by_role("button", name="Pig").click()
    for name in ("Ada", "Bo"):
        page.get_by_label("A new name").fill(name)
        page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Begin!").click()
    expect(page).to_have_url(re.compile("/table$"))
    dice = page.get_by_role("list", name="The dice").get_by_role("listitem")
    expect(dice).to_have_count(1, timeout=SEEN_MS)
    with camera_table.client() as client:
        roll = next(each for each in client.get("/table").json()["actions"] if "faces" in each)
    assert (roll["faces"], roll["by"]) == (["4"], "camera")
    # While a game is under way the start page tells of it, whoever comes.
    page.goto(camera_table.address)
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


@pytest.mark.parametrize("language", ["en", slow("fr")])
@pytest.mark.parametrize(
    ("width", "height"),
    [(1024, 600), slow(390, 844), slow(1920, 1080)],
)
def test_every_screen_shows_all_of_it_and_every_reader_can_read_it(
    page: Page, camera_table: StartedTable, language: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for theme in ("dark", "light"):
        page.goto(f"{camera_table.address}/quick-start?lang={language}&theme={theme}")
        expect(page.locator(".told .advice")).to_be_visible()
        wait_until(page, _SEEN)
        come_to_rest(page)
        assert serious_faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # On a phone the list may go on below.
        games = page.locator(".games button")
        game = (games.first if width < 760 else games.last).bounding_box()
        assert game is not None
        assert game["y"] + game["height"] <= height


def test_an_upright_picture_is_seen_whole_on_every_screen(
    context: BrowserContext, built_page: Path, tmp_path: Path
) -> None:
    upright = np.rot90(plain_ground("4")).copy()
    with started_table(tmp_path, "--camera", film(tmp_path / "film", [(upright, 5)])) as started:
        started.let_in(context)
        with watched_page(context, started.address) as page:
            page.goto(f"{started.address}/quick-start")
            expect(page.locator(".picture img")).to_be_visible()
            wait_until(page, "document.querySelector('.picture img').naturalHeight >= 640")
            shape = upright.shape[0] / upright.shape[1]
            for width, height in ((1280, 800), (1024, 600), (390, 844)):
                page.set_viewport_size({"width": width, "height": height})
                wait_until(page, f"Math.abs({_SHAPE} - {shape}) < 0.02")
                box = page.locator(".picture").bounding_box()
                told = page.locator(".told").bounding_box()
                assert box is not None
                assert told is not None
                assert box["y"] + box["height"] <= height
                assert told["y"] + told["height"] <= height
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_from_the_camera_to_the_simulated_table(
    context: BrowserContext, built_page: Path, tmp_path: Path, rolled_again_and_again: str
) -> None:
    with started_table(tmp_path, "--camera", rolled_again_and_again) as started:
        started.let_in(context)
        page = context.new_page()
        page.goto(started.address)
        page.get_by_role("button", name="Back to the simulated table").click()
        expect(page.get_by_role("button", name="Bohnanza")).to_be_visible(timeout=SEEN_MS)
        with started.client() as client:
            table = client.get("/table").json()["table"]
        assert (table["is_simulated"], table["has_quick_start"]) == (True, False)


def test_the_start_page_of_a_simulated_table_offers_the_webcam_that_was_found(
    context: BrowserContext, built_page: Path, tmp_path: Path
) -> None:
    other = StandInOther()
    with (
        running_table(tmp_path, is_simulated=True, other_table=other) as table,
        watched_page(context, table.address) as page,
    ):
        page.goto(table.address)
        page.get_by_role("button", name="Use my webcam").click()
        expect(page.get_by_text("The table restarts.", exact=False)).to_be_visible()
        assert other.is_wanted
        # A game under way comes first.
        table.begin("pig", 2)
        page.goto(table.address)
        expect(page.get_by_role("button", name="Go on")).to_be_visible()
        expect(page.get_by_role("button", name="Use my webcam")).to_have_count(0)
