"""What touch cannot tell is asked, and what the rules know of hands decides with it."""

from __future__ import annotations

import pytest

from referee.games.magic_beanstalk import actions as a
from referee.games.reports import ReportDice, ReportFall, ReportPiece
from referee.table.facts import Device, DeviceBack, DeviceTrouble
from referee.table.orders import Act, DoneOrder, FellOrder
from referee.touch.verdicts import TouchKind
from tests.table.umpire_stage import MASSES, UmpireStage

DIE_G, TOKEN_G = MASSES["die"], MASSES["token"]
# In the middle of the doubt, whatever hands may be there.
DOUBT = -0.5


def choosing() -> UmpireStage:
    """Nobody builds; one die stands."""
    cards = {"numbers": {"cards": [[1, 2, 3]] * 7}}
    stage = UmpireStage(devices=(Device.SCALE,), options=cards)
    stage.level_of_tower()
    for seat, value in enumerate((3, 2, 4)):
        stage.do(a.PickCard(seat, value))
    stage.level_of_tower()
    assert stage.umpire_state == "choosing"
    return stage


def placing() -> UmpireStage:
    """A die is due on the die that stands."""
    stage = choosing()
    stage.do(a.AnnounceDice(stage.state.active, 2))
    assert stage.do(ReportDice(("treasure", "treasure"))).is_accepted
    assert stage.umpire_state == "placing"
    return stage


def counting(seconds: float = 2.0) -> UmpireStage:
    """The tower of a die, a die and a cylinder has to stand, so long already."""
    stage = choosing()
    stage.do(a.AnnounceDice(stage.state.active, 1))
    assert stage.do(ReportDice(("trunk",))).is_accepted
    stage.place("die")
    stage.place("cylinder")
    assert stage.umpire_state == "counting", stage.umpire_state
    stage.level_of_tower()
    stage.wait_s(seconds)
    return stage


def topic(stage: UmpireStage) -> str | None:
    question = stage.umpire.umpire_state.question
    return None if question is None else question.topic


def test_a_doubt_is_one_question_that_waits_for_an_answer() -> None:
    stage = counting()
    stage.said()
    stage.suspect()
    stage.touch(TouchKind.BUMPED, 0.0, -1.5)
    stage.touch(TouchKind.BUMPED, 0.0, -1.5)
    stage.touch(TouchKind.HAND, 0.0)
    for _ in range(20):
        stage.wait_s(3.0)
        stage.level_of_tower()
    assert stage.umpire_state == "fallasked"
    assert stage.said().count("Did the tower fall?") == 1
    assert stage.state.phase == "checking"
    question = stage.umpire.umpire_state.question
    assert question is not None
    assert question.until_s is None
    assert question.otherwise == str(stage.state.active), "who is accused cannot answer"
    assert stage.archive.kept == ["fall-1"]


def test_it_did_not_fall_and_what_was_felt_is_what_it_was() -> None:
    stage = counting()
    stage.touch(TouchKind.BUMPED, 0.0, -1.5)
    stage.said()
    stage.answer("not-fallen")
    assert stage.umpire_state == "counting"
    assert "The table moved. We count again." in stage.said()
    stage = placing()
    stage.touch(TouchKind.PLACED, DIE_G, DOUBT)
    assert len(stage.state.tower) == 1
    stage.answer("not-fallen")
    assert len(stage.state.tower) == 2
    stage.level_of_tower()
    assert stage.umpire_state == "placing"


def test_it_fell_and_its_evidence_is_that_of_the_doubt() -> None:
    stage = counting()
    stage.touch(TouchKind.BUMPED, 0.0, -1.5)
    stage.answer("fell")
    assert stage.umpire_state == "collapsing"
    assert stage.archive.kept == ["fall-1"]
    stage.wait_s(7)
    acted = stage.umpire.history.actions[-1]
    assert isinstance(acted.action, ReportFall)
    assert acted.evidence == ("fall-1",)


def test_people_say_that_it_fell_before_they_answer() -> None:
    stage = counting()
    stage.touch(TouchKind.BUMPED, 0.0, -1.5)
    assert stage.order(FellOrder()).is_accepted
    assert stage.umpire_state == "collapsing"


def test_people_say_that_it_fell_while_something_is_missing() -> None:
    stage = counting()
    stage.touch(TouchKind.LIFTED, -DIE_G, -15.0)
    assert stage.umpire_state == "disturbed"
    assert stage.order(FellOrder()).is_accepted
    assert stage.umpire_state == "collapsing"
    stage.answer("not-fallen")
    assert stage.umpire_state == "counting"


def test_the_button_says_that_the_tower_stands() -> None:
    stage = counting()
    stage.touch(TouchKind.BUMPED, 0.0, -1.5)
    assert stage.order(DoneOrder()).is_accepted
    assert stage.umpire_state == "counting"


def test_nothing_else_is_decided_before_the_answer() -> None:
    stage = placing()
    stage.touch(TouchKind.BUMPED, 0.0, DOUBT)
    assert topic(stage) == "fall"
    reply = stage.order(Act(ReportPiece(stage.state.turn.owed)))
    assert not reply.is_accepted
    assert topic(stage) == "fall"


def test_a_fall_while_it_is_asked_is_called() -> None:
    stage = counting()
    stage.touch(TouchKind.BUMPED, 0.0, -1.5)
    stage.touch(TouchKind.LIFTED, -DIE_G, 4.0)
    assert stage.umpire_state == "collapsing"


@pytest.mark.parametrize("is_felt", [True, False])
def test_weight_that_is_back_withdraws_the_question(is_felt: bool) -> None:
    """Lifted and put back, noticed as it comes or only by the level that follows."""
    stage = counting()
    stage.touch(TouchKind.LIFTED, -2.8, -1.5)
    stage.wait_s(0.5)
    stage.level(2 * DIE_G)
    assert topic(stage) == "fall", "it is not back yet"
    if is_felt:
        stage.touch(TouchKind.PLACED, 2.8)
    else:
        stage.level_of_tower()
    assert stage.umpire_state == "counting"
    stage.wait_s(5)
    assert not any(isinstance(each.action, ReportFall) for each in stage.umpire.history.actions)


def test_half_of_the_weight_is_not_enough() -> None:
    stage = counting()
    stage.touch(TouchKind.LIFTED, -2.8 - DIE_G, -1.5)
    stage.touch(TouchKind.PLACED, DIE_G)
    stage.level(2 * DIE_G)
    assert topic(stage) == "fall"


@pytest.mark.parametrize("step_g", [0.0, DIE_G])
def test_pieces_that_may_lie_on_the_plate_are_not_weighed_away(step_g: float) -> None:
    stage = counting()
    stage.touch(TouchKind.PLACED if step_g else TouchKind.BUMPED, step_g, -1.5)
    for _ in range(4):
        stage.level_of_tower()
        stage.wait_s(0.5)
    assert topic(stage) == "fall"


def test_a_put_back_that_is_doubtful_itself_stays_a_question() -> None:
    stage = counting()
    stage.touch(TouchKind.LIFTED, -2.8, -1.5)
    stage.touch(TouchKind.PLACED, 2.8, 0.5)
    stage.level_of_tower()
    assert topic(stage) == "fall"


def test_a_piece_that_came_and_went_while_it_was_asked_is_not_on_the_tower() -> None:
    stage = placing()
    stage.touch(TouchKind.PLACED, DIE_G, DOUBT)
    stage.touch(TouchKind.LIFTED, -DIE_G)
    stage.answer("not-fallen")
    stage.level(DIE_G)
    assert len(stage.state.tower) == 1
    assert stage.umpire_state == "placing"


def test_a_scale_that_comes_back_weighs_before_it_withdraws() -> None:
    stage = counting()
    stage.touch(TouchKind.LIFTED, -2.8, -1.5)
    stage.umpire.take(DeviceTrouble(1.0, Device.SCALE, ("scale-state-lost",)))
    stage.umpire.take(DeviceBack(2.0, Device.SCALE))
    stage.touch(TouchKind.BUMPED, 0.0)
    assert topic(stage) == "fall"
    stage.level(2 * DIE_G)
    assert topic(stage) == "fall"
    stage.level_of_tower()
    assert topic(stage) is None


def test_what_came_while_the_scale_was_away_is_weighed() -> None:
    stage = counting()
    stage.touch(TouchKind.LIFTED, -2.8, -1.5)
    stage.umpire.take(DeviceTrouble(1.0, Device.SCALE, ("scale-state-lost",)))
    stage.umpire.take(DeviceBack(2.0, Device.SCALE))
    for _ in range(2):
        stage.level(4 * DIE_G)
    stage.answer("not-fallen")
    for _ in range(4):
        stage.wait_s(0.5)
        stage.level(4 * DIE_G)
    assert topic(stage) == "plate", "there is too much, and nothing was taken"


def test_while_it_is_asked_hands_may_put_back_what_is_missing() -> None:
    stage = counting()
    stage.touch(TouchKind.LIFTED, -2.8, -1.5)
    stage.touch(TouchKind.PLACED, 2.8, -1.0)
    assert stage.umpire_state == "counting"


def test_whose_hand_may_be_there_decides_with_what_was_felt() -> None:
    """The same curve: called while the formula is spoken, asked about when nobody plays."""
    bumped = (TouchKind.BUMPED, 0.0)
    for score, expected in ((-0.3, "collapsing"), (-2.3, "fallasked"), (-2.7, "counting")):
        stage = counting()
        stage.touch(*bumped, score)
        assert stage.umpire_state == expected
    for score, expected in ((0.5, "collapsing"), (-1.5, "fallasked"), (-2.5, "choosing")):
        stage = choosing()
        stage.touch(*bumped, score)
        assert stage.umpire_state == expected
    for score, expected in ((1.5, "collapsing"), (0.5, "fallasked"), (-1.5, "placing")):
        stage = placing()
        stage.touch(*bumped, score)
        assert stage.umpire_state == expected


def test_before_the_first_word_the_last_hand_may_still_be_there() -> None:
    stage = counting(0.5)
    stage.touch(TouchKind.BUMPED, 0.0, -1.5)
    assert stage.umpire_state == "counting"
    stage.touch(TouchKind.BUMPED, 0.0, 0.5)
    assert stage.umpire_state == "fallasked"


def test_whoever_builds_lifts_a_piece_and_puts_it_back() -> None:
    """Adjusting: in the formula the same would be a fall."""
    stage = placing()
    stage.place("die")
    stage.suspect()
    stage.touch(TouchKind.LIFTED, -DIE_G, -0.2)
    assert stage.umpire_state == "disturbed"
    stage.suspect()
    stage.touch(TouchKind.PLACED, DIE_G, -0.2)
    assert stage.umpire_state == "placing"
    assert len(stage.state.tower) == 2
    stage = counting()
    stage.touch(TouchKind.LIFTED, -DIE_G, -0.2)
    assert stage.umpire_state == "collapsing"


def test_a_tower_that_comes_down_while_it_is_put_right() -> None:
    stage = placing()
    stage.place("die")
    stage.touch(TouchKind.LIFTED, -DIE_G)
    stage.touch(TouchKind.PLACED, DIE_G, 1.5)
    assert stage.umpire_state == "fallasked"
    stage.level_of_tower()
    assert stage.umpire_state == "fallasked", "the weight says nothing about it"
    stage.answer("not-fallen")
    assert stage.umpire_state == "placing"
    assert len(stage.state.tower) == 2


def test_a_hand_that_was_asked_to_let_go_is_hardly_a_fall() -> None:
    for left_g, expected in ((40.0, "placing"), (40.0 + DIE_G, "fallasked")):
        stage = placing()
        stage.place("die")
        stage.touch(TouchKind.HAND, 40.0)
        assert stage.umpire_state == "disturbed"
        stage.touch(TouchKind.HAND, -left_g, 1.8)
        assert stage.umpire_state == expected


def test_hands_that_tidy_up_are_not_asked() -> None:
    stage = counting()
    stage.touch(TouchKind.LIFTED, -DIE_G, 4.0)
    stage.wait_s(7)
    assert stage.umpire_state == "resetting"
    stage.touch(TouchKind.LIFTED, -DIE_G, DOUBT)
    assert stage.umpire_state == "resetting"
