"""Who sits where: by dragging, by the arrows, by the keyboard; and who cannot begin yet."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import wait_until
from tests.web.running_table import RunningTable

NAMES = ("Ada", "Bo", "Cy")


def sit_down(page: Page, table: RunningTable, game: str, names: tuple[str, ...] = NAMES) -> None:
    page.goto(table.address)
    page.get_by_role("button", name=game).click()
    for name in names:
        page.get_by_label("A new name").fill(name)
        page.get_by_role("button", name="Sit down").click()
    # Who aims at a row before the lettering has arrived misses it.
    expect(page.locator(".sitting .name")).to_have_text(list(names))
    wait_until(page, "document.fonts.status === 'loaded'")


def seats_of_the_game(page: Page, table: RunningTable) -> list[str]:
    """Begin, and ask the table who sits where."""
    page.get_by_role("button", name="Begin!").click()
    expect(page).to_have_url(f"{table.address}/table")
    with table.client() as client:
        return [seat["name"] for seat in client.get("/table").json()["seats"]]


def middle(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(".grip", has_text=name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_name_is_dragged_to_another_seat(page: Page, table: RunningTable) -> None:
    sit_down(page, table, "Spookies")
    to_x, to_y = middle(page, "Ada")
    page.mouse.move(*middle(page, "Cy"))
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=12)
    page.mouse.up()
    expect(page.locator(".sitting .name")).to_have_text(["Cy", "Ada", "Bo"])
    assert seats_of_the_game(page, table) == ["Cy", "Ada", "Bo"]


def test_a_name_stays_where_it_is_held_while_the_rows_still_slide(
    page: Page, table: RunningTable
) -> None:
    sit_down(page, table, "Spookies")
    to_x, to_y = middle(page, "Bo")
    page.mouse.move(*middle(page, "Cy"))
    page.mouse.down()
    for trembling_px in range(20):
        page.mouse.move(to_x, to_y + trembling_px % 2)
        page.wait_for_timeout(10)
        assert page.locator(".sitting .name").all_inner_texts() == ["Ada", "Cy", "Bo"]
    page.mouse.up()
    assert seats_of_the_game(page, table) == ["Ada", "Cy", "Bo"]


def test_a_name_dragged_away_and_dropped_beside_the_list_stays(
    page: Page, table: RunningTable
) -> None:
    sit_down(page, table, "Spookies")
    page.mouse.move(*middle(page, "Ada"))
    page.mouse.down()
    page.mouse.move(5, 5, steps=6)
    page.mouse.up()
    # The finger is up: what moves over the list now moves nobody.
    page.mouse.move(*middle(page, "Cy"), steps=4)
    expect(page.locator(".sitting .name")).to_have_text(list(NAMES))


def test_seats_are_moved_with_the_arrows(page: Page, table: RunningTable) -> None:
    sit_down(page, table, "Spookies")
    page.get_by_role("button", name="Move Cy up").click()
    assert seats_of_the_game(page, table) == ["Ada", "Cy", "Bo"]


def test_seats_are_moved_with_the_keyboard_alone(page: Page, table: RunningTable) -> None:
    sit_down(page, table, "Spookies")
    page.get_by_role("button", name="Move Cy up").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Move Cy up").focus()
    page.keyboard.press("Space")
    expect(page.locator(".sitting .name")).to_have_text(["Cy", "Ada", "Bo"])
    page.get_by_role("button", name="Ada stands up").focus()
    page.keyboard.press("Enter")
    assert seats_of_the_game(page, table) == ["Cy", "Bo"]


def test_too_few_players_cannot_begin(page: Page, table: RunningTable) -> None:
    sit_down(page, table, "Haricots", ("Ada",))
    expect(page.get_by_role("button", name="Begin!")).to_be_disabled()
    expect(page.get_by_text("3 to 5 players can play this.")).to_be_visible()


def test_an_edition_says_how_many_can_play_it(page: Page, table: RunningTable) -> None:
    sit_down(page, table, "Bohnanza", ("Ada", "Bo"))
    begin = page.get_by_role("button", name="Begin!")
    expect(begin).to_be_enabled()
    page.get_by_text("B (3 to 5 players)").click()
    expect(begin).to_be_disabled()
    expect(page.get_by_text("3 to 5 players can play this.")).to_be_visible()
    page.get_by_text("A (3 to 7 players, duel for 2)").click()
    expect(begin).to_be_enabled()


def test_a_length_agreed_for_few_players_does_not_hold_for_many(
    page: Page, table: RunningTable
) -> None:
    sit_down(page, table, "Spookies")
    page.get_by_role("button", name="10 Spookies").click()
    for name in ("Di", "Ed"):
        page.get_by_label("A new name").fill(name)
        page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="10 Spookies")).to_be_hidden()
    assert len(seats_of_the_game(page, table)) == 5


def test_a_number_within_bounds_is_typed_in(page: Page, table: RunningTable) -> None:
    sit_down(page, table, "Pig")
    page.get_by_label("Points to win").fill("50")
    seats_of_the_game(page, table)
    told = page.get_by_text("The first to hold 50 points wins.").first
    expect(told).to_be_visible()


def test_a_cover_is_the_picture_in_the_folder(page: Page, table: RunningTable) -> None:
    page.goto(table.address)
    cover = page.get_by_role("button", name="Pig").locator("img")
    expect(cover).to_have_attribute("src", "/api/v1/catalogue/pig/pictures/cover.svg")
    wait_until(page, "[...document.images].every((image) => image.naturalWidth > 0)")
    # Without a scene and a cover, what lies in the box is shown.
    page.goto(f"{table.address}/?plain")
    things = page.get_by_role("button", name="Magic Beanstalk").locator("image")
    expect(things).to_have_count(3)


def test_a_game_whose_answer_is_lost_is_not_begun_twice(
    context: BrowserContext, table: RunningTable
) -> None:
    keys: list[str | None] = []

    def lose_first_answer(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        keys.append(route.request.header_value("Idempotency-Key"))
        answer = route.fetch()
        if len(keys) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    # Not one that is watched: the browser itself complains of the answer that is lost.
    page = context.new_page()
    page.route("**/api/v1/games", lose_first_answer)
    sit_down(page, table, "Spookies")
    assert seats_of_the_game(page, table) == list(NAMES)
    assert len(keys) == 2
    assert keys[0]
    assert keys[0] == keys[1]
    assert len(table.store.games()) == 1
