"""A game of another distribution, from its wheel to the last roll: camera, page and phones."""

from __future__ import annotations

import os
import site
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import come_to_rest, phone_page, watched_page
from tests.browser.serious_faults import serious_faults
from tests.browser.started_table import StartedTable, started_table

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


def claim(phone: Page, table: StartedTable, seat: int) -> None:
    with table.client() as client:
        digits = client.get("/table").json()["seats"][seat]["digits"]
    phone.goto(f"{table.address}/seat/{seat}")
    phone.locator("input").first.fill(digits)
    phone.locator("form button, button.gold").first.tap()


@pytest.mark.slow
def test_a_game_from_its_wheel_is_played_by_camera_on_the_page_and_on_phones(
    chromium: Browser, python: Path, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        words = ("--game", "trio", "--players", "Anna,Ben")
        table = stack.enter_context(started_table(tmp_path, *words, python=python))
        context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
        stack.callback(context.close)
        table.let_in(context)
        page = stack.enter_context(watched_page(context, table.address))
        phones = [stack.enter_context(phone_page(chromium, code)) for code in ("en-GB", "fr-FR")]
        page.goto(f"{table.address}/table")
        for seat, phone in enumerate(phones):
            claim(phone, table, seat)
        phones[1].goto(f"{table.address}/seat/1?lang=fr")
        expect(page.get_by_role("rowheader", name="Even pips")).to_be_visible()
        expect(phones[1].get_by_role("rowheader", name="Points pairs")).to_be_visible()

        for turn in range(6):
            page.get_by_role("button", name="Roll the dice").click()
            asked = phones[turn % 2]
            row = "write into" if turn % 2 == 0 else "inscrire dans"
            choice = asked.get_by_role("button", name=row).first
            expect(choice).to_be_visible()
            if turn == 0:
                expect(page.get_by_role("button", name="Sum", exact=False).first).to_be_visible()
                come_to_rest(page)
                assert serious_faults(page) == []
                assert serious_faults(asked) == []
            choice.tap()
        expect(page.get_by_role("button", name="Play again")).to_be_visible()
        with table.client() as client:
            (recorded,) = client.get("/games").json()["games"]
        assert recorded["outcome"]["scores"]
        assert any(word in "".join(table.printed) for word in ("http", "Dashboard"))

    pip(python, "uninstall", "--yes", "trio-game")
    with started_table(tmp_path, python=python) as table, table.client() as client:
        (left,) = client.get("/games").json()["games"]
        assert left["game"] == "trio"
        assert left["seats"] == ["Anna", "Ben"]
        assert "not installed" in left["damage"]["en"]
        assert client.post(f"/games/{left['id']}/resume").status_code in {404, 409, 422}
        assert "trio" not in {each["name"] for each in client.get("/catalogue").json()["games"]}
        seats = [{"name": "Anna"}, {"name": "Ben"}]
        assert client.post("/games", json={"game": "pig", "seats": seats}).status_code == 201
