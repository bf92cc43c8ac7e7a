"""The rules benchmark: our games beside other rules engines, in one run, on one core.

report = rules_benchmark(
    [Contestant("pig", lambda duration_s: simulate_for(pig, duration_s))],
    duration_s=30,
    rounds=15,
    bars=[Bar("pig", OPENSPIEL_PYTHON, 2.0), at_most_cal("pig", 6)],
)
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from referee.bench.ratio import Bar, judge_bar, ratio_of, spread_of
from referee.bench.reference import Contestant, Reference
from referee.bench.references import all_references
from referee.bench.report import Missing, Rate, Report
from referee.bench.timing import Progress, Runner, Timings, frozen_collector, interleave, one_core
from referee.errors import InputError


def rules_benchmark(
    contestants: Sequence[Contestant],
    duration_s: float,
    rounds: int,
    *,
    bars: Sequence[Bar] = (),
    references: Sequence[Reference] | None = None,
    on_progress: Progress | None = None,
) -> Report:
    """Measure contestants and references in turn; `duration_s` is shared among all their slices.

    One slice each to warm up comes on top, and so does fetching a reference for the first time.
    A reference that cannot be measured is named in the report with the reason.
    """
    chosen = all_references() if references is None else references
    _check(contestants, duration_s, rounds, chosen, bars)
    with _closing(chosen), one_core():
        unavailable = {each.name: each.available() for each in chosen}
        reasons = {name: reason for name, reason in unavailable.items() if reason is not None}
        runners: dict[str, Runner] = {each.name: each.run for each in contestants}
        runners |= {each.name: each.run for each in chosen if each.name not in reasons}
        slice_s = duration_s / (len(runners) * rounds)
        with frozen_collector():
            timings = interleave(runners, slice_s, rounds, on_progress)
    timings.failures |= reasons
    return _report(contestants, chosen, timings, bars=bars, slice_s=slice_s, rounds=rounds)


def _check(
    contestants: Sequence[Contestant],
    duration_s: float,
    rounds: int,
    references: Sequence[Reference],
    bars: Sequence[Bar],
) -> None:
    if not contestants:
        raise InputError("There is nothing to measure; name at least one game.")
    if duration_s <= 0 or rounds < 1:
        raise InputError("A benchmark needs some time and a round; ask for one second or more.")
    ours = [each.name for each in contestants]
    theirs = [each.name for each in references]
    if len({*ours, *theirs}) < len(ours) + len(theirs):
        raise InputError("Two contestants have the same name; give each its own.")
    for bar in bars:
        if bar.contestant not in ours or bar.reference not in theirs:
            raise InputError(
                f"The bar compares {bar.contestant!r} with {bar.reference!r}; "
                f"choose from {', '.join(ours)} and from {', '.join(theirs)}."
            )


@contextmanager
def _closing(references: Sequence[Reference]) -> Iterator[None]:
    try:
        yield
    finally:
        for each in references:
            each.close()


def _report(
    contestants: Sequence[Contestant],
    references: Sequence[Reference],
    timings: Timings,
    *,
    bars: Sequence[Bar],
    slice_s: float,
    rounds: int,
) -> Report:
    rates = timings.actions_per_s
    measured = [each for each in references if each.name in rates]
    ratios = [
        ratio_of(ours.name, rates[ours.name], theirs.name, rates[theirs.name])
        for ours in contestants
        for theirs in measured
    ]
    return Report(
        python=platform.python_version(),
        rounds=rounds,
        slice_s=slice_s,
        contestants=[_rate(each.name, "", rates) for each in contestants],
        references=[_rate(each.name, each.counting, rates) for each in measured],
        missing=[Missing(name, reason) for name, reason in timings.failures.items()],
        ratios=ratios,
        bars=[judge_bar(bar, ratios) for bar in bars],
    )


def _rate(name: str, counting: str, rates: dict[str, list[float]]) -> Rate:
    return Rate(name, spread_of(rates[name]), counting)
