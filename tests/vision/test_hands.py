"""Hands and sleeves over the tray are seen, and dice are never taken for one."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

import numpy as np
import pytest

from referee.vision.motion.hands import Cover, HandWatch
from referee.vision.motion.small_pictures import shrink, small_view_of
from tests.vision.drawn_clips import DARK_SKIN, DIE_PX, SKIN, SLEEVE, DrawnDie, Scene, draw

DICE = [DrawnDie(200, 150, 0.3, 5), DrawnDie(300, 200, 1.0, 2, (40, 40, 200), (240, 240, 240))]
TRAY = ((40.0, 40.0), (600.0, 40.0), (600.0, 320.0), (40.0, 320.0))
HAND = [(280, 360), (300, 200), (320, 150), (345, 150), (350, 190), (380, 160), (400, 170)]
HAND += [(390, 220), (420, 360)]
FINGER = [(300, 0), (302, 110), (325, 110), (328, 0)]
ARM = [(0, 100), (250, 120), (250, 230), (0, 250)]
SHAPES = pytest.mark.parametrize("shape", [HAND, FINGER, ARM], ids=["hand", "finger", "arm"])
REGIONS = pytest.mark.parametrize("region_px", [None, TRAY], ids=["picture", "tray"])


class Light(TypedDict, total=False):
    """What a scene may have other than usual."""

    gain: float
    colour_gain: tuple[float, float, float]
    flicker: float
    flicker_phase: float
    noise: float


LIGHTS: list[Light] = [
    {},
    {"gain": 0.7},
    {"gain": 1.15},
    {"flicker": 0.12, "flicker_phase": 1.0},
    {"noise": 6.0},
    {"colour_gain": (1.2, 1.0, 0.85)},
]


def looked(
    scene: Scene, before: Scene, region_px: tuple[tuple[float, float], ...] | None = None
) -> Cover:
    chance = np.random.default_rng(5)
    settled = draw(before, chance)
    view = small_view_of(settled, DIE_PX)
    watch = HandWatch(region_px)
    watch.settle(shrink(settled, view), view)
    return watch.look(shrink(draw(scene, chance), view), view)


@SHAPES
@REGIONS
@pytest.mark.parametrize("colour", [SKIN, SLEEVE], ids=["skin", "sleeve"])
@pytest.mark.parametrize("light", LIGHTS, ids=str)
def test_a_hand_is_seen_in_any_light(
    shape: list[tuple[int, int]],
    colour: tuple[int, int, int],
    region_px: tuple[tuple[float, float], ...] | None,
    light: Light,
) -> None:
    cover = looked(Scene(DICE, shape, colour, **light), Scene(DICE), region_px)
    assert cover.is_hand
    assert cover.hand_dice > 2


@pytest.mark.parametrize("shape", [HAND, ARM], ids=["hand", "arm"])
@REGIONS
def test_a_hand_of_the_colour_of_the_table_is_at_least_doubtful(
    shape: list[tuple[int, int]], region_px: tuple[tuple[float, float], ...] | None
) -> None:
    assert looked(Scene(DICE, shape, DARK_SKIN), Scene(DICE), region_px).may_be_hand


@REGIONS
@pytest.mark.parametrize("light", LIGHTS, ids=str)
def test_light_is_no_hand(region_px: tuple[tuple[float, float], ...] | None, light: Light) -> None:
    cover = looked(Scene(DICE, **light), Scene(DICE), region_px)
    assert not cover.may_be_hand


@REGIONS
@pytest.mark.parametrize(
    "dice",
    [
        [replace(die, x=die.x + 80) for die in DICE],
        [DrawnDie(150 + 45 * i, 120 + 45 * j, i + j, 4) for i in range(4) for j in range(3)],
        [DrawnDie(55 + 30 * i, 100, 0.0, 4) for i in range(6)],
        [DrawnDie(56 + 30 * i, 56 + 30 * j, 0.0, 4) for i in range(4) for j in range(2)],
        [DrawnDie(15, 200, 0.0, 3)],
    ],
    ids=["moved", "many", "row at the wall", "heap at the wall", "at the edge of the picture"],
)
def test_dice_are_no_hand(
    dice: list[DrawnDie], region_px: tuple[tuple[float, float], ...] | None
) -> None:
    cover = looked(Scene(dice), Scene([]), region_px)
    assert not cover.is_hand


def test_a_hand_beside_the_tray_is_not_over_it() -> None:
    beside = [(640, 150), (605, 160), (605, 200), (640, 210)]
    assert not looked(Scene(DICE, beside), Scene(DICE), TRAY).is_hand


def test_without_a_settled_picture_there_is_no_hand() -> None:
    picture = draw(Scene(DICE, HAND), np.random.default_rng(1))
    view = small_view_of(picture, DIE_PX)
    watch = HandWatch()
    assert watch.look(shrink(picture, view), view) == Cover()
