"""The eye before the simulated tray: dice that really roll, hands that really reach in."""

from __future__ import annotations

import numpy as np
import pytest

from referee.app.face_sets import find_faces
from referee.clock import ManualClock
from referee.errors import InputError
from referee.simulation.happenings import AtRest
from referee.simulation.tray.camera import LockstepCamera
from referee.simulation.tray.world import TrayWorld
from referee.table.facts import DeviceTrouble, Fact
from referee.table.senses.eye import Eye
from referee.vision.dice.face_reading import PipFaceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from tests.table.eye_stage import seen


@pytest.mark.slow
def test_rolls_are_read_right_within_half_a_second() -> None:
    clock = ManualClock()
    world = TrayWorld(np.random.default_rng(8), clock)
    facts: list[Fact] = []
    told = []
    with LockstepCamera(world, clock) as camera:
        eye = Eye(
            camera, {"pips": PipFaceReader()}, sheet=world.sheet, lens=world.lens, clock=clock
        )

        def watch(seconds: float) -> None:
            for _ in range(int(seconds * 30)):
                clock.advance_s(1 / 30)
                facts.extend(eye.look())

        watch(1.5)
        for count in (5, 3, 6):
            world.clear()
            eye.expect("pips", count)
            world.roll("pips", count)
            watch(world.busy_until_s - world.now_s + 0.55)
            rested_s = max(each.t_s for each in world.history if isinstance(each, AtRest))
            last = seen(facts)[-1]
            assert last.reading.faces == tuple(sorted(die.face for die in world.dice))
            assert last.reading.is_certain
            told.append(last.at_s - rested_s)
    assert max(told) <= 0.5
    assert not any(isinstance(fact, DeviceTrouble) for fact in facts)


@pytest.mark.slow
def test_dice_that_were_just_taught_are_read_at_once() -> None:
    clock = ManualClock()
    world = TrayWorld(np.random.default_rng(8), clock)
    facts: list[Fact] = []
    with LockstepCamera(world, clock) as camera:
        eye = Eye(
            camera, {"pips": PipFaceReader()}, sheet=world.sheet, lens=world.lens, clock=clock
        )
        with pytest.raises(InputError, match="cannot read 'beanstalk' dice"):
            eye.expect("beanstalk", 2)
        eye.learn("beanstalk", TaughtFaceReader(find_faces("magic-beanstalk")))
        eye.expect("beanstalk", 2)
        world.roll("beanstalk", 2)
        while world.is_busy or not seen(facts):
            clock.advance_s(1 / 30)
            facts.extend(eye.look())
    assert seen(facts)[-1].reading.faces == tuple(sorted(die.face for die in world.dice))
