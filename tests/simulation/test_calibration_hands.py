"""Simulated hands do what the steps ask for, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from referee.errors import InputError
from referee.simulation.calibration_hands import (
    ALL_SIDES,
    BoardHands,
    DiceHands,
    PlateHands,
    TrayHands,
)
from referee.simulation.plate.world import PlateWorld
from referee.simulation.tray.dice import die_kinds
from referee.vision.tray.lens import find_board
from tests.calibrate.tray_stage import TrayStage


@pytest.mark.parametrize("kind", sorted(die_kinds()))
def test_a_die_is_turned_over_so_that_every_face_is_up_in_turn(kind: str) -> None:
    stage = TrayStage()
    hands = DiceHands(stage.world, kind)
    faces, turned_s = [], []
    for _ in range(7):
        while not stage.world.is_busy:
            hands.help("dice-show")
            stage.clock.advance_s(0.1)
        turned_s.append(stage.world.now_s)
        stage.settle()
        (die,) = stage.world.dice
        assert (die.kind, die.is_flat) == (kind, True)
        faces.append(die.face)
    net = list(dict.fromkeys(die_kinds()[kind].net))
    assert faces == [net[at % len(net)] for at in range(7)]
    assert min(np.diff(turned_s)) > 2.8, "nobody is faster"
    TrayHands(stage.world).help("tray-look")
    stage.settle()
    assert stage.world.dice == ()


def test_dice_that_lie_there_are_taken_away_first() -> None:
    stage = TrayStage()
    for face in ("1", "5"):
        stage.world.put("pips", face)
    stage.settle()
    DiceHands(stage.world, "beanstalk").help("dice-show")
    stage.settle()
    assert [die.kind for die in stage.world.dice] == ["beanstalk"]


def test_hands_do_not_touch_the_tray_of_dice_that_are_judged() -> None:
    stage = TrayStage()
    stage.world.put("beanstalk", "eye")
    stage.settle()
    before = stage.world.dice
    hands = DiceHands(stage.world, "beanstalk")
    assert not hands.help("dice-review")
    stage.settle()
    assert stage.world.dice == before


def test_dice_that_the_simulated_table_does_not_have_are_said() -> None:
    with pytest.raises(InputError, match="no dice called 'marbles'"):
        DiceHands(TrayStage().world, "marbles")


def test_the_board_is_seen_from_every_side() -> None:
    stage = TrayStage()
    hands = BoardHands(stage.world)
    assert not hands.help("camera-views")
    frame = stage.frame()
    before = frame.picture.copy()
    shown = [hands.before_camera(frame).picture for _ in range(3 * len(ALL_SIDES))]
    assert all(find_board(each) is not None for each in shown[::3])
    # Held still for three pictures each time.
    assert np.array_equal(shown[0], shown[2])
    assert not np.array_equal(shown[2], shown[3])
    # The camera's own picture stays as it was.
    assert np.array_equal(frame.picture, before)


def test_the_plate_is_tapped_with_a_pause_after_each_tap(monkeypatch: pytest.MonkeyPatch) -> None:
    world = PlateWorld(np.random.default_rng(2))
    hands = PlateHands(world)
    taps = []
    tap = world.tap

    def noted(strength: float) -> None:
        taps.append(world.now_s)
        tap(strength)

    monkeypatch.setattr(world, "tap", noted)
    for _ in range(600):
        hands.help("scale-stiff")
        world.advance_to(world.now_s + 0.02)
    assert len(taps) == 3
    assert min(np.diff(taps)) > 1.0
    assert world.standing == ()


def test_a_die_that_was_left_behind_is_taken_off_too() -> None:
    world = PlateWorld(np.random.default_rng(2))
    hands = PlateHands(world)
    while hands.help("scale-quiet"):
        world.advance_to(world.now_s + 0.1)
    world.place("die", care=1.0)
    for _ in range(100):
        hands.help("scale-quiet")
        world.advance_to(world.now_s + 0.1)
    assert world.on_plate_g == 0.0
    assert not hands.help("scale-quiet")
