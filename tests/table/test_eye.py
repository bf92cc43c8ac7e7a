"""The eye tells of the tray and its dice: soon, once, and never of what it cannot see."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.devices.camera.contract import CameraFrame
from referee.errors import InputError
from referee.games.boxes import shipped_sets
from referee.table.senses.eye import Eye
from referee.vision.artwork.sets import face_set
from referee.vision.dice.face_reading import PipFaceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.faces.teaching import learn_faces
from referee.vision.motion.tray_watch import TrayPhase
from referee.vision.readings import ReadingFinding
from scripts.bench.table_latency import dice_figures
from scripts.drawn_scenes.tray_shots import draw_tray, throw_dice
from scripts.face_pictures import face_pictures
from tests.table.eye_stage import CAMERA, Stage, StageCamera, phases, seen, tray_picture, with_hand


def settled(faces: str = "") -> Stage:
    """A stage on which these dice lie still and were told."""
    stage = Stage()
    stage.show(tray_picture(faces), 1.0)
    assert len(seen(stage.facts)) == 1
    return stage


def test_a_roll_is_told_from_start_to_reading() -> None:
    stage = settled()
    stage.eye.expect("pips", 3)
    stage.facts.clear()
    rested_s = stage.roll("245")
    stage.stay(1.0)
    assert phases(stage.facts) == [TrayPhase.ROLLING, TrayPhase.AT_REST]
    told = seen(stage.facts)[-1]
    assert told.reading.faces == ("2", "4", "5")
    assert told.reading.is_certain
    assert told.kind == "pips"
    assert told.rested_s == pytest.approx(rested_s)
    assert told.at_s - rested_s <= 0.45
    at_rest_s = next(each.at_s for each in stage.facts if getattr(each, "phase", "") == "at-rest")
    assert told.at_s == at_rest_s, "read before it was settled, told with it"


def test_dice_rolled_beside_the_places_of_earlier_ones_do_not_wait_for_a_hand() -> None:
    stage = settled("136245")
    for seed in (4, 5, 6):
        stage.eye.expect("pips", 6)
        rested_s = stage.roll("112356", seed)
        told = seen(stage.stay(1.5))
        assert [each.reading.faces for each in told] == [tuple("112356")]
        assert told[0].at_s - rested_s <= 0.45


def test_each_rest_is_told_once_and_read_twice() -> None:
    stage = settled()
    stage.reads = 0
    stage.roll("36")
    stage.stay(3.0)
    assert len(seen(stage.facts)) == 2
    assert stage.reads == 2
    first, second = seen(stage.facts)
    assert second.rest_number == first.rest_number + 1


def test_dice_that_stop_only_for_a_moment_are_not_told() -> None:
    stage = settled()
    stage.facts.clear()
    stage.roll("36", seed=8)
    stage.stay(0.25)
    stage.roll("25", seed=9)
    stage.stay(0.8)
    (told,) = seen(stage.facts)
    assert told.reading.faces == ("2", "5")


def test_another_kind_reads_the_resting_dice_again() -> None:
    stage = settled("14")
    stage.reads = 0
    stage.eye.expect("friend", None)
    (told,) = seen(stage.stay(0.5))
    assert told.kind == "friend"
    assert told.rest_number == seen(stage.facts)[0].rest_number
    assert stage.reads == 2
    stage.eye.expect("friend", None)
    assert seen(stage.stay(0.5)) == [], "nothing new is expected"


def test_another_number_tells_the_resting_dice_again_without_reading_them() -> None:
    stage = settled("14")
    stage.reads = 0
    stage.eye.expect("pips", 2)
    (told,) = seen(stage.stay(0.5))
    assert told.reading.findings == ()
    assert stage.reads == 0


def test_an_unexpected_number_is_looked_at_longer_and_then_told() -> None:
    stage = settled()
    stage.eye.expect("pips", 4)
    stage.stay(0.2)
    stage.reads = 0
    rested_s = stage.roll("14")
    told = seen(stage.stay(1.0))[-1]
    assert told.reading.findings == (ReadingFinding.WRONG_COUNT,)
    assert stage.reads == 4
    assert told.at_s - rested_s <= 0.6


def test_a_hand_over_the_tray_is_told_and_its_dice_are_not() -> None:
    stage = settled("2456")
    stage.facts.clear()
    for number in range(20):
        stage.show(with_hand(tray_picture("2456"), 3 * (number % 4)))
    assert phases(stage.facts) == [TrayPhase.HAND]
    assert seen(stage.facts) == []
    stage.show(tray_picture("2456"), 1.0)
    assert phases(stage.facts)[-1] == TrayPhase.AT_REST
    assert [each.reading.faces for each in seen(stage.facts)] == [tuple("2456")]


def test_pictures_of_the_dice_and_of_the_tray_come_along() -> None:
    stage = settled()
    stage.roll("15")
    told = seen(stage.stay(0.6))[-1]
    assert len(told.cutouts) == len(told.reading.dice) == 2
    for cutout, die in zip(told.cutouts, told.reading.dice, strict=True):
        picture = cv2.imdecode(np.frombuffer(cutout, np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        assert min(picture.shape[:2]) >= 48
        assert die.face in {"1", "5"}
    tray = cv2.imdecode(np.frombuffer(told.picture_jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert tray is not None
    assert tray.shape[1] <= 640
    assert tray.mean() > 90, "the white sheet fills it"


def test_a_cap_on_the_lens_is_no_empty_tray() -> None:
    stage = settled("1234")
    stage.facts.clear()
    stage.show(np.zeros_like(tray_picture()), 3.0)
    assert seen(stage.facts) == []
    stage.show(tray_picture("1234"), 2.0)
    assert [each.reading.faces for each in seen(stage.facts)] == [tuple("1234")]


def test_a_dim_tray_without_dice_and_markers_is_not_told_as_empty() -> None:
    stage = settled("1234")
    stage.facts.clear()
    fogged = (40 + 0.02 * tray_picture()).astype(np.uint8)
    for number in range(6):
        stage.show(np.roll(fogged, 90 * number, axis=1) + np.uint8(20 * (number % 2)))
    stage.show(fogged, 3.0)
    assert seen(stage.facts) == []


def test_a_die_that_tips_over_at_once_is_read_again() -> None:
    stage = settled("1234")
    first = seen(stage.facts)[-1]
    (told,) = seen(stage.show(tray_picture("1235"), 1.0))
    assert told.reading.faces == tuple("1235")
    assert told.rest_number > first.rest_number


def test_a_flash_is_no_news() -> None:
    stage = settled("1234")
    flash = np.clip(tray_picture("1234").astype(np.int16) + 60, 0, 255).astype(np.uint8)
    flash[200:300, 300:500] = 255
    assert stage.show(flash) == []
    assert stage.show(tray_picture("1234"), 1.5) == []


def test_an_emptied_tray_is_told() -> None:
    stage = settled("1234")
    stage.facts.clear()
    stage.show(tray_picture(), 1.0)
    (told,) = seen(stage.facts)
    assert told.reading.dice == ()


def test_a_gap_without_frames_is_read_anew() -> None:
    stage = settled("14")
    stage.facts.clear()
    stage.dark(3.0)
    stage.show(tray_picture("25"), 1.0)
    assert phases(stage.facts) == [TrayPhase.STARTING, TrayPhase.AT_REST]
    assert [each.reading.faces for each in seen(stage.facts)] == [("2", "5")]


@pytest.mark.parametrize("read_s", [0.8, 1.5, 4.0])
def test_whoever_reads_slowly_is_through_in_the_end(read_s: float) -> None:
    stage = settled()
    stage.read_s = read_s
    stage.eye.expect("pips", 3)
    stage.facts.clear()
    stage.roll("245")
    stage.stay(1.0)
    assert phases(stage.facts) == [TrayPhase.ROLLING, TrayPhase.AT_REST]
    assert seen(stage.facts)[-1].reading.faces == ("2", "4", "5")
    # What was rolled while nobody looked is another reading all the same.
    stage.show(tray_picture("136", 5), 1.0)
    assert seen(stage.facts)[-1].reading.faces == ("1", "3", "6")


def test_a_tray_that_was_moved_is_found_and_read_anew() -> None:
    stage = settled("145")
    stage.facts.clear()
    shift = np.array([[1.0, 0.0, 30.0], [0.0, 1.0, -12.0]])
    moved = cv2.warpAffine(tray_picture("145"), shift, (960, 540), borderValue=(88, 104, 116))
    stage.show(np.asarray(moved, np.uint8), 3.0)
    told = seen(stage.facts)[-1]
    assert told.reading.faces == ("1", "4", "5")
    assert all(die.findings == () for die in told.reading.dice)


def test_every_frame_is_shown_to_who_keeps_evidence() -> None:
    shown: list[CameraFrame] = []
    stage = Stage(on_frame=shown.append)
    stage.show(tray_picture(), 0.5)
    assert [frame.seq for frame in shown] == list(range(15))


def test_dice_nobody_can_read_are_refused() -> None:
    with pytest.raises(InputError, match="friend, pips"):
        Stage().eye.expect("cubes", 2)
    with pytest.raises(InputError, match="at least one kind"):
        Eye(StageCamera(Stage().clock), {})


@pytest.mark.parametrize("name", ["magic-beanstalk", "spookies-friend"])
def test_taught_dice_are_read_too(name: str) -> None:
    faces = face_set(shipped_sets()[name]).faces
    taught = learn_faces(name, face_pictures(name))
    names = tuple(list(faces)[:4])
    dice = throw_dice(np.random.default_rng(2), names, artworks=faces)
    picture = draw_tray(np.random.default_rng(2), dice, CAMERA).picture
    stage = Stage({"pips": PipFaceReader(), "taught": TaughtFaceReader(taught)})
    stage.eye.expect("taught", 4)
    stage.show(picture, 1.0)
    (told,) = seen(stage.facts)
    assert told.kind == "taught"
    assert told.reading.faces == tuple(sorted(names))
    assert told.reading.is_certain


def test_the_bench_reads_its_rolls_right() -> None:
    misread, *_ = dice_figures(1)
    assert (misread.of, misread.measured) == (1, 0)


def test_the_first_kind_is_expected_until_another_is() -> None:
    stage = Stage({"pips": PipFaceReader()})
    stage.show(tray_picture("6"), 1.0)
    assert [each.kind for each in seen(stage.facts)] == ["pips"]
