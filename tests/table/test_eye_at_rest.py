"""At rest few pictures are looked at, and small ones; a roll is noticed as soon as it begins."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.devices.camera.contract import CameraFrame
from referee.table.facts import TrayChanged, TrayRead
from referee.table.senses import eye as eye_module
from referee.vision.motion.tray_watch import TrayPhase
from referee.vision.pictures import JpegPicture, Picture
from tests.table.eye_stage import RATE_HZ, Stage, StageCamera, tray_picture, with_hand

_LOOKED_AT = 4


class JpegCamera(StageCamera):
    """The same tray from a camera that sends JPEG; `decoded` counts the whole pictures."""

    decoded = 0

    def show(self, picture: Picture) -> None:
        super().show(picture)
        frame = self._frame
        assert frame is not None
        sent = Counted(cv2.imencode(".jpg", frame.picture)[1].tobytes())
        sent.camera = self
        self._frame = CameraFrame(sent, frame.at_s, frame.seq, frame.missed_before)


class Counted(JpegPicture):
    """Tells its camera when all of it is decoded."""

    camera: JpegCamera

    def whole(self) -> Picture:
        if self._whole is None:
            self.camera.decoded += 1
        return super().whole()


class RestingStage(Stage):
    """Looks at every fourth frame while the eye is calm, as its thread does."""

    def __init__(self) -> None:
        super().__init__()
        self.jpegs = self.camera = self.eye._camera = JpegCamera(self.clock)
        self.looks = 0

    def play(self, picture: Picture) -> list[object]:
        """One frame; what was told of it, if it was looked at."""
        self.clock.advance_s(1 / RATE_HZ)
        if self.eye.is_calm and self.camera.missed < _LOOKED_AT - 1:
            self.camera.missed += 1
            return []
        self.looks += 1
        self.camera.show(picture)
        return list(self.eye.look())

    def rest(self, picture: Picture, seconds: float) -> list[object]:
        return [fact for _ in range(round(seconds * RATE_HZ)) for fact in self.play(picture)]


def read(facts: list[object]) -> list[tuple[str, ...]]:
    return [fact.reading.faces for fact in facts if isinstance(fact, TrayRead)]


def test_at_rest_a_quarter_is_looked_at_and_hardly_any_of_it_is_decoded() -> None:
    stage = RestingStage()
    assert read(stage.rest(tray_picture("1234"), 3.0)) == [tuple("1234")]
    stage.looks, stage.jpegs.decoded = 0, 0
    stage.rest(tray_picture("1234"), 20.0)
    assert stage.looks <= 20 * RATE_HZ / _LOOKED_AT + 1
    assert stage.jpegs.decoded <= 6, "only to see whether the tray is where it was"


@pytest.mark.parametrize("started", range(_LOOKED_AT))
def test_a_roll_is_noticed_at_once_whichever_picture_shows_it_first(started: int) -> None:
    stage = RestingStage()
    stage.rest(tray_picture("1234"), 3.0 + started / RATE_HZ)
    began_s = stage.clock.monotonic_s()
    facts: list[object] = []
    for way_mm in np.linspace(90, 0, 20):
        facts += stage.play(tray_picture("6621", 5, float(way_mm)))
    facts += stage.rest(tray_picture("6621", 5), 2.0)
    rolled = [each for each in facts if isinstance(each, TrayChanged)]
    assert rolled[0].phase is not TrayPhase.AT_REST
    assert rolled[0].at_s - began_s < 0.25
    assert [sorted(faces) for faces in read(facts)] == [sorted("6621")]


def test_a_die_that_only_tips_over_is_read_again() -> None:
    stage = RestingStage()
    stage.rest(tray_picture("1234"), 3.0)
    told = stage.rest(tray_picture("1634"), 3.0)
    assert [sorted(faces) for faces in read(told)] == [sorted("1634")]


def test_a_hand_wakes_it_too() -> None:
    stage = RestingStage()
    stage.rest(tray_picture("12"), 3.0)
    assert stage.eye.is_calm
    stage.rest(with_hand(tray_picture("12")), 0.2)
    assert not stage.eye.is_calm


def test_what_happens_on_the_plate_wakes_it_for_a_while() -> None:
    stage = RestingStage()
    stage.rest(tray_picture("12"), 3.0)
    stage.eye.wake(stage.clock.monotonic_s())
    assert not stage.eye.is_calm
    stage.rest(tray_picture("12"), eye_module._AWAKE_S + 0.1)
    assert stage.eye.is_calm


def test_in_the_dark_it_is_calm_in_the_end() -> None:
    stage = RestingStage()
    stage.rest(tray_picture("12"), 3.0)
    stage.rest(np.zeros_like(tray_picture()), 8.0)
    assert stage.eye.is_calm


def test_a_picture_that_is_damaged_inside_is_left_out() -> None:
    stage = RestingStage()
    stage.rest(tray_picture("12"), 3.0)
    data = cv2.imencode(".jpg", tray_picture("12"))[1].tobytes()
    at = data.index(b"\xff\xc4") + 5
    damaged = JpegPicture(data[:at] + b"\xff" * 16 + data[at + 16 :])
    for _ in range(10):
        stage.clock.advance_s(1 / RATE_HZ)
        stage.camera._frame = CameraFrame(damaged, stage.clock.monotonic_s())
        assert stage.eye.look() == []
    assert stage.rest(tray_picture("12"), 1.0) == []
    assert stage.eye.is_calm
