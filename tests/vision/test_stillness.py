"""Dice that move are seen to move, and neither noise nor light is taken for motion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.clock import ManualClock, SystemClock
from referee.vision.motion.small_pictures import SmallView, grey_of, shrink, small_view_of
from referee.vision.motion.stillness import StillnessWatch
from scripts.bench.watching_cost import stillness_cost
from tests.vision.drawn_clips import DIE_PX, DrawnDie, Scene, clip, draw, flickering, shaking

WHITE_DIE = DrawnDie(200, 150, 0.3, 5)
RED_DIE = DrawnDie(300, 200, 1.0, 2, (40, 40, 200), (240, 240, 240))
BLACK_DIE = DrawnDie(420, 120, 0.7, 6, (30, 30, 30), (230, 230, 230))
DICE = [WHITE_DIE, RED_DIE, BLACK_DIE]
STILL = [Scene(DICE)] * 24


def still_share(
    scenes: list[Scene],
    *,
    skip: int = 2,
    region_px: list[tuple[int, int]] | None = None,
    seed: int = 1,
) -> float:
    watch = StillnessWatch(DIE_PX, region_px)
    chance = np.random.default_rng(seed)
    seen = [watch.see(t_s, picture) for t_s, picture in clip(scenes, chance)]
    return float(np.mean(seen[skip:]))


@pytest.mark.parametrize("noise", [0.0, 2.0, 6.0, 14.0])
def test_noise_is_no_motion(noise: float) -> None:
    assert still_share([replace(scene, noise=noise) for scene in STILL]) == 1


@pytest.mark.parametrize("depth", [0.05, 0.10, 0.14])
def test_a_flickering_lamp_is_no_motion(depth: float) -> None:
    assert still_share(flickering(STILL, depth)) == 1


def test_light_that_changes_slowly_is_no_motion() -> None:
    assert still_share([replace(s, gain=1 - n / 60) for n, s in enumerate(STILL)]) == 1


@pytest.mark.parametrize("gain", [0.5, 0.8, 1.3])
def test_a_step_of_the_exposure_is_no_motion(gain: float) -> None:
    scenes = [replace(s, gain=1.0 if n < 12 else gain) for n, s in enumerate(STILL)]
    # Where white is blown out nobody can tell, so one frame may be in doubt.
    assert still_share(scenes) >= 1 - 1 / 22


def test_a_step_of_the_white_balance_is_no_motion() -> None:
    warm = (0.85, 1.0, 1.25)
    scenes = [replace(s, colour_gain=warm) if n > 12 else s for n, s in enumerate(STILL)]
    assert still_share(scenes) >= 1 - 1 / 22


@pytest.mark.parametrize("moving", DICE, ids=["white", "red", "black"])
@pytest.mark.parametrize("step_px", [1.0, 3.0, 15.0])
def test_a_die_that_slides_moves(moving: DrawnDie, step_px: float) -> None:
    others = [die for die in DICE if die is not moving]
    scenes = [Scene([*others, replace(moving, x=100 + step_px * n)]) for n in range(20)]
    assert still_share(scenes) == 0


@pytest.mark.parametrize("moving", DICE, ids=["white", "red", "black"])
def test_a_die_that_spins_on_the_spot_moves(moving: DrawnDie) -> None:
    others = [die for die in DICE if die is not moving]
    scenes = [Scene([*others, replace(moving, turn=0.15 * n)]) for n in range(20)]
    assert still_share(scenes) == 0


def test_a_slow_die_is_caught_before_it_counts_as_settled() -> None:
    # A third of a die in a second: never still for as long as 0.4 s.
    scenes = [Scene([replace(WHITE_DIE, x=200 + 0.33 * n)]) for n in range(60)]
    watch = StillnessWatch(DIE_PX)
    longest = run = 0
    for t_s, picture in clip(scenes, np.random.default_rng(2)):
        run = run + 1 if watch.see(t_s, picture) else 0
        longest = max(longest, run)
    assert longest < 12


def test_motion_under_a_flickering_lamp_is_seen() -> None:
    scenes = [Scene([WHITE_DIE, replace(RED_DIE, x=100 + 6 * n)]) for n in range(20)]
    assert still_share(flickering(scenes, 0.12)) <= 0.1


@pytest.mark.parametrize("px", [0.5, 1.0])
def test_a_camera_that_shakes_over_a_cloth_is_no_motion(px: float) -> None:
    scenes = shaking([Scene(DICE, is_on_cloth=True)] * 24, px)
    assert still_share(scenes) >= 1 - 1 / 22
    tray = [(0, 0), (640, 0), (640, 360), (0, 360)]
    assert still_share(scenes, region_px=tray) < 0.9, "where a tray is known, the tray has shifted"


@pytest.mark.parametrize("moving", DICE, ids=["white", "red", "black"])
@pytest.mark.parametrize(("step_px", "turn"), [(3.0, 0.0), (0.0, 0.15)], ids=["slides", "spins"])
def test_a_die_that_moves_before_a_camera_that_shakes_is_seen(
    moving: DrawnDie, step_px: float, turn: float
) -> None:
    others = [die for die in DICE if die is not moving]
    ways = [replace(moving, x=100 + step_px * n, turn=turn * n) for n in range(20)]
    scenes = [Scene([*others, way], is_on_cloth=True) for way in ways]
    assert still_share(shaking(scenes, 1.0)) <= 0.1


def test_what_moves_beside_the_tray_does_not_matter() -> None:
    scenes = [Scene([WHITE_DIE, replace(BLACK_DIE, x=20, y=40 + 5 * n)]) for n in range(20)]
    tray = [(60, 60), (580, 60), (580, 300), (60, 300)]
    assert still_share(scenes) == 0
    assert still_share(scenes, region_px=tray) == 1


def test_the_first_frame_and_a_new_size_are_not_still() -> None:
    chance = np.random.default_rng(3)
    watch = StillnessWatch()
    picture = draw(STILL[0], chance)
    assert not watch.see(0.0, picture)
    assert watch.see(0.1, picture)
    assert not watch.see(0.2, picture[:200])


def test_the_size_of_the_small_picture_follows_the_die() -> None:
    large = np.zeros((720, 1280, 3), np.uint8)
    assert small_view_of(large, 45.0).step == 5
    assert small_view_of(large, 20.0).step == 4, "no more pixels than can be afforded"
    assert small_view_of(large, 200.0).die_small_px < 12
    assert shrink(large, small_view_of(large, 45.0)).shape == (144, 256, 3)


def test_grey_pictures_are_fine() -> None:
    grey = np.full((120, 160), 90, np.uint8)
    view = SmallView(width_px=160, height_px=120, step=1, die_px=9.0)
    watch = StillnessWatch()
    watch.see_small(0.0, grey, view)
    assert watch.see_small(0.1, grey, view)
    grey[40:50, 40:50] = 200
    assert not watch.see_small(0.2, grey, view)
    assert grey_of(grey).shape == grey.shape


@pytest.mark.parametrize("level", [0, 255])
def test_a_black_or_white_picture_is_just_still(level: int) -> None:
    scene = np.full((90, 160, 3), level, np.uint8)
    watch = StillnessWatch()
    assert [watch.see(n / 30, scene) for n in range(3)] == [False, True, True]


def test_the_cost_is_measured() -> None:
    assert stillness_cost(ManualClock(), 3).small_ms == 0
    cost = stillness_cost(SystemClock(), 3)
    assert cost.small_ms > 0
    assert cost.camera_ms > 0
