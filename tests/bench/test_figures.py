"""Figures stand beside what is asked for, in JSON and in one table."""

from __future__ import annotations

import msgspec
import pytest
from rich.console import Console

from scripts.bench.figures import BenchReport, Figure, report_json, report_table

GOOD = Figure("log", "one event ÷ one line", 1.4, "×", asked=2.0, is_at_most=True)
BAD = Figure("dice", "at rest to the reading, most", 0.9, "s", 6, asked=0.5, is_at_most=True)
BARE = Figure("dice", "a frame at rest", 3.0, "ms", 6)
FAST = Figure("pig", "speed", 1_234_567.0, "actions/s", spread=(1.0, 2_000_000.0))
AIM = Figure("pig", "speed beside other", 0.5, "×", asked=1.0, is_aim=True)
ABSENT = Figure("pig", "speed beside absent", None, "×", asked=0.0)


@pytest.mark.parametrize(
    ("figure", "status"),
    [(GOOD, "met"), (BAD, "missed"), (BARE, ""), (AIM, "missed"), (ABSENT, "missing")],
)
def test_a_figure_is_held_against_what_is_asked_for(figure: Figure, status: str) -> None:
    assert figure.status == status


@pytest.mark.parametrize(("asked", "status"), [(9.9, "met"), (10.0, "met"), (10.1, "missed")])
def test_what_is_just_reached_is_met(asked: float, status: str) -> None:
    assert Figure("pig", "speed beside other", 10.0, "×", asked=asked).status == status


@pytest.mark.parametrize(
    ("figure", "are_met"), [(GOOD, True), (BARE, True), (AIM, True), (BAD, False), (ABSENT, False)]
)
def test_bars_count_and_aims_do_not(figure: Figure, are_met: bool) -> None:
    report = BenchReport("", [GOOD, figure])
    assert report.are_bars_met is are_met
    assert msgspec.json.decode(report_json(report))["bars_met"] is are_met


def test_the_json_form_reads_back_as_the_report() -> None:
    report = BenchReport("a title", [GOOD, BAD, FAST, ABSENT], ["a note"])
    assert msgspec.json.decode(report_json(report), type=BenchReport) == report


def shown(*figures: Figure) -> str:
    console = Console(width=140, color_system=None)
    with console.capture() as capture:
        console.print(report_table(BenchReport("a title", list(figures), ["a note"])))
    return capture.get()


def row(text: str, *words: str) -> str:
    """The one line in which all these words stand."""
    (line,) = [line for line in text.splitlines() if all(word in line for word in words)]
    return line


def test_the_table_shows_what_was_measured_and_asked_for() -> None:
    text = shown(GOOD, BAD, BARE, AIM, ABSENT)
    assert "met" in row(text, "log", "1.4 ×", "≤ 2 ×")
    assert "missed" in row(text, "0.9 s", "≤ 0.5 s")
    assert "missed" in row(text, "≥ 1 × (aim)")
    assert "missing" in row(text, "speed beside absent", "–")
    assert "a note" in text
    assert text.count("dice ") == 1, "a group is named once"


def test_rounds_are_shown_with_their_ends() -> None:
    assert "1,234,567 actions/s (1–2,000,000)" in shown(FAST)
