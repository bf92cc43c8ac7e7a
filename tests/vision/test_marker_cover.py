"""Printed markers are no dice, and a die that lies on one is still seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.vision.dice.reader import DiceReader
from referee.vision.dice.tray_reader import MarkerCover, TrayReader
from referee.vision.tray.perspective import Plane, Rectifier
from referee.vision.tray.view import TrayView, view_tray
from tests.vision.tray_scene import Scene, lens_of

DIE_MM = 16.0
WHITE = 200
STRIP_MM = 40.0


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def _viewed(scene: Scene) -> tuple[np.ndarray, TrayView]:
    picture = scene.picture()
    view = view_tray(picture, scene.sheet)
    assert view is not None
    assert len(view.markers_px) == 4
    return picture, view


def _wide(view: TrayView) -> Rectifier:
    """The sheet with its markers, seen straight from above."""
    ground = view.ground_plane
    shift = np.array([(1, 0, -STRIP_MM), (0, 1, -STRIP_MM), (0, 0, 1.0)])
    size = (ground.width_mm + 2 * STRIP_MM, ground.height_mm + 2 * STRIP_MM)
    return Rectifier(Plane(ground.homography @ shift, *size, ground.lens), 2.0)


def _darkest(view: TrayView, picture: np.ndarray, marker: int) -> int:
    """How dark it still is at the marker once the markers are painted over."""
    rectifier = _wide(view)
    flat = rectifier.rectify(picture)
    MarkerCover(view.markers_px).paint(flat, picture, rectifier)
    corners = rectifier.from_picture(view.markers_px[marker])
    left, top = np.ceil(corners.min(axis=0)).astype(int)
    right, bottom = np.floor(corners.max(axis=0)).astype(int)
    return int(flat[top:bottom, left:right].min())


@pytest.mark.parametrize("turn_deg", [0.0, 90.0, 200.0])
@pytest.mark.parametrize("tilt_deg", [0.0, 25.0, 35.0])
def test_an_empty_sheet_holds_no_dice(reader: DiceReader, tilt_deg: float, turn_deg: float) -> None:
    scene = Scene(tilt_deg, turn_deg, 480.0 + 4 * tilt_deg)
    picture, view = _viewed(scene)
    assert TrayReader.of_view(reader, view, DIE_MM).read(picture).dice == ()


@pytest.mark.parametrize("bent", [0.0, 0.2])
def test_all_four_markers_are_painted_over(bent: float) -> None:
    scene = Scene(20.0, 10.0, 520.0, lens=lens_of(bent=bent))
    picture, view = _viewed(scene)
    assert [_darkest(view, picture, marker) > WHITE - 40 for marker in range(4)] == [True] * 4


def test_a_marker_with_a_die_on_it_stays() -> None:
    picture, view = _viewed(Scene(10.0, 0.0, 480.0))
    die = view.markers_px[1].mean(axis=0) + 0.6 * (
        view.markers_px[1] - view.markers_px[1].mean(axis=0)
    )
    cv2.fillConvexPoly(picture, np.rint(die).astype(np.int32), (40, 40, 190))
    assert _darkest(view, picture, 0) > WHITE - 40
    assert _darkest(view, picture, 1) < 60


def test_markers_that_are_no_longer_in_the_picture_are_left_alone() -> None:
    picture, view = _viewed(Scene(0.0, 0.0, 480.0))
    other = np.full_like(picture, 90)
    rectifier = _wide(view)
    flat = rectifier.rectify(other)
    before = flat.copy()
    MarkerCover(view.markers_px).paint(flat, other, rectifier)
    assert np.array_equal(flat, before)
