""""""

from __future__ import annotations

import msgspec
import pytest
from rich.console import Console

from scripts.bench.measurement import CALIBRATION
from scripts.bench.report import (
    Bar,
    Kind,
    Missing,
    Rate,
    Ratio,
    Report,
    Spread,
    at_most_cal,
    judge_bar,
    ratio_of,
    ratio_words,
    report_json,
    report_table,
    spread_of,
)

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


RATIOS = [
    Ratio("pig", "other", Spread(12.34, 11.0, 13.0)),
    Ratio("pig", CALIBRATION, Spread(0.25, 0.2, 0.5)),
]


def report_with(*bars: Bar) -> Report:
    return Report(
        python="3.11.7",
        rounds=5,
        slice_s=0.2,
        contestants=[Rate("pig", Spread(1_234_567.0, 1.0, 2.0))],
        references=[
            Rate("other", Spread(100_000.0, 1.0, 2.0), "choices and dice"),
            Rate(CALIBRATION, Spread(4_900_000.0, 1.0, 2.0), "iterations"),
        ],
        missing=[Missing("absent", "it is not installed; install it.")],
        ratios=RATIOS,
        bars=[judge_bar(bar, RATIOS) for bar in bars],
    )


def shown(report: Report) -> str:
    console = Console(width=140, color_system=None)
    with console.capture() as capture:
        console.print(report_table(report))
    return capture.get()


def row(text: str, *words: str) -> str:
    """The one line in which all these words stand."""
    (line,) = [line for line in text.splitlines() if all(word in line for word in words)]
    return line


def test_speeds_and_ratios_stand_side_by_side() -> None:
    line = row(shown(report_with()), "pig", "1,234,567")
    assert "12.3 (11–13)" in line
    assert "4 (2–5)" in line, "beside the calibration loop people read the cost of an action"


def test_every_bar_shows_what_was_asked_for_and_measured() -> None:
    text = shown(report_with(Bar("pig", "other", 10.0), at_most_cal("pig", 3.0, "aim")))
    assert "met" in row(text, "bar", "≥ 10 ×", "12.3 ×")
    assert "missed" in row(text, "aim", "≤ 3 cal", "4 cal")


def test_a_missing_reference_is_named_with_the_reason() -> None:
    text = shown(report_with(Bar("pig", "absent", 1.0)))
    assert "absent is missing: it is not installed; install it." in text
    assert "missing" in row(text, "≥ 1 ×")


def test_the_footnote_says_what_was_counted() -> None:
    assert "other: choices and dice" in shown(report_with())


@pytest.mark.parametrize(
    ("reference", "minimum", "kind", "are_met"),
    [
        ("other", 10.0, "bar", True),
        ("other", 20.0, "bar", False),
        ("other", 20.0, "aim", True),
        ("absent", 0.0, "bar", False),
    ],
)
def test_bars_count_and_aims_do_not(
    reference: str, minimum: float, kind: Kind, are_met: bool
) -> None:
    report = report_with(Bar("pig", reference, minimum, kind))
    assert report.are_bars_met is are_met
    assert msgspec.json.decode(report_json(report))["bars_met"] is are_met


def test_the_json_form_reads_back_as_the_report() -> None:
    report = report_with(Bar("pig", "other", 10.0), Bar("pig", "absent", 1.0))
    assert msgspec.json.decode(report_json(report), type=Report) == report


@pytest.mark.parametrize(
    ("times", "reference", "words"),
    [
        (1.234, "other", "1.23"),
        (99.94, "other", "99.9"),
        (1234.5, "other", "1,234"),
        (0.0, "other", "0"),
        (0.4, CALIBRATION, "2.5"),
        (0.0, CALIBRATION, "∞"),
    ],
)
def test_ratios_in_words(times: float, reference: str, words: str) -> None:
    assert ratio_words(times, reference) == words
