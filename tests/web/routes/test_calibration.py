"""The guided calibration over the wire, at a simulated table in real time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.app.face_sets import load_faces
from referee.config import read_table_profile
from referee.devices.camera.contract import LightSettings
from referee.simulation.tray.dice import kind_named
from tests.web.calibrated_table import PATH, PATIENCE_S, CalibratedTable, calibrated_table

GAME = {"game": "spookies", "seats": [{"name": "Juliette"}, {"name": "Fred"}], "options": {}}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[CalibratedTable]:
    with calibrated_table(tmp_path) as running:
        yield running


def test_only_the_operator_calibrates(table: CalibratedTable) -> None:
    assert table.client.post("/operator/pin", json={"new": "2468"}).status_code == 200
    asked = [
        table.client.get(PATH),
        table.begin("tray"),
        table.press("accept", 1),
        table.client.get(f"{PATH}/picture.jpg"),
    ]
    assert [each.status_code for each in asked] == [401] * 4
    token = table.client.post("/operator/login", json={"pin": "2468"}).json()["token"]
    table.client.headers["authorization"] = f"Bearer {token}"
    assert table.state()["phase"] == "idle"


def test_a_step_that_is_over_or_not_ready_is_refused(table: CalibratedTable) -> None:
    assert table.press("accept", 1).status_code == 409
    assert table.begin("scale").status_code == 201
    assert table.begin("tray").status_code == 409
    for deed, step in (("accept", 2), ("abort", 2), ("help", 7)):
        refused = table.press(deed, step)
        assert refused.status_code == 409
        assert set(refused.json()["why_not"]) == {"en", "fr"}
    assert table.press("repeat", 1).status_code == 200
    # A window that was just emptied cannot be accepted.
    assert table.press("accept", 1).status_code == 409
    aborted = table.press("abort", 1).json()
    assert aborted["phase"] == "aborted"
    assert "stays as it was" in aborted["told"][0]["en"]
    assert read_table_profile(table.profile) == table.usual
    assert not table.profile.with_name("table.toml.previous").exists()


def test_what_makes_no_sense_is_said(table: CalibratedTable) -> None:
    assert table.begin("kettle").status_code == 422
    assert table.begin("scale", mass_g=100).status_code == 422
    assert table.begin("dice").status_code == 422
    moon = table.begin("dice", name="ours", kind="moon")
    assert moon.status_code == 422
    assert "no dice called 'moon'" in moon.json()["why_not"]["en"]
    assert table.state()["phase"] == "idle"


def test_a_game_under_way_keeps_the_calibration_out(table: CalibratedTable) -> None:
    game_id = table.client.post("/games", json=GAME).json()["id"]
    refused = table.begin("tray")
    assert refused.status_code == 409
    why = refused.json()["why_not"]
    assert "A game is under way" in why["en"]
    assert "Une partie est en cours" in why["fr"]
    assert table.client.post("/table/leave").status_code == 200
    assert table.begin("tray").status_code == 201
    for blocked in (
        table.client.post("/games", json=GAME),
        table.client.post(f"/games/{game_id}/resume"),
    ):
        assert blocked.status_code == 409
        assert "being calibrated" in blocked.json()["why_not"]["en"]
    assert table.press("abort", 1).status_code == 200
    assert table.client.post(f"/games/{game_id}/resume").status_code == 200


def test_the_light_is_chosen_anew_for_the_tray_and_held_however_that_ends(
    table: CalibratedTable,
) -> None:
    camera = table.running.camera
    assert camera is not None
    kept = LightSettings(exposure_us=5000.0, focus=2.0)
    with table.profile.open("a", encoding="utf-8") as file:
        file.write("[camera.light]\nexposure_us = 5000.0\nfocus = 2.0\n")
    camera.lock(kept, timeout_s=PATIENCE_S)
    assert table.begin("tray").status_code == 201
    wait_for(lambda: camera.status().light is None)
    assert table.press("abort", 1).status_code == 200
    wait_for(lambda: camera.status().light == kept)
    assert table.begin("tray").status_code == 201
    assert table.lead_through()["phase"] == "kept"
    chosen = read_table_profile(table.profile).camera.light
    assert chosen not in {None, kept}
    wait_for(lambda: camera.status().light == chosen)


def test_the_scale_is_tared_from_the_page(table: CalibratedTable) -> None:
    feeler = table.running.touch
    assert feeler is not None
    wait_for(lambda: feeler.level_g is not None)
    beanstalk = {**GAME, "game": "magic-beanstalk"}
    assert table.client.post("/games", json=beanstalk).status_code == 201
    wait_for(lambda: abs((feeler.level_g or 0) - 5) < 0.1)
    # Whoever moves zero by hand does what a cold night does; at its start the table may mend it.
    wait_for(lambda: feeler.count_as(8.0, 5.0) and abs((feeler.level_g or 0) - 8) < 0.1)
    # A tare goes by the newest weight that the table was told, which may be from before that.
    wait_for(
        lambda: (
            table.client.post("/scale/tare").status_code == 200
            and abs((feeler.level_g or 0) - 5) < 0.1
        )
    )


def wait_for(is_so: Callable[[], bool]) -> None:
    ends_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < ends_s, "it takes too long"
        time.sleep(0.05)


def test_the_lens_is_measured_with_a_board_that_simulated_hands_hold(
    table: CalibratedTable,
) -> None:
    assert table.begin("camera").status_code == 201
    ended = table.lead_through()
    assert ended["phase"] == "kept", ended
    assert {each["key"] for each in ended["changes"]} >= {"camera.lens.focal_px"}
    assert ended["told"][-1]["fr"] == "Cela compte dès le prochain démarrage de la table."
    lens = read_table_profile(table.profile).camera.lens
    assert lens is not None
    assert table.running.world is not None
    assert lens.focal_px == pytest.approx(table.running.world.tray.lens.focal_px, rel=0.005)


@pytest.mark.slow
def test_faces_are_taught_by_simulated_hands(table: CalibratedTable) -> None:
    assert table.begin("dice", name="ours", kind="beanstalk").status_code == 201
    assert table.press("help", 1).status_code == 200
    faces = tuple(dict.fromkeys(kind_named("beanstalk").net))
    wait_for(lambda: len(table.state()["step"]["groups"]) == len(faces))
    for number, face in enumerate(faces, start=1):
        assert table.press("name", 1, group=number, name=face).status_code == 200
    wait_for(lambda: table.press("accept", 1).status_code == 200)
    assert table.press("accept", 2).status_code == 200
    ended = table.state()
    assert ended["phase"] == "kept", ended
    file = Path(read_table_profile(table.profile).dice.sets["beanstalk"])
    assert set(load_faces(file).faces) == set(faces)
    assert ended["told"][-1]["en"] == "The table reads these dice from now on."


def test_a_face_that_was_shown_has_a_picture_and_a_name(table: CalibratedTable) -> None:
    assert table.client.get(f"{PATH}/faces/1.jpg").status_code == 404
    assert table.begin("dice", name="ours", kind="beanstalk").status_code == 201
    assert table.press("name", 1, group=1, name="eye").status_code == 409, "nothing was shown"
    table.press("help", 1)
    wait_for(lambda: len(table.state()["step"]["groups"]) > 0)
    answer = table.client.get(f"{PATH}/faces/1.jpg")
    assert answer.headers["content-type"] == "image/jpeg"
    picture = cv2.imdecode(np.frombuffer(answer.content, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (80, 80, 3)
    step = table.state()["step"]
    assert {each["name"]: each["text"]["fr"] for each in step["names"]}["eye"] == "Œil"
    assert table.press("name", 1, group=1, name="moon").status_code == 409
    named = table.press("name", 1, group=1, name="eye").json()["step"]["groups"][0]
    assert (named["name"], named["pictures"][0]) == ("eye", 1)
    left_out = table.press("leave-out", 1, group=1).json()["step"]["groups"][0]
    assert left_out["is_left_out"]


def test_the_picture_shows_what_the_table_sees(table: CalibratedTable) -> None:
    assert table.client.get(f"{PATH}/picture.jpg").status_code == 404
    table.begin("tray")
    while table.state()["step"]["picture"] is None:
        pass
    answer = table.client.get(f"{PATH}/picture.jpg")
    assert answer.headers["content-type"] == "image/jpeg"
    picture = cv2.imdecode(np.frombuffer(answer.content, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (540, 960, 3)
    # The inner edge of the tray is drawn in gold, which nothing else in the picture is.
    blue, green, red = (picture[..., channel].astype(int) for channel in range(3))
    is_gold = (red > 190) & (green > 140) & (blue < 120)
    assert is_gold.sum() > 300


def test_the_targets_can_be_printed_from_the_page(table: CalibratedTable) -> None:
    for name in ("tray-sheet", "lens-board", "ruler"):
        answer = table.client.get(f"{PATH}/targets/{name}.pdf")
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")
    assert table.client.get(f"{PATH}/targets/moon.pdf").status_code == 404


def test_a_table_without_a_profile_is_told_how_to_start_with_it(tmp_path: Path) -> None:
    restarts: list[bool] = []
    with calibrated_table(
        tmp_path, has_profile=False, restart=lambda: restarts.append(True)
    ) as table:
        table.begin("tray")
        ended = table.lead_through()
        assert ended["phase"] == "kept", ended
        assert f"referee run --table {table.profile}" in ended["told"][-1]["en"]
        assert ended["can_restart"]
        assert read_table_profile(table.profile).camera.light is not None


def test_dice_are_called_as_their_games_call_them(table: CalibratedTable) -> None:
    called = {each["name"]: each["text"] for each in table.state()["dice"]}
    assert called["friend"] == {"en": "Friend die", "fr": "Dé des amis"}
    assert called["beanstalk"]["fr"] == "Dés du Haricot"
