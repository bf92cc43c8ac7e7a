from __future__ import annotations

from random import Random

import pytest

from referee.games.magic_beanstalk import actions as a
from referee.games.registry import games
from referee.games.reports import ReportDice, ReportFall
from referee.table.facts import Device, DeviceBack, DeviceTrouble
from referee.table.history import History
from referee.table.orders import (
    ChangeCulpritOrder,
    ChangeReadingOrder,
    DoneOrder,
    FellOrder,
    FineOrder,
    GoByHandOrder,
    UndoOrder,
)
from referee.table.umpire import Umpire
from referee.touch.verdicts import TouchKind
from referee.vision.readings import Certainty, DieFinding
from tests.table.umpire_stage import UmpireStage, die


def begun(**options: object) -> UmpireStage:
    """A game in which Anna (seat 0) is about to roll two dice."""
    stage = UmpireStage(**options)  # type: ignore[arg-type]
    stage.level_of_tower()
    for seat, value in enumerate((2, 3, 4)):
        assert stage.do(a.PickCard(seat, value)).is_accepted
    assert stage.do(a.AnnounceDice(0, dice_to_announce(stage))).is_accepted
    stage.said()
    return stage


def dice_to_announce(stage: UmpireStage) -> int:
    numbers = [
        each.count
        for each in stage.game.legal_actions(stage.state)
        if isinstance(each, a.AnnounceDice)
    ]
    return 2 if 2 in numbers else numbers[0]


def rolled(*faces: str, **options: object) -> UmpireStage:
    stage = begun(**options)
    stage.see(*(die(face, place) for place, face in enumerate(faces)))
    return stage


@pytest.mark.parametrize("name", sorted(games()))
def test_a_whole_game_by_hand_leaves_a_log_that_folds_to_the_same_state(name: str) -> None:
    game = games()[name]
    names = tuple("ABCDEF"[: max(3, game.min_players)]) if game.max_players > 2 else ("A", "B")
    stage = UmpireStage(name, names, devices=())
    rng = Random(7)
    players = game.simulated(stage.state, rng)
    for _ in range(3000):
        action = players.act(stage.state)
        if action is None:
            break
        assert stage.do(action).is_accepted
    assert game.outcome(stage.state) is not None
    assert stage.umpire_state == "over"
    history = History(game)
    history.replay(stage.archive.envelopes)
    assert history.state == stage.umpire.history.state
    assert history.seq == stage.umpire.history.seq


def test_certain_dice_are_taken_over_and_building_begins() -> None:
    stage = rolled("treasure", "trunk")
    assert sorted(stage.state.turn.hand) == ["treasure", "trunk"]
    assert stage.umpire_state == "placing"
    assert stage.expected == [("beanstalk", 2)]


def test_dice_that_lay_there_before_are_no_part_of_the_roll() -> None:
    stage = UmpireStage()
    stage.level_of_tower()
    stage.see(die("eye", 11))
    for seat, value in enumerate((2, 3, 4)):
        stage.do(a.PickCard(seat, value))
    stage.do(a.AnnounceDice(0, 2))
    stage.see(die("eye", 11))
    assert stage.umpire_state == "rollawaited"
    stage.see(die("trunk", 0), die("treasure", 1), die("eye", 11))
    assert sorted(stage.state.turn.hand) == ["treasure", "trunk"]


def test_four_dice_for_three_announced_is_a_question() -> None:
    stage = rolled("trunk", "trunk", "treasure")
    question = stage.umpire.umpire_state.question
    assert question is not None
    assert question.topic == "count"
    assert "3 dice lie in the tray, but 2 were announced." in stage.said()
    assert stage.answer("leave-out-2").is_accepted
    assert stage.state.turn.hand == ("trunk", "trunk")


def test_a_wrong_count_is_put_right_by_hand() -> None:
    stage = rolled("trunk", "trunk", "treasure")
    stage.see(die("trunk", 0), die("treasure", 2))
    assert sorted(stage.state.turn.hand) == ["treasure", "trunk"]


def test_missing_dice_are_waited_for_before_anybody_is_asked() -> None:
    stage = rolled("trunk")
    assert stage.umpire.umpire_state.question is None
    stage.see(die("trunk", 0), die("eye", 1))
    assert sorted(stage.state.turn.hand) == ["eye", "trunk"]


def test_dice_missing_for_long_are_asked_about() -> None:
    stage = rolled("trunk")
    stage.wait_s(2)
    assert stage.umpire.umpire_state.question is not None
    assert stage.answer("roll-again").is_accepted
    assert stage.umpire_state == "rollawaited"


def test_a_doubtful_die_is_shown_with_its_likely_faces() -> None:
    stage = begun()
    doubtful = die("trunk", 1, certainty=Certainty.DOUBTFUL, likely=("trunk", "eye"))
    stage.see(die("eye", 0), doubtful)
    question = stage.umpire.umpire_state.question
    assert question is not None
    assert [each.value for each in question.options][:2] == ["trunk", "eye"]
    assert question.picture_jpeg == b"cut"
    stage.answer("treasure")
    assert sorted(stage.state.turn.hand) == ["eye", "treasure"]


def test_a_leaning_die_is_called_so() -> None:
    stage = begun()
    leaning = die(
        "trunk", 1, certainty=Certainty.DOUBTFUL, findings=(DieFinding.COCKED,), likely=("trunk",)
    )
    stage.see(die("eye", 0), leaning)
    assert "One die leans. What does it show?" in stage.said()


def test_a_face_given_by_a_person_is_not_asked_for_again() -> None:
    stage = begun()
    doubtful = die("trunk", 1, certainty=Certainty.DOUBTFUL, likely=("trunk",))
    stage.see(die("die", 0), doubtful)
    stage.answer("trunk")
    stage.do(a.TakeExtraDice(0, 1))
    stage.see(die("die", 0), doubtful, die("treasure", 2))
    assert stage.umpire.umpire_state.question is None
    assert sorted(stage.state.turn.hand) == ["die", "treasure", "trunk"]


def test_the_tray_tells_which_die_was_put_on_the_tower() -> None:
    stage = rolled("treasure", "trunk")
    stage.see(die("treasure", 0))
    stage.place("die")
    assert stage.state.turn.owed.kind == "cylinder"
    assert stage.said()[-1] == "Anna, now the cylinder."


def test_the_die_may_be_felt_before_the_tray_is_read() -> None:
    stage = rolled("treasure", "trunk")
    stage.place("die")
    assert stage.umpire_state == "diesought"
    stage.see(die("trunk", 1))
    assert stage.state.turn.owed.kind == "token"


def test_without_a_tray_somebody_says_which_die_it_was() -> None:
    stage = rolled("treasure", "trunk")
    stage.place("die")
    stage.wait_s(3)
    assert "Which die was put on the tower?" in stage.said()
    stage.answer("trunk")
    assert stage.state.turn.owed.kind == "cylinder"


def test_die_and_token_put_down_together_are_both_taken() -> None:
    stage = rolled("treasure", "treasure")
    stage.touch(TouchKind.PLACED, 6.6)
    assert [piece.kind for piece in stage.state.tower] == ["die", "die", "token"]


def test_a_token_that_is_lost_in_the_noise_is_found_when_the_plate_is_quiet() -> None:
    stage = rolled("treasure", "treasure")
    stage.place("die")
    stage.level(10.1)
    stage.level(9.9)
    assert [piece.kind for piece in stage.state.tower] == ["die", "die"]
    stage.level(11.6)
    assert [piece.kind for piece in stage.state.tower] == ["die", "die", "token"]


def test_half_a_token_more_is_no_token() -> None:
    stage = rolled("treasure", "treasure")
    stage.place("die")
    stage.level(10.0)
    stage.level(10.7)
    assert [piece.kind for piece in stage.state.tower] == ["die", "die"]


def test_a_wrong_piece_has_to_come_off_again() -> None:
    stage = rolled("treasure", "treasure")
    stage.place("cylinder")
    assert stage.umpire_state == "disturbed"
    assert any("not the piece that is due" in text for text in stage.said())
    stage.touch(TouchKind.LIFTED, -2.8)
    assert stage.umpire_state == "placing"
    stage.place("die")
    assert stage.state.turn.owed.kind == "token"


def test_a_piece_taken_back_has_to_come_on_again() -> None:
    stage = rolled("treasure", "treasure")
    stage.place("die")
    stage.touch(TouchKind.LIFTED, -5.0)
    assert any("taken off" in text for text in stage.said())
    stage.place("die")
    assert stage.umpire_state == "placing"
    assert len(stage.state.tower) == 2


def test_a_hand_on_the_tower_is_asked_to_let_go() -> None:
    stage = rolled("treasure", "treasure")
    stage.touch(TouchKind.HAND, 40.0)
    assert "A hand rests on the tower. Please let go." in stage.said()
    stage.touch(TouchKind.HAND, -40.0)
    assert stage.umpire_state == "placing"


def test_people_know_better_than_the_scale() -> None:
    stage = rolled("treasure", "treasure")
    stage.place("cylinder")
    assert stage.order(FineOrder()).is_accepted
    assert stage.umpire_state == "placing"


def in_countdown() -> UmpireStage:
    stage = rolled("trunk", "die")
    if stage.umpire_state == "choosing":
        stage.do(a.TakeExtraDice(0, 0))
    stage.see(die("die", 1))
    stage.place("die")
    stage.place("cylinder")
    stage.see()
    stage.place("die")
    assert stage.umpire_state == "counting", stage.umpire_state
    stage.said()
    return stage


def test_the_formula_is_spoken_word_by_word_and_the_turn_ends() -> None:
    stage = in_countdown()
    stage.wait_s(5)
    said = stage.said()
    assert [text for text in said if text in {"Fee!", "Fi!", "Fo!", "Fum!"}] == [
        "Fee!",
        "Fi!",
        "Fo!",
        "Fum!",
    ]
    assert "The tower stands." in said
    assert stage.state.active != 0


def test_a_bump_starts_the_formula_again() -> None:
    stage = in_countdown()
    stage.wait_s(2)
    stage.suspect()
    stage.touch(TouchKind.BUMPED, 0.0)
    stage.wait_s(2)
    assert stage.umpire_state == "counting"
    said = stage.said()
    assert said.count("Fee!") == 2
    stage.wait_s(3)
    assert stage.umpire_state != "counting"


def test_a_fall_during_the_formula_is_the_players_collapse() -> None:
    stage = in_countdown()
    stage.wait_s(1)
    stage.suspect()
    assert stage.umpire_state == "suspecting"
    stage.touch(TouchKind.FELL, -13.0)
    assert stage.umpire_state == "collapsing"
    assert stage.state.phase == "checking", "the fall is not recorded before people could object"
    stage.wait_s(7)
    assert stage.umpire_state == "resetting"
    assert any("has fallen" in text for text in stage.said())


def test_somebody_else_is_to_blame() -> None:
    stage = in_countdown()
    stage.touch(TouchKind.FELL, -13.0)
    stage.answer("2")
    acted = stage.umpire.history.actions[-1]
    assert acted.action == ReportFall(2)


def test_it_did_not_fall_and_the_formula_begins_again() -> None:
    stage = in_countdown()
    stage.touch(TouchKind.FELL, -13.0)
    stage.answer("not-fallen")
    assert stage.umpire_state == "counting"
    stage.wait_s(5)
    assert stage.state.active != 0


def test_people_report_a_fall_that_the_scale_missed() -> None:
    stage = in_countdown()
    assert stage.order(FellOrder()).is_accepted
    assert stage.umpire_state == "collapsing"


def test_after_a_fall_the_plate_has_to_show_one_die() -> None:
    stage = in_countdown()
    stage.touch(TouchKind.FELL, -13.0)
    stage.wait_s(7)
    for grams in (7.8, 0.0, 0.0, 5.0):
        stage.level(grams)
        stage.wait_s(0.5)
    assert stage.umpire_state == "resetting"
    stage.level(5.05)
    stage.wait_s(0.6)
    stage.level(5.05)
    assert stage.umpire_state != "resetting"
    assert len(stage.state.tower) == 1


def test_the_axe_pays_nobody_and_the_scale_proposes_what_is_gone() -> None:
    stage = in_countdown()
    stage.wait_s(5)
    stage.level_of_tower()
    seat = stage.state.active
    assert stage.do(a.RaiseAxe(seat)).is_accepted
    count = next(
        each.count
        for each in stage.game.legal_actions(stage.state)
        if isinstance(each, a.AnnounceDice)
    )
    assert stage.do(a.AnnounceDice(seat, count)).is_accepted
    assert stage.umpire_state == "striking"
    stage.level_of_tower()
    stage.suspect()
    stage.touch(TouchKind.FELL, -7.8)
    for _ in range(4):
        stage.level(10.0)
        stage.wait_s(0.5)
    question = stage.umpire.umpire_state.question
    assert question is not None
    assert question.topic == "axe"
    stage.answer("0")
    assert [piece.kind for piece in stage.state.tower] == ["die", "die"]
    assert not any(isinstance(each.action, ReportFall) for each in stage.umpire.history.actions)


def test_undo_over_turns_and_the_voice_does_not_repeat_scores() -> None:
    stage = in_countdown()
    before = stage.umpire.history.actions[3].before
    stage.wait_s(5)
    stage.said()
    seq = stage.umpire.history.actions[3].seq
    assert stage.order(UndoOrder(seq)).is_accepted
    assert stage.state == before
    said = stage.said()
    assert "The tower stands." not in said
    assert any("undone" in text for text in said)


def test_a_changed_reading_keeps_what_is_still_true() -> None:
    stage = rolled("treasure", "trunk")
    seq = stage.umpire.history.actions[-1].seq
    assert stage.order(ChangeReadingOrder(seq, ("trunk", "trunk"))).is_accepted
    assert stage.state.turn.hand == ("trunk", "trunk")
    replayed = History(stage.game)
    replayed.replay(stage.archive.envelopes)
    assert replayed.state == stage.state


def test_an_impossible_correction_changes_nothing() -> None:
    stage = rolled("treasure", "trunk")
    seq = stage.umpire.history.actions[-1].seq
    before = stage.umpire.history.seq
    assert not stage.order(ChangeReadingOrder(seq, ("trunk",))).is_accepted
    assert not stage.order(ChangeReadingOrder(999, ("trunk", "eye"))).is_accepted
    assert stage.umpire.history.seq == before


def test_the_culprit_is_changed_afterwards_and_sacks_follow() -> None:
    stage = in_countdown()
    stage.touch(TouchKind.FELL, -13.0)
    stage.answer("0")
    seq = stage.umpire.history.actions[-1].seq
    assert stage.order(ChangeCulpritOrder(seq, 1)).is_accepted
    assert stage.umpire.history.actions[-1].action == ReportFall(1)
    assert any("fault is corrected" in text for text in stage.said())


def test_a_stale_order_is_refused() -> None:
    stage = rolled("treasure", "trunk")
    reply = stage.umpire.order(UndoOrder(), seen=1)
    assert not reply.is_accepted
    assert stage.umpire.order(UndoOrder(), seen=stage.umpire.history.seq).is_accepted


def test_a_pulled_cable_pauses_and_comes_back_by_itself() -> None:
    stage = rolled("treasure", "treasure")
    stage.umpire.take(DeviceTrouble(1.0, Device.SCALE, ("scale-state-lost",)))
    assert stage.umpire_state == "troubled"
    said = stage.said()
    assert "The game waits. You can go on by hand." in said
    stage.umpire.take(DeviceBack(2.0, Device.SCALE))
    assert stage.umpire_state == "checking", "nobody noticed what happened meanwhile"
    stage.level_of_tower()
    assert stage.umpire_state == "placing"


def test_people_go_on_by_hand_without_the_scale() -> None:
    stage = rolled("treasure", "treasure")
    stage.umpire.take(DeviceTrouble(1.0, Device.SCALE, ("scale-state-lost",)))
    stage.order(GoByHandOrder("scale"))
    assert stage.umpire_state == "placing"
    assert stage.order(DoneOrder()).is_accepted
    assert stage.state.turn.owed.kind == "token"


def test_without_a_scale_a_tap_says_placed() -> None:
    stage = rolled("treasure", "treasure", devices=(Device.CAMERA,))
    stage.order(DoneOrder())
    stage.order(DoneOrder())
    assert [piece.kind for piece in stage.state.tower] == ["die", "die", "token"]


def test_a_tap_before_the_scale_notices_it_is_no_second_piece() -> None:
    stage = rolled("treasure", "treasure")
    stage.order(DoneOrder())
    stage.place("die")
    assert [piece.kind for piece in stage.state.tower] == ["die", "die"]
    assert stage.umpire_state == "placing"


def test_a_refused_action_says_why_and_changes_nothing() -> None:
    stage = begun()
    reply = stage.do(ReportDice(("eye",)))
    assert not reply.is_accepted
    assert stage.said()
    assert stage.umpire_state == "rollawaited"


def test_a_resumed_game_checks_the_plate_first() -> None:
    stage = in_countdown()
    umpire = Umpire(stage.game, stage.archive, stage.clock, devices=(Device.SCALE, Device.CAMERA))
    umpire.resume(tuple(stage.archive.envelopes))
    assert umpire.history.state == stage.umpire.history.state
    assert umpire.umpire_state.name == "checking"
    assert umpire.names == ("Anna", "Ben", "Carl")


def freeze(stage: UmpireStage, seconds: float) -> None:
    """The program stands still; then it goes on as if nothing had happened."""
    stage.clock.advance_s(seconds)
    stage.umpire.tick()


def test_seconds_that_nobody_watched_do_not_count() -> None:
    stage = in_countdown()
    stage.wait_s(2.0)
    stage.said()
    freeze(stage, 12.0)
    assert stage.umpire_state == "counting", "a tower that nobody watched has not stood"
    assert stage.said() == ["I could not watch for a moment. We count again.", "Hands off, Anna!"]
    stage.wait_s(evening_duration_s(stage) + 0.5)
    assert stage.umpire_state == "counting", "it counts from the beginning"
    stage.wait_s(1.0)
    assert stage.umpire_state != "counting"


def evening_duration_s(stage: UmpireStage) -> float:
    countdown = stage.umpire.snapshot().countdown
    assert countdown is not None
    return countdown.ends_s - countdown.began_s


def test_nobody_can_object_while_the_program_stands_still() -> None:
    stage = in_countdown()
    stage.touch(TouchKind.FELL, -20.0)
    stage.wait_s(1.0)
    freeze(stage, 12.0)
    assert stage.umpire_state == "collapsing"
    question = stage.umpire.umpire_state.question
    assert question is not None
    assert question.until_s == stage.clock.monotonic_s() + 6.0
    stage.wait_s(5.8)
    assert stage.umpire_state == "collapsing"
    stage.wait_s(0.4)
    assert stage.umpire_state != "collapsing"


def test_what_was_suspected_before_a_freeze_is_not_forgotten_at_the_thaw() -> None:
    stage = in_countdown()
    stage.wait_s(0.5)
    stage.suspect()
    stage.wait_s(0.5)
    freeze(stage, 12.0)
    assert stage.umpire_state == "suspecting"


def test_dice_may_still_come_after_a_freeze() -> None:
    stage = rolled("treasure")
    stage.wait_s(0.5)
    freeze(stage, 12.0)
    assert stage.umpire_state == "rollawaited"
    stage.wait_s(2.0)
    assert stage.umpire_state == "countasked"


def test_the_tray_may_still_tell_after_a_freeze() -> None:
    stage = rolled("treasure", "trunk")
    stage.place("die")
    stage.wait_s(0.5)
    freeze(stage, 12.0)
    assert stage.umpire_state == "diesought"
    assert stage.umpire.umpire_state.question is None, "nobody could see the tray meanwhile"
    stage.see(die("trunk", 1))
    assert stage.state.turn.owed.kind == "token"
