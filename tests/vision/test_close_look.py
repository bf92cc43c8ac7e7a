"""The close look: it reads a die, says where exactly it lies, and knows what is none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.simulation.drawing.solids import TrayCamera
from referee.vision.dice.centres import Centre
from referee.vision.dice.close_look import NO_FACE, CloseLook
from scripts.drawn_scenes.tray_shots import TrayShot, draw_tray, throw_dice


@pytest.fixture(scope="module")
def close_look() -> CloseLook:
    return CloseLook()


@pytest.fixture(scope="module")
def shot() -> TrayShot:
    rng = np.random.default_rng(12)
    return draw_tray(rng, throw_dice(rng, tuple("123456")), TrayCamera(away_mm=430))


@pytest.fixture(scope="module")
def centres(shot: TrayShot) -> list[Centre]:
    """Where the dice are, a little beside and a little too large, as a first look may say."""
    return [
        Centre(
            die.centre[0] + 0.12 * die.die_px,
            die.centre[1] - 0.1 * die.die_px,
            0.5,
            (0.2,) * 6,
            0.0,
            1.1 * die.die_px,
        )
        for die in shot.dice
    ]


def test_every_value_is_read(close_look: CloseLook, shot: TrayShot, centres: list[Centre]) -> None:
    read = [int(np.argmax(each.shares)) + 1 for each in close_look.judge(shot.picture, centres)]
    assert read == [int(die.face) for die in shot.dice]


def test_a_rough_place_becomes_exact(
    close_look: CloseLook, shot: TrayShot, centres: list[Centre]
) -> None:
    judged = close_look.judge_from_all_sides(shot.picture, close_look.judge(shot.picture, centres))
    for die, centre in zip(shot.dice, judged, strict=True):
        away = np.hypot(centre.x - die.centre[0], centre.y - die.centre[1]) / die.die_px
        turned = (centre.angle_rad - die.angle_rad) % (np.pi / 2)
        assert away < 0.06
        assert min(turned, np.pi / 2 - turned) < np.radians(5)
        assert centre.width_px == pytest.approx(die.die_px, rel=0.13)


def test_views_from_all_sides_agree_with_one(
    close_look: CloseLook, shot: TrayShot, centres: list[Centre]
) -> None:
    one = close_look.judge(shot.picture, centres)
    all_sides = close_look.judge_from_all_sides(shot.picture, centres)
    for single, several in zip(one, all_sides, strict=True):
        away = np.hypot(single.x - several.x, single.y - several.y)
        assert away < 0.08 * several.width_px
        assert int(np.argmax(single.shares)) == int(np.argmax(several.shares))


def test_an_edge_and_an_empty_place_are_no_faces(
    close_look: CloseLook, shot: TrayShot, centres: list[Centre]
) -> None:
    die = shot.dice[0]
    edge = replace(centres[0], x=die.centre[0] + 0.75 * die.die_px, y=die.centre[1])
    empty = replace(centres[0], x=die.centre[0] + 2.5 * die.die_px)
    told = close_look.judge_from_all_sides(shot.picture, [edge, empty])
    assert [each.shares[NO_FACE] > 0.5 for each in told] == [True, True]


def test_no_candidates_are_no_dice(close_look: CloseLook, shot: TrayShot) -> None:
    assert close_look.judge(shot.picture, []) == []
    assert close_look.judge_from_all_sides(shot.picture, []) == []
