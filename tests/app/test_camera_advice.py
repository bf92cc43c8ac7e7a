"""What to change before a camera over a plain ground: one thing at a time, nothing needlessly."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import msgspec
import numpy as np
import pytest

from referee.app.dashboard.camera_advice import camera_advice
from referee.devices.camera.contract import CameraDeviceStatus, CameraFinding, CameraState
from referee.language import language, languages
from referee.vision.dice.reader import DiceReader
from referee.vision.motion.tray_watch import TrayPhase
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, Reading
from tests.app.plain_ground import blurred, plain_ground

DIE_PX = 30.0
WELL = CameraDeviceStatus(state=CameraState.STREAMING)


@cache
def reader() -> DiceReader:
    return DiceReader()


def read(picture: Picture) -> Reading:
    return reader().read(picture, die_px=DIE_PX)


def doubted(reading: Reading) -> Reading:
    dice = tuple(msgspec.structs.replace(die, certainty=Certainty.DOUBTFUL) for die in reading.dice)
    return msgspec.structs.replace(reading, dice=dice)


def advised(
    picture: Picture | None,
    reading: Reading | None,
    *,
    camera: CameraDeviceStatus = WELL,
    phase: TrayPhase = TrayPhase.AT_REST,
) -> str:
    advice = camera_advice(camera, phase, reading, picture)
    if advice is not None:
        for code in languages():
            assert language(code).has(advice.message)
            assert "{" not in advice.text(language(code))
    return "" if advice is None else advice.message


def test_nothing_is_said_while_every_die_is_certain_also_in_a_dark_room() -> None:
    for light in (1.0, 0.2):
        picture = plain_ground("25346", light=light)
        reading = read(picture)
        assert reading.faces == ("2", "3", "4", "5", "6")
        assert advised(picture, reading) == ""


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        (plain_ground, "advice-no-dice"),
        (lambda: plain_ground(light=0.2), "advice-dark"),
        (lambda: np.full((540, 960, 3), 255, np.uint8), "advice-bright"),
        (lambda: blurred(plain_ground("25346"), 8.0), "advice-blurred"),
        (lambda: plain_ground("1234561234561"), "advice-many"),
    ],
)
def test_what_is_seen_is_said(picture: Callable[[], Picture], message: str) -> None:
    seen = picture()
    assert advised(seen, read(seen)) == message


def test_doubtful_dice_are_put_down_to_light_or_focus_or_to_themselves() -> None:
    reading = doubted(read(plain_ground("25346")))
    assert advised(plain_ground("25346"), reading) == "advice-doubtful"
    assert advised(plain_ground("25346", light=0.2), reading) == "advice-dark"
    assert advised(blurred(plain_ground("25346"), 5.0), reading) == "advice-blurred"


def test_the_camera_comes_nearer_and_goes_away_again() -> None:
    picture = plain_ground("25346")
    reading = doubted(read(picture))
    far = msgspec.structs.replace(reading, die_px=18.0)
    assert advised(picture, far) == "advice-too-far"
    die = reading.dice[0]
    x, y = (round(each) for each in die.centre_px)
    close = cv2.resize(picture[y - 60 : y + 60, x - 60 : x + 60], (480, 480))
    large = msgspec.structs.replace(die, box_px=(160.0, 160.0, 150.0, 150.0))
    near = Reading((large,), 150.0)
    assert advised(np.asarray(close, np.uint8), near) == "advice-too-near"


def test_before_the_first_rest_nobody_knows_whether_there_are_dice() -> None:
    assert advised(plain_ground(), None, phase=TrayPhase.STARTING) == "advice-looking"
    assert advised(plain_ground(light=0.2), None, phase=TrayPhase.STARTING) == "advice-dark"


def test_while_something_moves_nothing_else_counts() -> None:
    for phase in (TrayPhase.ROLLING, TrayPhase.HAND):
        assert advised(plain_ground(), None, phase=phase) == "advice-moving"


@pytest.mark.parametrize(
    ("state", "findings", "message"),
    [
        (CameraState.LOST, (CameraFinding.BUSY,), "camera-finding-busy"),
        (CameraState.STREAMING, (CameraFinding.FROZEN,), "camera-finding-frozen"),
        (CameraState.SILENT, (), "camera-state-silent"),
        (CameraState.STREAMING, (CameraFinding.SLOW_RATE,), "advice-no-dice"),
    ],
)
def test_a_camera_without_pictures_comes_first(
    state: CameraState, findings: tuple[CameraFinding, ...], message: str
) -> None:
    camera = CameraDeviceStatus(state=state, findings=findings)
    assert advised(plain_ground(), None, camera=camera) == message


def test_before_the_first_picture_the_camera_is_looked_for() -> None:
    assert advised(None, None) == "camera-state-connecting"
