"""Only dice that were rolled count as new; the others stayed or were pushed."""

from __future__ import annotations

import pytest

from referee.vision.motion.changes import changes
from referee.vision.readings import ReadDie
from tests.vision.read_dice import DIE_PX, DOUBTFUL, UNKNOWN, a_die, a_reading

RESTING = [a_die("5", 100, 100), a_die("2", 200, 100), a_die("6", 100, 220), a_die("6", 300, 220)]


def faces(dice: tuple[ReadDie, ...]) -> list[str]:
    return sorted(die.face for die in dice)


def test_nothing_changed() -> None:
    found = changes(a_reading(*RESTING), a_reading(*reversed(RESTING)))
    assert found.is_none
    assert faces(found.stayed) == ["2", "5", "6", "6"]


def test_dice_that_tremble_stayed() -> None:
    trembling = [a_die(die.face, die.centre_px[0] + 3, die.centre_px[1] - 4) for die in RESTING]
    assert changes(a_reading(*RESTING), a_reading(*trembling)).is_none


def test_rolled_dice_are_the_new_ones_only() -> None:
    after = [*RESTING[:2], a_die("1", 400, 300), a_die("3", 420, 90)]
    found = changes(a_reading(*RESTING), a_reading(*after))
    assert faces(found.new) == ["1", "3"]
    assert faces(found.gone) == ["6", "6"]
    assert faces(found.stayed) == ["2", "5"]


def test_added_dice_are_new() -> None:
    found = changes(a_reading(*RESTING), a_reading(*RESTING, a_die("4", 420, 60)))
    assert faces(found.new) == ["4"]
    assert not found.gone


def test_dice_taken_away_are_gone() -> None:
    found = changes(a_reading(*RESTING), a_reading(*RESTING[1:]))
    assert faces(found.gone) == ["5"]
    assert not found.new


def test_a_die_turned_on_its_place_is_rolled_again() -> None:
    found = changes(a_reading(*RESTING), a_reading(a_die("3", 100, 100), *RESTING[1:]))
    assert faces(found.new) == ["3"]
    assert len(found.gone) == 1


def test_a_die_pushed_aside_is_not_new() -> None:
    pushed = a_die("2", 200 + DIE_PX, 100 + 10, turn=0.9)
    found = changes(a_reading(*RESTING), a_reading(RESTING[0], pushed, *RESTING[2:]))
    assert faces(found.pushed) == ["2"]
    assert not found.new
    assert not found.is_none


def test_a_known_number_of_rolled_dice_decides_between_pushed_and_rolled() -> None:
    # Both sixes moved: one by three die widths, one across the tray.
    after = [*RESTING[:2], a_die("6", 100 + 3 * DIE_PX, 200), a_die("6", 500, 40)]
    assert faces(changes(a_reading(*RESTING), a_reading(*after)).new) == ["6", "6"]

    found = changes(a_reading(*RESTING), a_reading(*after), expected_new=1)
    assert [die.centre_px for die in found.new] == [(500, 40)]
    assert len(found.pushed) == 1


@pytest.mark.parametrize("expected", [0, 1, 2, 9])
def test_any_number_may_be_expected(expected: int) -> None:
    after = [*RESTING[:2], a_die("1", 400, 300), a_die("3", 420, 90)]
    found = changes(a_reading(*RESTING), a_reading(*after), expected_new=expected)
    assert faces(found.new) == ["1", "3"], "other faces are new whatever was expected"


def test_a_doubtful_second_look_does_not_turn_an_untouched_die() -> None:
    unsure = a_die("3", 101, 100, 0.4, DOUBTFUL)
    found = changes(a_reading(*RESTING), a_reading(unsure, *RESTING[1:]))
    assert found.is_none
    assert faces(found.stayed) == ["2", "5", "6", "6"], "the surer of both looks counts"


def test_a_doubtful_die_that_lies_otherwise_is_new() -> None:
    moved = a_die("3", 101, 100, 0.4, DOUBTFUL, turn=0.9)
    assert faces(changes(a_reading(*RESTING), a_reading(moved, *RESTING[1:])).new) == ["3"]


def test_unknown_dice_are_matched_by_place_alone() -> None:
    unknown = a_die("", 100, 100, 0.0, UNKNOWN)
    assert changes(a_reading(unknown), a_reading(unknown)).is_none
    elsewhere = a_die("", 160, 100, 0.0, UNKNOWN)
    assert len(changes(a_reading(unknown), a_reading(elsewhere)).new) == 1


def test_an_empty_tray_before_makes_everything_new() -> None:
    assert len(changes(a_reading(), a_reading(*RESTING)).new) == 4
    assert changes(a_reading(), a_reading()).is_none


def test_all_dice_add_up() -> None:
    after = [a_die("5", 130, 100), a_die("6", 100, 221), a_die("1", 400, 40)]
    found = changes(a_reading(*RESTING), a_reading(*after))
    assert len(found.stayed) + len(found.pushed) + len(found.new) == len(after)
    assert len(found.stayed) + len(found.pushed) + len(found.gone) == len(RESTING)
