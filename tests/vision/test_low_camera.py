"""Off the tray a side is doubted where the camera hangs low, and so is a thing that lies alone."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from referee.vision.dice.centres import Centre, square_corners
from referee.vision.dice.close_look import CloseLook
from referee.vision.dice.face_reading import FoundDie, PipFaceReader, ToldFace
from referee.vision.dice.low_camera import LowCameraLook, SideLook, are_upright
from referee.vision.dice.reader import DiceReader, box_around
from referee.vision.dice.resting import RestingLook
from referee.vision.motion.voting import vote
from referee.vision.network import Told
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, DieFinding, Point, ReadDie, Reading

DIE_PX = 60
PIPS = {"2": ((-1, -1), (1, 1)), "4": tuple(itertools.product((-1, 1), repeat=2))}


@pytest.fixture(scope="module")
def look() -> LowCameraLook:
    return LowCameraLook(CloseLook())


def _read(x: float, y: float, *, turned_deg: float = 0.0) -> ReadDie:
    centre = Centre(x, y, 0.9, (0.9,) * 6, float(np.radians(turned_deg)), DIE_PX)
    corners = square_corners(centre)
    return ReadDie("4", (x, y), corners, box_around(corners), 0.999, Certainty.CERTAIN)


def _face(value: str, shade: int) -> Picture:
    face = np.full((DIE_PX, DIE_PX, 3), shade, np.uint8)
    for across, down in PIPS[value]:
        middle = (DIE_PX // 2 + 16 * across, DIE_PX // 2 + 16 * down)
        cv2.circle(face, middle, 6, (25, 25, 25), -1, cv2.LINE_AA)
    return face


def _table(places: Sequence[tuple[int, int]], *, top_px: int) -> Picture:
    """Fours at these places; above each its own top, a two, seen `top_px` high."""
    picture = np.full((240, 480, 3), (40, 90, 60), np.uint8)
    for x, y in places:
        left, top = x - DIE_PX // 2, y - DIE_PX // 2
        picture[top : top + DIE_PX, left : left + DIE_PX] = _face("4", 190)
        if top_px:
            flat = cv2.resize(_face("2", 235), (DIE_PX, top_px), interpolation=cv2.INTER_AREA)
            picture[top - top_px : top, left : left + DIE_PX] = flat
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)


@pytest.mark.parametrize(("top_px", "is_certain"), [(0, True), (22, False)])
def test_a_face_below_the_top_of_its_die_is_doubted(
    look: LowCameraLook, top_px: int, *, is_certain: bool
) -> None:
    picture = _table([(240, 130)], top_px=top_px)
    told = look.doubted(picture, Reading((_read(240, 130),), DIE_PX))
    assert told.dice[0].is_certain == is_certain


def test_a_region_moves_the_dice(look: LowCameraLook) -> None:
    picture = _table([(240, 130)], top_px=22)[:, 100:].copy()
    told = look.doubted(picture, Reading((_read(240, 130),), DIE_PX), (100.0, 0.0))
    assert not told.dice[0].is_certain


def test_where_most_are_sides_none_is_believed(look: LowCameraLook) -> None:
    picture = _table([(120, 130), (240, 130)], top_px=22)
    dice = (_read(120, 130), _read(240, 130), _read(400, 130, turned_deg=30))
    told = look.doubted(picture, Reading(dice, DIE_PX))
    assert all(die.findings == (DieFinding.SIDE,) for die in told.dice)
    # The camera hangs as low in every picture.
    assert not any(die.is_certain for die in vote([told] * 6).dice)


def test_faces_that_all_stand_upright_may_be_sides(look: LowCameraLook) -> None:
    picture = _table([(120, 130), (360, 130)], top_px=0)
    told = look.doubted(picture, Reading((_read(120, 130), _read(360, 130)), DIE_PX))
    assert not any(die.is_certain for die in told.dice)


def test_upright_means_all_of_them_and_apart() -> None:
    one, far = _read(100, 100, turned_deg=-5), _read(300, 100, turned_deg=95)
    assert are_upright([one, far])
    assert not are_upright([one])
    assert not are_upright([one, _read(100 + DIE_PX, 100)])
    assert not are_upright([one, far, _read(200, 200, turned_deg=20)])


def test_a_face_at_the_rim_is_judged(look: LowCameraLook) -> None:
    picture = _table([(240, 130)], top_px=0)[100:].copy()
    assert look.doubted(picture, Reading((_read(240, 30),), DIE_PX)).dice[0].is_certain


class _AsSure(PipFaceReader):
    """Reads a four as sure as it is told to."""

    def __init__(self, confidence: float) -> None:
        self._confidence = confidence

    def read(self, picture: Picture, found: FoundDie) -> ToldFace | None:
        assert picture.size
        assert found.is_off_tray
        return ToldFace("4", self._confidence, Certainty.CERTAIN)


class _OneThere(DiceReader):
    """Finds one thing, wherever it looks."""

    def found_off_tray(self, picture: Picture, widths_px: Sequence[float]) -> list[FoundDie]:
        assert picture.size
        centre = Centre(240.0, 130.0, 0.9, (0.9,) * 6, 0.0, widths_px[0])
        return [FoundDie(centre, DIE_PX, 0.9, told_px=DIE_PX)]


@pytest.mark.parametrize(
    ("confidence", "expected", "shown"),
    [
        (0.97, None, []),
        (0.99, None, [False]),
        (0.999, None, [True]),
        (0.97, 1, [True]),
        (0.99, 1, [True]),
    ],
)
def test_what_lies_alone_must_be_surer(
    confidence: float, expected: int | None, shown: list[bool]
) -> None:
    reader = _OneThere(_AsSure(confidence))
    reading = reader.read_sizes(_table([(240, 130)], top_px=0), [DIE_PX], expected)
    assert [die.is_certain for die in reading.dice] == shown


class _Asked(RestingLook):
    """Remembers which faces may be sides, and takes none for one."""

    def __init__(self) -> None:
        super().__init__()
        self.centres: list[Point] = []

    def chances(
        self, picture: Picture, centres: Sequence[Point], die_px: float, feet: Sequence[Point]
    ) -> Told:
        self.centres += centres
        return super().chances(picture, centres, die_px, feet)


def _found(x: float, y: float, *, none: float) -> FoundDie:
    shares = (*[(1 - none) / 7] * 7, none)
    centre = Centre(x, y, 0.9, (0.9,) * 6, 0.0, DIE_PX, shares)
    return FoundDie(centre, DIE_PX, 0.9, told_px=DIE_PX)


@pytest.mark.parametrize(
    ("upper_none", "lower_none", "asked"),
    [
        (0.1, 0.1, [(240.0, 186.0)]),
        (0.1, 0.5, [(240.0, 186.0)]),
        (0.5, 0.1, [(240.0, 130.0)]),
    ],
)
def test_the_fainter_of_two_may_be_a_side_and_the_lower_of_two_alike(
    upper_none: float, lower_none: float, asked: list[Point]
) -> None:
    found = [_found(240, 130, none=upper_none), _found(240, 186, none=lower_none)]
    resting = _Asked()
    SideLook(resting).marked(_table([(240, 130)], top_px=0), found)
    assert resting.centres[: len(asked)] == asked
    assert set(resting.centres) <= {(240.0, 130.0), (240.0, 186.0)}


def test_dice_that_lie_apart_have_no_sides() -> None:
    resting = _Asked()
    found = [_found(120, 130, none=0.1), _found(360, 130, none=0.5)]
    assert SideLook(resting).marked(_table([(120, 130)], top_px=0), found) == found
    assert resting.centres == []
