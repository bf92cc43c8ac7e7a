"""The steps between a picture and a reading, each by itself."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.simulation.drawing.solids import TrayCamera
from referee.vision.dice import centres
from referee.vision.dice.centres import (
    COS,
    FACE,
    SIN,
    SIZE,
    Centre,
    CentreFinder,
    apart,
    cut_top_face,
    peaks,
    square_corners,
)
from referee.vision.dice.edges import edge_strength
from referee.vision.dice.face_reading import DiePlace, FoundDie, PipFaceReader
from referee.vision.dice.reader import busy_part
from referee.vision.readings import Certainty, ReadDie, Reading, annotated
from scripts.drawn_scenes.tray_shots import draw_tray, throw_dice

CENTRE = Centre(100.0, 80.0, 0.9, (0.9, 0, 0, 0, 0, 0), 0.0, 36.0)


def test_a_peak_becomes_a_centre_with_what_is_said_there() -> None:
    heat = np.zeros((13, 20, 30), np.float32)
    heat[FACE, 7, 11] = 0.8
    heat[3, 7, 12] = 0.7
    heat[COS, 7, 11], heat[SIN, 7, 11] = np.cos(0.8), np.sin(0.8)
    heat[SIZE, 7, 11] = np.log(1.5)
    (centre,) = peaks(heat, 0.3)
    assert (centre.x, centre.y) == (46.0, 30.0)
    assert int(np.argmax(centre.values)) + 1 == 4
    assert centre.angle_rad == pytest.approx(0.2)
    assert centre.width_px == pytest.approx(54)


@pytest.mark.parametrize("size", [(640, 320), (328, 600), (56, 900)])
def test_a_picture_that_is_looked_at_in_strips_says_the_same(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, finder = np.random.default_rng(4), CentreFinder()
    picture = np.asarray(cv2.resize(rng.integers(0, 255, (32, 40, 3), np.uint8), size), np.uint8)
    whole = finder.heat(picture)
    for pixels in (130_000, 75_000, 20_000):
        monkeypatch.setattr(centres, "_PIXELS_AT_ONCE", pixels)
        assert np.array_equal(finder.heat(picture), whole)


def test_of_two_centres_on_one_die_the_stronger_stays() -> None:
    near = replace(CENTRE, x=110.0, face=0.5)
    beside = replace(CENTRE, x=138.0, face=0.4)
    assert apart([CENTRE, near, beside]) == [CENTRE, beside]


@pytest.mark.parametrize("angle_rad", [-0.5, 0.0, 0.3])
def test_a_face_is_cut_out_straight(angle_rad: float) -> None:
    picture = np.zeros((160, 200, 3), np.uint8)
    centre = replace(CENTRE, angle_rad=angle_rad)
    corners = np.rint(np.array(square_corners(centre)) * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, corners, (255, 255, 255), cv2.LINE_AA, 4)
    assert cut_top_face(picture, centre)[3:-3, 3:-3].min() > 200
    wide = cut_top_face(picture, replace(centre, width_px=72.0))
    assert wide[:12].max() < 40


def test_a_die_ends_and_a_speck_does_not() -> None:
    picture = np.full((160, 200, 3), 200, np.uint8)
    cv2.circle(picture, (100, 80), 3, (20, 20, 20), -1, cv2.LINE_AA)
    speck = edge_strength(picture, CENTRE)
    cv2.rectangle(picture, (82, 62), (118, 98), (240, 240, 240), -1)
    assert edge_strength(picture, CENTRE) > speck + 8


def test_only_the_busy_part_is_searched() -> None:
    picture = np.full((400, 600, 3), 128, np.uint8)
    cv2.rectangle(picture, (300, 100), (336, 136), (240, 240, 240), -1)
    left, top, part = busy_part(picture)
    assert part.shape[0] < 200
    assert part.shape[1] < 200
    assert left < 300 < left + part.shape[1]
    assert top < 100 < top + part.shape[0]
    assert (part == picture[top : top + part.shape[0], left : left + part.shape[1]]).all()


def test_a_busy_picture_is_searched_whole() -> None:
    picture = np.random.default_rng(1).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    assert busy_part(picture)[2].shape == picture.shape


def test_a_dark_die_on_a_rough_ground_is_not_cut_away() -> None:
    rng = np.random.default_rng(2)
    rough = cv2.resize(rng.integers(0, 120, (60, 80, 3), dtype=np.uint8), (480, 360))
    picture = np.ascontiguousarray(rough, np.uint8)
    cv2.rectangle(picture, (400, 300), (436, 336), (40, 40, 40), -1)
    cv2.rectangle(picture, (40, 40), (76, 76), (250, 250, 250), -1)
    assert busy_part(picture)[2].shape == picture.shape


def test_each_certainty_is_drawn_in_its_colour() -> None:
    picture = np.full((120, 160, 3), 255, np.uint8)
    corners = ((60.0, 60.0), (96.0, 60.0), (96.0, 96.0), (60.0, 96.0))
    box = (60.0, 60.0, 36.0, 36.0)
    drawn = [
        annotated(picture, Reading((ReadDie("4", (78, 78), corners, box, 0.9, certainty),), 36.0))
        for certainty in Certainty
    ]
    assert len({tuple(each[60, 78]) for each in drawn}) == 3
    assert (picture == 255).all()


@pytest.mark.parametrize(
    ("face", "share", "place", "is_kept"),
    [
        (0.1, 0.3, DiePlace.ANY, False),  # far less like a die than the others, and no clear value
        (0.6, 0.95, DiePlace.ANY, True),  # the same, but the close look and the layout speak for it
        (0.3, 0.05, DiePlace.ANY, False),  # a die perhaps, but no value at all
        # Where no side can be it is rather a die that cannot be read; where one is, rather that.
        (0.3, 0.2, DiePlace.ITS_OWN, True),
        (0.6, 0.6, DiePlace.ON_A_SIDE, False),
    ],
)
def test_what_looks_less_like_a_die_than_the_others_is_dropped_only_if_nothing_speaks_for_it(
    face: float, share: float, place: DiePlace, *, is_kept: bool
) -> None:
    rng = np.random.default_rng(12)
    shot = draw_tray(rng, throw_dice(rng, ("5",)), TrayCamera(away_mm=430))
    die = shot.dice[0]
    values = (0.0, 0.0, 0.0, 0.0, face, 0.0)
    shares = (0.0, 0.0, 0.0, 0.0, share, 0.0, 0.8 * (1 - share), 0.2 * (1 - share))
    centre = Centre(*die.centre, face, values, die.angle_rad, die.die_px, shares=shares)
    found = FoundDie(centre, die.die_px, 0.9, place=place)
    told = PipFaceReader().read(shot.picture, found)
    assert (told is not None) == is_kept
    assert told is None or told.face == "5"
