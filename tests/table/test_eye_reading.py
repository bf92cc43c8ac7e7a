"""Only dice that were rolled are new, also when they are read as another kind than before."""

from __future__ import annotations

from referee.table.facts import TrayRead
from referee.table.senses.eye import new_dice
from referee.table.senses.eye_reading import RestVotes, Votes
from referee.vision.readings import ReadDie, ReadingFinding
from tests.vision.read_dice import DOUBTFUL, UNKNOWN, a_die, a_reading


def told(*dice: ReadDie, kind: str = "pips", rest: int = 1) -> TrayRead:
    return TrayRead(1.0, 0.5, rest, kind, a_reading(*dice))


def test_without_an_earlier_reading_all_are_new():
    now = told(a_die("1", 100, 100), a_die("2", 300, 100))
    assert new_dice(None, now).new == now.reading.dice


def test_dice_rolled_beside_others_are_the_new_ones():
    before = told(a_die("1", 100, 100), a_die("2", 300, 100))
    now = told(a_die("1", 101, 100), a_die("2", 300, 101), a_die("2", 500, 300, turn=1.0))
    found = new_dice(before, now)
    assert [die.centre_px for die in found.new] == [(500, 300)]
    assert found.gone == ()


def test_the_same_dice_read_as_another_kind_are_not_new():
    before = told(a_die("4", 100, 100), a_die("6", 300, 100))
    now = told(
        a_die("", 101, 101, certainty=UNKNOWN), a_die("bean", 300, 100, turn=0.32), kind="friend"
    )
    found = new_dice(before, now)
    assert len(found.stayed) == 2
    assert found.new == found.gone == ()


def test_another_kind_rolled_beside_the_old_dice_is_new():
    before = told(a_die("4", 100, 100), a_die("6", 300, 100))
    now = told(
        a_die("", 100, 100, certainty=UNKNOWN), a_die("bean", 420, 250), kind="friend", rest=2
    )
    found = new_dice(before, now)
    assert [die.face for die in found.new] == ["bean"]
    assert [die.face for die in found.gone] == ["6"]


def test_another_kind_at_the_same_place_but_turned_is_new():
    before = told(a_die("4", 100, 100, turn=0.3))
    now = told(a_die("bean", 101, 100, turn=0.9), kind="friend", rest=2)
    assert [die.face for die in new_dice(before, now).new] == ["bean"]


def test_two_frames_that_agree_are_enough():
    votes = RestVotes()
    assert not votes.is_enough(None)
    votes.add(a_reading(a_die("3", 100, 100)))
    assert not votes.is_enough(1)
    votes.add(a_reading(a_die("3", 101, 100)))
    assert votes.is_enough(1)
    assert votes.is_enough(None)
    assert not votes.is_enough(2), "another number than expected is looked at longer"
    votes.add(a_reading(a_die("3", 101, 100)))
    votes.add(a_reading(a_die("3", 101, 100)))
    assert votes.is_enough(2)


def test_doubt_and_disagreement_ask_for_more_frames_but_not_for_ever():
    doubtful = RestVotes(Votes(doubtful=5))
    for number in range(5):
        assert not doubtful.is_enough(1), number
        doubtful.add(a_reading(a_die("3", 100, 100, 0.6, DOUBTFUL)))
    assert doubtful.is_enough(1)
    divided = RestVotes()
    divided.add(a_reading(a_die("3", 100, 100)))
    divided.add(a_reading(a_die("5", 100, 100)))
    assert not divided.is_enough(1)
    ghost = RestVotes()
    ghost.add(a_reading(a_die("3", 100, 100)))
    ghost.add(a_reading(a_die("3", 100, 100), a_die("1", 300, 100)))
    assert not ghost.is_enough(None)


def test_a_wrong_number_is_a_finding_of_the_vote():
    votes = RestVotes()
    votes.add(a_reading(a_die("3", 100, 100)))
    assert votes.together(1).findings == ()
    assert votes.together(None).findings == ()
    assert votes.together(3).findings == (ReadingFinding.WRONG_COUNT,)
