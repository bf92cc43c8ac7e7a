"""What the network is asked to say about a die: at its centre, beside it, how much it counts."""

from __future__ import annotations

import numpy as np
import pytest

from scripts.train_dice.targets import (
    COS,
    FACE,
    OFFSET_X,
    OFFSET_Y,
    SIZE,
    STACKED,
    STRIDE,
    Target,
    heat_maps,
)

SIZE_PX = 96
SYMBOL = Target(0, 50.0, 41.0, 36.0, angle_rad=0.1)


def test_every_cell_around_a_centre_points_to_it() -> None:
    wanted, weight = heat_maps([SYMBOL], SIZE_PX)
    told = np.argwhere(weight[OFFSET_X] > 0)
    assert len(told) == 9
    for row, column in told:
        assert (column + 0.5 + wanted[OFFSET_X, row, column]) * STRIDE == pytest.approx(50.0)
        assert (row + 0.5 + wanted[OFFSET_Y, row, column]) * STRIDE == pytest.approx(41.0)


def test_the_cell_of_the_centre_counts_most() -> None:
    wanted, weight = heat_maps([SYMBOL], SIZE_PX)
    centre = np.unravel_index(int(wanted[FACE].argmax()), wanted[FACE].shape)
    assert weight[SIZE][centre] == weight[SIZE].max()
    assert (weight[SIZE] == weight[SIZE].max()).sum() == 1


def test_the_place_of_a_symbol_counts_more_than_that_of_pips_or_of_a_rough_label() -> None:
    rough = Target(4, 50.0, 41.0, 36.0, is_measured=False)
    most = [
        heat_maps([each], SIZE_PX)[1][OFFSET_X].max()
        for each in (SYMBOL, Target(4, 50.0, 41.0, 36.0), rough)
    ]
    assert most == sorted(most, reverse=True)
    assert len(set(most)) == 3


def test_a_label_without_a_turn_says_nothing_about_it() -> None:
    rough = Target(4, 50.0, 41.0, 36.0, is_measured=False)
    assert heat_maps([rough], SIZE_PX)[1][COS].sum() == 0


def test_a_die_on_another_is_told() -> None:
    stacked = Target(0, 50.0, 41.0, 36.0, is_stacked=True)
    assert heat_maps([stacked], SIZE_PX)[0][STACKED].max() == 1
    assert heat_maps([SYMBOL], SIZE_PX)[0][STACKED].max() == 0


def test_a_half_hidden_die_is_neither_wanted_nor_unwanted() -> None:
    hidden = Target(3, 50.0, 41.0, 36.0, visible=0.3)
    wanted, weight = heat_maps([hidden], SIZE_PX)
    assert wanted[FACE].max() == 0
    assert weight[FACE, 10, 12] == 0
    assert weight[FACE, 1, 1] == 1
