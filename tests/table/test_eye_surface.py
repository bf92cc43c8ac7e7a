"""Over a plain surface without markers the eye tells what it tells of a tray."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from referee.table.facts import DeviceBack, DeviceTrouble, Fact
from referee.table.senses.eye_surface import shows_nothing
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.surface_reader import SurfaceReader
from referee.vision.motion.tray_watch import TrayPhase
from referee.vision.pictures import Picture
from tests.table.eye_stage import Stage, phases, seen
from tests.vision.drawn_clips import SLEEVE, DrawnDie, Scene, draw

DICE = (
    DrawnDie(200, 150, 0.3, 5, size=36),
    DrawnDie(300, 220, 1.0, 2, (40, 40, 200), (240, 240, 240), size=36),
    DrawnDie(420, 120, 0.7, 6, (30, 30, 30), (230, 230, 230), size=36),
)
ROLLED = ("2", "5", "6")
HAND = ((280, 360), (300, 200), (320, 150), (380, 150), (420, 360))
ALL = ((-5, -5), (645, -5), (645, 365), (-5, 365))


def surface(
    dice: tuple[DrawnDie, ...] = (),
    hand: tuple[tuple[float, float], ...] = (),
    *,
    shift_px: tuple[float, float] = (0.0, 0.0),
) -> Picture:
    scene = Scene(dice, hand, SLEEVE, noise=0.0, is_on_cloth=True, shift_px=shift_px)
    return draw(scene, np.random.default_rng(1))


def roll(stage: Stage, dice: tuple[DrawnDie, ...] = DICE) -> float:
    """Dice roll in and come to lie; the time of the first frame that shows them at rest."""
    for way_px in (90, 60, 35, 15, 5):
        stage.show(surface(tuple(replace(d, x=d.x - way_px, turn=way_px / 20) for d in dice)))
    stage.show(surface(dice))
    return stage.clock.monotonic_s()


@pytest.fixture
def stage() -> Stage:
    """An empty surface that was told as such."""
    stage = Stage(markers=False)
    stage.eye.expect("pips", 3)
    stage.show(surface(), 1.0)
    (told,) = seen(stage.facts)
    assert told.reading.dice == ()
    stage.facts.clear()
    return stage


def test_the_first_roll_is_told_from_start_to_reading(stage: Stage) -> None:
    assert len(stage.eye.tray_outline_px) == 4, "the whole picture"
    rested_s = roll(stage)
    stage.stay(1.0)
    assert phases(stage.facts) == [TrayPhase.ROLLING, TrayPhase.AT_REST]
    (told,) = seen(stage.facts)
    assert tuple(sorted(told.reading.faces)) == ROLLED
    assert told.reading.is_certain
    assert told.at_s - rested_s <= 0.45
    assert len(told.cutouts) == 3
    assert told.picture_jpeg


def test_what_lies_still_is_read_twice_and_never_again(stage: Stage) -> None:
    stage.reads = 0
    roll(stage)
    stage.stay(4.0)
    assert stage.reads == 2
    assert len(seen(stage.facts)) == 1
    (tipped,) = seen(stage.show(surface((*DICE[:2], replace(DICE[2], value=3))), 1.0))
    assert tuple(sorted(tipped.reading.faces)) == ("2", "3", "5"), "a die that tips over is noticed"


def test_a_hand_is_told_and_the_dice_under_it_are_not(stage: Stage) -> None:
    roll(stage)
    stage.stay(1.0)
    stage.facts.clear()
    for number in range(20):
        wobble = tuple((x + 3 * (number % 4), y) for x, y in HAND)
        stage.show(surface(DICE, wobble))
    assert phases(stage.facts) == [TrayPhase.HAND]
    assert seen(stage.facts) == []
    stage.show(surface(), 1.0)
    (told,) = seen(stage.facts)
    assert told.reading.dice == (), "the hand took them"


def test_whoever_leans_over_everything_has_not_taken_the_dice(stage: Stage) -> None:
    roll(stage)
    stage.stay(1.0)
    stage.facts.clear()
    stage.show(surface(DICE, ALL), 2.0)
    assert seen(stage.facts) == []
    stage.show(surface(DICE), 1.0)
    assert [tuple(sorted(each.reading.faces)) for each in seen(stage.facts)] == [ROLLED]


def test_a_cap_on_the_lens_is_a_trouble_and_no_empty_surface(stage: Stage) -> None:
    roll(stage)
    stage.stay(1.0)
    stage.facts.clear()
    stage.show(np.full_like(surface(), 9), 3.0)
    assert seen(stage.facts) == []
    assert [each.sentences for each in troubles(stage.facts)] == [("tray-state-blank",)]
    stage.show(surface(DICE), 2.0)
    assert [tuple(sorted(each.reading.faces)) for each in seen(stage.facts)] == [ROLLED]
    assert any(isinstance(each, DeviceBack) for each in stage.facts)


def troubles(facts: list[Fact]) -> list[DeviceTrouble]:
    return [each for each in facts if isinstance(each, DeviceTrouble)]


def test_dice_are_read_anew_when_the_camera_was_moved(stage: Stage) -> None:
    roll(stage)
    stage.stay(1.0)
    stage.facts.clear()
    for way_px in (20, 45, 60):
        stage.show(surface(DICE, shift_px=(way_px, 0.5 * way_px)))
    stage.show(surface(DICE, shift_px=(70.0, 35.0)), 1.5)
    (told,) = seen(stage.facts)
    assert tuple(sorted(told.reading.faces)) == ROLLED
    white = next(die for die in told.reading.dice if die.face == "5")
    assert white.centre_px == pytest.approx((270, 185), abs=5)


@pytest.mark.parametrize("level", [0, 14, 255])
def test_a_picture_of_one_grey_shows_nothing(level: int) -> None:
    noise = np.random.default_rng(2).normal(level, 2, (360, 640, 3))
    assert shows_nothing(np.clip(noise, 0, 255).astype(np.uint8))
    assert not shows_nothing(surface())


def test_a_plain_table_in_the_light_of_a_lamp_is_something() -> None:
    falling_off = np.linspace(150, 165, 640)[None, :, None] * np.ones((360, 640, 3))
    assert not shows_nothing(falling_off.astype(np.uint8))


class Unwilling:
    """A reader that must not be asked."""

    def __getattr__(self, name: str) -> Any:
        raise LookupError(name)


def test_an_empty_surface_is_searched_once_as_long_as_it_looks_the_same() -> None:
    reader = SurfaceReader(DiceReader())
    assert reader.read(surface()).dice == ()
    vars(reader)["_reader"] = Unwilling()
    assert reader.read(surface()).dice == ()
    with pytest.raises(LookupError):
        reader.read(surface(DICE))
    with pytest.raises(LookupError):
        reader.read(surface(shift_px=(40.0, 20.0)))
