"""From a table that only its own screen reaches to phones of other people that play at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, Playwright, expect

from tests.browser.conftest import TIMEOUT_MS, come_to_rest
from tests.browser.hosts import Host, network, phone_context
from tests.browser.newcomer import Newcomer
from tests.browser.started_table import StartedTable, started_table

PIN = "2468"
NOTHING = '[camera]\nurl = "none:"\n[scale]\nurl = "none:"\n[voice]\nurl = "none:"\n'


class Evening:
    """A table with its own screen, and phones, each on a computer of its own."""

    def __init__(
        self, folder: Path, hosts: list[Host], playwright: Playwright, stack: ExitStack
    ) -> None:
        self.folder, self.hosts = folder, hosts
        profile = folder / "table.toml"
        profile.write_text(NOTHING, encoding="utf-8")
        words = ("--table", str(profile))
        self.table: StartedTable = stack.enter_context(
            started_table(folder, *words, inside=hosts[0].inside)
        )
        browsers = [host.browser(playwright, folder) for host in hosts]
        for browser in browsers:
            stack.callback(browser.close)
        screen = browsers[0].new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
        screen.set_default_timeout(TIMEOUT_MS)
        self.screen: Page = screen.new_page()
        self.phones = [phone_context(browser).new_page() for browser in browsers[1:]]

    def open_to_phones(self) -> None:
        """One touch, and a new PIN."""
        self.screen.get_by_role("button", name="Play with phones").click()
        sheet = self.screen.get_by_role("dialog")
        sheet.get_by_label("Choose a PIN").fill(PIN)
        sheet.get_by_role("button", name="Let phones join").click()
        expect(sheet.get_by_text(f"http://{self.hosts[0].address}:")).to_be_visible()

    def scan(self, seat: int) -> str:
        """What a phone's camera reads on the table's screen."""
        code = self.screen.get_by_role("dialog").locator("img").nth(seat)
        return decoded(code)


def decoded(code: Locator) -> str:
    code.evaluate("each => each.decode()")
    picture = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    text, *_ = cv2.QRCodeDetector().detectAndDecode(cv2.resize(picture, None, fx=3, fy=3))
    return text


@pytest.fixture
def evening(
    request: pytest.FixtureRequest, playwright: Playwright, tmp_path: Path
) -> Iterator[Evening]:
    with ExitStack() as stack:
        hosts = stack.enter_context(network(1 + request.param))
        yield Evening(tmp_path, hosts, playwright, stack)


def is_refused(phone: Page, address: str) -> bool:
    try:
        phone.goto(address, timeout=10_000)
    except Exception:  # noqa: BLE001 - whatever the browser says of a door that is shut
        return True
    return False


@pytest.mark.parametrize("evening", [1], indirect=True)
def test_a_phone_on_another_computer_scans_joins_and_plays(evening: Evening) -> None:
    screen, (phone,), table = evening.screen, evening.phones, evening.table
    there = table.address.replace("127.0.0.1", evening.hosts[0].address)
    assert is_refused(phone, there)

    screen.goto(table.screen_address)
    assert "#" not in screen.url
    evening.open_to_phones()
    screen.get_by_role("button", name="Close", exact=True).click()
    Newcomer(screen).sit_down("Magic Beanstalk", ("Anna", "Ben"))
    screen.get_by_role("button", name="Play with phones").click()
    expect(screen.get_by_role("dialog").locator("img")).to_have_count(2)
    page = evening.scan(1)
    assert page.startswith(f"{there}/seat/1#code=")

    phone.goto(page)
    phone.get_by_role("button", name="I am Ben").tap()
    phone.get_by_role("button", name="Card 6").tap()
    expect(phone.get_by_text("Your card is down")).to_be_visible()
    expect(screen.get_by_text("A phone plays this seat")).to_be_visible()
    come_to_rest(phone)

    # Whoever knows the PIN shuts the door again; the phone's seat waits for it.
    screen.get_by_role("button", name="Close the table to phones").click()
    sheet = screen.get_by_role("dialog")
    sheet.get_by_label("PIN").fill(PIN)
    sheet.get_by_role("button", name="Close the table to phones").click()
    expect(sheet.get_by_role("button", name="Let phones join")).to_be_visible()
    expect(phone.get_by_text("The line to the table is broken")).to_be_visible()
    assert is_refused(phone, there)


@pytest.mark.slow
@pytest.mark.parametrize("evening", [3], indirect=True)
def test_a_family_evening(evening: Evening) -> None:
    """Nothing is typed but names and, once, a new PIN."""
    screen, phones = evening.screen, evening.phones
    screen.goto(evening.table.screen_address)
    evening.open_to_phones()
    screen.get_by_role("button", name="Close", exact=True).click()

    begin_with_phones(evening, "Magic Beanstalk")
    for number, phone in enumerate(phones):
        phone.get_by_role("button", name=f"Card {number + 2}").tap()
    expect(screen.get_by_role("img", name="Action card 2")).to_be_visible()
    pictures(evening, "beanstalk")

    screen.goto(f"{evening.table.address}/")
    screen.get_by_role("button", name="Put it aside").click()
    begin_with_phones(evening, "Bohnanza")
    anna, ben, carl = phones
    Newcomer(screen).play(
        lambda page: page.get_by_role("button", name="A deal or a gift").is_visible()
    )
    propose(anna, "Ben", "Blue")
    pictures(evening, "bohnanza")
    ben.get_by_role("button", name="No, thanks").tap()
    expect(ben.get_by_role("region")).to_have_count(0)
    propose(anna, "Carl", "Blue")
    carl.get_by_role("button", name="Yes, agreed").tap()
    expect(carl.get_by_role("region")).to_have_count(0)
    expect(screen.get_by_text("Blue").first).to_be_visible()


def begin_with_phones(evening: Evening, game: str) -> None:
    """Everybody sits down on the screen and scans the code of the seat."""
    names = ("Anna", "Ben", "Carl")
    Newcomer(evening.screen).sit_down(game, names)
    evening.screen.get_by_role("button", name="Play with phones").click()
    codes = evening.screen.get_by_role("dialog").locator("img")
    expect(codes).to_have_count(3)
    scanned = [evening.scan(seat) for seat in range(3)]
    for phone, page, name in zip(evening.phones, scanned, names, strict=True):
        phone.goto(page)
        phone.get_by_role("button", name=f"I am {name}").tap()
        expect(phone.get_by_role("button", name="Give the seat back to the table")).to_be_visible()
    expect(codes).to_have_count(0)
    evening.screen.get_by_role("button", name="Close", exact=True).click()


def propose(phone: Page, partner: str, card: str) -> None:
    phone.get_by_role("button", name="Propose a deal or a gift").tap()
    form = phone.get_by_role("dialog")
    for name in (partner, f"Add {card}"):
        form.get_by_role("button", name=name, exact=True).first.tap()
    form.get_by_role("button", name="Propose it").tap()
    expect(form).to_be_hidden()


def pictures(evening: Evening, name: str) -> None:
    """For people to look at; the same page in French is the same page."""
    for number, phone in enumerate(evening.phones):
        for language in ("fr", "en"):
            phone.goto(f"{phone.url.partition('?')[0]}?lang={language}")
            come_to_rest(phone)
            phone.screenshot(path=evening.folder / f"{name}-{number}.{language}.png")
            assert phone.evaluate("document.documentElement.scrollWidth") == 390
