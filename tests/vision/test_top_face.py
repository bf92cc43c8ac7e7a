"""Finding the square of a top face."""

from __future__ import annotations

import numpy as np
import pytest

from referee.simulation.drawing.dice import DrawnDie, draw_dice
from referee.simulation.drawing.materials import plain_material
from referee.simulation.drawing.solids import PlacedDie, turned
from referee.simulation.drawing.surfaces import lamp
from referee.vision.faces.top_face import cut_square, possible_faces, top_face
from referee.vision.pictures import Picture
from scripts.drawn_scenes.lens import SceneView, top_plane_camera

FACES = ("5", "1", "3", "6", "4", "2")


def a_die(turn_rad: float, tilt_rad: float = 0.0, die_px: float = 48.0) -> tuple[Picture, DrawnDie]:
    rotation = turned(turn_rad, tilt_rad, turn_rad)
    height = 0.5 * float(np.abs(rotation[2]).sum())
    die = PlacedDie(
        centre=np.array([0.1, -0.2, height]),
        rotation=rotation,
        faces=FACES,
        material=plain_material((225, 235, 240), (30, 30, 30)),
    )
    camera = top_plane_camera(SceneView(np.radians(10), 2.0, 25.0), die_px, 160)
    ground = np.full((160, 160, 3), (60, 110, 60), np.uint8)
    picture, (drawn,) = draw_dice(ground, (die,), camera, lamp(65, 200), np.random.default_rng(1))
    return picture, drawn


def quarter_error_deg(angle_rad: float, true_rad: float) -> float:
    return float(abs(np.degrees((angle_rad - true_rad + np.pi / 4) % (np.pi / 2) - np.pi / 4)))


@pytest.mark.parametrize("turn_rad", [0.0, 0.3, 0.7, 1.2])
def test_wrong_hints_are_corrected(turn_rad: float) -> None:
    picture, true = a_die(turn_rad)
    hint = (true.centre[0] + 2.5, true.centre[1] - 2.5)
    found = top_face(picture, hint, true.die_px * 1.04, true.angle_rad + np.radians(6))
    assert found.centre_px == pytest.approx(true.centre, abs=0.05 * true.die_px)
    assert found.die_px == pytest.approx(true.die_px, rel=0.05)
    assert quarter_error_deg(found.angle_rad, true.angle_rad) < 3.5
    assert found.face.shape == (64, 64, 3)


def test_the_angle_need_not_be_known() -> None:
    picture, true = a_die(0.55)
    found = top_face(picture, true.centre, true.die_px)
    assert quarter_error_deg(found.angle_rad, true.angle_rad) < 3.5


def test_the_cut_out_is_straight() -> None:
    picture, true = a_die(0.4)
    face = cut_square(picture, true.centre, true.die_px, true.angle_rad)
    grey = face.mean(2)
    assert grey[32, 32] < 120
    assert grey[32, 12] > 150
    assert grey[16, 16] < 120


def test_a_picture_of_one_die_shows_where_its_face_is() -> None:
    picture, true = a_die(0.9, die_px=90.0)
    likeliest = possible_faces(picture)[0]
    assert likeliest.die_px == pytest.approx(true.die_px, rel=0.06)
    assert likeliest.centre_px == pytest.approx(true.centre, abs=0.06 * true.die_px)


def test_a_picture_of_nothing_is_taken_whole() -> None:
    whole = possible_faces(np.full((80, 80, 3), 90, np.uint8))[0]
    assert whole.die_px == pytest.approx(80, rel=0.11)
    assert whole.face.shape == (64, 64, 3)


@pytest.mark.parametrize(
    ("centre", "die_px", "angle_rad"),
    [
        ((-500.0, 20.0), 30.0, 0.0),
        ((20.0, 20.0), 1e-3, None),
        ((20.0, 20.0), 1e5, 0.3),
        ((float("nan"), 20.0), 30.0, 0.0),
        ((20.0, 20.0), 30.0, float("nan")),
    ],
)
def test_senseless_hints_do_no_harm(
    centre: tuple[float, float], die_px: float, angle_rad: float | None
) -> None:
    picture = np.random.default_rng(0).integers(0, 256, (40, 40, 3), dtype=np.uint8)
    found = top_face(picture, centre, die_px, angle_rad)
    assert found.face.shape == (64, 64, 3)
