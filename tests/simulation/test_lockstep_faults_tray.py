"""A camera that fails while dice are rolled: the game waits, or people help; it comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games.reports import ReportDice
from referee.simulation.faults import CameraFrozen, CameraUnplugged, CoveredLens, Fault
from referee.table.facts import Device
from referee.table.history import By, LiveAction
from referee.table.orders import Act, GoByHandOrder
from tests.simulation.fault_stage import Stage

FAULTS = [CoveredLens(), CameraFrozen(), CameraUnplugged()]


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path, Device.CAMERA)
    yield stage
    stage.close()


def true_faces(stage: Stage) -> tuple[str, ...]:
    return tuple(sorted(die.face for die in stage.tray.dice))


def rolled_in_the_dark(stage: Stage, fault: Fault) -> None:
    """Anna rolls two dice, and nobody sees them."""
    stage.announce(2)
    stage.run_s(0.5)
    stage.tray.roll("beanstalk", 2)
    stage.run_s(0.3)
    stage.tray.faults.switch_on(fault)
    stage.until_moment("troubled")
    stage.until(lambda: not stage.tray.is_busy)


def last(stage: Stage) -> LiveAction:
    return stage.umpire.history.actions[-1]


@pytest.mark.parametrize("fault", FAULTS, ids=["dark", "frozen", "unplugged"])
def test_the_camera_comes_back_by_itself_and_reads_the_dice(stage: Stage, fault: Fault) -> None:
    rolled_in_the_dark(stage, fault)
    assert "The game waits. You can go on by hand." in stage.told
    stage.tray.faults.switch_off()
    stage.until(lambda: isinstance(last(stage).action, ReportDice), most_s=40)
    assert last(stage).by is By.CAMERA
    action = last(stage).action
    assert isinstance(action, ReportDice)
    assert tuple(sorted(action.faces)) == true_faces(stage)
    stage.until(lambda: "The camera is back." in stage.messages)


def test_people_read_the_dice_themselves(stage: Stage) -> None:
    rolled_in_the_dark(stage, CameraUnplugged())
    stage.table.order(GoByHandOrder("camera"))
    assert stage.moment == "rollawaited"
    assert stage.table.order(Act(ReportDice(true_faces(stage)))).is_accepted
    stage.tray.faults.switch_off()
    stage.until(lambda: "The camera is back." in stage.messages, most_s=40)
    stage.run_s(3.0)
    actions = [each.action for each in stage.umpire.history.actions]
    dice = [each for each in actions if isinstance(each, ReportDice)]
    assert len(dice) == 1, "the dice that lie there are no second roll"
    assert tuple(sorted(dice[0].faces)) == true_faces(stage)
