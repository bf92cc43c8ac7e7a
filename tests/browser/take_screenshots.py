"""Takes the pictures of every page in both languages for `docs/screenshots`.

python -m tests.browser.take_screenshots [FOLDER]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, ROOT
from tests.browser.fake_parts import PaintedCamera, QuietScale, TouchyTwin, lights
from tests.web.running_table import RunningTable, running_table

FOLDER = ROOT / "docs/screenshots"
KIOSK = (1024, 600)
LARGE = (1280, 800)
TELEVISION = (1920, 1080)
PHONE = (390, 844)
_QUALITY = 82
_SETTLE_MS = 1400


class Photographer:
    """Takes pictures of one table in one language."""

    def __init__(self, browser: Browser, table: RunningTable, language: str, folder: Path) -> None:
        self._browser, self._table = browser, table
        self._language, self._folder = language, folder

    @contextmanager
    def screen(self, path: str, size: tuple[int, int], theme: str = "dark") -> Iterator[Page]:
        context = self._browser.new_context(viewport={"width": size[0], "height": size[1]})
        page = context.new_page()
        page.goto(f"{self._table.address}{path}?lang={self._language}&theme={theme}")
        page.wait_for_timeout(_SETTLE_MS)
        yield page
        context.close()

    def keep(self, page: Page, name: str, wait_ms: int = 0) -> None:
        page.wait_for_timeout(wait_ms)
        path = self._folder / f"{name}.{self._language}.jpg"
        page.screenshot(path=path, type="jpeg", quality=_QUALITY)

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
    with photos.screen("/seat/1", PHONE) as phone:
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


def other_games(photos: Photographer, table: RunningTable) -> None:
    for game, actions in (("spookies", 60), ("haricots", 34), ("bohnanza", 62)):
        table.begin(game, 4)
        table.play(actions)
        photos.take(f"table-{game}", "/table", KIOSK)
        photos.take(f"table-{game}-day", "/table", LARGE, "light")
        table.play()


def other_pages(photos: Photographer) -> None:
    with photos.screen("/stats", (1280, 1900)) as page:
        page.locator(".heads").wait_for()
        photos.keep(page, "statistics", 600)
    for name in ("camera", "scale", "health", "hands"):
        photos.take(name, f"/{name}", LARGE)
    photos.take("recorded-game", "/games/1", LARGE)
    with photos.screen("/operator", (1280, 1400)) as page:
        page.locator("input[type=password]").first.fill("2468")
        page.locator(".button.gold").click()
        photos.keep(page, "operator", 900)


def start(photos: Photographer) -> None:
    photos.take("start", "/", KIOSK)
    with photos.screen("/", LARGE) as page:
        page.locator(".cover").first.click()
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
        for language in ("en", "fr"):
            with (
                TemporaryDirectory() as home,
                running_table(
                    Path(home),
                    pin="2468",
                    is_simulated=True,
                    camera=PaintedCamera(),
                    scale=QuietScale(),
                    health=lights,
                    twin=TouchyTwin(),
                ) as table,
            ):
                photos = Photographer(browser, table, language, folder)
                start(photos)
                beanstalk(photos, table)
                other_games(photos, table)
                other_pages(photos)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
