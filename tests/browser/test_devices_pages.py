"""Camera, scale, health and the hands, with a whole simulated table behind them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from referee.vision.pictures import Picture, decoded_picture
from tests.browser.conftest import come_to_rest, wait_until, watched_page
from tests.browser.newcomer import Newcomer
from tests.browser.serious_faults import serious_faults
from tests.browser.started_table import StartedTable, started_table
from tests.web.calibrated_table import calibrated_table
from tests.web.routes.test_calibration import wait_for
from tests.web.running_table import RunningTable

SEEN_MS = 300_000


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory, built_page: Path) -> Iterator[StartedTable]:
    """One table for all of them: a game of the test before is simply left."""
    with started_table(tmp_path_factory.mktemp("table")) as started:
        yield started


@pytest.fixture
def page(context: BrowserContext, simulated: StartedTable) -> Iterator[Page]:
    simulated.let_in(context)
    with watched_page(context, simulated.address) as opened:
        yield opened


def begin(client: httpx.Client, game: str) -> None:
    seats = [{"name": name} for name in ("Ada", "Bo")]
    client.post("/table/leave")
    begun = client.post("/games", json={"game": game, "seats": seats, "options": {}})
    assert begun.status_code == 201, begun.text


def test_the_camera_page_shows_the_dice_that_the_hands_rolled(
    page: Page, simulated: StartedTable
) -> None:
    with simulated.client() as client:
        begin(client, "spookies")
    page.goto(f"{simulated.address}/table")
    page.get_by_role("button", name="Roll the dice").click()
    read = page.get_by_role("list", name="The dice").get_by_role("listitem").first
    expect(read).to_be_visible(timeout=SEEN_MS)
    # Beside the drawing lies what the camera really saw.
    wait_until(page, "document.querySelector('.dice .read img').naturalWidth > 20")
    page.goto(f"{simulated.address}/camera")
    expect(page.get_by_text("The tray is in the picture.")).to_be_visible()
    wait_until(page, "document.querySelector('.picture img').naturalWidth >= 640")
    with simulated.client() as client:
        (die,) = client.get("/camera").json()["dice"]
    assert die["confidence"] > 0.5
    expect(page.locator(".dice li")).to_have_count(1)
    expect(page.locator(".dice li")).to_contain_text(f"{round(100 * die['confidence'])} %")
    box = page.locator(".picture rect").bounding_box()
    assert box is not None
    assert box["width"] > 10


SCREENS = ((390, 844), (1280, 800), (844, 390))
PROFILE = """
[camera]
url = "file:{pictures}?loop=1"
[scale]
url = "none:"
[store]
url = "sqlite:///{folder}/log.sqlite"
"""


def test_a_picture_of_any_shape_fits_and_the_page_says_what_it_shows(
    context: BrowserContext, simulated: StartedTable, tmp_path: Path
) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(
        str(pictures / "upright.png"),
        cv2.rotate(picture_of_a_roll(simulated), cv2.ROTATE_90_CLOCKWISE),
    )
    profile = tmp_path / "table.toml"
    profile.write_text(PROFILE.format(pictures=pictures, folder=tmp_path), encoding="utf-8")
    with started_table(tmp_path, "--table", str(profile)) as table:
        table.let_in(context)
        with watched_page(context, table.address) as page:
            page.goto(f"{table.address}/camera")
            expect(page.get_by_text("It sees one die:")).to_be_visible()
            expect(page.get_by_text("The tray is in the picture.")).to_be_visible()
            expect(page.get_by_text("The tray is well lit")).to_be_visible()
            expect(page.get_by_text("with 720 × 1280 pixels, 10 times a second.")).to_be_visible()
            for width, height in SCREENS:
                page.set_viewport_size({"width": width, "height": height})
                box = page.locator(".picture").bounding_box()
                assert box is not None
                assert box["height"] / box["width"] == pytest.approx(1280 / 720, abs=0.02)
                assert box["height"] < height
                assert page.evaluate("document.documentElement.scrollWidth") == width
        with table.client() as client:
            told = client.get("/camera").text + client.get("/health").text
    assert str(pictures) not in told, "where a recording lies concerns nobody"


def picture_of_a_roll(simulated: StartedTable) -> Picture:
    with simulated.client() as client:
        begin(client, "pig")
        client.post("/twin/hands", json={"deed": "roll"})
        # Before it, the table remembers the die of the game before.
        wait_for(lambda: any(die["face"].isdigit() for die in client.get("/camera").json()["dice"]))
        return decoded_picture(client.get("/camera/frame.jpg").content)


def test_the_scale_page_draws_what_the_hands_put_on_the_plate(
    context: BrowserContext, page: Page, simulated: StartedTable
) -> None:
    with simulated.client() as client:
        begin(client, "magic-beanstalk")
    scale = context.new_page()
    scale.goto(f"{simulated.address}/scale")
    page.goto(f"{simulated.address}/table")
    newcomer = Newcomer(page)
    # With dice on the tray, what an earlier game left on the plate is gone for sure.
    careful = page.get_by_role("button", name="Place with care")
    newcomer.play(lambda _page: careful.is_visible())
    grams = scale.locator(".grams strong")
    expect(grams).to_contain_text(".")
    before_g = float(grams.inner_text().split()[0])
    newcomer.play(lambda _page: "Place with care" in newcomer.touched)
    wait_until(scale, f"parseFloat(document.querySelector('.grams').innerText) > {before_g + 1}")
    expect(scale.get_by_text("placed").first).to_be_visible(timeout=SEEN_MS)
    assert len(scale.locator("path.curve").get_attribute("d") or "") > 500
    scale.close()


def test_the_scale_is_tared_with_a_touch(
    context: BrowserContext, built_page: Path, tmp_path: Path
) -> None:
    # A table in this process: only here can somebody move zero, as a cold night does.
    with calibrated_table(tmp_path) as table, watched_page(context, table.address) as page:
        feeler = table.running.touch
        assert feeler is not None
        page.goto(f"{table.address}/scale")
        tare_until(page, "take everything off it, then tare again", 5.0)
        begin(table.client, "magic-beanstalk")
        # At its start the table may count anew once by itself.
        wait_for(lambda: feeler.count_as(8.0, 5.0) and abs((feeler.level_g or 0) - 8) < 0.1)
        tare_until(page, "The scale counts anew.", 5.0)


def tare_until(page: Page, said: str, grams: float) -> None:
    """Touch the button until this is said and shown: the table goes by the last weight it felt."""

    def is_so() -> bool:
        page.get_by_role("button", name="Tare").click()
        page.wait_for_timeout(300)
        shown_g = float(page.locator(".grams strong").inner_text())
        return said in page.get_by_role("status").inner_text() and abs(shown_g - grams) < 0.2

    wait_for(is_so)


def test_who_only_looks_on_cannot_tare(context: BrowserContext, simulated: StartedTable) -> None:
    with watched_page(context, simulated.address) as onlooker:
        onlooker.goto(f"{simulated.address}/scale")
        expect(onlooker.locator(".grams strong")).to_be_visible()
        come_to_rest(onlooker)
        expect(onlooker.get_by_role("button", name="Tare")).to_have_count(0)


def test_the_health_page_gives_the_next_step_when_a_cable_is_out(
    context: BrowserContext, page: Page, simulated: StartedTable
) -> None:
    page.goto(f"{simulated.address}/health")
    scale = page.locator("li.panel", has=page.get_by_role("heading", name="Scale", exact=True))
    expect(scale.get_by_role("img", name="All is well")).to_be_visible()
    hands = context.new_page()
    hands.goto(f"{simulated.address}/hands")
    fault = hands.get_by_role("button", name="Scale: unplugged")
    fault.click()
    expect(fault).to_have_attribute("aria-pressed", "true")
    expect(scale.get_by_role("img", name="All is well")).to_be_hidden(timeout=SEEN_MS)
    expect(scale.locator(".next")).to_be_visible()
    fault.click()
    expect(fault).to_have_attribute("aria-pressed", "false")
    expect(scale.get_by_role("img", name="All is well")).to_be_visible(timeout=SEEN_MS)
    hands.close()


@pytest.mark.slow
def test_a_covered_camera_is_no_reason_to_stop_playing(
    context: BrowserContext, built_page: Path, tmp_path: Path
) -> None:
    # A table of its own: dice that another test left in the tray would be read as the roll.
    with started_table(tmp_path) as table, watched_page(context, table.address) as page:
        table.let_in(context)
        with table.client() as client:
            begin(client, "spookies")
        hands = context.new_page()
        hands.goto(f"{table.address}/hands")
        hands.get_by_role("button", name="Camera: unplugged").click()
        page.goto(f"{table.address}/table")
        page.get_by_role("button", name="Go on by hand").click(timeout=SEEN_MS)
        page.get_by_role("button", name="Type in the dice").click()
        page.get_by_role("dialog").get_by_role("button", name="Duffy").click()
        expect(page.get_by_role("button", name="Roll 2 dice")).to_be_visible()
        hands.close()


def test_no_page_of_a_living_table_has_a_serious_fault(page: Page, simulated: StartedTable) -> None:
    with simulated.client() as client:
        begin(client, "magic-beanstalk")
    for path in ("/camera", "/scale", "/health", "/hands", "/table"):
        page.goto(f"{simulated.address}{path}")
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        come_to_rest(page)
        assert serious_faults(page) == [], path


def test_the_kiosk_hides_the_cursor_and_rests_until_somebody_comes(
    context: BrowserContext, table: RunningTable
) -> None:
    page = context.new_page()
    page.clock.install()
    page.goto(f"{table.address}/?kiosk")
    expect(page.get_by_role("button", name="Magic Beanstalk")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).cursor") == "none"
    page.clock.fast_forward(301_000)
    page.clock.run_for(2000)
    invitation = page.get_by_text("Touch to play!")
    expect(invitation).to_be_visible()
    page.mouse.click(200, 200)
    expect(invitation).to_be_hidden()


def test_the_resting_kiosk_shows_the_records_of_the_table(
    context: BrowserContext, table: RunningTable
) -> None:
    table.begin("haricots", 3)
    table.play()
    page = context.new_page()
    page.clock.install()
    page.goto(f"{table.address}/?kiosk")
    expect(page.get_by_role("button", name="Magic Beanstalk")).to_be_visible()
    page.clock.fast_forward(1_300_000)
    page.clock.run_for(2000)
    expect(page.get_by_text("has won most often: 1 game", exact=False)).to_be_visible()


def test_the_screen_is_dark_while_the_table_is_until_somebody_touches_it(
    context: BrowserContext, table: RunningTable
) -> None:
    def darken(is_dark: bool) -> None:
        table.thread.ask(lambda inside: setattr(inside, "is_dark", is_dark)).result()

    page = context.new_page()
    page.clock.install()
    page.goto(f"{table.address}/health?kiosk")
    dark = page.get_by_test_id("dark")
    darken(True)
    page.clock.fast_forward(301_000)
    page.clock.run_for(2000)
    expect(dark).to_be_visible()
    assert page.evaluate("location.pathname") == "/", "what shows the camera is closed behind it"
    page.mouse.click(200, 200)
    expect(dark).to_be_hidden()
    page.clock.fast_forward(301_000)
    page.clock.run_for(2000)
    expect(dark).to_be_visible()
    darken(False)
    expect(dark).to_be_hidden()
    expect(page.get_by_role("button", name="Magic Beanstalk")).to_be_visible()
