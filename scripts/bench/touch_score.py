"""What touch makes of one simulated trace: replayed through sensors, compared with what happened.

Traces are kept in a folder, so that physics is paid for once.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from referee.simulation.plate.sensors import AccelerometerSpec, CellSpec, TiltSpec
from referee.simulation.tower_trace import SceneOutcome, TowerTrace
from referee.touch.profile import TouchProfile
from referee.touch.sense import TouchSense
from referee.touch.verdicts import Suspicion, TouchKind, TouchNotice, TouchVerdict
from scripts.tower_scenes.scenes import TowerScene
from scripts.tower_scenes.traces import (
    accelerate,
    padded,
    play_scene,
    shake,
    weigh,
)

BATCH = 50


def batches(
    counts: Mapping[TowerScene, int], first_seed: int
) -> Iterator[tuple[TowerScene, int, int]]:
    """Scene, first seed and length of each batch, scenes in turn so that a part is a fair part."""
    longest = max(counts.values(), default=0)
    for start in range(0, longest, BATCH):
        for scene, count in counts.items():
            if start < count:
                yield scene, first_seed + start, min(BATCH, count - start)


def load_batch(folder: Path, scene: TowerScene, first_seed: int, count: int) -> list[TowerTrace]:
    """The traces of a batch from the folder, or from the physics and then into the folder."""
    path = folder / f"{scene}-{first_seed}-{count}.npz"
    if not path.exists():
        traces = [play_scene(scene, seed) for seed in range(first_seed, first_seed + count)]
        _write_traces(path, traces)
    return _read_traces(path)


def _write_traces(path: Path, traces: list[TowerTrace]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{traces[0].outcome.seed}.part.npz")
    np.savez_compressed(
        unfinished,
        truths=np.frombuffer(msgspec.json.encode([each.outcome for each in traces]), np.uint8),
        lengths=np.array([len(each.force_g) for each in traces]),
        step_s=np.array(traces[0].step_s),
        force_g=np.concatenate([each.force_g for each in traces]),
        acceleration_g=np.concatenate([each.acceleration_g for each in traces]),
        moment_g_m=np.concatenate([each.moment_g_m for each in traces]),
    )
    unfinished.replace(path)


def _read_traces(path: Path) -> list[TowerTrace]:
    with np.load(path) as stored:
        arrays = {name: stored[name] for name in stored.files}
    outcomes = msgspec.json.decode(arrays["truths"].tobytes(), type=list[SceneOutcome])
    ends = np.cumsum(arrays["lengths"])
    starts = ends - arrays["lengths"]
    return [
        TowerTrace(
            outcome=outcome,
            step_s=float(arrays["step_s"]),
            force_g=arrays["force_g"][start:end],
            acceleration_g=arrays["acceleration_g"][start:end],
            moment_g_m=arrays["moment_g_m"][start:end],
        )
        for outcome, start, end in zip(outcomes, starts, ends, strict=True)
    ]


Reading = tuple[float, str, tuple[float, ...]]

AT_PLACEMENT_S = 0.5
# A fall is noted when a piece is down by 6 mm; what leans over was suspect a moment before.
_SUSPECT_BEFORE_S = 0.5


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
class TraceOutcome:
    """What touch said about one trace, beside what happened."""

    outcome: SceneOutcome
    is_called: bool
    is_asked: bool
    suspect_after_s: float | None
    verdict_after_s: float | None
    is_suspected: bool
    kinds: tuple[str, ...]

    @property
    def are_pieces_right(self) -> bool:
        """Whether exactly the pieces that were put down were named."""
        return self.kinds == tuple(sorted(self.outcome.placed))

    @property
    def is_at_placement(self) -> bool:
        """Whether a piece came down within half a second of the beginning of a placement."""
        return self.outcome.is_at_placement(AT_PLACEMENT_S)


def readings(trace: TowerTrace, fitting: Fitting) -> Iterator[Reading]:
    """The samples of all sensors in the order of their times; each cell has its own corners."""
    rng = np.random.default_rng([trace.outcome.seed, 7])
    corners = rng.uniform(-0.04, 0.04, 2)
    cell = CellSpec(
        rate_hz=fitting.rate_hz,
        noise_g=fitting.noise_g,
        corner_per_m=(float(corners[0]), float(corners[1])),
    )
    return sensed(trace, fitting, cell, rng)


def sensed(
    trace: TowerTrace, fitting: Fitting, cell: CellSpec, rng: np.random.Generator
) -> Iterator[Reading]:
    """The samples of the sensors that are fitted, with that cell, in the order of their times."""
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


def notices_of(
    samples: Iterator[Reading] | Sequence[Reading], profile: TouchProfile
) -> list[TouchNotice]:
    """Everything touch has to say about the samples."""
    touch = TouchSense(profile)
    notices: list[TouchNotice] = []
    for t_s, source, values in samples:
        if source == "weight":
            notices.extend(touch.weight(t_s, values[0]))
        elif source == "acceleration":
            notices.extend(touch.acceleration(t_s, values[0], values[1], values[2]))
        else:
            notices.extend(touch.tilt(t_s, int(values[0])))
    notices.extend(touch.finish())
    return notices


def score(outcome: SceneOutcome, notices: Sequence[TouchNotice]) -> TraceOutcome:
    """Compare; a fall that was never called, or only before it happened, is a miss."""
    fell_at_s = outcome.fell_at_s
    verdicts = [each for each in notices if isinstance(each, TouchVerdict)]
    suspicions = [each for each in notices if isinstance(each, Suspicion)]
    falls = [each for each in verdicts if each.kind is TouchKind.FELL]
    if fell_at_s is not None:
        falls = [each for each in falls if each.at_s >= fell_at_s]
    return TraceOutcome(
        outcome=outcome,
        is_called=bool(falls),
        is_asked=any(each.kind is TouchKind.RESTLESS for each in verdicts),
        suspect_after_s=_suspect_after_s(suspicions, verdicts, fell_at_s),
        verdict_after_s=falls[0].at_s - outcome.last_impact_s if falls else None,
        is_suspected=bool(suspicions),
        kinds=_kinds(verdicts),
    )


def _suspect_after_s(
    suspicions: Sequence[Suspicion], verdicts: Sequence[TouchVerdict], fell_at_s: float | None
) -> float | None:
    """How long after the fall it was suspected; one that was settled before it does not count."""
    if fell_at_s is None:
        return None
    delays_s = [
        max(0.0, each.at_s - fell_at_s)
        for each in suspicions
        if each.at_s >= fell_at_s - _SUSPECT_BEFORE_S or _is_open(each, verdicts, fell_at_s)
    ]
    return min(delays_s, default=None)


def _is_open(suspicion: Suspicion, verdicts: Sequence[TouchVerdict], at_s: float) -> bool:
    """Whether the verdict on what raised the suspicion was still to come."""
    return any(each.began_s <= suspicion.at_s and each.at_s >= at_s for each in verdicts)


def _kinds(verdicts: Sequence[TouchVerdict]) -> tuple[str, ...]:
    placed = [each for each in verdicts if each.kind is TouchKind.PLACED and each.pieces]
    return tuple(sorted(kind for each in placed for kind in each.pieces[0].kinds or ("unknown",)))
