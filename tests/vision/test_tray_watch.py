"""A roll is told from start to rest, whatever reaches into the picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from referee.vision.motion.tray_watch import Patience, TrayPhase, TrayWatch
from tests.vision.drawn_clips import (
    DIE_PX,
    FPS,
    SKIN,
    SLEEVE,
    DrawnDie,
    Scene,
    clip,
    flickering,
    rolling,
)

REST, ROLLING, HAND = TrayPhase.AT_REST, TrayPhase.ROLLING, TrayPhase.HAND
STARTING = TrayPhase.STARTING
TRAY = ((40.0, 40.0), (600.0, 40.0), (600.0, 320.0), (40.0, 320.0))
DICE = [DrawnDie(200, 150, 0.3, 5), DrawnDie(300, 200, 1.0, 2, (40, 40, 200), (240, 240, 240))]
QUIET = [Scene(DICE)] * 20


def hand_at(depth_px: float, wobble_px: float = 0.0) -> list[tuple[float, float]]:
    """A hand that reaches in from below, so many pixels deep."""
    tip = 360 - depth_px
    left, right = 280 + wobble_px, 420 + wobble_px
    return [(left, 362), (left + 20, tip + 40), (left + 45, tip), (right - 30, tip), (right, 362)]


def reaching(
    dice: list[DrawnDie], frames: int = 20, colour: tuple[int, int, int] = SKIN
) -> list[Scene]:
    depths = 220 * np.sin(np.linspace(0, np.pi, frames))
    return [
        Scene(dice, hand_at(d, 3 * n % 5) if d > 5 else (), colour) for n, d in enumerate(depths)
    ]


def a_roll(frames: int = 24) -> list[Scene]:
    paths = [rolling(DrawnDie(500, 300), die, frames) for die in DICE]
    return [Scene(dice) for dice in zip(*paths, strict=True)]


def phases(
    scenes: list[Scene], watch: TrayWatch | None = None, start_s: float = 0.0, fps: float = FPS
) -> list[TrayPhase]:
    """The phases in their order, each once."""
    watch = watch or TrayWatch(DIE_PX, TRAY)
    moments = [watch.see(t_s, picture) for t_s, picture in clip(scenes, _chance(), start_s, fps)]
    kept = moments[:1] + [later for earlier, later in pairwise(moments) if later.has_changed]
    return [moment.phase for moment in kept]


def _chance() -> np.random.Generator:
    return np.random.default_rng(4)


def test_a_still_tray_comes_to_rest_once() -> None:
    assert phases(QUIET * 3) == [STARTING, REST]


def test_a_roll_begins_and_ends() -> None:
    scenes = [Scene([])] * 20 + a_roll() + QUIET
    assert phases(scenes) == [STARTING, REST, ROLLING, REST]


@pytest.mark.parametrize("colour", [SKIN, SLEEVE], ids=["skin", "sleeve"])
def test_a_hand_that_takes_dice_is_a_hand_and_no_roll(colour: tuple[int, int, int]) -> None:
    away = [Scene(DICE[:1])] * 20
    found = phases(QUIET + reaching(DICE, colour=colour) + away)
    assert found[:2] == [STARTING, REST]
    assert found[-2:] == [HAND, REST], "dice that do not move on were not rolled"


def test_dice_that_roll_on_when_the_hand_is_gone_are_rolling() -> None:
    paths = [rolling(DrawnDie(350, 200), die, 50) for die in DICE]
    thrown = [Scene(dice) for dice in zip(*paths, strict=True)]
    hands = [scene.hand for scene in reaching([], 20)][10:]
    with_hand = [replace(s, hand=h) for s, h in zip(thrown[:10], hands, strict=True)]
    found = phases([Scene([])] * 20 + reaching([])[:10] + with_hand + thrown[10:] + QUIET)
    assert found[-3:] == [HAND, ROLLING, REST]


def test_a_hand_that_rests_over_the_tray_keeps_it_from_being_read() -> None:
    watch = TrayWatch(DIE_PX, TRAY)
    resting = [Scene(DICE, hand_at(200, wobble_px=0.2 * (n % 3))) for n in range(60)]
    moments = [watch.see(t_s, p) for t_s, p in clip(QUIET + resting, _chance())]
    assert not any(moment.is_readable for moment in moments[24:])
    assert moments[-1].phase is HAND


def test_each_rest_has_its_number() -> None:
    watch = TrayWatch(DIE_PX, TRAY)
    scenes = QUIET + a_roll() + QUIET
    numbers = [watch.see(t_s, p).rest_number for t_s, p in clip(scenes, _chance())]
    assert numbers[0] == 0
    assert numbers[-1] == 2
    assert numbers == sorted(numbers)


def test_rest_begins_when_the_dice_lay_still_long_enough() -> None:
    watch = TrayWatch(DIE_PX, TRAY, Patience(settle_s=0.5))
    moments = [watch.see(t_s, p) for t_s, p in clip(a_roll() + QUIET * 2, _chance())]
    rest = next(moment for moment in moments if moment.phase is REST)
    stopped_s = 23 / FPS
    assert 0.4 < rest.t_s - stopped_s < 0.6
    assert rest.since_s == rest.t_s


def test_a_flash_does_not_break_the_rest() -> None:
    flash = [replace(scene, gain=1.9) if n == 5 else scene for n, scene in enumerate(QUIET)]
    assert phases(QUIET + flash) == [STARTING, REST]


def test_flicker_and_exposure_do_not_break_the_rest() -> None:
    darker = [replace(scene, gain=0.7) for scene in QUIET]
    assert phases(flickering(QUIET + darker, 0.1)) == [STARTING, REST]


@pytest.mark.parametrize("fps", [5.0, 10.0, 60.0])
def test_other_frame_rates_tell_the_same(fps: float) -> None:
    seconds = [Scene(DICE)] * int(fps * 1.5)
    frames = max(4, int(fps * 0.8))
    assert phases(seconds + a_roll(frames) + seconds, fps=fps) == [STARTING, REST, ROLLING, REST]


def test_after_a_gap_nobody_knows_until_it_is_still_again() -> None:
    watch = TrayWatch(DIE_PX, TRAY)
    phases(QUIET, watch)
    assert phases(QUIET, watch, start_s=30.0) == [STARTING, REST]


def test_frames_that_nobody_had_time_to_look_at_are_no_gap() -> None:
    watch = TrayWatch(DIE_PX, TRAY)
    phases(QUIET, watch)
    (_, picture), *_ = clip(QUIET, _chance())
    assert watch.see(4.0, picture, missed=99).phase is REST
    assert watch.see(8.0, picture, missed=2).phase is STARTING


def test_a_recording_that_begins_again_begins_anew() -> None:
    watch = TrayWatch(DIE_PX, TRAY)
    assert phases(QUIET, watch, start_s=100.0) == phases(QUIET, watch, start_s=0.0)


def test_something_put_beside_the_dice_for_good_is_forgotten_as_a_hand() -> None:
    """Whoever leaves a sleeve-sized thing across the border cannot stop the game for ever."""
    watch = TrayWatch(DIE_PX, TRAY, Patience(forget_hand_s=2.0))
    left = [Scene(DICE, hand_at(150))] * 100
    assert phases(QUIET + left, watch)[-2:] == [HAND, REST]
    # Taken away, it leaves a hole that looks like a hand; that passes as well.
    assert phases(QUIET * 5, watch, start_s=4.1)[-1] is REST


def test_a_heap_of_dice_only_takes_a_little_longer() -> None:
    heap = [DrawnDie(256 + 30 * i, 156 + 30 * j, 0.0, 4) for i in range(4) for j in range(3)]
    watch = TrayWatch(DIE_PX, TRAY)
    poured = [Scene([replace(die, y=die.y - 100 + 10 * n) for die in heap]) for n in range(11)]
    settled = [Scene(heap)] * 45
    assert phases([Scene([])] * 20 + poured + settled, watch)[-1] is REST


@pytest.mark.parametrize("die_px", [None, 0.0, -3.0, float("nan"), 1e-3, 40.0, 1e4])
def test_any_size_of_picture_and_die_is_survived(die_px: float | None) -> None:
    chance = np.random.default_rng(9)
    region = ((-5.0, -5.0), (50.0, 0.0), (1e5, 50.0), (3.0, 30.0))
    for outline in (None, region):
        watch = TrayWatch(die_px, outline)
        for t_s in np.cumsum(chance.choice([0.0, 0.03, 0.5, 3.0, -1.0], 40)):
            height, width = chance.choice([16, 17, 90, 200], 2)
            picture = chance.integers(0, 256, (height, width, 3), dtype=np.uint8)
            watch.see(t_s, picture if chance.random() < 0.8 else picture[:, :, 0].copy())
            watch.see(t_s + 0.01, picture)
