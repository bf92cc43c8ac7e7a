"""The pages beside the table: statistics, a recorded game with its replay, the operator."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import msgspec
import numpy as np
from playwright.sync_api import BrowserContext, Page, expect

from referee.store.evidence import EvidencePart
from referee.table.evidence.clip import film
from referee.table.evidence.rings import KeptFrame
from tests.browser.conftest import wait_until, watched_page
from tests.web.running_table import RunningTable, running_table
from tests.web.stand_ins import SlowHealth


def short_clip() -> bytes:
    """Two seconds in which a grey square moves."""
    frames = []
    for number in range(20):
        picture = np.full((48, 64, 3), 40, np.uint8)
        picture[10:30, number : number + 20] = 180
        frames.append(KeptFrame(number / 10, cv2.imencode(".jpg", picture)[1].tobytes()))
    return film(frames, 1.0).webm


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
    table.play()
    seconds = [number / 10 - 1 for number in range(20)]
    curve = {
        "weight_s": seconds,
        "weight_g": [100.0 if each < 0 else 12.0 for each in seconds],
        "acceleration_s": seconds,
        "acceleration_g": [1.0] * 20,
    }
    times = {"clip_began_s": -1.0, "clip_hz": 15.0, "began_s": -1.0, "ended_s": 1.0}
    files = {
        "curve.json": EvidencePart("application/json", msgspec.json.encode(curve)),
        "times.json": EvidencePart("application/json", msgspec.json.encode(times)),
        "clip.webm": EvidencePart("video/webm", short_clip()),
    }
    table.store.evidence.keep(game_id, 5, "fall", files)
    page.goto(f"{table.address}/games/{game_id}")
    expect(page.get_by_text("The Beanstalk is planted").first).to_be_visible()
    page.get_by_role("button", name="Replay").first.click()
    expect(page.get_by_role("img", name="Weight and shaking over time")).to_be_visible()
    wait_until(page, "document.querySelector('video').videoWidth > 0")
    scrub = page.get_by_label("Moment of the replay")
    scrub.fill("0.5")
    wait_until(page, "Math.abs(document.querySelector('video').currentTime - 1.5) < 0.2")


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
        assert client.get("/table").json()["table"]["language"] == "fr"


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
