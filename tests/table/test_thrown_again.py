"""The hand chooses which dice it throws again: what the umpire makes of what the eye tells."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from referee.games.reports import ReportDice
from referee.table.facts import Device, DeviceBack, DeviceTrouble, TrayChanged
from referee.table.orders import ChangeReadingOrder, UndoOrder
from referee.table.umpire import Umpire
from referee.vision.motion.tray_watch import TrayPhase
from referee.vision.readings import Certainty, ReadDie
from tests.table.held_dice import NAME, State, Stop, installed
from tests.table.umpire_stage import UmpireStage, die

FIRST = ("1", "2", "5", "5", "6")
"""What was thrown first; each die lies in the place of its number."""
ASIDE = 12
"""Places from here on are far from those of the first throw."""


@pytest.fixture(scope="module", autouse=True)
def _held_dice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("site")):
        yield


class ThrowStage(UmpireStage):
    """A game of held dice in which Anna has thrown once; hands and dice move as they are told."""

    def __init__(self, *, is_strict: bool = False, first: bool = True) -> None:
        options = {"is_strict": is_strict}
        super().__init__(NAME, ("Anna", "Ben"), devices=(Device.CAMERA,), options=options)
        if first:
            self.throw(*lying(FIRST))
            self.said()

    def _stir(self, *phases: TrayPhase) -> None:
        for phase in (*phases, TrayPhase.AT_REST):
            self.umpire.take(TrayChanged(self.clock.monotonic_s(), phase))

    def throw(self, *dice: ReadDie) -> None:
        """Dice roll on when the hand has gone, and now these lie there."""
        self._stir(TrayPhase.HAND, TrayPhase.ROLLING)
        self.see(*dice)

    def touch_dice(self, *dice: ReadDie) -> None:
        """A hand comes and goes, and now these lie there."""
        self._stir(TrayPhase.HAND)
        self.see(*dice)

    @property
    def faces(self) -> tuple[str, ...]:
        assert isinstance(self.state, State)
        return self.state.dice

    @property
    def last(self) -> ReportDice:
        action = self.umpire.history.actions[-1].action
        assert isinstance(action, ReportDice)
        return ReportDice(tuple(sorted(action.faces)), action.stayed)

    @property
    def throws(self) -> int:
        assert isinstance(self.state, State)
        return 3 - self.state.left

    def options(self) -> list[str]:
        question = self.umpire.umpire_state.question
        assert question is not None, self.umpire_state
        return [each.value for each in question.options]


def lying(faces: tuple[str, ...], *places: int) -> list[ReadDie]:
    return [die(face, place) for face, place in zip(faces, places or range(9), strict=False)]


def without(*places: int) -> list[ReadDie]:
    """The first throw as it lies, but for these dice."""
    return [die(face, place) for place, face in enumerate(FIRST) if place not in places]


def shifted(moved: ReadDie, by_px: float) -> ReadDie:
    x, y = moved.centre_px
    corners = tuple((x + by_px, y) for x, y in moved.corners_px)
    return msgspec.structs.replace(moved, centre_px=(x + by_px, y), corners_px=corners)


def test_two_of_five_are_thrown_and_three_stay() -> None:
    stage = ThrowStage()
    assert stage.umpire_state == "rollawaited"
    assert stage.expected[-1] == ("pips", 5)
    stage.touch_dice(*without(0, 1))
    assert stage.throws == 1, "the dice are in the hand"
    stage.throw(*without(0, 1), die("4", 12), die("3", 14))
    assert stage.last == ReportDice(("3", "4"), ("5", "5", "6"))
    assert sorted(stage.faces) == ["3", "4", "5", "5", "6"]
    assert (stage.throws, stage.umpire_state) == (2, "rollawaited")


def test_dice_that_were_not_seen_in_the_hand_are_thrown_all_the_same() -> None:
    stage = ThrowStage()
    stage.touch_dice(*without(0, 1), die("4", 12), die("3", 14))
    assert stage.last == ReportDice(("3", "4"), ("5", "5", "6"))


def test_the_prompt_says_what_may_be_done_and_the_choice_ends_the_turn() -> None:
    stage = ThrowStage(first=False)
    stage.throw(*lying(FIRST))
    assert stage.said()[-1] == "Anna may throw again, or choose."
    assert stage.do(Stop(0)).is_accepted
    assert stage.said()[-1] == "Ben, roll 5 dice."
    assert stage.state.scores == (19, 0)


@pytest.mark.parametrize("by_px", [6.0, 10.0, 30.0, 55.0])
def test_a_kept_die_that_is_nudged_stays(by_px: float) -> None:
    stage = ThrowStage(is_strict=True)
    stage.touch_dice(*without(0, 1))
    stage.throw(*without(0, 1, 4), shifted(die("6", 4), by_px), die("4", 12), die("3", 14))
    assert stage.last == ReportDice(("3", "4"), ("5", "5", "6"))


def test_whether_a_die_was_nudged_or_thrown_is_asked_if_no_hand_was_seen_lifting() -> None:
    stage = ThrowStage(is_strict=True)
    stage.throw(*without(0, 1, 4), shifted(die("6", 4), 30), die("4", 12), die("3", 14))
    assert len(stage.options()) == 3
    assert stage.answer("throw-0").is_accepted
    assert stage.last == ReportDice(("3", "4", "6"), ("5", "5"))


def test_dice_that_are_set_aside_by_hand_stay() -> None:
    stage = ThrowStage(is_strict=True)
    stage.touch_dice(*without(2, 4), die("5", 12), die("6", 13))
    assert (stage.throws, stage.umpire_state) == (1, "rollawaited")
    stage.touch_dice(die("5", 12), die("6", 13))
    stage.throw(die("5", 12), die("6", 13), *lying(("6", "1", "1"), 14, 15, 16))
    assert stage.last == ReportDice(("1", "1", "6"), ("5", "6"))


def test_dice_that_are_set_aside_out_of_sight_count_with_the_faces_they_had() -> None:
    stage = ThrowStage(is_strict=True)
    stage.touch_dice(*without(2, 4))
    stage.touch_dice()
    stage.throw(*lying(("4", "1", "1"), 12, 13, 14))
    assert stage.throws == 1, "more of them may come"
    stage.wait_s(2)
    assert stage.last == ReportDice(("1", "1", "4"), ("5", "6"))
    # From now on it is known where they are, and nobody waits.
    stage.touch_dice()
    stage.throw(*lying(("2", "3", "3"), 3, 4, 5))
    assert stage.last == ReportDice(("2", "3", "3"), ("5", "6"))


def test_dice_from_out_of_sight_are_thrown_with_the_others() -> None:
    stage = ThrowStage()
    stage.touch_dice(*without(2, 3))
    stage.touch_dice()
    stage.throw(*lying(("4", "1", "1"), 12, 13, 14))
    stage.wait_s(2)
    stage.touch_dice(*lying(("4",), 12))
    stage.throw(*lying(("4", "2", "3", "3"), 12, 3, 4, 5))
    assert stage.last == ReportDice(("2", "3", "3"), ("4", "5"))


def test_which_of_those_out_of_sight_was_thrown_is_asked() -> None:
    stage = ThrowStage()
    stage.touch_dice(*without(2, 4))
    stage.touch_dice()
    stage.throw(*lying(("4", "1", "1"), 12, 13, 14))
    stage.wait_s(2)
    stage.throw(*lying(("4", "1", "1", "3"), 12, 13, 14, 5))
    assert len(stage.options()) == 3
    assert stage.answer("throw-0").is_accepted
    assert stage.last.faces == ("3",)
    assert stage.last.stayed in {("1", "1", "4", "5"), ("1", "1", "4", "6")}


def test_a_die_that_was_put_back_into_the_tray_was_not_thrown() -> None:
    stage = ThrowStage(is_strict=True)
    stage.touch_dice(*without(2, 4))
    stage.touch_dice()
    stage.throw(*lying(("4", "1", "1"), 12, 13, 14))
    stage.wait_s(2)
    stage.touch_dice(*lying(("4", "1", "1", "6"), 12, 13, 14, 3))
    assert (stage.throws, stage.umpire_state) == (2, "rollawaited")
    stage.touch_dice(die("6", 3))
    stage.throw(die("6", 3), *lying(("2", "2", "2"), 7, 8, 9))
    assert stage.last == ReportDice(("2", "2", "2"), ("5", "6"))


def test_another_face_in_the_same_place_is_asked_about() -> None:
    stage = ThrowStage()
    stage.touch_dice(*without(1), die("4", 1))
    assert "A die showed 2 and shows 4 now. Was it thrown again?" in stage.said()
    question = stage.umpire.umpire_state.question
    assert question is not None
    assert (question.topic, question.picture_jpeg) == ("thrown", b"cut")
    assert stage.answer("throw-0").is_accepted
    assert stage.last == ReportDice(("4",), ("1", "5", "5", "6"))


def test_a_turned_die_that_was_not_thrown_keeps_its_face_and_is_not_asked_about_again() -> None:
    stage = ThrowStage()
    turned = [*without(1), die("4", 1)]
    stage.touch_dice(*turned)
    assert stage.answer("throw-1").is_accepted
    assert (stage.throws, stage.umpire_state) == (1, "rollawaited")
    stage.touch_dice(*turned[1:])
    stage.throw(*turned[1:], die("3", 12))
    assert stage.last == ReportDice(("3",), ("2", "5", "5", "6"))


def test_a_kept_die_that_was_knocked_over_by_thrown_ones_is_asked_about() -> None:
    stage = ThrowStage()
    stage.touch_dice(*without(0, 1))
    knocked = shifted(die("3", 4), 70)
    stage.throw(*without(0, 1, 4), die("4", 12), die("3", 14), knocked)
    assert "A die showed 6 and shows 3 now. Was it thrown again?" in stage.said()
    assert stage.answer("throw-1").is_accepted
    assert stage.last == ReportDice(("3", "4"), ("5", "5", "6"))


def test_a_die_that_was_lifted_and_shows_its_face_again_was_thrown() -> None:
    stage = ThrowStage(is_strict=True)
    stage.touch_dice(*without(4))
    stage.throw(*without(4), die("6", 14))
    assert stage.last == ReportDice(("6",), ("1", "2", "5", "5"))


def test_a_die_that_rolled_and_shows_its_face_again_is_asked_about() -> None:
    stage = ThrowStage()
    stage.throw(*without(4), die("6", 14))
    assert "A die with 6 lies elsewhere now. Was it thrown again?" in stage.said()
    assert stage.answer("throw-0").is_accepted
    assert stage.last == ReportDice(("6",), ("1", "2", "5", "5"))


def test_where_it_makes_no_difference_nobody_is_asked() -> None:
    stage = ThrowStage()
    stage.throw(*without(0, 4), die("6", 14), die("3", 15))
    assert stage.umpire.umpire_state.question is None
    assert sorted(stage.faces) == ["2", "3", "5", "5", "6"]


def test_where_it_makes_a_difference_it_is_asked() -> None:
    stage = ThrowStage(is_strict=True)
    stage.throw(*without(0, 4), die("6", 14), die("3", 15))
    assert stage.options() == ["throw-0", "throw-1", "roll-again"]
    assert stage.answer("throw-1").is_accepted
    assert stage.last == ReportDice(("3",), ("2", "5", "5", "6"))


def test_one_die_under_the_table_is_asked_about_and_waited_for() -> None:
    stage = ThrowStage()
    stage.touch_dice(*without(0, 1))
    stage.throw(*without(0, 1), die("4", 12))
    stage.wait_s(2)
    assert "Which dice were thrown again, and which stayed?" in stage.said()
    stage.throw(*without(0, 1), die("4", 12), die("3", 14))
    assert stage.last == ReportDice(("3", "4"), ("5", "5", "6"))


def test_the_throw_with_a_lost_die_may_be_repeated() -> None:
    stage = ThrowStage()
    stage.touch_dice(*without(0, 1))
    stage.throw(*without(0, 1), die("4", 12))
    stage.wait_s(2)
    assert stage.answer("roll-again").is_accepted
    assert stage.umpire_state == "rollawaited"
    stage.touch_dice(*without(0, 1))
    stage.throw(*without(0, 1), die("4", 14), die("2", 15))
    assert stage.last == ReportDice(("2", "4"), ("5", "5", "6"))


def test_one_die_too_many_is_left_out() -> None:
    stage = ThrowStage()
    stage.touch_dice(*without(0, 1))
    stage.throw(*without(0, 1), *lying(("4", "3", "2"), 12, 13, 14))
    assert "6 dice lie in the tray, but 5 were announced." in stage.said()
    assert stage.answer("leave-out-1").is_accepted
    assert stage.last == ReportDice(("2", "4"), ("5", "5", "6"))


def test_a_doubtful_face_is_asked_for_and_not_again() -> None:
    stage = ThrowStage()
    doubtful = die("3", 14, certainty=Certainty.DOUBTFUL, likely=("3", "5"))
    stage.touch_dice(*without(0))
    stage.throw(*without(0), doubtful)
    assert stage.options()[:2] == ["3", "5"]
    assert stage.answer("2").is_accepted
    assert stage.last == ReportDice(("2",), ("2", "5", "5", "6"))
    stage.throw(doubtful, *without(0, 1), die("1", 15))
    assert stage.last == ReportDice(("1",), ("2", "5", "5", "6"))


def test_a_throw_that_the_rules_forbid_is_refused_and_goes_on_from_what_lies_there() -> None:
    stage = ThrowStage(is_strict=True)
    stage.touch_dice(*without(0, 1))
    stage.throw(*without(0, 1), die("4", 12), die("3", 14))
    stage.touch_dice(die("6", 4))
    stage.throw(die("6", 4), *lying(("1", "1", "1", "2"), 7, 8, 9, 10))
    assert "That cannot have been thrown." in stage.said()
    assert (stage.throws, stage.umpire_state) == (2, "rollawaited")
    # Put back as they were, nothing is asked; then the right ones are thrown.
    back = [die("6", 4), *lying(("5", "5", "4", "3"), 7, 8, 9, 10)]
    stage.touch_dice(*back)
    stage.touch_dice(*back[:3])
    stage.throw(*back[:3], *lying(("1", "2"), 13, 14))
    assert stage.last == ReportDice(("1", "2"), ("5", "5", "6"))


def test_after_undo_the_dice_are_put_back_and_thrown_anew() -> None:
    stage = ThrowStage()
    stage.touch_dice(*without(0, 1))
    stage.throw(*without(0, 1), die("4", 12), die("3", 14))
    assert stage.order(UndoOrder()).is_accepted
    assert (stage.throws, stage.umpire_state) == (1, "rollawaited")
    stage.touch_dice(*without(0, 1), die("2", 12), die("1", 14))
    assert stage.throws == 1
    stage.touch_dice(*without(0, 1), die("2", 12))
    stage.throw(*without(0, 1), die("2", 12), die("6", 13))
    assert stage.last == ReportDice(("6",), ("2", "5", "5", "6"))


def test_after_undo_the_same_dice_may_be_thrown_at_once() -> None:
    stage = ThrowStage()
    stage.touch_dice(*without(0, 1))
    stage.throw(*without(0, 1), die("4", 12), die("3", 14))
    stage.order(UndoOrder())
    stage.touch_dice(*without(0, 1))
    stage.throw(*without(0, 1), die("6", 13), die("6", 15))
    assert stage.last == ReportDice(("6", "6"), ("5", "5", "6"))


def test_a_corrected_die_stays_with_its_new_face() -> None:
    stage = ThrowStage()
    first = stage.umpire.history.actions[-1].seq
    assert stage.order(ChangeReadingOrder(first, ("1", "3", "5", "5", "6"))).is_accepted
    stage.touch_dice(*without(0))
    stage.throw(*without(0), die("4", 12))
    assert stage.last == ReportDice(("4",), ("3", "5", "5", "6"))


def test_a_correction_of_the_first_throw_reaches_those_after_it() -> None:
    stage = ThrowStage()
    first = stage.umpire.history.actions[-1].seq
    stage.touch_dice(*without(0))
    stage.throw(*without(0), die("4", 12))
    assert stage.order(ChangeReadingOrder(first, ("1", "3", "5", "5", "6"))).is_accepted
    assert stage.last == ReportDice(("4",), ("3", "5", "5", "6"))
    second = stage.umpire.history.actions[-1].seq
    assert stage.order(ChangeReadingOrder(second, ("2",))).is_accepted
    assert stage.last == ReportDice(("2",), ("3", "5", "5", "6"))
    assert stage.throws == 2


def test_a_throw_may_be_told_by_hand_and_the_camera_goes_on_from_there() -> None:
    stage = ThrowStage()
    stage.touch_dice(*without(0, 1))
    assert stage.do(ReportDice(("4", "3"), ("5", "5", "6"))).is_accepted
    stage.touch_dice(*without(0, 1), die("4", 12), die("3", 14))
    assert stage.throws == 2, "these are the dice that were told"
    stage.touch_dice(*without(0, 1), die("4", 12))
    stage.throw(*without(0, 1), die("4", 12), die("1", 14))
    assert stage.last == ReportDice(("1",), ("4", "5", "5", "6"))


def test_a_game_goes_on_with_the_dice_as_they_lie() -> None:
    stage = ThrowStage()
    log = tuple(stage.archive.envelopes)
    stage.umpire = Umpire(stage.game, stage.archive, stage.clock, devices=(Device.CAMERA,))
    stage.umpire.resume(log)
    # Nothing has moved: one of them is read wrongly, and none was thrown.
    stage.see(*without(1), die("3", 1))
    assert (stage.throws, stage.umpire_state) == (1, "rollawaited")
    stage.touch_dice(*without(0, 1), die("3", 1))
    stage.throw(*without(0, 1), die("3", 1), die("4", 12))
    assert stage.last == ReportDice(("4",), ("2", "5", "5", "6"))


def test_without_the_camera_it_waits_and_can_be_told_by_hand() -> None:
    stage = ThrowStage()
    stage.umpire.take(DeviceTrouble(0.0, Device.CAMERA, ("camera-state-lost",)))
    assert stage.umpire_state == "troubled"
    assert stage.do(ReportDice(("4", "3"), ("5", "5", "6"))).is_accepted
    stage.umpire.take(DeviceBack(0.0, Device.CAMERA))
    assert (stage.throws, stage.umpire_state) == (2, "rollawaited")


def test_a_die_that_is_set_aside_while_others_are_in_the_hand_stays() -> None:
    stage = ThrowStage(is_strict=True)
    # A hand that comes twice looks as if something rolled.
    stage.throw(*without(0, 1, 4), die("6", 14))
    assert (stage.throws, stage.umpire_state) == (1, "rollawaited")
    stage.throw(*without(0, 1, 4), die("6", 14), *lying(("3", "3"), 15, 16))
    assert stage.last == ReportDice(("3", "3"), ("5", "5", "6"))
