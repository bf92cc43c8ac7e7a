"""The pages beside the table: statistics, a recorded game with its replay, the operator."""

from __future__ import annotations

import re
import time
from pathlib import Path

import numpy as np
from playwright.sync_api import BrowserContext, Page, expect

from referee.devices.camera.contract import CameraFrame
from referee.table.evidence.recorder import EvidenceRecorder
from referee.table.orders import DoneOrder, FellOrder
from tests.browser.conftest import wait_until, watched_page
from tests.web.fake_devices import SlowHealth
from tests.web.running_table import RunningTable, game_of, running_table, wait_for


def see_and_feel(evidence: EvidenceRecorder) -> None:
    """Two seconds in which a grey square moves and five grams lie on the plate."""
    now_s = time.monotonic()
    for number in range(20):
        picture = np.full((48, 64, 3), 40, np.uint8)
        picture[10:30, number : number + 20] = 180
        evidence.add_frame(CameraFrame(picture, now_s - 2 + number / 10))
        evidence.add_sample(now_s - 2 + number / 10, 5.0, None)
        evidence.add_sample(now_s - 2 + number / 10, None, (0.0, 0.0, 1.0))


def build(table: RunningTable) -> None:
    """Play until something stands that can fall."""
    decide = table.players()
    for _ in range(100):
        state = table.thread.ask(lambda at: at.umpire.state if at.umpire else None).result(20)
        if len(game_of(table).standing(state)) > 2:
            return
        action = decide()
        assert action is not None
        table.act(action)


def test_statistics_of_finished_games(page: Page, table: RunningTable) -> None:
    for _ in range(2):
        table.begin("magic-beanstalk", 3, {"gold": "digital"})
        table.play()
    page.goto(f"{table.address}/stats")
    expect(page.get_by_text("games played")).to_be_visible()
    expect(page.locator(".heads strong").first).to_have_text("2")
    expect(page.get_by_text("Towers that still stand at this height").first).to_be_visible()
    expect(page.locator(".uplot canvas").first).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("Are the dice fair"))).to_be_visible()
    page.locator(".filters select").first.select_option("spookies")
    expect(page.get_by_text("No finished game fits.")).to_be_visible()


def test_a_recorded_game_shows_its_timeline_and_its_replay(page: Page, table: RunningTable) -> None:
    game_id = table.begin("magic-beanstalk", 3, {"gold": "digital"})
    build(table)
    see_and_feel(table.evidence)
    table.thread.ask(lambda at: (at.order(FellOrder()), at.order(DoneOrder()))).result(20)
    table.play()
    # What is not complete yet is written when the game is left.
    table.thread.ask(lambda at: at.leave_game()).result(60)
    page.goto(f"{table.address}/games/{game_id}")
    expect(page.get_by_text("The Beanstalk is planted").first).to_be_visible()
    line = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Replay"))
    expect(line).to_have_count(1)
    expect(line).to_contain_text("The Beanstalk has fallen!")
    line.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("img", name="Weight and shaking over time")).to_be_visible()
    wait_until(page, "document.querySelector('video').videoWidth > 0")
    scrub = page.get_by_label("Moment of the replay")
    scrub.fill("-1")
    wait_until(page, "Math.abs(document.querySelector('video').currentTime - 1) < 0.3")


def test_the_operator_needs_the_pin_and_changes_the_language(
    page: Page, table: RunningTable
) -> None:
    page.goto(f"{table.address}/operator")
    page.get_by_label("PIN").fill("1111")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("PIN").fill("2468")
    page.get_by_role("button", name="Log in").click()
    settings = page.get_by_role("heading", name="Settings")
    expect(settings).to_be_visible()
    section = page.locator("section", has=settings)
    section.get_by_role("button", name="Français").click()
    section.get_by_role("button", name="Save").click()
    with table.client() as client:
        wait_for(lambda: client.get("/table").json()["table"]["language"] == "fr")


def test_a_player_gets_a_profile(page: Page, table: RunningTable) -> None:
    page.goto(f"{table.address}/operator")
    page.get_by_label("PIN").fill("2468")
    page.get_by_role("button", name="Log in").click()
    page.get_by_label("A new name").fill("Dora")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_label("Name of Dora")).to_be_visible()
    page.goto(table.address)
    page.get_by_role("button", name="Spookies").click()
    page.get_by_role("button", name="Dora").click()
    expect(page.get_by_role("button", name="Dora stands up")).to_be_visible()


def test_the_pin_is_entered_with_fingers_alone(page: Page, table: RunningTable) -> None:
    page.goto(f"{table.address}/operator")
    for key in ("2", "4", "5", "⌫", "6", "8"):
        page.locator(".keys").get_by_text(key, exact=True).click()
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def test_a_recorded_game_speaks_french_throughout(page: Page, table: RunningTable) -> None:
    game_id = table.begin("magic-beanstalk", 2, {"gold": "digital"})
    table.play()
    page.goto(f"{table.address}/games/{game_id}?lang=fr")
    expect(page.get_by_text("jeu de base, or à l’écran")).to_be_visible()
    page.goto(f"{table.address}/stats?lang=fr")
    expect(page.get_by_role("heading", name="dés du Haricot")).to_be_visible()


def test_the_health_page_shows_each_light_as_it_is_found(
    context: BrowserContext, tmp_path: Path, built_page: Path
) -> None:
    slow = SlowHealth()
    with (
        running_table(tmp_path, health=slow) as table,
        watched_page(context, table.address) as page,
    ):
        page.goto(f"{table.address}/health")
        expect(page.get_by_text("The camera sees the tray.")).to_be_visible()
        expect(page.get_by_text("The scale is weighing.")).to_be_hidden()
        slow.may_go_on.set()
        expect(page.get_by_text("The scale is weighing.")).to_be_visible()
