"""Statics of a stack: where a load acts, and how far it is from the edge."""

import math

import numpy as np
import pytest

from referee.games.boxes import every_piece
from referee.simulation.plate.stack import (
    Push,
    Standing,
    barriers_j_per_kg,
    inside_m,
    is_upright,
    margins_m,
    outline,
    overlap,
    yaw_rad,
)

DIE = every_piece()["die"]


def die(x: float = 0.0, level: int = 0, yaw_rad: float = 0.0) -> Standing:
    return Standing(DIE, 0.005, np.array([x, 0.0, 0.008 + 0.016 * level]), yaw_rad)


def test_two_dice_touch_in_the_area_they_share() -> None:
    shared = overlap(outline(die(0.004)), outline(die()))
    apart = overlap(outline(die(0.02)), outline(die()))

    assert sorted({round(float(x), 6) for x in shared[:, 0]}) == [-0.004, 0.008]
    assert len(apart) == 0
    assert inside_m(np.zeros(2), apart) == -math.inf


def test_a_load_over_the_middle_is_as_safe_as_the_die_is_wide() -> None:
    assert margins_m([die(), die(level=1)]) == pytest.approx([0.008])


@pytest.mark.parametrize(("x", "is_safe"), [(0.0075, True), (0.0085, False)])
def test_a_die_tips_when_its_middle_is_beyond_the_edge(x: float, is_safe: bool) -> None:
    (margin_m,) = margins_m([die(), die(x, level=1)])

    assert (margin_m > 0) is is_safe


def test_small_steps_in_one_direction_bring_the_lowest_joint_down() -> None:
    stack = [die(0.004 * level, level) for level in range(6)]
    margins = margins_m(stack)

    assert margins[0] < 0 < margins[-1]


def test_a_sideways_push_counts_more_the_higher_it_is() -> None:
    stack = [die(level=level) for level in range(8)]
    force = np.array([0.01, 0.0, 0.0])
    low, high = (margins_m(stack, [Push(stack[n].centre_m, force)])[0] for n in (2, 7))

    assert high < low < 0.008


def test_pressing_on_the_middle_holds_a_leaning_stack() -> None:
    stack = [die(0.0035 * level, level) for level in range(4)]
    press = Push(np.array([0.004, 0.0, 0.07]), np.array([0.0, 0.0, -1.0]))

    assert margins_m(stack)[0] < margins_m(stack, [press])[0]


def test_a_higher_tower_is_tipped_by_less() -> None:
    stack = [die(level=level) for level in range(10)]
    barriers = barriers_j_per_kg(stack, margins_m(stack))

    assert barriers == sorted(barriers)
    assert barriers[0] > 0


def test_a_die_stands_on_any_face_and_a_cylinder_only_on_its_ends() -> None:
    upright = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
    on_side = np.array([0.0, 0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0])
    turned = np.array([0.0, 0.0, 0.0, math.cos(0.2), 0.0, 0.0, math.sin(0.2)])

    assert is_upright(on_side, DIE)
    assert is_upright(upright, every_piece()["cylinder"])
    assert not is_upright(on_side, every_piece()["cylinder"])
    assert yaw_rad(turned) % (math.pi / 2) == pytest.approx(0.4)
