"""How wide dice are when nobody told, and that what is no die is not read as one."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import cv2
import numpy as np
import pytest

from referee.simulation.drawing.solids import TrayCamera
from referee.vision.dice.centres import Centre
from referee.vision.dice.die_size import SeenDie, agreed, groups, look_sizes, scaled
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.surface_reader import SurfaceReader
from referee.vision.pictures import Picture
from referee.vision.readings import ReadingFinding
from scripts.bench.any_table import any_table_scene
from scripts.drawn_scenes.no_dice import draw_no_dice
from scripts.drawn_scenes.tray_shots import draw_tray, throw_dice

CENTRE = Centre(100.0, 80.0, 0.9, (0.9, 0, 0, 0, 0, 0), 0.0, 36.0)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def _seen(x: float, width_px: float, strength: float = 0.8, face: int = 3) -> SeenDie:
    return SeenDie(replace(CENTRE, x=x, width_px=width_px), face, strength)


def _dice(factor: float, faces: str = "35246", seed: int = 11) -> tuple[Picture, float]:
    """Dice on the plain floor of a drawn tray, without its markers, and their width."""
    rng = np.random.default_rng(seed)
    shot = draw_tray(rng, throw_dice(rng, tuple(faces)), TrayCamera(away_mm=380))
    inside = np.ascontiguousarray(shot.picture[180:540, 360:920])
    return scaled(inside, factor), factor * shot.dice[0].die_px


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.6, 3.0])
def test_the_size_of_dice_is_found(reader: DiceReader, factor: float) -> None:
    picture, die_px = _dice(factor)
    (found_px,) = reader.widths_px(picture)
    assert found_px == pytest.approx(die_px, rel=0.25)


def test_two_neighbouring_looks_must_agree_on_place_width_and_face() -> None:
    die = _seen(100, 50)
    assert agreed([die], [_seen(104, 47)])
    for other in (_seen(140, 50), _seen(100, 90), _seen(100, 50, face=5)):
        assert not agreed([die], [other])
    assert agreed([die], [_seen(100, 50, 0.4)])[0].strength == 0.4


def test_few_large_dice_outvote_many_specks() -> None:
    specks = [_seen(40.0 * number, 12, 0.5) for number in range(30)]
    dice = [_seen(200, 100), _seen(500, 104)]
    (group,) = groups([*specks, *dice])
    assert {die.centre.width_px for die in group} == {100, 104}


def test_a_giant_die_beside_small_ones_is_a_group_of_its_own() -> None:
    small = [_seen(600.0 + 80 * number, 40) for number in range(4)]
    pips = [_seen(180, 40), _seen(220, 40)]
    giant = _seen(200, 240)
    found = groups([giant, *small, *pips])
    assert sorted(group[0].centre.width_px for group in found) == [40, 240]


def test_the_search_is_bounded_however_large_the_picture() -> None:
    for shape in ((480, 640), (960, 1280), (3000, 4000)):
        picture = np.zeros((*shape, 3), np.uint8)
        pixels = [shape[0] * shape[1] * (26 / size_px) ** 2 for size_px in look_sizes(picture)]
        assert max(pixels) < 1_700_000


@pytest.mark.parametrize("pitch_px", [6, 11, 23])
def test_weave_and_print_are_no_dice(reader: DiceReader, pitch_px: int) -> None:
    rng = np.random.default_rng(pitch_px)
    picture = np.full((480, 640, 3), 110, np.uint8)
    for y in range(0, 480, pitch_px):
        for x in range((y // pitch_px % 2) * pitch_px // 2, 640, pitch_px):
            cv2.circle(picture, (x, y), max(1, pitch_px // 4), (40, 40, 40), -1, cv2.LINE_AA)
    noisy = np.clip(picture + rng.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)
    assert not reader.read(noisy).dice


def test_pictures_without_dice_show_none(reader: DiceReader) -> None:
    seeds = range(950_000, 950_012)
    readings = [reader.read(draw_no_dice(np.random.default_rng(seed))) for seed in seeds]
    assert sum(bool(reading.dice) for reading in readings) <= 1
    assert not any(die.is_certain for reading in readings for die in reading.dice)


def test_dice_on_unseen_grounds_are_right_or_asked_about(reader: DiceReader) -> None:
    for seed in range(720_000, 720_008):
        _, scene = any_table_scene(np.random.default_rng(seed))
        for die in reader.read(scene.picture).dice:
            near = min(scene.dice, key=lambda each: dist(each.centre, die.centre_px))
            assert not die.is_certain or die.face == near.face


def test_a_crowd_of_doubtful_dice_is_one_question(reader: DiceReader) -> None:
    picture, _ = _dice(1.0, "3524613524" * 2, seed=5)
    dim = np.asarray(cv2.GaussianBlur(picture, (0, 0), 4.5) // 3, np.uint8)
    reading = reader.read(dim, die_px=40.0)
    doubtful = [die for die in reading.dice if not die.is_certain]
    assert len(doubtful) <= 8 or ReadingFinding.UNCLEAR in reading.findings


def test_a_size_is_held_and_searched_again_when_it_no_longer_fits(reader: DiceReader) -> None:
    surface = SurfaceReader(reader)
    near, near_px = _dice(1.6)
    assert surface.die_px is None
    assert surface.read(near).faces == ("3", "4")
    assert surface.die_px == pytest.approx(near_px, rel=0.25)
    far, far_px = _dice(0.8)
    for _ in range(9):
        reading = surface.read(far)
    assert reading.faces == ("3", "4")
    assert surface.die_px == pytest.approx(far_px, rel=0.25)
