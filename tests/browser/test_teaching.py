"""Dice are taught on the operator's page: hands turn a die over, a person touches the names."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.app.face_sets import load_faces
from referee.clock import SystemClock
from referee.config import read_table_profile
from referee.games.boxes import game_rolling
from referee.language import language
from tests.browser.conftest import come_to_rest
from tests.browser.serious_faults import serious_faults
from tests.browser.test_calibration import PATIENCE_MS, PIN, fits, open_calibration
from tests.calibrate.drawn_dice import DRAWN, faces_in_turn, offer_drawn_dice
from tests.web.calibrated_table import CalibratedTable, calibrated_table

SLOWER = 5.0
MOST_S = 120.0


class SlowClock:
    """The time of the table passes slowly, so that a busy computer sees every turn of the die."""

    def __init__(self) -> None:
        self._clock = SystemClock()

    def now(self) -> datetime:
        return self._clock.now()

    def monotonic_s(self) -> float:
        return self._clock.monotonic_s() / SLOWER


@pytest.fixture
def table(
    tmp_path: Path, built_page: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[CalibratedTable]:
    offer_drawn_dice(monkeypatch)
    with calibrated_table(tmp_path, clock=SlowClock()) as running:
        assert running.client.post("/operator/pin", json={"new": PIN}).status_code == 200
        token = running.client.post("/operator/login", json={"pin": PIN}).json()["token"]
        running.client.headers["authorization"] = f"Bearer {token}"
        yield running


class Person:
    """Touches the page, and counts it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.touches = 0

    def touch(self, button: str) -> None:
        self._page.get_by_role("button", name=button, exact=True).click()
        self.touches += 1


CALLED = {"beanstalk": "Beanstalk dice", "friend": "Friend die"}


def begin(page: Page, table: CalibratedTable, kind: str) -> Person:
    open_calibration(page, table)
    person = Person(page)
    if kind == DRAWN:
        person.touch("Dice of no game")
        page.get_by_label("Name of the set").fill(DRAWN)
    else:
        person.touch(CALLED[kind])
    person.touch("Begin: Dice")
    person.touch("Let the simulated table do it")
    return person


def name_next(page: Page, person: Person, number: int, face: str, label: str) -> None:
    """The first group without a name is asked about by itself."""
    heading = page.get_by_role("heading", name=f"No. {number}: Which face is this?")
    expect(heading).to_be_visible(timeout=PATIENCE_MS)
    if label:
        person.touch(label)
        return
    page.get_by_label("Its name").fill(face)
    person.touch("Name it")


LABELS = {"eye": "Eye", "die": "Die", "treasure": "Treasure", "trunk": "Trunk"}


def test_a_face_is_named_by_one_touch_and_taken_apart(page: Page, table: CalibratedTable) -> None:
    person = begin(page, table, "beanstalk")
    first, second = faces_in_turn("beanstalk")[:2]
    name_next(page, person, 1, first, LABELS[first])
    row = page.get_by_role("region", name="Faces seen so far")
    expect(row.get_by_role("button").filter(has_text=LABELS[first])).to_contain_text("1 / ")
    name_next(page, person, 2, second, LABELS[second])
    # Whatever was wrong is put right in the same place.
    row.get_by_role("button").filter(has_text=LABELS[second]).click()
    person.touch("Leave it out")
    expect(row.get_by_text("left out")).to_be_visible()
    come_to_rest(page)
    assert serious_faults(page) == []
    for width, height in ((390, 844), (1024, 600)):
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["beanstalk", "friend", DRAWN])
def test_a_die_is_taught_in_two_minutes(page: Page, table: CalibratedTable, kind: str) -> None:
    faces = faces_in_turn(kind)
    game, words = game_rolling(kind), language("en")
    person = begin(page, table, kind)
    clock = table.running.clock
    began_s = clock.monotonic_s()
    for number, face in enumerate(faces, start=1):
        name_next(page, person, number, face, words.term(game, "face", face) if game else "")
    accept = page.get_by_role("button", name="Accept")
    expect(accept).to_be_enabled(timeout=PATIENCE_MS)
    took_s = clock.monotonic_s() - began_s
    person.touch("Accept")
    expect(page.get_by_text("of 100 readings will be certain").first).to_be_visible(
        timeout=PATIENCE_MS
    )
    person.touch("Accept")
    expect(page.get_by_role("heading", name="Calibrated")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_text("The table reads these dice from now on.")).to_be_visible()
    print(f"{kind}: {took_s:.0f} s of the table, {person.touches} touches")  # noqa: T201
    assert took_s <= MOST_S
    assert person.touches <= len(faces) + 5
    kept = read_table_profile(table.profile).dice.sets[kind]
    assert set(load_faces(Path(kept)).faces) == set(faces)
