from __future__ import annotations

import pytest

from referee.bench.calibration import CALIBRATION
from referee.bench.ratio import Bar, Ratio, Spread, at_most_cal, judge_bar, ratio_of, spread_of

TEN_TIMES = [Ratio("pig", "other", Spread(10.0, 8.0, 12.0))]


def test_the_spread_has_the_middle_and_both_ends() -> None:
    assert spread_of([3.0, 1.0, 10.0]) == Spread(median=3.0, low=1.0, high=10.0)


def test_ratios_are_taken_round_by_round() -> None:
    """In the slow second round both are slow, and the ratio does not notice."""
    ratio = ratio_of("pig", [100.0, 10.0, 300.0], "other", [10.0, 1.0, 10.0])
    assert ratio == Ratio("pig", "other", Spread(10.0, 10.0, 30.0))


def test_a_reference_that_did_nothing_gives_no_ratio_to_boast_of() -> None:
    assert ratio_of("pig", [100.0], "other", [0.0]).times == Spread(0.0, 0.0, 0.0)


def test_rounds_must_pair_up() -> None:
    with pytest.raises(ValueError, match="shorter"):
        ratio_of("pig", [1.0, 2.0], "other", [1.0])


@pytest.mark.parametrize(("minimum", "status"), [(9.9, "met"), (10.0, "met"), (10.1, "missed")])
def test_the_median_is_held_against_the_bar(minimum: float, status: str) -> None:
    result = judge_bar(Bar("pig", "other", minimum), TEN_TIMES)
    assert (result.measured, result.status) == (10.0, status)


def test_without_its_reference_a_bar_is_missing_and_not_met() -> None:
    result = judge_bar(Bar("pig", "absent", 0.0), TEN_TIMES)
    assert (result.measured, result.status) == (None, "missing")


def test_a_bar_in_cal_is_a_ratio_to_the_calibration_loop() -> None:
    assert at_most_cal("pig", 4.0, "aim") == Bar("pig", CALIBRATION, 0.25, "aim")
