"""From the operator's switch to a die that is asked about once and then read for certain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from referee.app.dashboard.server import Dashboard
from referee.app.face_sets import load_faces
from referee.app.running_table import RunningTable, open_table
from referee.config import TableProfile
from referee.games.boxes import shipped_sets
from referee.games.magic_beanstalk import actions as a
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.games.reports import ReportDice
from referee.table.orders import Act
from referee.table.table import Table
from referee.vision.faces.files import faces_to_bytes
from referee.vision.faces.gallery import TaughtFaces
from tests.app.plain_ground import film
from tests.browser.conftest import come_to_rest, watched_page
from tests.browser.serious_faults import serious_faults
from tests.browser.started_table import free_port
from tests.table.eye_stage import tray_picture
from tests.table.game_under_way import umpire_of
from tests.web.fake_devices import StandInLearned
from tests.web.running_table import running_table

GAME = "magic-beanstalk"
FACE = "treasure"
SEEN_MS = 300_000
_WAYS_MM = (90.0, 62.0, 40.0, 22.0, 10.0, 3.0)
_NOW = "The table learns from your answers"


def switch_on(page: Page) -> None:
    """On the operator's page, which says what it does."""
    section = page.locator("section", has=page.get_by_role("heading", name="What the table learns"))
    section.get_by_label("Learn from answers").check()
    expect(section).to_contain_text("a small picture of that die is kept with the answer")
    section.get_by_role("button", name="Save").click()
    expect(page.locator("p.message")).to_have_text("Saved.")


def test_the_operator_switches_it_on_and_lets_it_be_forgotten(
    tmp_path: Path, context: BrowserContext, built_page: Path
) -> None:
    with (
        running_table(tmp_path, kept=tmp_path, learned=StandInLearned()) as table,
        watched_page(context, table.address) as page,
    ):
        table.begin(GAME)
        page.goto(f"{table.address}/table")
        expect(page.locator(".now")).not_to_contain_text(_NOW)
        page.goto(f"{table.address}/operator")
        expect(page.get_by_text("3 pictures were learned beyond what was taught.")).to_be_visible()
        switch_on(page)
        page.get_by_role("button", name="Forget what was learned").click()
        expect(page.get_by_text("Nothing was learned beyond what was taught.")).to_be_visible()
        expect(page.get_by_role("button", name="Forget what was learned")).to_be_disabled()
        come_to_rest(page)
        assert serious_faults(page) == []
        page.goto(f"{table.address}/table")
        expect(page.locator(".now")).to_contain_text(_NOW)
        page.goto(f"{table.address}/privacy")
        faces = page.get_by_role("listitem").filter(has_text="Small pictures of single dice")
        expect(faces).to_contain_text("The table learns from answers now.")


@dataclass
class SymbolTable:
    """A table whose camera sees one die with a symbol thrown, again and again."""

    running: RunningTable
    dashboard: Dashboard

    def begin_and_roll(self) -> None:
        """A game in which one die is awaited."""
        self.running.ask(_begin).result()

    def rolls(self) -> list[tuple[str, ...]]:
        return self.running.ask(_rolls).result()


def _begin(table: Table) -> None:
    options = parse_options(find_game(GAME), {"numbers": {"cards": [[1]] * 7}})
    table.begin_game(GAME, ("Ada", "Bo"), options)
    umpire = umpire_of(table)
    while True:
        choices = umpire.game.legal_actions(umpire.state)
        chosen = [each for each in choices if isinstance(each, a.PickCard | a.AnnounceDice)]
        if not chosen:
            return
        assert table.order(Act(chosen[0])).is_accepted


def _rolls(table: Table) -> list[tuple[str, ...]]:
    actions = [each.action for each in umpire_of(table).history.actions]
    return [each.faces for each in actions if isinstance(each, ReportDice)]


def badly_taught() -> TaughtFaces:
    """The set of the game, with pictures of another symbol for one of its faces."""
    sets = {name: load_faces(die.gallery) for name, die in shipped_sets().items()}
    wrong = sets["spookies-friend"].cuts["kracko"][:3]
    return TaughtFaces("ours", {**sets[GAME].cuts, FACE: wrong})


@pytest.fixture
def table(tmp_path: Path, built_page: Path) -> Iterator[SymbolTable]:
    rolling = [(tray_picture((FACE,), symbols=GAME, way_mm=way_mm), 1) for way_mm in _WAYS_MM]
    still = tray_picture((FACE,), symbols=GAME)
    url = film(tmp_path / "film", [(tray_picture(), 25), *rolling, (still, 35)])
    (tmp_path / "ours.faces.json").write_bytes(faces_to_bytes(badly_taught()))
    nothing = {"url": "none:"}
    profile = {
        "camera": {"url": url},
        "scale": nothing,
        "voice": nothing,
        "panel": nothing,
        "store": {"url": f"sqlite:///{tmp_path}/table.sqlite"},
        "dice": {"sets": {"beanstalk": str(tmp_path / "ours.faces.json")}},
    }
    with open_table(msgspec.convert(profile, TableProfile)) as running:
        port = free_port()
        with Dashboard(running, folder=tmp_path, port=port) as dashboard:
            yield SymbolTable(running, dashboard)


@pytest.mark.slow
def test_a_die_is_asked_about_once_and_then_read_for_certain(
    table: SymbolTable, context: BrowserContext
) -> None:
    with watched_page(context, table.dashboard.address) as page:
        page.goto(table.dashboard.screen_address)
        page.goto(f"{table.dashboard.address}operator")
        switch_on(page)
        table.begin_and_roll()
        page.goto(f"{table.dashboard.address}table")
        expect(page.locator(".now")).to_contain_text(_NOW)
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("What does it show?", timeout=SEEN_MS)
        expect(sheet.get_by_role("img").first).to_be_visible()
        sheet.get_by_role("button", name="treasure").click()
        expect(sheet).to_be_hidden()
        assert table.rolls() == [(FACE,)]
        while table.running.learned.count == 0:
            page.wait_for_timeout(100)

        page.goto(f"{table.dashboard.address}operator")
        expect(page.get_by_text("One picture was learned beyond what was taught.")).to_be_visible()
        table.begin_and_roll()
        page.goto(f"{table.dashboard.address}table")
        dice = page.get_by_role("list", name="The dice").get_by_role("listitem")
        expect(dice).to_have_count(1, timeout=SEEN_MS)
        # A die is shown as soon as it lies still, and the roll taken as soon as that is sure.
        while not table.rolls() and sheet.is_hidden():
            page.wait_for_timeout(100)
        assert table.rolls() == [(FACE,)], "nobody was asked"
        assert set(certainties(table)) == {"certain"}


def certainties(table: SymbolTable) -> list[str]:
    """How sure the camera was of the dice that lie there."""
    dice = table.running.ask(lambda each: umpire_of(each).tray.dice).result()
    return [str(each.die.certainty) for each in dice]
