"""The guide of the dice: a die is turned over in a drawn tray, and people say what was seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.app.face_sets import load_faces
from referee.calibrate.calibration_files import write_face_set
from referee.calibrate.dice_guide import DiceGuide
from referee.calibrate.guide import GroupChange, GuideState
from referee.cli.teach import read_faces_folder
from referee.devices.camera.contract import CameraFrame
from referee.language import language
from referee.simulation.drawing.solids import TrayCamera
from referee.simulation.tray.dice import kind_named
from referee.vision.artwork.canvas import InkMask
from referee.vision.faces.embedding import CUT_PX
from referee.vision.faces.groups import ENOUGH, ENOUGH_OF_NEAR
from referee.vision.faces.teaching import teach
from referee.vision.pictures import Picture
from scripts.drawn_scenes.tray_shots import draw_tray, throw_dice
from tests.calibrate.tray_stage import TrayStage, advice, messages

CAMERA = TrayCamera(tilt_deg=16.0)
KIND = kind_named("beanstalk")


def shown(
    faces: tuple[str, ...], seed: int, artworks: Mapping[str, InkMask] | None = None
) -> Picture:
    """A picture of the tray with dice that show these faces."""
    rng = np.random.default_rng(seed)
    dice = throw_dice(rng, faces, materials=[KIND.material], artworks=artworks or KIND.artworks)
    return draw_tray(rng, dice, CAMERA).picture


def show(
    guide: DiceGuide, face: str, seed: int, artworks: Mapping[str, InkMask] | None = None
) -> None:
    """The die lies still for a good second."""
    picture = shown((face,), seed, artworks)
    for number in range(6):
        guide.see(CameraFrame(picture, seed + number / 4, number))


def show_all(
    guide: DiceGuide,
    faces: Sequence[str],
    times: int = ENOUGH,
    artworks: Mapping[str, InkMask] | None = None,
) -> None:
    for number in range(times):
        for at, face in enumerate(faces):
            show(guide, face, 100 * at + number, artworks)


def name_all(guide: DiceGuide, names: Sequence[str]) -> None:
    for number, name in enumerate(names, start=1):
        assert guide.arrange(GroupChange("name", number, name))


def live(guide: DiceGuide) -> list[str]:
    return [each.message.removeprefix("calibrate-") for each in guide.view().live]


def test_a_set_is_taught_by_showing_and_becomes_a_folder(tmp_path: Path) -> None:
    faces = ("eye", "trunk", "treasure")
    guide = DiceGuide("ours", faces, game="magic-beanstalk")
    show_all(guide, faces)
    groups = guide.view().groups
    assert [(each.wanted, len(each.pictures)) for each in groups] == [(0, ENOUGH)] * 3
    assert messages(guide) == ["dice-nameless", "dice-unseen"]
    assert not guide.accept()
    name_all(guide, faces)
    assert messages(guide) == []
    assert guide.accept()
    assert guide.name == "dice-review"
    assert live(guide).count("dice-sure") == 3
    assert guide.report is not None
    assert guide.report.right == 1.0
    drawn = guide.view().picture
    assert drawn is not None
    assert drawn.shape == (2 * CUT_PX, ENOUGH * CUT_PX, 3)
    assert guide.accept()
    assert guide.state is GuideState.DONE
    file = write_face_set(tmp_path, guide.result())
    assert set(load_faces(file).faces) == set(faces)
    again = read_faces_folder(tmp_path / "ours")
    assert {face: len(shown) for face, shown in again.items()} == dict.fromkeys(faces, ENOUGH)
    # Whoever gets the folder can teach it to another table.
    assert teach("ours", again)[1].right == 1.0


def test_a_die_that_a_hand_still_holds_is_not_cut_out() -> None:
    guide = DiceGuide("ours", ("eye", "trunk"), game="magic-beanstalk")
    world = TrayStage(seed=4)
    world.world.put("beanstalk", "eye")
    world.settle()
    world.show(guide, 15)
    assert len(guide.view().groups) == 1
    world.world.set_aside(world.world.dice[0].id, "trunk")
    while world.world.is_busy:
        # Seen so often, the hand hardly moves between two pictures.
        world.clock.advance_s(1 / 30)
        frame = world.camera.latest()
        if frame is not None:
            guide.see(frame)
    assert len(guide.view().groups) == 1
    world.show(guide, 15)
    groups = guide.view().groups
    assert [len(each.pictures) for each in groups] == [1, 1]


def test_names_are_given_while_showing_goes_on() -> None:
    guide = DiceGuide("ours", ("eye", "trunk"), game="magic-beanstalk")
    show(guide, "eye", 1)
    assert messages(guide) == ["dice-again", "dice-nameless", "dice-unseen"]
    assert guide.arrange(GroupChange("name", 1, "eye"))
    show(guide, "trunk", 2)
    show(guide, "eye", 3)
    assert [(each.name, each.pictures) for each in guide.view().groups] == [
        ("eye", (1, 3)),
        ("", (2,)),
    ]
    told = guide.view().troubles[0].text(language("fr"))
    assert told == "À montrer encore : Œil (1 ×) et n° 2 (2 ×)."
    assert not guide.arrange(GroupChange("name", 2, "moon")), "the game has no such face"
    assert not guide.arrange(GroupChange("name", 3, "trunk")), "there is no such group"
    assert guide.arrange(GroupChange("split", 1, picture=3))
    assert guide.arrange(GroupChange("leave-out", 3))
    assert [each.is_left_out for each in guide.view().groups] == [False, False, True]
    assert guide.arrange(GroupChange("take-in", 3))
    assert guide.arrange(GroupChange("name", 1))
    assert [each.name for each in guide.view().groups] == ["", "", ""]
    kept = guide.group_picture(3)
    assert kept is not None
    assert kept.shape == (CUT_PX, CUT_PX, 3)


def test_a_set_for_no_game_has_any_names() -> None:
    guide = DiceGuide("ours")
    show(guide, "eye", 1)
    assert guide.arrange(GroupChange("name", 1, "small-fish"))
    for name in ("../fish", "Fish", "a" * 61):
        assert not guide.arrange(GroupChange("name", 1, name))
    guide.arrange(GroupChange("leave-out", 1))
    assert messages(guide) == ["dice-two"]


@pytest.mark.slow
def test_faces_that_look_alike_are_refused_and_shown_side_by_side() -> None:
    assert KIND.artworks is not None
    eye = KIND.artworks["eye"]
    nearly = cv2.GaussianBlur(eye, (0, 0), 1.0)
    artworks = {"eye": eye, "other": np.asarray(nearly, eye.dtype), "trunk": KIND.artworks["trunk"]}
    guide = DiceGuide("ours")
    show_all(guide, tuple(artworks), ENOUGH_OF_NEAR, artworks)
    eyes, trunk = guide.view().groups
    assert len(eyes.pictures) == 2 * ENOUGH_OF_NEAR
    for number in eyes.pictures:
        if number % 3 == 2:
            guide.arrange(GroupChange("split", 1, picture=number))
    for group in guide.view().groups:
        name = "trunk" if group.number == trunk.number else "eye" if group.number == 1 else "other"
        guide.arrange(GroupChange("name", group.number, name))
    assert messages(guide) == []
    assert "dice-nearer" in advice(guide)
    assert guide.accept()
    assert messages(guide) == ["dice-alike"]
    assert guide.report is not None
    assert set(guide.report.closest) == {"eye", "other"}
    assert not guide.accept()
    told = guide.view().troubles[0].text(language("en"))
    assert "eye" in told
    assert "other" in told
    # More may be shown, and nothing is forgotten.
    guide.repeat()
    assert guide.name == "dice-show"
    assert len(guide.view().groups) > 2


def test_what_is_wrong_with_the_tray_is_said() -> None:
    guide = DiceGuide("ours", ("eye", "trunk"))
    guide.see(CameraFrame(np.full((720, 1280, 3), 90, np.uint8), 0.0, 0))
    assert messages(guide)[0] == "dice-no-tray"
    guide.see(CameraFrame(shown((), 1), 1.0, 1))
    assert messages(guide)[0] == "dice-none"
    guide.see(CameraFrame(shown(("eye", "eye"), 2), 2.0, 2))
    assert messages(guide)[0] == "dice-many"
    show(guide, "eye", 3)
    assert live(guide) == ["dice-live", "dice-turn"]


def test_a_die_that_nobody_touched_is_seen_once() -> None:
    guide = DiceGuide("ours", ("eye", "trunk"))
    for _ in range(4):
        show(guide, "eye", 3)
    assert [each.pictures for each in guide.view().groups] == [(1,)]
    guide.repeat()
    assert guide.view().groups == ()


def test_a_die_that_was_turned_over_where_it_lay_is_seen_again() -> None:
    """The same seed lays it down in the same place, turned alike."""
    guide = DiceGuide("ours", ("eye", "trunk"))
    show(guide, "eye", 3)
    show(guide, "trunk", 3)
    assert [each.pictures for each in guide.view().groups] == [(1,), (2,)]
    show(guide, "eye", 3)
    assert [each.pictures for each in guide.view().groups] == [(1, 3), (2,)]
