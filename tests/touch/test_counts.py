"""Counts become grams, and the ends of the range are known."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import InputError
from referee.touch.counts import ScaleCalibration, calibration_from_weights, is_saturated
from referee.touch.messages import MAX_COUNTS, MIN_COUNTS

CELL = ScaleCalibration(counts_per_gram=2147.0, tare_counts=81_234.0, capacity_g=1000)
UPSIDE_DOWN = ScaleCalibration(counts_per_gram=-429.0, tare_counts=-1_000.0)


@pytest.mark.parametrize("cell", [CELL, UPSIDE_DOWN])
@given(grams=st.floats(-500, 1000))
def test_grams_survive_the_way_to_counts_and_back(cell: ScaleCalibration, grams: float) -> None:
    assert cell.grams(cell.counts(grams)) == pytest.approx(
        grams, abs=0.51 / abs(cell.counts_per_gram)
    )


def test_arrays_are_weighed_at_once() -> None:
    counts = np.array([81_234, 81_234 + 2147, 81_234 - 2147])

    assert CELL.grams(counts).tolist() == [0.0, 1.0, -1.0]
    assert CELL.counts(np.array([0.0, 1.0])).tolist() == [81_234, 83_381]


def test_counts_stay_within_24_bits() -> None:
    assert CELL.counts(1e9) == MAX_COUNTS
    assert CELL.counts(-1e9) == MIN_COUNTS


@pytest.mark.parametrize(
    ("counts", "expected"),
    [(MAX_COUNTS, True), (MIN_COUNTS, True), (MAX_COUNTS - 1, False), (0, False)],
)
def test_saturation_is_the_end_of_the_range(counts: int, expected: bool) -> None:
    assert bool(is_saturated(counts)) is expected
    assert is_saturated(np.array([counts])).tolist() == [expected]


def test_a_tare_changes_only_the_empty_reading() -> None:
    tared = CELL.with_tare(90_000)

    assert tared.grams(90_000) == 0
    assert tared.counts_per_gram == CELL.counts_per_gram
    assert CELL.tare_counts == 81_234


@pytest.mark.parametrize("counts_per_gram", [0, float("nan"), float("inf")])
def test_an_impossible_calibration_gets_a_sentence(counts_per_gram: float) -> None:
    with pytest.raises(InputError, match="calibrate it again"):
        ScaleCalibration(counts_per_gram=counts_per_gram)


def test_a_calibration_is_kept_as_json() -> None:
    text = msgspec.json.encode(CELL)

    assert msgspec.json.decode(text, type=ScaleCalibration) == CELL
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"counts_per_gram":1,"capacity_g":-5}', type=ScaleCalibration)


def test_known_weights_give_the_line() -> None:
    readings = [(grams, CELL.counts(grams)) for grams in (0, 50, 100, 500)]
    cell = calibration_from_weights(readings, capacity_g=1000)

    assert cell.counts_per_gram == pytest.approx(2147, abs=0.1)
    assert cell.tare_counts == pytest.approx(81_234, abs=1)


@pytest.mark.parametrize("readings", [[], [(0, 5)], [(100, 5), (100, 7)]])
def test_one_weight_is_not_enough(readings: list[tuple[int, int]]) -> None:
    with pytest.raises(InputError, match="two different weights"):
        calibration_from_weights(readings)


def test_noise_is_known_in_grams() -> None:
    assert ScaleCalibration(counts_per_gram=-2000, noise_counts=40).noise_g == 0.02
