"""Clips of dice that other people threw on a blanket, through the running eye: no markers, no tray.

They are not part of the project: where they are not, these tests are left out.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from referee.clock import ManualClock
from referee.devices.camera.urls import camera_from_url
from referee.table.facts import Fact, TrayChanged, TrayRead
from referee.table.senses.eye import Eye
from referee.vision.dice.face_reading import PipFaceReader
from referee.vision.motion.tray_watch import TrayPhase
from referee.vision.pictures import Picture
from tests.table.eye_stage import Stage, seen

CLIPS = Path(os.environ.get("REFEREE_PHOTOGRAPHS", "../shared/data")) / "thrown-clips"
FPS = 30

pytestmark = pytest.mark.skipif(not CLIPS.is_dir(), reason="the clips are not here")


class Clip(msgspec.Struct, frozen=True):
    """What a person saw in a clip, frame by frame: when dice came in, when all lay still, how."""

    name: str
    first_motion: int
    all_at_rest: int
    faces: tuple[str, ...]


THROWN = (
    Clip("test10es", 16, 41, ("1", "3", "5")),
    Clip("test12koldra", 33, 48, ("2", "5", "6")),
)


@cache
def facts_of(name: str) -> tuple[Fact, ...]:
    """All that the eye tells of a clip, from its first frame to its last."""
    clock, facts = ManualClock(), list[Fact]()
    with camera_from_url(f"file:{CLIPS / name}.mp4?speed=0", clock) as camera:
        eye = Eye(camera, {"pips": PipFaceReader()}, markers=False, clock=clock)
        eye.expect("pips", 3)
        for _ in range(90):
            facts.extend(eye.look())
            clock.advance_s(1 / FPS)
    return tuple(facts)


def thrown(clip: Clip) -> TrayRead:
    """The reading of the throw."""
    return seen(facts_of(clip.name))[-1]


@pytest.mark.slow
@pytest.mark.parametrize("clip", THROWN, ids=lambda clip: clip.name)
class TestThrow:
    """One throw each, filmed by a camera in somebody's hand."""

    def test_the_first_motion_is_told_at_once(self, clip: Clip) -> None:
        moved = [
            each.at_s
            for each in facts_of(clip.name)
            if isinstance(each, TrayChanged) and each.phase in {TrayPhase.ROLLING, TrayPhase.HAND}
        ]
        assert 0 <= moved[0] - clip.first_motion / FPS <= 0.15

    def test_it_is_read_when_all_lies_still_and_within_half_a_second(self, clip: Clip) -> None:
        during = [
            each
            for each in seen(facts_of(clip.name))
            if clip.first_motion / FPS < each.at_s < clip.all_at_rest / FPS
        ]
        assert during == []
        assert 0 < thrown(clip).at_s - clip.all_at_rest / FPS <= 0.5

    def test_every_die_is_right_or_asked_about(self, clip: Clip) -> None:
        reading = thrown(clip).reading
        wrong = [die for die in reading.dice if die.is_certain and die.face not in clip.faces]
        assert wrong == []
        is_certain = reading.is_certain and len(reading.dice) == len(clip.faces)
        assert not is_certain or tuple(sorted(reading.faces)) == clip.faces


@pytest.mark.slow
def test_a_die_that_is_turned_after_the_reading_is_noticed() -> None:
    clip = THROWN[1]
    picture = last_frame(clip.name)[:540]
    stage = Stage(markers=False)
    stage.eye.expect("pips", 3)
    (told,) = seen(stage.show(picture, 1.0))
    assert tuple(sorted(told.reading.faces)) == clip.faces
    five, two = (next(die for die in told.reading.dice if die.face == face) for face in "52")
    turned = picture.copy()
    cut(turned, five.centre_px)[:] = cut(picture, two.centre_px)
    (noticed,) = seen(stage.show(turned, 1.0))
    assert tuple(sorted(noticed.reading.faces)) == ("2", "2", "6")


def last_frame(name: str) -> Picture:
    film, picture = cv2.VideoCapture(str(CLIPS / f"{name}.mp4")), None
    while (read := film.read())[0]:
        picture = np.asarray(read[1], np.uint8)
    film.release()
    assert picture is not None
    return picture


def cut(picture: Picture, centre_px: tuple[float, float]) -> Picture:
    """A die with a little of what is around it."""
    x, y = (round(at) for at in centre_px)
    return picture[y - 30 : y + 30, x - 30 : x + 30]
