"""How well touch feels one trace of the twin: replay it through sensors, compare with the truth."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from referee.twin.load_cell import (
    AccelerometerSpec,
    CellSpec,
    TiltSpec,
    accelerate,
    padded,
    shake,
    weigh,
)
from referee.twin.tower_scenario import TowerTrace, TowerTruth
from referee.weighing.felt import Felt, Kind, Suspicion, Verdict
from referee.weighing.profile import TouchProfile
from referee.weighing.touch import TouchSense

Reading = tuple[float, str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Fitting:
    """Which sensors a table has, and how good its cell is."""

    name: str
    has_weight: bool = True
    has_accelerometer: bool = True
    has_tilt: bool = False
    noise_g: float = 0.02
    rate_hz: float = 80.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What touch said about one trace, beside what happened."""

    truth: TowerTruth
    is_called: bool
    is_asked: bool
    suspect_after_s: float | None
    verdict_after_s: float | None
    is_suspected: bool
    kinds: tuple[str, ...]

    @property
    def are_pieces_right(self) -> bool:
        """Whether exactly the pieces that were put down were named."""
        return self.kinds == tuple(sorted(self.truth.placed))


def readings(trace: TowerTrace, fitting: Fitting) -> Iterator[Reading]:
    """The samples of all sensors in the order of their times; each cell has its own corners."""
    rng = np.random.default_rng([trace.truth.seed, 7])
    corners = rng.uniform(-0.04, 0.04, 2)
    cell = CellSpec(
        rate_hz=fitting.rate_hz,
        noise_g=fitting.noise_g,
        corner_per_m=(float(corners[0]), float(corners[1])),
    )
    streams: list[Iterator[Reading]] = []
    if fitting.has_weight:
        streams.append(_weights(trace, cell, rng))
    if fitting.has_accelerometer:
        streams.append(_accelerations(trace, rng))
    if fitting.has_tilt:
        streams.append(_tilts(trace))
    return heapq.merge(*streams)


def _weights(trace: TowerTrace, cell: CellSpec, rng: np.random.Generator) -> Iterator[Reading]:
    force_g = padded(trace.force_g.astype(np.float64), trace.step_s)
    moment = padded(trace.moment_g_m.astype(np.float64), trace.step_s)
    times_s, counts = weigh(force_g, moment, trace.step_s, cell, rng)
    grams = (counts - cell.offset_counts) / cell.counts_per_gram
    for t_s, each in zip(times_s.tolist(), grams.tolist(), strict=True):
        yield t_s, "weight", (each,)


def _accelerations(trace: TowerTrace, rng: np.random.Generator) -> Iterator[Reading]:
    plate = padded(trace.acceleration_g.astype(np.float64), trace.step_s)
    times_s, told = accelerate(plate, trace.step_s, AccelerometerSpec(), rng)
    for t_s, each in zip(times_s.tolist(), told.tolist(), strict=True):
        yield t_s, "acceleration", tuple(each)


def _tilts(trace: TowerTrace) -> Iterator[Reading]:
    plate = padded(trace.acceleration_g.astype(np.float64), trace.step_s)
    for t_s, level in shake(plate, trace.step_s, TiltSpec()):
        yield t_s, "tilt", (level,)


def feel(samples: Iterator[Reading] | Sequence[Reading], profile: TouchProfile) -> list[Felt]:
    """Everything touch has to say about the samples."""
    touch = TouchSense(profile)
    felt: list[Felt] = []
    for t_s, source, values in samples:
        if source == "weight":
            felt.extend(touch.weight(t_s, values[0]))
        elif source == "acceleration":
            felt.extend(touch.acceleration(t_s, values[0], values[1], values[2]))
        else:
            felt.extend(touch.tilt(t_s, int(values[0])))
    felt.extend(touch.finish())
    return felt


def score(truth: TowerTruth, felt: Sequence[Felt]) -> Outcome:
    """Compare; a fall that was never called is a miss, whatever the reason."""
    falls = [each for each in felt if isinstance(each, Verdict) and each.kind is Kind.FELL]
    suspicions = [each.at_s for each in felt if isinstance(each, Suspicion)]
    kinds = [
        kind
        for each in felt
        if isinstance(each, Verdict) and each.kind is Kind.PLACED and each.pieces
        for kind in each.pieces[0].kinds or ("unknown",)
    ]
    fell_at_s = truth.fell_at_s
    return Outcome(
        truth=truth,
        is_called=bool(falls),
        is_asked=any(isinstance(each, Verdict) and each.kind is Kind.RESTLESS for each in felt),
        suspect_after_s=(
            max(0.0, suspicions[0] - fell_at_s) if suspicions and fell_at_s is not None else None
        ),
        verdict_after_s=falls[0].at_s - truth.last_impact_s if falls else None,
        is_suspected=bool(suspicions),
        kinds=tuple(sorted(kinds)),
    )
