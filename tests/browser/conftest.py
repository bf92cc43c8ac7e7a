"""A real Chromium in front of the real server; the page is built first if it has changed."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.tools_expected import missing
from tests.web.running_table import RunningTable, running_table

ROOT = Path(__file__).parents[2]
# The same engine without a window around it takes a third of the processor time.
CHROMIUM = Path("/usr/bin/chromium-headless-shell")
# Only against hanging: a machine that runs other things beside this one may take its time.
TIMEOUT_MS = 120_000
expect.set_options(timeout=TIMEOUT_MS)
# A table without a camera has no picture, one without hands says so, and a PIN may be wrong.
_EXPECTED = ("400", "401", "403", "404", "409", "422")


def wait_until(page: Page, expression: str) -> None:
    """Wait for something in the page; its content policy forbids Playwright's own way."""
    ends = time.monotonic() + TIMEOUT_MS / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < ends, expression
        page.wait_for_timeout(50)


# A countdown, or a light that breathes, goes on for long and moves nothing out of its place.
_AT_REST = """document.fonts.status === 'loaded' && document.getAnimations().every((each) =>
  each.playState !== 'running' || each.effect.getComputedTiming().endTime > 5000)"""


def come_to_rest(page: Page) -> None:
    """Wait until everything has arrived and nothing slides or fades in any more."""
    # A page that shows a living camera never stops loading.
    with suppress(PlaywrightTimeoutError):
        page.wait_for_load_state("networkidle", timeout=3000)
    wait_until(page, _AT_REST)


def build_script() -> ModuleType:
    """`scripts/build_ui.py`, which is no package."""
    spec = importlib.util.spec_from_file_location("build_ui", ROOT / "scripts/build_ui.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def built_page() -> Path:
    """The built page; workers wait for each other instead of building twice."""
    builder = build_script()
    builder.build()
    builder.install_tools()
    page: Path = builder.STATIC
    return page


@pytest.fixture(scope="session")
def playwright(built_page: Path) -> Iterator[Playwright]:
    """What drives all browsers of this worker; a second one would not start."""
    if not CHROMIUM.exists():
        missing("not installed: chromium-headless-shell")
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM,
        args=["--no-sandbox", "--disable-background-networking", "--mute-audio"],
    )
    yield browser
    browser.close()


class Troubles:
    """What went wrong on a page without anybody seeing it."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.elsewhere: list[str] = []

    def watch(self, page: Page, address: str) -> None:
        page.on("pageerror", lambda error: self.found.append(str(error)))
        page.on("console", self._hear)
        page.on("request", lambda request: self._see(request.url, address))

    def _hear(self, message: ConsoleMessage) -> None:
        is_expected = any(code in message.text for code in _EXPECTED)
        if message.type == "error" and not is_expected:
            self.found.append(message.text)

    def _see(self, url: str, address: str) -> None:
        if not url.startswith((address, address.replace("http", "ws"), "data:", "blob:")):
            self.elsewhere.append(url)


@pytest.fixture
def table(tmp_path: Path, built_page: Path) -> Iterator[RunningTable]:
    with running_table(tmp_path, pin="2468") as running:
        yield running


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A screen like the one at the table."""
    made = chromium.new_context(viewport={"width": 1024, "height": 600}, locale="en-GB")
    made.set_default_timeout(TIMEOUT_MS)
    yield made
    made.close()


@contextmanager
def watched_page(context: BrowserContext, address: str) -> Iterator[Page]:
    """A page of that screen; errors on it and requests to anywhere else fail the test."""
    opened = context.new_page()
    troubles = Troubles()
    troubles.watch(opened, address)
    yield opened
    opened.close()
    assert troubles.found == []
    assert troubles.elsewhere == []


@contextmanager
def phone_page(chromium: Browser, language: str = "en-GB") -> Iterator[Page]:
    """A page on a phone of its own."""
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale=language
    )
    context.set_default_timeout(TIMEOUT_MS)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(context: BrowserContext, table: RunningTable) -> Iterator[Page]:
    with watched_page(context, table.address) as opened:
        yield opened
