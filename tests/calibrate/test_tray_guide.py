"""The guide of the tray over the simulated one, from an angle: what it finds and says."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.calibrate.calibration_files import read_tray_reference, write_tray_reference
from referee.calibrate.guide import GuideState
from referee.calibrate.tray_guide import TrayGuide, shift_dice
from referee.errors import InputError
from referee.language import language
from referee.simulation.drawing.solids import TrayCamera
from referee.simulation.faults import CoveredLens, DimLight, Fault, Glare
from referee.vision.pictures import Picture
from referee.vision.tray.sheet import STANDARD_SHEET
from referee.vision.tray.view import view_tray
from tests.calibrate.tray_stage import TrayStage, advice, messages, shifted


def calibrated(stage: TrayStage) -> TrayGuide:
    guide = TrayGuide()
    stage.show(guide)
    assert messages(guide) == []
    assert guide.accept()
    stage.show(guide, 12)
    assert messages(guide) == []
    assert guide.accept()
    return guide


def test_a_tray_at_an_angle_is_calibrated(tmp_path: Path) -> None:
    stage = TrayStage()
    guide = calibrated(stage)
    assert guide.state is GuideState.DONE
    result = guide.result()
    assert 30 < result.reference.die_px < 60
    # The mean of many frames is nearer to what is there than any of them.
    clean = stage.world.picture_without_noise(stage.clock.monotonic_s()).astype(float)
    single = np.abs(stage.frame().picture - clean).mean()
    assert np.abs(result.empty - clean).mean() < 0.6 * single
    file = tmp_path / "tray-reference.json"
    write_tray_reference(file, result)
    assert read_tray_reference(file) == result.reference
    assert (tmp_path / "tray-empty.png").is_file()


def test_nothing_is_kept_before_the_end() -> None:
    with pytest.raises(InputError, match="not calibrated yet"):
        TrayGuide().result()
    assert messages(TrayGuide()) == ["camera-waiting"]


@pytest.mark.parametrize(
    ("fault", "said"),
    [(CoveredLens(), "tray-black"), (DimLight(gain=0.02), "tray-black"), (Glare(), "tray-blown")],
)
def test_bad_light_is_said(fault: Fault, said: str) -> None:
    stage, guide = TrayStage(), TrayGuide()
    stage.world.faults.switch_on(fault)
    stage.show(guide)
    assert messages(guide) == [said]
    assert not guide.accept()
    stage.world.faults.switch_off()
    stage.show(guide)
    assert messages(guide) == []


def test_little_light_and_some_glare_may_be_accepted() -> None:
    stage, guide = TrayStage(), TrayGuide()
    stage.world.faults.switch_on(DimLight(gain=0.13))
    stage.show(guide)
    assert messages(guide) == []
    assert advice(guide) == ["tray-dark"]
    stage.world.faults.switch_off()
    stage.show(
        guide, change=lambda picture: cv2.circle(picture.copy(), (640, 360), 110, (255,) * 3, -1)
    )
    assert messages(guide) == []
    assert advice(guide) == ["tray-glare"]


def test_a_covered_corner_is_named() -> None:
    stage, guide = TrayStage(), TrayGuide()
    view = view_tray(stage.frame().picture, STANDARD_SHEET)
    assert view is not None
    x, y = view.markers_px[1].mean(axis=0).astype(int).tolist()

    def cover(picture: Picture) -> np.ndarray:
        return cv2.circle(picture.copy(), (x, y), 40, (90, 120, 160), -1)

    stage.show(guide, change=cover)
    assert messages(guide) == ["tray-missing"]
    told = guide.view().troubles[0].text(language("en"))
    assert "top right" in told
    assert "left" not in told


@pytest.mark.parametrize(
    ("blur_px", "troubles", "advised"),
    [(2.0, [], []), (3.5, [], ["tray-soft"]), (4.5, ["tray-blurred"], [])],
)
def test_a_blurred_picture_is_said(blur_px: float, troubles: list[str], advised: list[str]) -> None:
    stage, guide = TrayStage(), TrayGuide()
    stage.show(guide, change=lambda picture: cv2.GaussianBlur(picture, (0, 0), blur_px))
    assert (messages(guide), advice(guide)) == (troubles, advised)
    assert guide.accept() is not bool(troubles)


def test_a_camera_too_far_away_is_said() -> None:
    stage, guide = TrayStage(TrayCamera(away_mm=520.0, width_px=640, height_px=360)), TrayGuide()
    stage.show(guide)
    assert "tray-small" in messages(guide) + advice(guide)


def test_dice_in_the_tray_are_found_before_its_empty_picture_is_taken() -> None:
    stage, guide = TrayStage(), TrayGuide()
    stage.world.roll("pips", 2)
    stage.settle()
    stage.show(guide)
    assert guide.accept()
    stage.show(guide, 2)
    assert messages(guide) == ["tray-not-empty"]
    stage.world.clear()
    stage.settle()
    stage.show(guide, 14)
    assert messages(guide) == []


def test_a_tray_that_is_moved_meanwhile_is_said() -> None:
    stage, guide = TrayStage(), TrayGuide()
    stage.show(guide)
    assert guide.accept()
    stage.show(guide, 3)
    stage.show(guide, 12, change=lambda picture: shifted(picture, 14))
    assert messages(guide) == ["tray-moved"]
    assert not guide.accept()
    guide.repeat()
    stage.show(guide, 12, change=lambda picture: shifted(picture, 14))
    assert messages(guide) == []
    assert guide.accept()


def test_a_tray_that_was_moved_since_is_told_later() -> None:
    stage = TrayStage()
    before = calibrated(stage).result().reference
    again = TrayGuide(before=before)
    stage.show(again)
    assert advice(again) == []
    stage.show(again, change=lambda picture: shifted(picture, 9, 6))
    assert advice(again) == ["tray-moved-since"]
    view = view_tray(shifted(stage.frame().picture, 9, 6), STANDARD_SHEET)
    assert view is not None
    assert shift_dice(before, view) == pytest.approx(np.hypot(9, 6) / before.die_px, abs=0.03)


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_view_can_be_said(code: str) -> None:
    stage, guide, words = TrayStage(), TrayGuide(), language(code)
    stage.show(guide)
    for _ in range(2):
        view = guide.view()
        assert all(each.text(words) for each in (view.ask, *view.live, *view.troubles))
        guide.accept()
