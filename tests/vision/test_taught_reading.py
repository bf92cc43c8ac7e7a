"""Taught dice in a tray: their width is known there, so that only place and turn are looked for."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from referee.games.boxes import shipped_sets
from referee.simulation.drawing.materials import plain_material
from referee.simulation.drawing.solids import TrayCamera
from referee.vision.artwork.canvas import InkMask
from referee.vision.artwork.sets import face_set
from referee.vision.artwork.symbols import random_faces
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.faces.teaching import learn_faces
from referee.vision.readings import DieFinding, Reading
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.scene import draw_scene
from scripts.drawn_scenes.tray_shots import TrayShot, draw_tray, throw_dice
from scripts.face_pictures import face_pictures

NAME = "magic-beanstalk"
DIE_MM = 16.0
MATERIALS = [plain_material(), plain_material((40, 40, 190), (240, 240, 240))]


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader(TaughtFaceReader(learn_faces(NAME, face_pictures(NAME))))


def _thrown(
    seed: int, tilt_deg: float, names: tuple[str, ...], artworks: Mapping[str, InkMask]
) -> TrayShot:
    rng = np.random.default_rng(seed)
    dice = throw_dice(rng, names, materials=MATERIALS, artworks=artworks)
    return draw_tray(rng, dice, TrayCamera(tilt_deg, 40.0))


def _read(reader: DiceReader, shot: TrayShot) -> Reading:
    return TrayReader(reader, shot.top_plane, DIE_MM, shot.ground_plane).read(shot.picture)


@pytest.mark.parametrize("tilt_deg", [0.0, 20.0])
def test_taught_dice_in_a_tray_are_read_and_certain(reader: DiceReader, tilt_deg: float) -> None:
    artworks = face_set(shipped_sets()[NAME]).faces
    names = tuple(artworks) + tuple(artworks)[:2]
    reading = _read(reader, _thrown(3, tilt_deg, names, artworks))
    assert reading.faces == tuple(sorted(names))
    assert reading.is_certain


def test_every_die_of_a_tray_is_as_wide_as_the_table_says(reader: DiceReader) -> None:
    artworks = face_set(shipped_sets()[NAME]).faces
    shot = _thrown(4, 0.0, tuple(artworks), artworks)
    for die in _read(reader, shot).dice:
        edges = np.diff(np.array([*die.corners_px, die.corners_px[0]]), axis=0)
        assert np.hypot(*edges.T).mean() == pytest.approx(shot.dice[0].die_px, rel=0.03)


def test_untaught_dice_in_a_tray_are_unknown(reader: DiceReader) -> None:
    strange = random_faces(np.random.default_rng(8)).faces
    reading = _read(reader, _thrown(5, 0.0, tuple(strange)[:5], strange))
    assert reading.dice
    assert all(DieFinding.UNTAUGHT in die.findings for die in reading.dice)


def test_the_side_of_a_die_is_not_certain_though_nobody_knows_the_plane(reader: DiceReader) -> None:
    faces, die_px = face_set(shipped_sets()[NAME]), 48.0
    rng = np.random.default_rng(8)
    angle_deg = (43.0, 43.0)
    scene = draw_scene(
        rng, Domain.UNSEEN, size_px=300, die_px=die_px, faces=faces, angle_deg=angle_deg
    )
    certain = [
        die.centre_px for die in reader.read(scene.picture, die_px=die_px).dice if die.is_certain
    ]
    away = [
        min(np.hypot(x - u, y - v) for u, v in (die.centre for die in scene.dice))
        for x, y in certain
    ]
    assert max(away) < 0.4 * die_px
    assert len(certain) == len(scene.dice)
