from __future__ import annotations

import pytest

from referee.errors import InputError
from scripts.bench.figures import BenchReport
from scripts.bench.measurement import CALIBRATION, Contestant, Measurement, ReferenceFailedError
from scripts.bench.rules import Bar, all_references, rules_benchmark


class FakeReference:
    """A reference that does a fixed number of actions in whatever time it gets."""

    counting = "fake actions"

    def __init__(self, name: str, actions: int, why_not: str | None = None) -> None:
        self.name = name
        self.actions = actions
        self.why_not = why_not
        self.runs: list[float] = []
        self.is_closed = False

    def available(self) -> str | None:
        return self.why_not

    def run(self, duration_s: float) -> Measurement:
        self.runs.append(duration_s)
        if self.actions == 0:
            raise ReferenceFailedError("it stopped; start it again.")
        return Measurement(self.actions, 1.0)

    def close(self) -> None:
        self.is_closed = True


def measured(report: BenchReport, name: str) -> float | None:
    return next(each.measured for each in report.figures if each.name == name)


PIG = Contestant("pig", lambda duration_s: Measurement(600, 1.0))


def test_contestants_stand_beside_every_reference() -> None:
    slow, fast = FakeReference("slow", 100), FakeReference("fast", 1200)
    bars = [Bar("pig", "slow", 5.0), Bar("pig", "fast", 1.0, is_aim=True)]
    report = rules_benchmark([PIG], 6.0, 4, bars=bars, references=[slow, fast])
    assert measured(report, "speed beside slow") == 6.0
    assert measured(report, "speed beside fast") == 0.5
    assert [each.status for each in report.figures] == ["", "met", "missed"]
    assert len(report.notes) == 1, "nothing is missing"
    assert report.are_bars_met


def test_beside_the_calibration_loop_people_read_the_cost_of_an_action() -> None:
    loop = FakeReference(CALIBRATION, 2400)
    bars = [Bar("pig", CALIBRATION, 3.0)]
    report = rules_benchmark([PIG], 6.0, 4, bars=bars, references=[loop])
    assert measured(report, "cost of an action") == 4.0
    assert [each.status for each in report.figures] == ["", "missed"]


def test_ratios_are_taken_round_by_round() -> None:
    """In the slow round both are slow, and the ratio does not notice."""
    ours, theirs = iter([1, 100, 10, 300]), iter([1, 10, 1, 10])
    pig = Contestant("pig", lambda duration_s: Measurement(next(ours), 1.0))
    other = FakeReference("other", 1)
    other.run = lambda duration_s: Measurement(next(theirs), 1.0)  # type: ignore[method-assign]
    figure = rules_benchmark([pig], 6.0, 3, references=[other]).figures[1]
    assert (figure.measured, figure.spread) == (10.0, (10.0, 30.0))


def test_the_time_is_shared_among_all_slices() -> None:
    other = FakeReference("other", 1)
    report = rules_benchmark([PIG], 6.0, 3, references=[other])
    assert "1000 ms a slice" in report.notes[-1]
    assert other.runs == [1.0] * 4, "three rounds, and one slice to warm up"


def test_a_reference_that_is_not_there_is_reported_and_never_run() -> None:
    absent = FakeReference("absent", 1, why_not="it is not installed; install it.")
    report = rules_benchmark([PIG], 1.0, 2, bars=[Bar("pig", "absent", 0.0)], references=[absent])
    assert report.notes[0] == "absent is missing: it is not installed; install it."
    assert report.figures[-1].status == "missing"
    assert not report.are_bars_met
    assert absent.runs == []
    assert "500 ms a slice" in report.notes[-1], "the others share its time"


def test_a_reference_that_breaks_down_is_reported_as_missing() -> None:
    broken, good = FakeReference("broken", 0), FakeReference("good", 100)
    report = rules_benchmark([PIG], 1.0, 2, references=[broken, good])
    assert report.notes[0] == "broken is missing: it stopped; start it again."
    assert [each.name for each in report.figures] == ["speed", "speed beside good"]


def test_references_are_closed_even_if_a_game_fails() -> None:
    def fail(duration_s: float) -> Measurement:
        raise ZeroDivisionError

    other = FakeReference("other", 1)
    with pytest.raises(ZeroDivisionError):
        rules_benchmark([Contestant("pig", fail)], 1.0, 1, references=[other])
    assert other.is_closed


@pytest.mark.parametrize(
    ("contestants", "duration_s", "rounds", "bars", "sentence"),
    [
        ([], 1.0, 1, [], "name at least one game"),
        ([PIG], 0.0, 1, [], "ask for one second or more"),
        ([PIG], 1.0, 0, [], "ask for one second or more"),
        ([PIG, PIG], 1.0, 1, [], "give each its own"),
        ([PIG], 1.0, 1, [Bar("pig", "othr", 1.0)], "choose from pig and from other"),
        ([PIG], 1.0, 1, [Bar("pgi", "other", 1.0)], "choose from pig and from other"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_next_step(
    contestants: list[Contestant],
    duration_s: float,
    rounds: int,
    bars: list[Bar],
    sentence: str,
) -> None:
    references = [FakeReference("other", 1)]
    with pytest.raises(InputError, match=sentence):
        rules_benchmark(contestants, duration_s, rounds, bars=bars, references=references)


def test_every_reference_has_its_own_name_and_says_what_it_counts() -> None:
    references = all_references()
    assert len({each.name for each in references}) == len(references) == 5
    assert all(each.counting for each in references)
