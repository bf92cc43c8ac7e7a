"""The limits of a fall move to the hands of a table, and no further than falls allow."""

from __future__ import annotations

import pytest

from referee.touch.profile import TouchProfile
from referee.touch.sense import TouchSense
from referee.touch.shown_hands import ShownHands, ShownTouch, adapted, judged, shown_touch
from referee.touch.verdicts import TouchVerdict

USUAL = TouchProfile()


def touch(score: float, *, is_slow: bool = False) -> ShownTouch:
    return ShownTouch(score, is_slow)


def test_hands_that_feel_like_no_fall_leave_the_limits_as_they_are() -> None:
    calm = [touch(-8.0), touch(USUAL.doubt_score - 0.5)]
    assert adapted(USUAL, calm) == USUAL
    assert judged(USUAL, calm) == ShownHands(2, 0, 0)


def test_nobody_is_called_a_fall_whose_hand_was_shown() -> None:
    shown = [touch(-5.0), touch(USUAL.fall_score + 0.5)]
    assert judged(USUAL, shown) == ShownHands(2, 0, 1)
    moved = adapted(USUAL, shown)
    assert moved.fall_score > USUAL.fall_score + 0.5
    assert judged(moved, shown) == ShownHands(2, 1, 0)
    # Falls are still asked about.
    assert moved.doubt_score - USUAL.doubt_score == pytest.approx(0.5)
    assert (moved.slow_fall_score, moved.slow_doubt_score) == (
        USUAL.slow_fall_score,
        USUAL.slow_doubt_score,
    )


def test_hands_that_feel_like_the_clearest_falls_move_no_limit_beyond_its_bound() -> None:
    shown = [touch(20.0), touch(20.0, is_slow=True)]
    moved = adapted(USUAL, shown)
    assert moved.fall_score == pytest.approx(USUAL.fall_score + 1.0)
    assert moved.slow_fall_score == pytest.approx(USUAL.slow_fall_score + 0.5)
    assert judged(moved, shown) == ShownHands(2, 0, 2)


def test_calmer_hands_bring_moved_limits_back() -> None:
    moved = adapted(USUAL, [touch(20.0)])
    assert adapted(moved, [touch(-8.0)]) == USUAL
    assert adapted(moved, []) == moved


@pytest.mark.parametrize("fall_score", [0.6, 3.0])
def test_the_score_of_a_touch_does_not_depend_on_the_limits(fall_score: float) -> None:
    sense = TouchSense(TouchProfile(fall_score=fall_score))
    felt = []
    for number in range(400):
        t_s = number / 80
        grams = 20.0 if t_s < 2 else 25.0
        felt += [each for each in sense.weight(t_s, grams) if isinstance(each, TouchVerdict)]
    (verdict,) = felt
    found = shown_touch(verdict, sense.profile)
    more = shown_touch(verdict, sense.profile, -2.0)
    assert found is not None
    assert more is not None
    usual = shown_touch(verdict, sense.profile)
    assert verdict.fall_score is not None
    assert found.score == pytest.approx(verdict.fall_score + fall_score)
    assert more.score == pytest.approx(found.score - 2.0)
    assert usual == found
    assert not found.is_slow
