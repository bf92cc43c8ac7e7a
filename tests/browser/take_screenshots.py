"""Takes the pictures of every page in both languages for `docs/screenshots`.

    python -m tests.browser.take_screenshots [FOLDER]

Games are played quickly at a table without devices; what camera, scale and hands show is taken from
a simulated table at work.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.app.plain_ground import film, plain_ground
from tests.browser.conftest import CHROMIUM, ROOT, wait_until
from tests.browser.newcomer import Newcomer
from tests.browser.started_table import StartedTable, started_table
from tests.web.running_table import RunningTable, running_table

FOLDER = ROOT / "docs/screenshots"
LANGUAGES = ("en", "fr")
KIOSK = (1024, 600)
LARGE = (1280, 800)
TELEVISION = (1920, 1080)
PHONE = (390, 844)
_QUALITY = 82
_WHOLE_QUALITY = 60
_SETTLE_MS = 1400
_SHOWN_MS = 300_000
_ALL_LOADED = "[...document.images].every((image) => image.naturalWidth > 0)"


class Photographer:
    """Takes pictures of one table in one language."""

    def __init__(
        self,
        browser: Browser,
        table: RunningTable | StartedTable,
        language: str,
        folder: Path,
    ) -> None:
        self._browser, self._address = browser, table.address
        self._started = table if isinstance(table, StartedTable) else None
        self._language, self._folder = language, folder

    @contextmanager
    def screen(self, path: str, size: tuple[int, int], theme: str = "dark") -> Iterator[Page]:
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale={"en": "en-GB", "fr": "fr-FR"}[self._language],
        )
        if self._started is not None:
            self._started.let_in(context)
        page = context.new_page()
        path, _, behind = path.partition("#")
        sign = "&" if "?" in path else "?"
        page.goto(f"{self._address}{path}{sign}lang={self._language}&theme={theme}#{behind}")
        page.wait_for_timeout(_SETTLE_MS)
        yield page
        context.close()

    def keep(self, page: Page, name: str, wait_ms: int = 0, *, is_whole_page: bool = False) -> None:
        page.wait_for_timeout(wait_ms)
        path = self._folder / f"{name}.{self._language}.jpg"
        quality = _WHOLE_QUALITY if is_whole_page else _QUALITY
        page.screenshot(path=path, type="jpeg", quality=quality, full_page=is_whole_page)

    def take(self, name: str, path: str, size: tuple[int, int], theme: str = "dark") -> None:
        with self.screen(path, size, theme) as page:
            self.keep(page, name)


def play_until(table: RunningTable, is_there: Callable[[Any], bool]) -> None:
    with table.client() as client:
        for _ in range(500):
            if is_there(client.get("/table").json()):
                return
            table.play(1)


def order(table: RunningTable, **fields: Any) -> None:
    with table.client() as client:
        client.post("/orders", json={"order": fields})


def beanstalk(photos: Photographer, table: RunningTable) -> None:
    table.begin("magic-beanstalk", 4, {"gold": "digital"})
    photos.take("table-beanstalk-cards", "/table", KIOSK)
    with photos.screen(table.seat_page(1).removeprefix(table.address), PHONE) as phone:
        photos.keep(phone, "phone-claim")
        phone.locator(".button.gold").click()
        photos.keep(phone, "phone-cards", 900)
        phone.locator(".leave").click()
        phone.wait_for_timeout(400)
    play_until(
        table, lambda state: state["moment"] == "placing" and len(state["view"]["tower"]) > 6
    )
    photos.take("table-beanstalk", "/table", KIOSK)
    photos.take("table-beanstalk-day", "/table", LARGE, "light")
    photos.take("table-beanstalk-television", "/table", TELEVISION)
    photos.take("table-beanstalk-phone", "/table", PHONE)
    with photos.screen("/table", KIOSK) as page:
        page.locator("header .button").last.click()
        photos.keep(page, "corrections", 500)
    play_until(table, lambda state: state["moment"] == "counting")
    photos.take("countdown", "/table", KIOSK)
    with photos.screen("/table", KIOSK) as page:
        order(table, type="fell")
        photos.keep(page, "collapse", 1300)
    with table.client() as client:
        asked = client.get("/table").json()["question"]
    if asked is not None:
        order(table, type="answer", question=asked["number"], value=asked["otherwise"])
    table.play()
    with photos.screen("/table", KIOSK) as page:
        photos.keep(page, "reveal", 4500)
        page.locator(".winner").first.wait_for()
        photos.keep(page, "winner", 900)


def other_games(photos: Photographer, table: RunningTable) -> None:
    for game, actions in (("spookies", 60), ("haricots", 34), ("bohnanza", 62)):
        table.begin(game, 4)
        table.play(actions)
        photos.take(f"table-{game}", "/table", KIOSK)
        photos.take(f"table-{game}-day", "/table", LARGE, "light")
        table.play()


def plain_tables(photos: Photographer, table: RunningTable) -> None:
    """The page that draws any game: Pig, which has no scene, and a game without its own."""
    table.begin("pig", 4)
    play_until(table, is_halfway_through_pig)
    photos.take("table-pig", "/table", LARGE)
    photos.take("table-pig-day", "/table", KIOSK, "light")
    photos.take("table-pig-television", "/table", TELEVISION)
    photos.take("table-pig-phone", "/table", PHONE, "light")
    with table.client() as client:
        seat = client.get("/table").json()["seat"]
    with photos.screen(table.seat_page(seat).removeprefix(table.address), PHONE) as phone:
        phone.locator(".button.gold").click()
        photos.keep(phone, "phone-pig", 900)
    table.leave()
    table.begin("spookies", 4)
    table.play(60)
    photos.take("table-plain", "/table?plain", LARGE, "light")
    table.leave()


def is_halfway_through_pig(state: Any) -> bool:
    """Two have points already, and somebody has to decide about more."""
    scored = sum(score > 0 for score in state["scores"])
    return scored > 1 and int(state["view"]["turn_total"]) >= 8


def other_pages(photos: Photographer) -> None:
    with photos.screen("/stats", LARGE) as page:
        page.locator(".heads").wait_for()
        photos.keep(page, "statistics", 600, is_whole_page=True)
    photos.take("recorded-game", "/games/1", LARGE)
    with photos.screen("/operator", LARGE) as page:
        page.locator("input[type=password]").first.fill("2468")
        page.locator(".button.gold").click()
        photos.keep(page, "operator", 900, is_whole_page=True)


def devices(browser: Browser, table: StartedTable, folder: Path) -> None:
    """A careless player at the simulated table: dice in the tray, a curve with a fall, a replay."""
    seats = [{"name": name} for name in ("Anna", "Ben", "Clara")]
    new = {"game": "magic-beanstalk", "seats": seats, "options": {"gold": "digital"}}
    context = browser.new_context(viewport={"width": 1024, "height": 600})
    table.let_in(context)
    page = context.new_page()
    with table.client() as client:
        client.post("/games", json=new)
    page.goto(f"{table.address}/table?lang=en")
    player = Newcomer(page, is_careless=True)
    both = [Photographer(browser, table, code, folder) for code in LANGUAGES]
    # The dice just rolled still lie in the tray.
    due = page.get_by_role("button", name="Place carelessly")
    player.play(lambda _page: due.count() > 0)
    for photos in both:
        for name in ("camera", "health", "hands"):
            with photos.screen(f"/{name}", LARGE) as shown:
                wait_until(shown, _ALL_LOADED)
                photos.keep(shown, name, 500)
    player.play(lambda _page: player.place == "replay")
    for photos in both:
        photos.take("scale", "/scale", LARGE)
        photos.take("table-simulated", "/table", KIOSK)
        with photos.screen("/games/1", LARGE) as record:
            record.locator(".timeline button").last.click()
            photos.keep(record, "replay", 2500)
    context.close()


def calibration(photos: Photographer) -> None:
    """The choice of a part, and a step of scale, tray and dice, at the simulated table."""
    with photos.screen("/operator/calibrate", LARGE) as page:
        begin, seen = page.locator(".begin"), page.locator(".button.gold:not(.big)").first
        if not begin.count():
            # How the last one ended is shown until somebody has seen it.
            seen.click()
        photos.keep(page, "calibration", 600)
        page.set_viewport_size({"width": KIOSK[0], "height": KIOSK[1]})
        for number, part in ((0, "scale"), (1, "tray"), (3, "dice")):
            begin.nth(number).click()
            page.locator(".button.gold.big").wait_for()
            if part == "dice":
                page.locator(".words .quiet").click()
                page.locator(".group").nth(2).wait_for(timeout=_SHOWN_MS)
            photos.keep(page, f"calibration-{part}", 3000)
            page.locator(".button.danger").click()
            seen.click()
            begin.first.wait_for()


def quick_start(browser: Browser, folder: Path) -> None:
    """Five dice on a plain ground before a camera that is all the table has."""
    with TemporaryDirectory() as home:
        camera = film(Path(home) / "film", [(plain_ground("25346"), 10)])
        with started_table(Path(home), "--camera", camera) as table:
            for language in LANGUAGES:
                photos = Photographer(browser, table, language, folder)
                with photos.screen("/quick-start", KIOSK) as page:
                    page.locator(".sure").first.wait_for()
                    wait_until(page, _ALL_LOADED)
                    photos.keep(page, "quick-start", 500)


def start(photos: Photographer) -> None:
    photos.take("start", "/", KIOSK)
    with photos.screen("/", LARGE) as page:
        page.get_by_role("button", name="Beanstalk").click()
        for name in ("Anna", "Ben", "Clara"):
            page.locator("form .field").fill(name)
            page.locator("form .gold").click()
        photos.keep(page, "start-seats", 400)
        page.locator(".ribbon").click()
        photos.keep(page, "menu", 400)


def main(words: list[str]) -> None:
    folder = Path(words[0]) if words else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-background-networking"]
        )
        for language in LANGUAGES:
            with (
                TemporaryDirectory() as home,
                running_table(Path(home), pin="2468") as table,
            ):
                photos = Photographer(browser, table, language, folder)
                start(photos)
                beanstalk(photos, table)
                other_games(photos, table)
                plain_tables(photos, table)
                other_pages(photos)
        quick_start(browser, folder)
        with TemporaryDirectory() as home, started_table(Path(home)) as simulated:
            devices(browser, simulated, folder)
        with TemporaryDirectory() as home, started_table(Path(home)) as simulated:
            for language in LANGUAGES:
                calibration(Photographer(browser, simulated, language, folder))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
