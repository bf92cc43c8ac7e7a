"""How many frames are read, and what they say together."""

from __future__ import annotations

from referee.table.senses.eye_reading import RestVotes
from referee.vision.readings import ReadingFinding
from tests.vision.read_dice import DOUBTFUL, a_die, a_reading


def test_two_frames_that_agree_are_enough() -> None:
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


def test_doubt_and_disagreement_ask_for_more_frames_but_not_for_ever() -> None:
    doubtful = RestVotes()
    for number in range(6):
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


def test_a_wrong_number_is_a_finding_of_the_vote() -> None:
    votes = RestVotes()
    votes.add(a_reading(a_die("3", 100, 100)))
    assert votes.together(1).findings == ()
    assert votes.together(None).findings == ()
    assert votes.together(3).findings == (ReadingFinding.WRONG_COUNT,)
