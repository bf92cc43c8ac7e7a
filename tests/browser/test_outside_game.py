"""A game of another distribution, from its wheel to the last roll: camera, page and phones."""

from __future__ import annotations

import os
import site
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.conftest import TIMEOUT_MS, come_to_rest
from tests.browser.hosts import network, phone_context
from tests.browser.serious_faults import serious_faults
from tests.browser.started_table import started_table

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "tests/outside_game"
CLEAN = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def run(*words: str | Path, **more: str) -> None:
    subprocess.run(words, check=True, env={**CLEAN, **more}, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory, built_page: Path) -> Path:
    """An environment into which the wheels of the table and of the sample game are installed.

    What the table stands on is borrowed from the environment of the tests; the table itself is not.
    """
    folder = tmp_path_factory.mktemp("clean")
    wheel = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    for source in (ROOT, SAMPLE):
        run(*wheel, "--wheel-dir", folder / "wheels", source, REFEREE_WITHOUT_DASHBOARD="1")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
    (packages,) = (folder / "venv/lib").glob("python*/site-packages")
    (packages / "borrowed.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    python = folder / "venv/bin/python"
    pip(python, "install", "--no-deps", "--no-index", *sorted((folder / "wheels").iterdir()))
    return python


def pip(python: Path, *words: str | Path) -> None:
    run(sys.executable, "-m", "pip", "--quiet", "--python", python, *words)


@pytest.mark.slow
def test_a_game_from_its_wheel_is_played_by_camera_on_the_page_and_on_phones(
    playwright: Playwright, python: Path, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        hosts = stack.enter_context(network(3))
        words = ("--game", "trio", "--players", "Anna,Ben")
        inside = hosts[0].inside
        table = stack.enter_context(started_table(tmp_path, *words, inside=inside, python=python))
        browsers = [host.browser(playwright, tmp_path) for host in hosts]
        for browser in browsers:
            stack.callback(browser.close)
        screen = browsers[0].new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
        screen.set_default_timeout(TIMEOUT_MS)
        page = screen.new_page()
        phones = [
            phone_context(browser, code).new_page()
            for browser, code in zip(browsers[1:], ("en-GB", "fr-FR"), strict=True)
        ]
        page.goto(table.screen_address)
        page.goto(f"{table.address}/table")
        take_seats(page, phones, table.address.replace("127.0.0.1", hosts[0].address))
        phones[1].goto(f"{phones[1].url.partition('#')[0]}?lang=fr")
        expect(page.get_by_role("rowheader", name="Even pips")).to_be_visible()
        expect(phones[1].get_by_role("rowheader", name="Points pairs")).to_be_visible()
        for turn in range(6):
            if turn == 3:
                page.goto(f"{table.address}/table?lang=fr")
                expect(page.get_by_role("rowheader", name="Points pairs")).to_be_visible()
            play_a_turn(page, phones[turn % 2], is_looked_at=turn in {0, 3})
        expect(page.get_by_role("button", name="Rejouer")).to_be_visible()

    the_table_goes_on_without_it(python, tmp_path)


def take_seats(page: Page, phones: list[Page], address: str) -> None:
    """The screen lets phones join, and each player types the digits of a seat."""
    page.get_by_role("button", name="Play with phones").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Choose a PIN").fill("2468")
    sheet.get_by_role("button", name="Let phones join").click()
    expect(sheet.locator(".digits")).to_have_count(2)
    digits = sheet.locator(".digits").all_text_contents()
    for seat, phone in enumerate(phones):
        phone.goto(f"{address}/seat/{seat}")
        phone.locator("input.digits").fill(digits[seat])
        phone.locator("button.gold").tap()
        expect(phone.locator("input.digits")).to_have_count(0)
    page.get_by_role("button", name="Close", exact=True).click()


def play_a_turn(page: Page, phone: Page, *, is_looked_at: bool) -> None:
    """Simulated hands roll, the camera reads, and the player's phone offers the free rows."""
    page.locator(".hands button").first.click()
    free = phone.get_by_role("table").get_by_role("button")
    expect(free.first).to_be_visible()
    if is_looked_at:
        for each in (page, phone):
            come_to_rest(each)
            assert serious_faults(each) == []
    free.first.tap()
    expect(free).to_have_count(0)


def the_table_goes_on_without_it(python: Path, folder: Path) -> None:
    pip(python, "uninstall", "--yes", "trio-game")
    with started_table(folder, python=python) as table, table.client() as client:
        (left,) = client.get("/games").json()["games"]
        assert left["game"] == "trio"
        assert left["seats"] == ["Anna", "Ben"]
        assert "not installed" in left["damage"]["en"]
        assert client.post(f"/games/{left['id']}/resume").is_client_error
        names = {each["name"] for each in client.get("/catalogue").json()["games"]}
        assert "pig" in names
        assert "trio" not in names
        seats = [{"name": "Anna"}, {"name": "Ben"}]
        assert client.post("/games", json={"game": "pig", "seats": seats}).status_code == 201
        token = client.post("/operator/login", json={"pin": "2468"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        assert b"trio" in client.get(f"/games/{left['id']}/raw").content
        assert client.delete(f"/games/{left['id']}").is_success
        assert [each["game"] for each in client.get("/games").json()["games"]] == ["pig"]
