"""The benchmark of touch: what it notices in simulated scenes that it was not fitted on."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from referee.simulation.tower_trace import TowerTrace
from referee.touch.profile import TouchProfile
from referee.touch.sense import TouchSense
from scripts.bench.figures import BenchReport, Figure, Progress
from scripts.bench.link_cost import link_cost
from scripts.bench.touch_score import (
    Fitting,
    Reading,
    TraceOutcome,
    batches,
    load_batch,
    notices_of,
    readings,
    score,
)
from scripts.tower_scenes.scenes import TowerScene
from scripts.tower_scenes.traces import play_scene

# Touch was fitted on seeds from FITTING_SEED on; figures come from HOLD_OUT_SEED on.
FITTING_SEED = 0
HOLD_OUT_SEED = 300_000
_FALL_SCENES = {
    TowerScene.FALL_ON,
    TowerScene.FALL_OFF,
    TowerScene.FALL_PART,
    TowerScene.PLACE_FALL,
}

BOTH = Fitting("cell and accelerometer")
WEIGHT_ONLY = Fitting("cell only", has_accelerometer=False)
ACCELEROMETER_ONLY = Fitting("accelerometer only", has_weight=False)
TILT_ONLY = Fitting("tilt switch only", has_weight=False, has_accelerometer=False, has_tilt=True)
NOISY = Fitting("5 kg cell and accelerometer", noise_g=0.1)
NOISY_ONLY = Fitting("5 kg cell only", has_accelerometer=False, noise_g=0.1)
SLOW = Fitting("cell at 10 samples/s only", has_accelerometer=False, rate_hz=10.0)
FAST = Fitting("cell at 92 samples/s only", has_accelerometer=False, rate_hz=92.0)
FITTINGS = (BOTH, WEIGHT_ONLY, ACCELEROMETER_ONLY, TILT_ONLY, NOISY, NOISY_ONLY, SLOW, FAST)

_LINK_STREAM_S = 20.0


def every_scene(quiet: int, *, falls: int) -> dict[TowerScene, int]:
    """How often each scene is played: the ones that should stand, and the ones that should fall."""
    return {scene: falls if scene in _FALL_SCENES else quiet for scene in TowerScene}


def touch_benchmark(
    first_seed: int,
    counts: Mapping[TowerScene, int],
    *,
    fittings: Sequence[Fitting] = FITTINGS,
    folder: Path | None = None,
    on_progress: Progress | None = None,
) -> BenchReport:
    """Play the scenes (or read them from the folder), give them to each fitting, and count."""
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="referee-traces-") as temporary:
            return touch_benchmark(
                first_seed,
                counts,
                fittings=fittings,
                folder=Path(temporary),
                on_progress=on_progress,
            )
    outcomes: dict[Fitting, list[TraceOutcome]] = {fitting: [] for fitting in fittings}
    for trace in _traces(folder, counts, first_seed, on_progress):
        for fitting, found in outcomes.items():
            found.append(score(trace.outcome, notices_of(readings(trace, fitting), TouchProfile())))
    figures = [figure for fitting in fittings for figure in _figures(fitting, outcomes[fitting])]
    speed = times_real_time()
    share = 100 * link_cost(_LINK_STREAM_S).core_share
    figures += [
        Figure("any", "speed", speed, unit="× real time", asked=200),
        Figure(
            "link to the scale",
            "share of a core",
            share,
            asked=3,
            is_at_most=True,
        ),
    ]
    note = f"{sum(counts.values())} scenes from seed {first_seed}; nothing left out."
    return BenchReport("What touch notices in scenes it was not fitted on", figures, [note])


def _traces(
    folder: Path, counts: Mapping[TowerScene, int], first_seed: int, on_progress: Progress | None
) -> Iterator[TowerTrace]:
    plan = list(batches(counts, first_seed))
    for done, (scene, seed, count) in enumerate(plan, start=1):
        yield from load_batch(folder, scene, seed, count)
        if on_progress is not None:
            on_progress(done, len(plan))


class _Asked(msgspec.Struct, frozen=True):
    alone: float | None = None
    merged: float | None = None
    false_per_1000: float | None = None
    pieces: float | None = None


_ASKED = {
    BOTH.name: _Asked(99, 95, 1, 99),
    WEIGHT_ONLY.name: _Asked(97, 80, 1, 99),
    ACCELEROMETER_ONLY.name: _Asked(95, 95),
    TILT_ONLY.name: _Asked(95, 95),
    NOISY.name: _Asked(pieces=97),
    NOISY_ONLY.name: _Asked(pieces=97),
}


def _figures(fitting: Fitting, outcomes: Sequence[TraceOutcome]) -> Iterator[Figure]:
    falls = [each for each in outcomes if each.outcome.is_fall]
    standing = [each for each in outcomes if not each.outcome.is_fall]
    yield from _call_figures(fitting, falls, standing)
    yield from _time_figures(fitting, falls, standing)
    if fitting.has_weight:
        named = [each.are_pieces_right for each in standing if each.outcome.placed]
        asked = _ASKED.get(fitting.name, _Asked()).pieces
        yield _share(fitting, "pieces named right", named, asked)
    else:
        seen = [each.is_called or each.is_asked for each in falls]
        in_vain = [each.is_asked and not each.is_called for each in standing]
        yield _share(fitting, "falls called or asked about", seen)
        yield _share(fitting, "no fall, but asked", in_vain)


def _call_figures(
    fitting: Fitting, falls: Sequence[TraceOutcome], standing: Sequence[TraceOutcome]
) -> Iterator[Figure]:
    asked = _ASKED.get(fitting.name, _Asked())
    alone = [each.is_called for each in falls if not each.outcome.is_merged]
    merged = [each.is_called for each in falls if each.outcome.is_merged]
    close = [each.is_called for each in falls if each.is_at_placement]
    false_per_1000 = 10 * _percent([each.is_called for each in standing])
    yield _share(fitting, "falls alone, called", alone, asked.alone)
    yield _share(fitting, "falls within 0.5 s of a placement, called", close, asked.merged)
    yield _share(fitting, "falls in scenes with a placement, called", merged)
    yield Figure(
        fitting.name,
        "false falls",
        false_per_1000,
        unit="per 1,000",
        of=len(standing),
        asked=asked.false_per_1000,
        is_at_most=True,
    )


def _time_figures(
    fitting: Fitting, falls: Sequence[TraceOutcome], standing: Sequence[TraceOutcome]
) -> Iterator[Figure]:
    fast, soon = (100.0, 95.0) if fitting is BOTH else (None, None)
    suspected = [_is_within(each.suspect_after_s, 0.15) for each in falls]
    in_time = [_is_within(each.verdict_after_s, 1.5) for each in falls]
    called = [_is_within(each.verdict_after_s, 1.5) for each in falls if each.is_called]
    yield _share(fitting, "falls suspected within 150 ms", suspected, fast)
    yield _share(fitting, "falls called within 1.5 s of the last impact", in_time, soon)
    yield _share(fitting, "calls that came within 1.5 s of the last impact", called)
    yield _share(fitting, "no fall, but suspected", [each.is_suspected for each in standing])


def _share(fitting: Fitting, name: str, hits: Sequence[bool], asked: float | None = None) -> Figure:
    return Figure(fitting.name, name, _percent(hits), of=len(hits), asked=asked)


def _is_within(after_s: float | None, limit_s: float) -> bool:
    return after_s is not None and after_s <= limit_s


def _percent(hits: Sequence[bool]) -> float:
    return 100 * sum(hits) / len(hits) if hits else 0.0


def times_real_time(rounds: int = 3) -> float:
    """How many times as fast as they happen touch takes falls and placements, on one core."""
    scenes = (TowerScene.PLACE, TowerScene.PLACE_FALL, TowerScene.BUMP, TowerScene.FALL_ON)
    recorded = [list(readings(play_scene(scene, FITTING_SEED), BOTH)) for scene in scenes]
    length_s = sum(samples[-1][0] for samples in recorded)
    return length_s / min(_cost_s(recorded) for _ in range(rounds))


def _cost_s(recorded: Iterable[Sequence[Reading]]) -> float:
    start_s = time.process_time()
    for samples in recorded:
        touch = TouchSense()
        weight, acceleration = touch.weight, touch.acceleration
        for t_s, source, values in samples:
            if source == "weight":
                weight(t_s, values[0])
            else:
                acceleration(t_s, values[0], values[1], values[2])
    return max(time.process_time() - start_s, 1e-9)
