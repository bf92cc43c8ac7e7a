from __future__ import annotations

from random import Random

import pytest

from referee.games.magic_beanstalk import actions as a
from referee.games.registry import games
from referee.games.reports import ReportDice, ReportFall
from referee.table.facts import Device, DeviceBack, DeviceTrouble
from referee.table.history import History
from referee.table.orders import ChangeCulprit, ChangeReading, Done, Fell, Fine, GoByHand, Undo
from referee.table.umpire import Umpire
from referee.touch.verdicts import TouchKind
from referee.vision.readings import Certainty, DieFinding
from tests.table.umpire_stage import UmpireStage, die


def begun(**options: object) -> UmpireStage:
    """A game in which Anna (seat 0) is about to roll two dice."""
    evening = UmpireStage(**options)  # type: ignore[arg-type]
    evening.level_of_tower()
    for seat, value in enumerate((2, 3, 4)):
        assert evening.do(a.PickCard(seat, value)).is_accepted
    assert evening.do(a.AnnounceDice(0, evening_count(evening))).is_accepted
    evening.said()
    return evening


def evening_count(evening: UmpireStage) -> int:
    numbers = [
        each.count
        for each in evening.game.legal_actions(evening.state)
        if isinstance(each, a.AnnounceDice)
    ]
    return 2 if 2 in numbers else numbers[0]


def rolled(*faces: str, **options: object) -> UmpireStage:
    evening = begun(**options)
    evening.see(*(die(face, place) for place, face in enumerate(faces)))
    return evening


@pytest.mark.parametrize("name", sorted(games()))
def test_a_whole_game_by_hand_leaves_a_log_that_folds_to_the_same_state(name: str) -> None:
    game = games()[name]
    names = tuple("ABCDEF"[: max(3, game.min_players)]) if game.max_players > 2 else ("A", "B")
    evening = UmpireStage(name, names, devices=())
    rng = Random(7)
    players = game.simulated(evening.state, rng)
    for _ in range(3000):
        action = players.act(evening.state)
        if action is None:
            break
        assert evening.do(action).is_accepted
    assert game.outcome(evening.state) is not None
    assert evening.moment == "over"
    history = History(game)
    history.replay(evening.archive.envelopes)
    assert history.fingerprint == evening.umpire.history.fingerprint
    assert history.seq == evening.umpire.history.seq


def test_certain_dice_are_taken_over_and_building_begins() -> None:
    evening = rolled("treasure", "trunk")
    assert sorted(evening.state.turn.hand) == ["treasure", "trunk"]
    assert evening.moment == "placing"
    assert evening.expected == [("beanstalk", 2)]


def test_dice_that_lay_there_before_are_no_part_of_the_roll() -> None:
    evening = UmpireStage()
    evening.level_of_tower()
    evening.see(die("eye", 11))
    for seat, value in enumerate((2, 3, 4)):
        evening.do(a.PickCard(seat, value))
    evening.do(a.AnnounceDice(0, 2))
    evening.see(die("eye", 11))
    assert evening.moment == "rollawaited"
    evening.see(die("trunk", 0), die("treasure", 1), die("eye", 11))
    assert sorted(evening.state.turn.hand) == ["treasure", "trunk"]


def test_four_dice_for_three_announced_is_a_question() -> None:
    evening = rolled("trunk", "trunk", "treasure")
    question = evening.umpire.moment.question
    assert question is not None
    assert question.topic == "count"
    assert "3 dice lie in the tray, but 2 were announced." in evening.said()
    assert evening.answer("leave-out-2").is_accepted
    assert evening.state.turn.hand == ("trunk", "trunk")


def test_a_wrong_count_is_put_right_by_hand() -> None:
    evening = rolled("trunk", "trunk", "treasure")
    evening.see(die("trunk", 0), die("treasure", 2))
    assert sorted(evening.state.turn.hand) == ["treasure", "trunk"]


def test_missing_dice_are_waited_for_before_anybody_is_asked() -> None:
    evening = rolled("trunk")
    assert evening.umpire.moment.question is None
    evening.see(die("trunk", 0), die("eye", 1))
    assert sorted(evening.state.turn.hand) == ["eye", "trunk"]


def test_dice_missing_for_long_are_asked_about() -> None:
    evening = rolled("trunk")
    evening.wait_s(2)
    assert evening.umpire.moment.question is not None
    assert evening.answer("roll-again").is_accepted
    assert evening.moment == "rollawaited"


def test_a_doubtful_die_is_shown_with_its_likely_faces() -> None:
    evening = begun()
    doubtful = die("trunk", 1, certainty=Certainty.DOUBTFUL, likely=("trunk", "eye"))
    evening.see(die("eye", 0), doubtful)
    question = evening.umpire.moment.question
    assert question is not None
    assert [each.value for each in question.options][:2] == ["trunk", "eye"]
    assert question.picture_jpeg == b"cut"
    evening.answer("treasure")
    assert sorted(evening.state.turn.hand) == ["eye", "treasure"]


def test_a_leaning_die_is_called_so() -> None:
    evening = begun()
    leaning = die(
        "trunk", 1, certainty=Certainty.DOUBTFUL, findings=(DieFinding.COCKED,), likely=("trunk",)
    )
    evening.see(die("eye", 0), leaning)
    assert "One die leans. What does it show?" in evening.said()


def test_a_face_given_by_a_person_is_not_asked_for_again() -> None:
    evening = begun()
    doubtful = die("trunk", 1, certainty=Certainty.DOUBTFUL, likely=("trunk",))
    evening.see(die("die", 0), doubtful)
    evening.answer("trunk")
    evening.do(a.TakeExtraDice(0, 1))
    evening.see(die("die", 0), doubtful, die("treasure", 2))
    assert evening.umpire.moment.question is None
    assert sorted(evening.state.turn.hand) == ["die", "treasure", "trunk"]


def test_the_tray_tells_which_die_was_put_on_the_tower() -> None:
    evening = rolled("treasure", "trunk")
    evening.see(die("treasure", 0))
    evening.place("die")
    assert evening.state.turn.owed.kind == "cylinder"
    assert evening.said()[-1] == "Anna, now the cylinder."


def test_the_die_may_be_felt_before_the_tray_is_read() -> None:
    evening = rolled("treasure", "trunk")
    evening.place("die")
    assert evening.moment == "diesought"
    evening.see(die("trunk", 1))
    assert evening.state.turn.owed.kind == "token"


def test_without_a_tray_somebody_says_which_die_it_was() -> None:
    evening = rolled("treasure", "trunk")
    evening.place("die")
    evening.wait_s(3)
    assert "Which die was put on the tower?" in evening.said()
    evening.answer("trunk")
    assert evening.state.turn.owed.kind == "cylinder"


def test_die_and_token_put_down_together_are_both_taken() -> None:
    evening = rolled("treasure", "treasure")
    evening.feel(TouchKind.PLACED, 6.6)
    assert [piece.kind for piece in evening.state.tower] == ["die", "die", "token"]


def test_a_wrong_piece_has_to_come_off_again() -> None:
    evening = rolled("treasure", "treasure")
    evening.place("cylinder")
    assert evening.moment == "disturbed"
    assert any("not the piece that is due" in text for text in evening.said())
    evening.feel(TouchKind.LIFTED, -2.8)
    assert evening.moment == "placing"
    evening.place("die")
    assert evening.state.turn.owed.kind == "token"


def test_a_piece_taken_back_has_to_come_on_again() -> None:
    evening = rolled("treasure", "treasure")
    evening.place("die")
    evening.feel(TouchKind.LIFTED, -5.0)
    assert any("taken off" in text for text in evening.said())
    evening.place("die")
    assert evening.moment == "placing"
    assert len(evening.state.tower) == 2


def test_a_hand_on_the_tower_is_asked_to_let_go() -> None:
    evening = rolled("treasure", "treasure")
    evening.feel(TouchKind.HAND, 40.0)
    assert "A hand rests on the tower. Please let go." in evening.said()
    evening.feel(TouchKind.HAND, -40.0)
    assert evening.moment == "placing"


def test_people_know_better_than_the_scale() -> None:
    evening = rolled("treasure", "treasure")
    evening.place("cylinder")
    assert evening.order(Fine()).is_accepted
    assert evening.moment == "placing"


def counting() -> UmpireStage:
    evening = rolled("trunk", "die")
    if evening.moment == "choosing":
        evening.do(a.TakeExtraDice(0, 0))
    evening.see(die("die", 1))
    evening.place("die")
    evening.place("cylinder")
    evening.see()
    evening.place("die")
    assert evening.moment == "counting", evening.moment
    evening.said()
    return evening


def test_the_formula_is_spoken_word_by_word_and_the_turn_ends() -> None:
    evening = counting()
    evening.wait_s(5)
    said = evening.said()
    assert [text for text in said if text in {"Fee!", "Fi!", "Fo!", "Fum!"}] == [
        "Fee!",
        "Fi!",
        "Fo!",
        "Fum!",
    ]
    assert "The tower stands." in said
    assert evening.state.active != 0


def test_a_bump_starts_the_formula_again() -> None:
    evening = counting()
    evening.wait_s(2)
    evening.suspect()
    evening.feel(TouchKind.BUMPED, 0.0)
    evening.wait_s(2)
    assert evening.moment == "counting"
    said = evening.said()
    assert said.count("Fee!") == 2
    evening.wait_s(3)
    assert evening.moment != "counting"


def test_a_fall_during_the_formula_is_the_players_collapse() -> None:
    evening = counting()
    evening.wait_s(1)
    evening.suspect()
    assert evening.moment == "suspecting"
    evening.feel(TouchKind.FELL, -13.0)
    assert evening.moment == "collapsing"
    assert evening.state.phase == "checking", "the fall is not recorded before people could object"
    evening.wait_s(7)
    assert evening.moment == "resetting"
    assert any("has fallen" in text for text in evening.said())


def test_somebody_else_is_to_blame() -> None:
    evening = counting()
    evening.feel(TouchKind.FELL, -13.0)
    evening.answer("2")
    acted = evening.umpire.history.actions[-1]
    assert acted.action == ReportFall(2)


def test_it_did_not_fall_and_the_formula_begins_again() -> None:
    evening = counting()
    evening.feel(TouchKind.FELL, -13.0)
    evening.answer("not-fallen")
    assert evening.moment == "counting"
    evening.wait_s(5)
    assert evening.state.active != 0


def test_people_report_a_fall_that_the_scale_missed() -> None:
    evening = counting()
    assert evening.order(Fell()).is_accepted
    assert evening.moment == "collapsing"


def test_after_a_fall_the_plate_has_to_show_one_die() -> None:
    evening = counting()
    evening.feel(TouchKind.FELL, -13.0)
    evening.wait_s(7)
    for grams in (7.8, 0.0, 0.0, 5.0):
        evening.level(grams)
        evening.wait_s(0.5)
    assert evening.moment == "resetting"
    evening.level(5.05)
    evening.wait_s(0.6)
    evening.level(5.05)
    assert evening.moment != "resetting"
    assert len(evening.state.tower) == 1


def test_the_axe_pays_nobody_and_the_scale_proposes_what_is_gone() -> None:
    evening = counting()
    evening.wait_s(5)
    evening.level_of_tower()
    seat = evening.state.active
    assert evening.do(a.RaiseAxe(seat)).is_accepted
    count = next(
        each.count
        for each in evening.game.legal_actions(evening.state)
        if isinstance(each, a.AnnounceDice)
    )
    assert evening.do(a.AnnounceDice(seat, count)).is_accepted
    assert evening.moment == "striking"
    evening.level_of_tower()
    evening.suspect()
    evening.feel(TouchKind.FELL, -7.8)
    for _ in range(4):
        evening.level(10.0)
        evening.wait_s(0.5)
    question = evening.umpire.moment.question
    assert question is not None
    assert question.topic == "axe"
    evening.answer("0")
    assert [piece.kind for piece in evening.state.tower] == ["die", "die"]
    assert not any(isinstance(each.action, ReportFall) for each in evening.umpire.history.actions)


def test_undo_over_turns_and_the_voice_does_not_repeat_scores() -> None:
    evening = counting()
    before = evening.umpire.history.actions[3].before
    evening.wait_s(5)
    evening.said()
    seq = evening.umpire.history.actions[3].seq
    assert evening.order(Undo(seq)).is_accepted
    assert evening.state == before
    said = evening.said()
    assert "The tower stands." not in said
    assert any("taken back" in text for text in said)


def test_a_changed_reading_keeps_what_is_still_true() -> None:
    evening = rolled("treasure", "trunk")
    seq = evening.umpire.history.actions[-1].seq
    assert evening.order(ChangeReading(seq, ("trunk", "trunk"))).is_accepted
    assert evening.state.turn.hand == ("trunk", "trunk")
    replayed = History(evening.game)
    replayed.replay(evening.archive.envelopes)
    assert replayed.state == evening.state


def test_an_impossible_correction_changes_nothing() -> None:
    evening = rolled("treasure", "trunk")
    seq = evening.umpire.history.actions[-1].seq
    before = evening.umpire.history.seq
    assert not evening.order(ChangeReading(seq, ("trunk",))).is_accepted
    assert not evening.order(ChangeReading(999, ("trunk", "eye"))).is_accepted
    assert evening.umpire.history.seq == before


def test_the_culprit_is_changed_afterwards_and_sacks_follow() -> None:
    evening = counting()
    evening.feel(TouchKind.FELL, -13.0)
    evening.answer("0")
    seq = evening.umpire.history.actions[-1].seq
    assert evening.order(ChangeCulprit(seq, 1)).is_accepted
    assert evening.umpire.history.actions[-1].action == ReportFall(1)
    assert any("fault is corrected" in text for text in evening.said())


def test_a_stale_order_is_refused() -> None:
    evening = rolled("treasure", "trunk")
    reply = evening.umpire.order(Undo(), seen=1)
    assert not reply.is_accepted
    assert evening.umpire.order(Undo(), seen=evening.umpire.history.seq).is_accepted


def test_a_pulled_cable_pauses_and_comes_back_by_itself() -> None:
    evening = rolled("treasure", "treasure")
    evening.umpire.take(DeviceTrouble(1.0, Device.SCALE, ("scale-state-lost",)))
    assert evening.moment == "troubled"
    said = evening.said()
    assert "The game waits. You can go on by hand." in said
    evening.umpire.take(DeviceBack(2.0, Device.SCALE))
    assert evening.moment == "checking", "nobody felt what happened meanwhile"
    evening.level_of_tower()
    assert evening.moment == "placing"


def test_people_go_on_by_hand_without_the_scale() -> None:
    evening = rolled("treasure", "treasure")
    evening.umpire.take(DeviceTrouble(1.0, Device.SCALE, ("scale-state-lost",)))
    evening.order(GoByHand(Device.SCALE))
    assert evening.moment == "placing"
    assert evening.order(Done()).is_accepted
    assert evening.state.turn.owed.kind == "token"


def test_without_a_scale_a_tap_says_placed() -> None:
    evening = rolled("treasure", "treasure", devices=(Device.CAMERA,))
    evening.order(Done())
    evening.order(Done())
    assert [piece.kind for piece in evening.state.tower] == ["die", "die", "token"]


def test_a_tap_before_the_scale_feels_it_is_no_second_piece() -> None:
    evening = rolled("treasure", "treasure")
    evening.order(Done())
    evening.place("die")
    assert [piece.kind for piece in evening.state.tower] == ["die", "die"]
    assert evening.moment == "placing"


def test_a_refused_action_says_why_and_changes_nothing() -> None:
    evening = begun()
    reply = evening.do(ReportDice(("eye",)))
    assert not reply.is_accepted
    assert evening.said()
    assert evening.moment == "rollawaited"


def test_a_resumed_game_checks_the_plate_first() -> None:
    evening = counting()
    umpire = Umpire(
        evening.game, evening.archive, evening.clock, devices=(Device.SCALE, Device.CAMERA)
    )
    umpire.resume(tuple(evening.archive.envelopes))
    assert umpire.history.fingerprint == evening.umpire.history.fingerprint
    assert umpire.moment.name == "checking"
    assert umpire.names == ("Anna", "Ben", "Carl")


def freeze(evening: UmpireStage, seconds: float) -> None:
    """The program stands still; then it goes on as if nothing had happened."""
    evening.clock.advance_s(seconds)
    evening.umpire.tick()


def test_seconds_that_nobody_watched_do_not_count() -> None:
    evening = counting()
    evening.wait_s(2.0)
    evening.said()
    freeze(evening, 12.0)
    assert evening.moment == "counting", "a tower that nobody watched has not stood"
    assert evening.said() == ["I could not watch for a moment. We count again.", "Hands off, Anna!"]
    evening.wait_s(evening_duration_s(evening) + 0.5)
    assert evening.moment == "counting", "it counts from the beginning"
    evening.wait_s(1.0)
    assert evening.moment != "counting"


def evening_duration_s(evening: UmpireStage) -> float:
    countdown = evening.umpire.snapshot().countdown
    assert countdown is not None
    return countdown.ends_s - countdown.began_s


def test_nobody_can_object_while_the_program_stands_still() -> None:
    evening = counting()
    evening.feel(TouchKind.FELL, -20.0)
    evening.wait_s(1.0)
    freeze(evening, 12.0)
    assert evening.moment == "collapsing"
    question = evening.umpire.moment.question
    assert question is not None
    assert question.until_s == evening.clock.monotonic_s() + 6.0
    evening.wait_s(5.8)
    assert evening.moment == "collapsing"
    evening.wait_s(0.4)
    assert evening.moment != "collapsing"


def test_what_was_suspected_before_a_freeze_is_not_forgotten_at_the_thaw() -> None:
    evening = counting()
    evening.wait_s(0.5)
    evening.suspect()
    evening.wait_s(0.5)
    freeze(evening, 12.0)
    assert evening.moment == "suspecting"


def test_dice_may_still_come_after_a_freeze() -> None:
    evening = rolled("treasure")
    evening.wait_s(0.5)
    freeze(evening, 12.0)
    assert evening.moment == "rollawaited"
    evening.wait_s(2.0)
    assert evening.moment == "countasked"


def test_the_tray_may_still_tell_after_a_freeze() -> None:
    evening = rolled("treasure", "trunk")
    evening.place("die")
    evening.wait_s(0.5)
    freeze(evening, 12.0)
    assert evening.moment == "diesought"
    assert evening.umpire.moment.question is None, "nobody could see the tray meanwhile"
    evening.see(die("trunk", 1))
    assert evening.state.turn.owed.kind == "token"
