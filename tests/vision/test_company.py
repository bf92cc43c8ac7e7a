"""In a picture whose plane nobody knows, dice are believed for each other's sake."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.vision.dice.company import ToldDie, believed
from referee.vision.readings import Certainty, ReadDie


def told(confidences: Sequence[float], plain: int = 0) -> list[ToldDie]:
    """Dice as sure as this, the first of them plainly dice."""
    return [ToldDie(_die(at, sure), at < plain) for at, sure in enumerate(confidences)]


def _die(at: int, sure: float) -> ReadDie:
    x = 100.0 * at
    corners = ((x, 0.0), (x + 40, 0.0), (x + 40, 40.0), (x, 40.0))
    certainty = Certainty.CERTAIN if sure >= 0.985 else Certainty.DOUBTFUL
    return ReadDie("3", (x + 20, 20.0), corners, (x, 0.0, 40.0, 40.0), sure, certainty)


@pytest.mark.parametrize(
    ("confidences", "shown"),
    [
        ((0.8, 0.9), []),
        ((0.96, 0.97), [0.96, 0.97]),
        ((0.999, 0.8, 0.75, 0.6), [0.999, 0.8, 0.75]),
    ],
)
def test_a_certain_die_vouches_for_fainter_ones(
    confidences: Sequence[float], shown: Sequence[float]
) -> None:
    dice, is_clear = believed(told(confidences), len(confidences), None)
    assert ([die.confidence for die in dice], is_clear) == (shown, True)


@pytest.mark.parametrize(
    ("plain", "candidates", "shown"), [(4, 4, 4), (4, 8, 4), (3, 4, 0), (4, 9, 0), (0, 4, 0)]
)
def test_several_that_plainly_are_dice_are_shown_where_little_else_looks_like_one(
    plain: int, candidates: int, shown: int
) -> None:
    dice, is_clear = believed(told((0.4,) * 4, plain), candidates, None)
    assert (len(dice), is_clear) == (shown, True)


def test_many_faint_ones_are_one_question_unless_they_plainly_are_dice() -> None:
    faint = (0.999, *(0.8,) * 9)
    dice, is_clear = believed(told(faint), 10, None)
    assert ([die.confidence for die in dice], is_clear) == ([0.999], False)
    dice, is_clear = believed(told(faint, plain=10), 10, None)
    assert (len(dice), is_clear) == (10, True)
