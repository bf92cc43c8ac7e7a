"""The guide of the dice: faces are shown in a drawn tray; faces too much alike are refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.app.face_sets import load_faces
from referee.calibrate.calibration_files import write_face_set
from referee.calibrate.dice_guide import DiceGuide
from referee.calibrate.guide import GuideState
from referee.cli.teach import read_faces_folder
from referee.devices.camera.contract import CameraFrame
from referee.errors import InputError
from referee.language import language
from referee.simulation.drawing.solids import TrayCamera
from referee.simulation.tray.dice import kind_named
from referee.vision.artwork.canvas import InkMask
from referee.vision.pictures import Picture
from scripts.drawn_scenes.tray_shots import draw_tray, throw_dice
from tests.calibrate.tray_stage import advice, messages

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
    picture = shown((face,), seed, artworks)
    for number in range(2):
        guide.see(CameraFrame(picture, seed + number / 30, number))


def teach_all(
    guide: DiceGuide, faces: tuple[str, ...], artworks: Mapping[str, InkMask] | None = None
) -> None:
    for at, face in enumerate(faces):
        assert guide.name == f"dice-{face}"
        for number in range(12):
            show(guide, face, 100 * at + number, artworks)
            if not messages(guide):
                break
        assert guide.accept()


def test_a_set_is_taught_and_becomes_a_folder(tmp_path: Path) -> None:
    faces = ("eye", "trunk", "treasure")
    guide = DiceGuide("ours", faces, wanted=4)
    teach_all(guide, faces)
    assert guide.name == "dice-review"
    assert messages(guide) == []
    assert guide.report is not None
    assert guide.report.right == 1.0
    drawn = guide.view().picture
    assert drawn is not None
    assert drawn.shape == (2 * 96, 4 * 96, 3)
    assert guide.accept()
    assert guide.state is GuideState.DONE
    file = write_face_set(tmp_path, *guide.result())
    assert set(load_faces(file).faces) == set(faces)
    again = read_faces_folder(tmp_path / "ours")
    assert {face: len(shown) for face, shown in again.items()} == dict.fromkeys(faces, 4)


@pytest.mark.slow
def test_faces_that_look_alike_are_refused_and_shown_side_by_side() -> None:
    assert KIND.artworks is not None
    eye = KIND.artworks["eye"]
    nearly = cv2.GaussianBlur(eye, (0, 0), 1.0)
    artworks = {"eye": eye, "other": np.asarray(nearly, eye.dtype), "trunk": KIND.artworks["trunk"]}
    faces = tuple(artworks)
    guide = DiceGuide("ours", faces, wanted=4)
    teach_all(guide, faces, artworks)
    assert messages(guide) == ["dice-alike"]
    assert guide.report is not None
    assert set(guide.report.closest) == {"eye", "other"}
    assert advice(guide) == []
    assert not guide.accept()
    told = guide.view().troubles[0].text(language("en"))
    assert "eye" in told
    assert "other" in told


def test_what_is_wrong_with_the_tray_is_said() -> None:
    guide = DiceGuide("ours", ("eye", "trunk"))
    guide.see(CameraFrame(np.full((720, 1280, 3), 90, np.uint8), 0.0, 0))
    assert messages(guide) == ["dice-no-tray"]
    guide.see(CameraFrame(shown((), 1), 1.0, 1))
    assert messages(guide) == ["dice-none"]
    guide.see(CameraFrame(shown(("eye", "eye"), 2), 2.0, 2))
    assert messages(guide) == ["dice-many"]
    show(guide, "eye", 3)
    assert messages(guide) == ["dice-turn"]


def test_the_same_view_is_taken_once() -> None:
    guide = DiceGuide("ours", ("eye", "trunk"))
    for _ in range(4):
        show(guide, "eye", 3)
    assert guide.view().live[0].words["count"] == 1
    guide.repeat()
    assert guide.view().live[0].words["count"] == 0


@pytest.mark.parametrize("faces", [(), ("eye",), ("eye", "eye"), ("eye", "")])
def test_a_die_needs_two_faces_of_different_names(faces: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="at least two faces"):
        DiceGuide("ours", faces)


def test_a_die_that_nobody_touched_is_not_taken_for_the_next_face() -> None:
    guide = DiceGuide("ours", ("eye", "trunk"), wanted=1)
    show(guide, "eye", 3)
    assert guide.accept()
    assert guide.name == "dice-trunk"
    # It still lies there with the eye up while the next step asks for a trunk.
    show(guide, "eye", 3)
    assert messages(guide) == ["dice-turn"]
    show(guide, "trunk", 4)
    assert messages(guide) == []
