"""Every screen shows everything: five players, long names, an upright tablet, a television."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import TIMEOUT_MS, wait_until
from tests.browser.test_bohnanza_page import reach_the_deal
from tests.browser.test_start_page import sit_down
from tests.web.running_table import RunningTable

TABLET, TELEVISION, KIOSK, PHONE = (820, 1180), (1920, 1080), (1024, 600), (390, 844)
slow = partial(pytest.param, marks=pytest.mark.slow)
# The fullest screen of all is always looked at, the others with the slow tests.
each_game = pytest.mark.parametrize(
    "game", ["bohnanza", slow("magic-beanstalk"), slow("spookies"), slow("haricots")]
)
LONG = "Maximilienne-Alexandrine of the Beans"
# What reaches out of its card, its field or the screen.
_OUTSIDE = """() => {
  const found = [];
  const inside = (small, large) => small.left >= large.left - 1 && small.right <= large.right + 1
    && small.top >= large.top - 6 && small.bottom <= large.bottom + 1;
  const bottom = Math.max(innerHeight, document.body.scrollHeight);
  const screen = { left: 0, top: 0, right: innerWidth, bottom };
  for (const seat of document.querySelectorAll('.seat')) {
    if (!inside(seat.getBoundingClientRect(), screen)) found.push(`seat ${seat.textContent}`);
    for (const part of seat.querySelectorAll('.field, .things > *, .meter > *, .count')) {
      const frame = part.parentElement.closest('.field') ?? seat;
      if (!inside(part.getBoundingClientRect(), frame.getBoundingClientRect()))
        found.push(`${part.className} ${part.textContent} of ${seat.textContent}`);
    }
  }
  return found;
}"""


def font_px(page: Page, selector: str) -> float:
    size = page.locator(selector).evaluate("(each) => getComputedStyle(each).fontSize")
    return float(size.removesuffix("px"))


def show(page: Page, table: RunningTable, game: str, size: tuple[int, int], players: int) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table.begin(game, players)
    table.play(40)
    page.goto(f"{table.address}/table")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@each_game
@pytest.mark.parametrize("size", [KIOSK, slow(TABLET)], ids=str)
def test_nothing_of_five_players_reaches_out_of_its_place(
    page: Page, table: RunningTable, game: str, size: tuple[int, int]
) -> None:
    show(page, table, game, size, 5)
    expect(page.locator(".seat")).to_have_count(5)
    # Beanometers arrive a moment later.
    page.wait_for_load_state("networkidle")
    assert page.evaluate(_OUTSIDE) == []


@each_game
def test_an_upright_tablet_is_filled_and_not_scrolled(
    page: Page, table: RunningTable, game: str
) -> None:
    show(page, table, game, TABLET, 4)
    lowest = page.evaluate(
        "Math.max(...[...document.querySelectorAll('.seat')]"
        ".map((each) => each.getBoundingClientRect().bottom))"
    )
    assert TABLET[1] * 0.93 < lowest <= TABLET[1]


@pytest.mark.parametrize(
    ("size", "name_px", "sentence_px"), [slow(TELEVISION, 90, 44), (KIOSK, 50, 26)]
)
def test_the_turn_is_read_from_across_the_room(
    page: Page, table: RunningTable, size: tuple[int, int], name_px: int, sentence_px: int
) -> None:
    """Where little else has to be shown, name and sentence take the room."""
    table.begin("spookies", 3)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{table.address}/table")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    wait_until(
        page, "getComputedStyle(document.querySelector('.turn')).getPropertyValue('--grown') > 1"
    )
    assert font_px(page, "h1.who") >= name_px
    assert font_px(page, ".turn .prompt") >= sentence_px
    assert page.evaluate(
        "(() => { const now = document.querySelector('main.now');"
        " return now.scrollHeight <= now.clientHeight; })()"
    )


@pytest.mark.parametrize("size", [slow(KIOSK), PHONE], ids=str)
def test_a_long_name_leaves_the_buttons_beside_it_in_their_place(
    page: Page, table: RunningTable, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(page, table, "Spookies", ("Ada", LONG))
    panel = page.locator(".panel.seats").bounding_box()
    away = page.get_by_role("button", name=f"{LONG} stands up").bounding_box()
    assert panel is not None
    assert away is not None
    assert away["x"] + away["width"] <= panel["x"] + panel["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [KIOSK, slow(PHONE), slow(TABLET)], ids=str)
def test_the_open_cards_lie_side_by_side_on_the_market(
    page: Page, table: RunningTable, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    reach_the_deal(page, table)
    page.keyboard.press("Escape")
    stall = page.locator(".market").bounding_box()
    cards = [page.locator(".open .card").nth(place).bounding_box() for place in range(2)]
    assert stall is not None
    heights = []
    for card in cards:
        assert card is not None
        heights.append(card["y"])
        assert card["y"] >= stall["y"]
        assert card["y"] + card["height"] <= stall["y"] + stall["height"]
    assert heights[0] == pytest.approx(heights[1], abs=2)


def test_a_finger_drags_a_name_to_another_seat(chromium: Browser, table: RunningTable) -> None:
    context = chromium.new_context(
        viewport={"width": KIOSK[0], "height": KIOSK[1]}, has_touch=True, locale="en-GB"
    )
    context.set_default_timeout(TIMEOUT_MS)
    page = context.new_page()
    sit_down(page, table, "Spookies")
    finger = context.new_cdp_session(page)

    def touch(kind: str, place: tuple[float, float] | None) -> None:
        points = [] if place is None else [{"x": place[0], "y": place[1]}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    boxes = [page.locator(".grip").nth(seat).bounding_box() for seat in range(3)]
    middles = [(box["x"] + 60, box["y"] + box["height"] / 2) for box in boxes if box]
    touch("touchStart", middles[2])
    for step in range(1, 11):
        way = (middles[0][1] - middles[2][1]) * step / 10
        touch("touchMove", (middles[2][0], middles[2][1] + way))
        page.wait_for_timeout(20)
    touch("touchEnd", None)
    expect(page.locator(".sitting .name")).to_have_text(["Cy", "Ada", "Bo"])
    context.close()
