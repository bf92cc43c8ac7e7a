"""Frames vote: agreement makes sure, flicker makes doubtful, ten alike are not ten witnesses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.vision.motion.voting import vote
from referee.vision.readings import Certainty, DieFinding, Likely, ReadDie, Reading, ReadingFinding
from tests.vision.read_dice import CERTAIN, DIE_PX, DOUBTFUL, UNKNOWN, a_die, a_reading


def test_frames_that_agree_are_surer_than_one() -> None:
    frames = [a_reading(a_die("5", 100, 100, 0.9)) for _ in range(5)]
    (one,), (many,) = vote(frames[:1]).dice, vote(frames).dice
    assert many.face == "5"
    assert many.confidence > one.confidence == pytest.approx(0.9)


def test_frames_of_one_camera_are_not_independent() -> None:
    frames = [a_reading(a_die("5", 100, 100, 0.9)) for _ in range(5)]
    odds = 0.9 / 0.1
    (voted,) = vote(frames).dice
    assert voted.confidence == pytest.approx(odds**1.8 / (odds**1.8 + 1)), "not odds**5"


def test_dice_are_matched_though_they_waver_and_stand_in_any_order() -> None:
    first = a_reading(a_die("1", 100, 100), a_die("6", 141, 100))
    second = a_reading(a_die("6", 143, 103), a_die("1", 102, 99))
    voted = vote([first, second])
    assert [die.face for die in voted.dice] == ["1", "6"]
    assert voted.dice[0].centre_px == (101.0, 99.5)
    assert voted.faces == ("1", "6")
    assert voted.is_certain


def test_a_face_that_flickers_is_doubtful_however_sure_each_frame_is() -> None:
    frames = [a_reading(a_die(face, 50, 50, 0.99)) for face in "55655"]
    (voted,) = vote(frames).dice
    assert voted.face == "5"
    assert voted.certainty is DOUBTFUL, "one frame was certain of another face"
    assert [each.face for each in voted.likely] == ["5", "6"]


def test_doubtful_frames_that_agree_for_long_become_certain() -> None:
    frames = [a_reading(a_die("3", 50, 50, 0.9, DOUBTFUL)) for _ in range(8)]
    assert vote(frames[:2]).dice[0].certainty is DOUBTFUL
    assert vote(frames).dice[0].certainty is CERTAIN


def test_weak_doubtful_frames_stay_doubtful_for_ever() -> None:
    frames = [a_reading(a_die("3", 50, 50, 0.6, DOUBTFUL)) for _ in range(30)]
    assert vote(frames).dice[0].certainty is DOUBTFUL


def test_a_die_in_few_frames_is_a_ghost_and_in_half_of_them_doubtful() -> None:
    real, ghost, shy = a_die("2", 50, 50), a_die("4", 300, 50), a_die("6", 300, 300)
    frames = [a_reading(real, ghost, shy), a_reading(real, shy), a_reading(real), a_reading(real)]
    voted = vote(frames)
    assert [die.face for die in voted.dice] == ["2", "6"]
    assert [die.certainty for die in voted.dice] == [CERTAIN, DOUBTFUL]


def test_unknown_faces_stay_unknown() -> None:
    frames = [a_reading(a_die("", 50, 50, 0.0, UNKNOWN)) for _ in range(3)]
    (voted,) = vote(frames).dice
    assert (voted.face, voted.certainty, voted.confidence) == ("", UNKNOWN, 0.0)


def test_what_most_frames_cannot_name_has_no_name_but_its_likely_faces() -> None:
    likely = (Likely("eye", 0.2), Likely("trunk", 0.1))
    frames = [a_reading(a_die("", 50, 50, 0.3, UNKNOWN, likely=likely)) for _ in range(6)]
    (voted,) = vote(frames).dice
    assert (voted.face, voted.certainty) == ("", UNKNOWN)
    assert [each.face for each in voted.likely] == ["eye", "trunk"], "they are asked for first"


def test_a_rival_face_is_weighed() -> None:
    rival = (Likely("2", 0.55), Likely("3", 0.45))
    clear = (Likely("2", 0.2), Likely("3", 0.8))
    frames = [a_reading(a_die("2", 50, 50, 0.55, DOUBTFUL, likely=rival))] * 2
    frames += [a_reading(a_die("3", 50, 50, 0.8, DOUBTFUL, likely=clear))] * 2
    (voted,) = vote(frames).dice
    assert voted.face == "3"
    assert voted.certainty is DOUBTFUL


def test_what_is_odd_in_half_of_the_frames_stays_odd() -> None:
    leaning = a_die("4", 50, 50, findings=(DieFinding.COCKED,))
    straight = a_die("4", 50, 50)
    assert vote([a_reading(leaning), a_reading(straight)]).dice[0].findings == (DieFinding.COCKED,)
    assert vote([a_reading(leaning)] * 3).dice[0].certainty is DOUBTFUL
    assert vote([a_reading(leaning)] + [a_reading(straight)] * 4).is_certain


def test_findings_of_the_whole_picture_need_most_of_the_frames() -> None:
    small = Reading((a_die("4", 50, 50),), DIE_PX, (ReadingFinding.DICE_TOO_SMALL,))
    fine = a_reading(a_die("4", 50, 50))
    assert vote([small, small, fine]).findings == (ReadingFinding.DICE_TOO_SMALL,)
    assert vote([small, fine, fine]).findings == ()


def test_nothing_makes_an_empty_reading() -> None:
    for frames in ([], [a_reading()], [a_reading(), a_reading()]):
        voted = vote(frames)
        assert voted.dice == ()
        assert ReadingFinding.NO_DICE in voted.findings


FRAMES = st.lists(
    st.lists(
        st.builds(
            a_die,
            st.sampled_from(["", "1", "6"]),
            st.integers(0, 5).map(lambda n: 60.0 * n),
            st.integers(0, 3).map(lambda n: 60.0 * n),
            st.floats(0, 1),
            st.sampled_from(Certainty),
        ),
        max_size=6,
    ),
    min_size=1,
    max_size=5,
)


@given(FRAMES)
def test_any_frames_give_sound_figures(frames: list[list[ReadDie]]) -> None:
    voted = vote([a_reading(*dice) for dice in frames])
    for die in voted.dice:
        assert 0 <= die.confidence <= 1
        assert sum(likely.probability for likely in die.likely) <= 1 + 1e-9
        if die.is_certain:
            naming = [any(each.face == die.face for each in dice) for dice in frames]
            assert sum(naming) >= 0.8 * len(frames)
    assert len(voted.dice) <= sum(map(len, frames))
