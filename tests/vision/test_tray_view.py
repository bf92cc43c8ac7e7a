"""The planes over the tray, against cameras whose pose is known exactly."""

from __future__ import annotations

from typing import TypedDict

import cv2
import numpy as np
import pytest

from referee.vision.tray.lens import Lens
from referee.vision.tray.markers import find_markers
from referee.vision.tray.perspective import Plane, Rectifier
from referee.vision.tray.sheet import STANDARD_SHEET, TrayError, TraySheet, sheet_picture
from referee.vision.tray.view import TrayView, fit_view, view_tray
from tests.vision.tray_scene import Scene, lens_of

DIE_MM = 16.0
GRID_MM = np.stack(np.meshgrid(np.linspace(0, 260, 7), np.linspace(0, 180, 5)), axis=-1).reshape(
    -1, 2
)


def seen(scene: Scene, picture: np.ndarray, lens: Lens | None) -> TrayView:
    view = view_tray(picture, scene.sheet, lens)
    assert view is not None
    return view


def top_error(view: TrayView, scene: Scene) -> tuple[float, float]:
    """Largest error over the top plane, in pixels and in millimetres."""
    plane, exact = view.top_plane(DIE_MM), scene.project(GRID_MM, DIE_MM)
    off_px = np.linalg.norm(plane.to_picture(GRID_MM) - exact, axis=1).max()
    off_mm = np.linalg.norm(plane.to_plane(exact) - GRID_MM, axis=1).max()
    return float(off_px), float(off_mm)


@pytest.mark.parametrize("tilt_deg", [0, 15, 30, 50])
def test_the_top_plane_is_exact_with_a_calibrated_lens(tilt_deg: float) -> None:
    scene = Scene(tilt_deg=tilt_deg, turn_deg=12, distance_mm=500)
    off_px, off_mm = top_error(seen(scene, scene.picture(), scene.lens), scene)
    assert off_px < 0.3
    assert off_mm < 0.2


@pytest.mark.parametrize("tilt_deg", [0, 40])
def test_a_bent_lens_is_straightened(tilt_deg: float) -> None:
    scene = Scene(tilt_deg=tilt_deg, turn_deg=-8, distance_mm=500, lens=lens_of(bent=0.1))
    off_px, off_mm = top_error(seen(scene, scene.picture(), scene.lens), scene)
    assert off_px < 0.3
    assert off_mm < 0.2


@pytest.mark.parametrize("tilt_deg", [15, 30, 50])
@pytest.mark.parametrize("focal", [0.68, 0.95])
def test_the_lens_is_estimated_without_calibration(tilt_deg: float, focal: float) -> None:
    lens = lens_of(focal=focal)
    scene = Scene(tilt_deg=tilt_deg, turn_deg=5, distance_mm=620 * focal, lens=lens)
    view = seen(scene, scene.picture(), None)
    off_px, off_mm = top_error(view, scene)
    assert off_px < 0.5
    assert off_mm < 0.25
    assert view.pose.lens.focal_px[0] == pytest.approx(lens.focal_px[0], rel=0.03)


def test_a_bent_lens_is_estimated_as_well() -> None:
    scene = Scene(tilt_deg=30, distance_mm=500, lens=lens_of(bent=0.1))
    off_px, off_mm = top_error(seen(scene, scene.picture(), None), scene)
    assert off_px < 1.2
    assert off_mm < 0.5


def test_from_straight_above_the_focal_length_stays_the_usual_one() -> None:
    """Nothing in the picture tells it; the top plane is still much nearer than the ground is."""
    scene = Scene(tilt_deg=0, distance_mm=450, lens=lens_of(focal=0.72))
    view = seen(scene, scene.picture(), None)
    assert view.pose.lens.focal_px[0] == pytest.approx(
        Lens.usual(*scene.lens.size).focal_px[0], rel=0.02
    )
    off_mm = top_error(view, scene)[1]
    assert off_mm < 1.0
    ground = view.ground_plane.to_plane(scene.project(GRID_MM, DIE_MM))
    assert off_mm < 0.2 * np.linalg.norm(ground - GRID_MM, axis=1).max()


class Spoiled(TypedDict, total=False):
    """What spoils the picture of a scene."""

    blur_px: float
    noise: float
    light: float
    shadow: bool


@pytest.mark.parametrize(
    "spoiled",
    [
        {"blur_px": 2.0, "noise": 4.0},
        {"noise": 12.0},
        {"shadow": True},
        {"light": 0.25},
        {"light": 1.0, "shadow": True, "noise": 5.0},
    ],
    ids=str,
)
def test_bad_light_hardly_moves_the_plane(spoiled: Spoiled) -> None:
    scene = Scene(tilt_deg=25, turn_deg=10, distance_mm=500, **spoiled)
    off_px, off_mm = top_error(seen(scene, scene.picture(), scene.lens), scene)
    assert off_px < 0.3
    assert off_mm < 0.2


def test_corners_are_found_to_a_part_of_a_pixel() -> None:
    scene = Scene(tilt_deg=20, turn_deg=15, distance_mm=560)
    found = find_markers(scene.picture())
    assert sorted(found) == [0, 1, 2, 3]
    for marker, quads in found.items():
        exact = scene.project(scene.sheet.marker_corners_mm(marker))
        assert np.linalg.norm(quads[0] - exact, axis=1).max() < 0.25


@pytest.mark.parametrize("covered", [0, 1, 2, 3])
def test_three_markers_are_enough(covered: int) -> None:
    scene = Scene(tilt_deg=25, distance_mm=500)
    picture = scene.picture()
    hand = scene.project(scene.sheet.marker_corners_mm(covered)).astype(np.int32)
    cv2.fillConvexPoly(picture, hand, (120, 150, 210))
    view = seen(scene, picture, scene.lens)
    assert sorted(view.markers_px) == sorted({0, 1, 2, 3} - {covered})
    off_px, off_mm = top_error(view, scene)
    assert off_px < 0.6
    assert off_mm < 0.25


def test_two_markers_are_not_enough() -> None:
    scene = Scene(distance_mm=500)
    picture = scene.picture()
    for covered in (1, 3):
        hand = scene.project(scene.sheet.marker_corners_mm(covered)).astype(np.int32)
        cv2.fillConvexPoly(picture, hand, (120, 150, 210))
    assert view_tray(picture, scene.sheet, scene.lens) is None


def test_a_marker_somewhere_else_does_not_confuse() -> None:
    scene = Scene(tilt_deg=20, distance_mm=620)
    picture = scene.picture()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    picture[500:600, 100:200] = 255
    picture[520:580, 120:180] = cv2.aruco.generateImageMarker(dictionary, 2, 60)[:, :, None]
    assert len(find_markers(picture)[2]) == 2
    view = seen(scene, picture, scene.lens)
    assert len(view.markers_px) == 4
    assert top_error(view, scene)[0] < 0.3


def test_a_displaced_marker_is_left_out() -> None:
    """Its corners are measured well, but they cannot belong to the sheet."""
    scene = Scene(tilt_deg=20, distance_mm=500)
    found = find_markers(scene.picture())
    found[1] = [found[1][0] + 25.0]
    view = fit_view(found, scene.sheet, scene.lens.size, scene.lens)
    assert view is not None
    assert sorted(view.markers_px) == [0, 2, 3]


def test_small_markers_are_found_in_the_whole_picture() -> None:
    scene = Scene(distance_mm=1250)
    picture = scene.picture()
    assert view_tray(picture, scene.sheet, scene.lens) is not None
    half = cv2.resize(picture, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    assert len(find_markers(np.asarray(half, np.uint8))) < 4


def test_a_sheet_of_another_size_is_no_tray() -> None:
    scene = Scene(tilt_deg=10, distance_mm=500)
    other = TraySheet.around(260.0, 140.0, marker_mm=24.0, gap_mm=4.0)
    assert view_tray(scene.picture(), other, scene.lens) is None


@pytest.mark.parametrize("bent", [0.0, 0.1])
@pytest.mark.parametrize("px_per_mm", [1.0, 2.25])
def test_the_rectified_picture_shows_the_plane_from_above(bent: float, px_per_mm: float) -> None:
    """The printed sheet, warped by the camera and rectified again, is the printed sheet."""
    scene = Scene(
        tilt_deg=25, distance_mm=430, lens=lens_of(bent=bent), blur_px=0, noise=0, light=0.9
    )
    sheet = TraySheet(260.0, 180.0, 24.0, ((10, 10), (226, 10), (226, 146), (10, 146)))
    scene.sheet = sheet
    picture = scene.picture()
    ground = seen(scene, picture, scene.lens).ground_plane
    rectified = Rectifier(ground, px_per_mm).rectify(picture)
    fine = sheet_picture(sheet, 8.0, margin_mm=0.0)
    height, width = rectified.shape[:2]
    printed = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA)
    assert (width, height) == (round(260 * px_per_mm), round(180 * px_per_mm))
    inside = (slice(8, -8), slice(8, -8))
    printed = 12 + 0.9 * cv2.GaussianBlur(printed, (0, 0), 0.7)[inside]
    soft = cv2.GaussianBlur(rectified, (0, 0), 0.5)[inside]
    assert np.abs(printed - soft).mean() < 4


def test_points_go_to_the_rectified_picture_and_back() -> None:
    scene = Scene(tilt_deg=40, distance_mm=500, lens=lens_of(bent=0.1))
    rectifier = Rectifier(seen(scene, scene.picture(), scene.lens).top_plane(DIE_MM), 2.25)
    points = np.array([(3.0, 4.0), (300.0, 200.0), (580.0, 400.0)])
    assert rectifier.from_picture(rectifier.to_picture(points)) == pytest.approx(points, abs=0.01)
    centre_mm = (points + 0.5) / 2.25
    assert rectifier.to_picture(points) == pytest.approx(scene.project(centre_mm, DIE_MM), abs=0.3)


def test_a_die_has_the_same_size_everywhere_on_its_plane() -> None:
    scene = Scene(tilt_deg=45, distance_mm=500)
    view = seen(scene, scene.picture(), scene.lens)
    square = np.array([(0, 0), (DIE_MM, 0), (DIE_MM, DIE_MM), (0, DIE_MM)])
    rectifier = Rectifier(view.top_plane(DIE_MM), 36 / DIE_MM)
    for corner in ((5, 5), (230, 10), (120, 160)):
        top = scene.project(square + corner, DIE_MM)
        sides = rectifier.from_picture(top)
        lengths = np.linalg.norm(np.roll(sides, -1, axis=0) - sides, axis=1)
        assert lengths == pytest.approx([36.0] * 4, abs=0.15)


BAD_PLANES = {
    "NaN": np.full((3, 3), np.nan),
    "zero": np.zeros((3, 3)),
    "infinite": np.diag([np.inf, 1, 1]),
    "a line": np.array([(1, 0, 0), (1, 0, 5), (0, 0, 1.0)]),
    "mirrored": np.diag([-2.0, 2, 1]),
    "through the horizon": np.array([(2, 0, 0), (0, 2, 0), (-0.01, 0, 1)]),
    "nearly nowhere": np.array([(1e300, 0, 0), (0, 1e300, 0), (0, 0, 1)]),
    "far away": np.array([(1e3, 0, 0), (0, 1e3, 0), (0, 0, 1e-300)]),
    "a point": np.diag([1e-9, 1e-9, 1]),
    "too few numbers": np.eye(2),
}


@pytest.mark.parametrize("matrix", BAD_PLANES.values(), ids=BAD_PLANES)
def test_an_impossible_plane_gets_a_sentence(matrix: np.ndarray) -> None:
    with pytest.raises(TrayError, match="show all four markers again"):
        Plane(matrix, 260.0, 180.0)


def test_a_die_taller_than_the_camera_gets_a_sentence() -> None:
    scene = Scene(distance_mm=500)
    view = seen(scene, scene.picture(), scene.lens)
    with pytest.raises(TrayError, match="plane of the tray"):
        view.top_plane(800.0)


@pytest.mark.parametrize("px_per_mm", [0.0, -1.0, np.nan, np.inf, 900.0])
def test_an_impossible_scale_gets_a_sentence(px_per_mm: float) -> None:
    with pytest.raises(TrayError, match=r"give 0\.5 to 10"):
        Rectifier(Plane(np.diag([2.0, 2, 1]), 260.0, 180.0), px_per_mm)


def test_corners_that_are_nowhere_give_no_view() -> None:
    nowhere = {marker: [np.full((4, 2), np.nan)] for marker in range(4)}
    same = {marker: [np.zeros((4, 2))] for marker in range(4)}
    huge = {marker: [np.full((4, 2), 1e300)] for marker in range(4)}
    for candidates in (nowhere, same, huge, {}):
        assert fit_view(candidates, STANDARD_SHEET, (640, 480)) is None


class LensNumbers(TypedDict, total=False):
    width_px: int
    height_px: int
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, ...]


@pytest.mark.parametrize(
    "numbers",
    [
        {"focal_px": (np.nan, 900.0)},
        {"focal_px": (-1.0, 900.0)},
        {"distortion": (0.1, 0.2)},
        {"distortion": (np.inf, 0.0, 0.0, 0.0)},
        {"width_px": 0},
    ],
    ids=str,
)
def test_an_impossible_lens_gets_a_sentence(numbers: LensNumbers) -> None:
    good: LensNumbers = {
        "width_px": 640,
        "height_px": 480,
        "focal_px": (500, 500),
        "centre_px": (320, 240),
    }
    mixed: LensNumbers = {**good, **numbers}
    with pytest.raises(TrayError, match="calibrate the camera again"):
        Lens(**mixed)


def test_a_lens_serves_pictures_of_the_same_shape_only() -> None:
    lens = lens_of(1280, 720)
    assert lens.at(640, 360).focal_px[0] == pytest.approx(lens.focal_px[0] / 2)
    assert lens.at(640, 360).centre_px == pytest.approx((319.5, 179.5))
    with pytest.raises(TrayError, match="calibrated at 1280 × 720 pixels and gives 640 × 480"):
        lens.at(640, 480)


def test_an_impossible_sheet_gets_a_sentence() -> None:
    with pytest.raises(TrayError, match="millimetres above zero"):
        TraySheet.around(260.0, 0.0, marker_mm=24.0, gap_mm=4.0)
    with pytest.raises(TrayError, match="millimetres above zero"):
        TraySheet.around(np.nan, 100.0, marker_mm=24.0, gap_mm=4.0)
    with pytest.raises(TrayError, match="four markers"):
        TraySheet(260.0, 180.0, 24.0, ((0, 0), (1, 1)))
