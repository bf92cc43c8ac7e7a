"""Things that go wrong at the plate while people play; the game always ends in the true state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games.magic_beanstalk import actions as a
from referee.games.reports import ReportDice, ReportFall, ReportRemoval, ReportStable
from referee.table.facts import Device
from referee.table.orders import DoneOrder, FellOrder, GoByHandOrder
from referee.table.states.reset_and_removal import Striking
from referee.touch.profile import TouchProfile
from tests.simulation.fault_stage import Stage


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path, Device.SCALE)
    yield stage
    stage.close()


def counting(stage: Stage) -> None:
    """Anna has built, and the formula is being spoken."""
    stage.rolled("trunk")
    stage.place("die", "cylinder")
    stage.until_moment("counting")


def last_action(stage: Stage) -> object:
    return stage.umpire.history.actions[-1].action


def test_the_cable_is_pulled_in_the_middle_of_a_placement(stage: Stage) -> None:
    stage.rolled("treasure")
    stage.plate.place("die", care=1.0)
    stage.run_s(0.2)
    stage.scale.unplug()
    stage.until_moment("troubled")
    assert "The game waits. You can go on by hand." in stage.told
    stage.until(lambda: not stage.plate.is_busy)
    stage.scale.plug_in()
    stage.settled(["die", "die"])
    assert stage.moment == "placing", "the die was found on the plate, and nobody was asked"
    stage.place("token")
    stage.settled(["die", "die", "token"])


def test_the_cable_is_pulled_while_the_formula_is_spoken(stage: Stage) -> None:
    counting(stage)
    stage.run_s(1.0)
    stage.scale.unplug()
    stage.until_moment("troubled")
    stage.run_s(5.0)
    assert not isinstance(last_action(stage), ReportStable)
    stage.scale.plug_in()
    stage.until(lambda: isinstance(last_action(stage), ReportStable))
    assert stage.told.count("Fee!") == 2, "it began again"
    assert stage.tower == stage.true_tower == ["die", "die", "cylinder"]


def test_the_tower_falls_while_the_cable_is_out(stage: Stage) -> None:
    counting(stage)
    stage.scale.unplug()
    stage.until_moment("troubled")
    stage.plate.knock_over()
    stage.until(lambda: not stage.plate.is_busy)
    for _ in stage.plate.fallen:
        stage.plate.pick_up_fallen()
    stage.until(lambda: not stage.plate.is_busy)
    stage.scale.plug_in()
    stage.until(lambda: stage.umpire.umpire_state.question is not None)
    stage.answer("fell")
    stage.until_moment("resetting")
    stage.plate.clear(1)
    stage.settled(["die"])
    assert stage.moment != "resetting"


def test_people_go_on_by_hand_and_the_scale_comes_back(stage: Stage) -> None:
    stage.rolled("trunk", "trunk")
    stage.scale.unplug()
    stage.until_moment("troubled")
    stage.table.order(GoByHandOrder("scale"))
    assert stage.moment == "placing"
    stage.place("die")
    stage.table.order(DoneOrder())
    stage.place("cylinder")
    stage.table.order(DoneOrder())
    stage.scale.plug_in()
    stage.until(lambda: "The scale is back." in stage.messages)
    stage.until_moment("placing")
    stage.place("die", "cylinder")
    stage.settled(["die", "die", "cylinder", "die", "cylinder"])
    assert "differs" not in stage.messages
    stage.until(lambda: isinstance(last_action(stage), ReportStable))


def test_a_piece_put_on_by_hand_while_the_scale_feels_it_too(stage: Stage) -> None:
    """Somebody taps early, somebody late; neither makes a second piece nor a missing one."""
    stage.rolled("treasure", "treasure")
    stage.plate.place("die", care=1.0)
    stage.table.order(DoneOrder())
    stage.until(lambda: not stage.plate.is_busy)
    stage.run_s(2.0)
    assert stage.tower == stage.true_tower == ["die", "die"]
    assert stage.moment == "placing"
    stage.place("token", "die", "token")
    stage.until(lambda: isinstance(last_action(stage), ReportStable))
    assert stage.tower == stage.true_tower


# A hand that leaves just after it was told of comes and goes between two verdicts.
@pytest.mark.parametrize("seconds", [6.0, 12.0])
def test_a_hand_rests_on_the_tower(stage: Stage, seconds: float) -> None:
    stage.rolled("treasure")
    stage.plate.lean(0.4, seconds)
    stage.until_moment("disturbed")
    assert "A hand rests on the tower. Please let go." in stage.told
    stage.until_moment("placing")
    stage.place("die", "token")
    stage.settled(["die", "die", "token"])


def test_a_hand_that_soon_leaves_stops_nothing(stage: Stage) -> None:
    stage.rolled("treasure")
    stage.plate.lean(0.4, 2.0)
    stage.until(lambda: not stage.plate.is_busy)
    stage.run_s(1.0)
    assert stage.moment == "placing"
    stage.place("die", "token")
    stage.settled(["die", "die", "token"])


def test_a_wrong_piece_is_taken_off_again(stage: Stage) -> None:
    stage.rolled("treasure")
    stage.place("cylinder")
    assert stage.moment == "disturbed"
    assert "not the piece that is due" in stage.messages
    stage.plate.lift_top()
    stage.until_moment("placing")
    stage.place("die", "token")
    stage.settled(["die", "die", "token"])


def test_two_pieces_one_right_after_the_other(stage: Stage) -> None:
    stage.rolled("treasure")
    stage.plate.place("die", care=1.0)
    stage.plate.place("token", care=1.0)
    stage.settled(["die", "die", "token"])
    stage.until(lambda: isinstance(last_action(stage), ReportStable))


def test_the_table_is_bumped_during_the_formula(stage: Stage) -> None:
    counting(stage)
    stage.run_s(1.5)
    stage.plate.bump_table(0.25)
    stage.until(lambda: isinstance(last_action(stage), ReportStable))
    assert stage.told.count("Fee!") >= 2
    assert stage.tower == stage.true_tower == ["die", "die", "cylinder"]


def test_it_did_not_fall(stage: Stage) -> None:
    counting(stage)
    stage.table.order(FellOrder())
    assert stage.moment == "collapsing"
    stage.answer("not-fallen")
    stage.until(lambda: isinstance(last_action(stage), ReportStable))
    assert stage.tower == stage.true_tower == ["die", "die", "cylinder"]


def fallen(stage: Stage) -> None:
    counting(stage)
    stage.plate.knock_over()
    stage.until_moment("collapsing")


@pytest.fixture
def unsure(tmp_path: Path) -> Iterator[Stage]:
    """A table that is sure of no fall, and in doubt about every lift in the formula."""
    profile = TouchProfile(fall_score=15.0, doubt_score=-8.0)
    stage = Stage(tmp_path, Device.SCALE, touch_profile=profile)
    yield stage
    stage.close()


def test_a_lifted_piece_in_doubt_is_put_back(unsure: Stage) -> None:
    counting(unsure)
    unsure.run_s(1.5)
    unsure.plate.lift_top()
    unsure.until_moment("fallasked")
    unsure.run_s(20.0)
    assert unsure.moment == "fallasked", "nobody answers, and the game waits"
    assert unsure.told.count("Did the tower fall?") == 1
    unsure.plate.place("cylinder", care=1.0)
    unsure.until(lambda: isinstance(last_action(unsure), ReportStable))
    assert unsure.tower == unsure.true_tower == ["die", "die", "cylinder"]


def test_a_fall_in_doubt_is_what_people_say_it_is(unsure: Stage) -> None:
    counting(unsure)
    unsure.run_s(1.5)
    unsure.plate.knock_over()
    unsure.until_moment("fallasked")
    unsure.answer("fell")
    unsure.until(lambda: isinstance(last_action(unsure), ReportFall))
    assert unsure.moment == "resetting"


def test_it_was_somebody_elses_fault(stage: Stage) -> None:
    fallen(stage)
    stage.answer("2")
    assert last_action(stage) == ReportFall(2)
    assert stage.moment == "resetting"
    stage.plate.clear(1)
    stage.settled(["die"])


def test_a_fall_that_nobody_denies(stage: Stage) -> None:
    fallen(stage)
    stage.until_moment("resetting")
    assert last_action(stage) == ReportFall(0)
    stage.run_s(3.0)
    assert stage.moment == "resetting", "the fallen pieces still lie there"
    stage.plate.clear(1)
    stage.settled(["die"])


def striking(stage: Stage) -> None:
    """A tower of five pieces, and Ben raises the axe."""
    stage.rolled("trunk", "trunk")
    stage.place("die", "cylinder", "die", "cylinder")
    stage.until(lambda: isinstance(last_action(stage), ReportStable))
    seat = stage.state.active
    stage.until_moment("choosing")
    stage.do(a.RaiseAxe(seat))
    stage.do(a.AnnounceDice(seat, 1))
    assert stage.moment == "striking"
    stage.run_s(1.5)


def strike_of(stage: Stage) -> Striking:
    state = stage.umpire.umpire_state
    assert isinstance(state, Striking)
    return state


def test_the_axe_hits(stage: Stage) -> None:
    striking(stage)
    stage.plate.axe(1.0, 0.9)
    stage.until(lambda: not stage.plate.is_busy)
    assert len(stage.true_tower) < 5
    stage.plate.pick_up_fallen()
    stage.until(lambda: not stage.plate.is_busy)
    stage.until(lambda: stage.umpire.umpire_state.question is not None)
    state = strike_of(stage)
    assert state.question is not None
    assert state.question.topic == "axe"
    gone = 5 - len(stage.true_tower)
    fitting = [str(number) for number, pieces in enumerate(state.proposals) if len(pieces) == gone]
    stage.answer(fitting[0])
    assert isinstance(last_action(stage), ReportRemoval)
    stage.run_s(2.0)
    assert sorted(stage.tower) == sorted(stage.true_tower)
    assert stage.moment == "rollawaited"


def test_the_axe_misses(stage: Stage) -> None:
    striking(stage)
    stage.plate.bump_table(0.1)
    stage.run_s(3.0)
    stage.table.order(DoneOrder())
    assert last_action(stage) == ReportRemoval(())
    stage.run_s(2.0)
    assert stage.moment == "rollawaited"
    assert stage.tower == stage.true_tower


def test_the_axe_is_confirmed_while_the_last_piece_is_being_taken_off(stage: Stage) -> None:
    striking(stage)
    stage.plate.axe(1.0, 0.9)
    stage.until(lambda: not stage.plate.is_busy)
    gone = stage.umpire.weights.missing_from(
        strike_of(stage).waiting.tower,
        sum(stage.plate.mass_g(name) for _, name in stage.plate.standing),
    )[0]
    stage.plate.pick_up_fallen()
    stage.run_s(0.4)
    stage.do(ReportRemoval(gone))
    stage.until(lambda: not stage.plate.is_busy)
    stage.run_s(2.5)
    assert stage.moment == "rollawaited"
    assert "taken off" not in stage.messages.split("Off the tower")[-1]
    assert sorted(stage.tower) == sorted(stage.true_tower)
    stage.do(ReportDice(("trunk",)))
