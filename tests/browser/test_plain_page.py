"""One plain page draws any game from what it shows, on the table's screen and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from referee.games.reports import ReportDice
from tests.browser.conftest import come_to_rest, phone_page, wait_until
from tests.browser.serious_faults import serious_faults
from tests.web.running_table import RunningTable
from tests.web.showroom import HANDS, ROWS, showroom, worth

__all__ = ["showroom"]
pytestmark = pytest.mark.usefixtures("showroom")

KIOSK: ViewportSize = {"width": 1280, "height": 800}
# A finger needs so much; the touch screens of tables are no exception.
LEAST_TOUCH_PX = 24
_NOTHING_BESIDE = "document.documentElement.scrollWidth <= innerWidth"


def middle(page: Page) -> Locator:
    return page.get_by_role("group", name="The middle of the table")


def test_every_word_of_the_vocabulary_is_drawn(page: Page, table: RunningTable) -> None:
    page.set_viewport_size(KIOSK)
    table.begin("showroom", 3)
    table.play(1)
    page.goto(f"{table.address}/table")
    shown = middle(page)
    expect(shown.locator(".counter").first).to_contain_text("of 12")
    expect(shown.locator(".thing.sign")).to_have_text("Market-day")
    # Pips are drawn, a face of the game is its picture, and any other one its word.
    expect(shown.locator(".dice [role=img]")).to_have_count(3)
    expect(shown.locator(".dice b")).to_have_text("lemon")
    expect(shown.locator(".pile").filter(has_text="Heap")).to_contain_text("worth more from 5 on")
    expect(shown.get_by_role("img", name="queen")).to_be_attached()
    expect(shown.get_by_role("img", name="a card, face down")).to_have_count(3)
    expect(page.get_by_role("img", name="A tower of 4 pieces")).to_be_visible()
    expect(shown.locator(".chosen")).to_contain_text("donkey")
    expect(shown.locator(".track .marker")).to_have_count(4)
    rows = shown.get_by_role("table", name="fruits").get_by_role("rowheader")
    expect(rows).to_have_text([row.capitalize() for row in ROWS])
    wait_until(page, "[...document.images].every((image) => image.naturalWidth > 0)")
    # What lies in front of a seat stands in its card, with its points.
    seats = page.get_by_role("list", name="Players").locator("> li")
    expect(seats.nth(2)).to_contain_text("Coins")
    expect(seats.nth(0)).to_contain_text("points")
    expect(page.get_by_role("region", name="The last rulings")).to_contain_text("sells for")
    # Everything the cells offer is offered once.
    expect(page.locator(".choice")).to_have_count(0)


def test_a_cell_is_taken_with_a_touch(chromium: Browser, table: RunningTable) -> None:
    table.begin("showroom", 2)
    with phone_page(chromium) as phone:
        phone.goto(table.seat_page(0))
        phone.get_by_role("button", name="I am").tap()
        expect(phone.locator(".thing.cards").get_by_role("img", name=HANDS[1])).to_be_visible()
        cell = phone.get_by_role("button", name="Take plums")
        box = cell.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= LEAST_TOUCH_PX
        cell.tap()
        expect(cell).to_have_count(0)
        # It is the turn of the other one, whose cells this phone may not take.
        expect(phone.get_by_role("table", name="fruits").get_by_role("button")).to_have_count(0)
        wait_until(phone, _NOTHING_BESIDE)
        come_to_rest(phone)
        assert serious_faults(phone) == []
    with table.client() as client:
        assert client.get("/table").json()["scores"] == [worth(0, 2), 0]


def test_a_cell_is_taken_by_keyboard(page: Page, table: RunningTable) -> None:
    table.begin("showroom", 2)
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="Take pears").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take pears, Fred")).to_be_visible()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_plain_page_has_no_serious_fault(page: Page, table: RunningTable, theme: str) -> None:
    table.begin("showroom", 7)
    table.play(9)
    page.goto(f"{table.address}/table?theme={theme}")
    for width, height in ((1280, 800), (1024, 600), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(middle(page)).to_be_visible()
        come_to_rest(page)
        wait_until(page, _NOTHING_BESIDE)
        assert serious_faults(page) == [], (width, height)


def test_every_game_can_be_looked_at_plainly(page: Page, table: RunningTable) -> None:
    page.set_viewport_size(KIOSK)
    for game in ("magic-beanstalk", "spookies", "haricots", "bohnanza", "tiles"):
        table.begin(game, 3)
        table.play(12)
        page.goto(f"{table.address}/table?plain")
        expect(middle(page).locator(".thing").first).to_be_visible()
        come_to_rest(page)
        assert serious_faults(page) == [], game
        table.leave()


def test_one_die_is_told_with_one_touch(page: Page, table: RunningTable) -> None:
    table.begin("pig", 2)
    page.goto(f"{table.address}/table")
    page.get_by_role("button", name="5", exact=True).click()
    expect(middle(page).get_by_role("img", name="5")).to_be_visible()
    page.get_by_role("button", name="Roll again").click()
    # The same face once more; nothing is left of the last touch.
    page.get_by_role("button", name="5", exact=True).click()
    expect(middle(page).locator(".counter").last).to_contain_text("10")


_ALL_IN_SIGHT = """() => {
  const room = document.querySelector(".room");
  return room.scrollHeight <= room.clientHeight && room.scrollWidth <= room.clientWidth;
}"""


def test_a_long_sheet_is_seen_whole_and_can_be_touched(page: Page, table: RunningTable) -> None:
    """Seventeen rows stand in two halves beside each other; on a phone one below the other."""
    for players, edition in ((4, "standard"), (8, "american")):
        table.begin("yatzy", players, {"edition": edition})
        table.act(ReportDice(tuple("22334")))
        page.goto(f"{table.address}/table")
        expect(middle(page).get_by_role("button").first).to_be_visible()
        for width, height in ((1280, 800), (1024, 600)):
            page.set_viewport_size({"width": width, "height": height})
            wait_until(page, f"({_ALL_IN_SIGHT})()")
            boxes = [each.bounding_box() for each in middle(page).get_by_role("button").all()]
            sizes = [min(box["width"], box["height"]) for box in boxes if box]
            assert len(sizes) == {"standard": 15, "american": 13}[edition]
            assert min(sizes) >= LEAST_TOUCH_PX, (players, width)
        page.set_viewport_size({"width": 390, "height": 844})
        wait_until(page, _NOTHING_BESIDE)
        come_to_rest(page)
        assert serious_faults(page) == []
        table.leave()


def test_figures_and_faces_are_drawn_from_the_folder(page: Page, table: RunningTable) -> None:
    table.begin("spookies", 3)
    page.goto(f"{table.address}/table?plain")
    drawn = middle(page).locator(".marker", has_text="Kracko").locator("img")
    expect(drawn).to_have_attribute("src", "/api/v1/catalogue/spookies/pictures/pieces/kracko.svg")
    faces = page.locator(".kinds image")
    expect(faces).to_have_count(6)
    wait_until(page, "[...document.images].every((image) => image.naturalWidth > 0)")


def test_a_phone_says_who_has_won(chromium: Browser, table: RunningTable) -> None:
    table.begin("pig", 2)
    table.play()
    with phone_page(chromium) as phone:
        phone.goto(table.seat_page(0))
        phone.get_by_role("button", name="I am").tap()
        expect(phone.locator(".prompt")).to_contain_text("wins!")


def test_a_game_with_a_scene_is_drawn_by_it(page: Page, table: RunningTable) -> None:
    table.begin("spookies", 3)
    page.goto(f"{table.address}/table")
    expect(page.get_by_role("list", name="Players")).to_be_visible()
    expect(middle(page)).to_have_count(0)


def test_the_plain_tower_falls(page: Page, table: RunningTable) -> None:
    table.begin("magic-beanstalk", 3)
    with table.client() as client:
        while len(client.get("/table").json()["view"]["tower"]) < 4:
            table.play(1)
        page.goto(f"{table.address}/table?plain")
        expect(page.get_by_role("img", name="A tower of")).to_be_visible()
        client.post("/orders", json={"order": {"type": "fell"}})
    expect(page.get_by_role("alertdialog").locator(".falling").first).to_be_visible()
