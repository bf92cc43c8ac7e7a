"""Traces of the tower's twin, kept in a folder so that physics is paid for once.

A batch is fifty seeds of one scene; what is in the folder already is not simulated again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import numpy as np

from referee.twin.tower.scenario import TowerTrace, TowerTruth, play_scene
from referee.twin.tower.scenes import Scene

BATCH = 50


def batches(counts: Mapping[Scene, int], first_seed: int) -> Iterator[tuple[Scene, int, int]]:
    """Scene, first seed and length of each batch, scenes in turn so that a part is a fair part."""
    longest = max(counts.values(), default=0)
    for start in range(0, longest, BATCH):
        for scene, count in counts.items():
            if start < count:
                yield scene, first_seed + start, min(BATCH, count - start)


def load_batch(folder: Path, scene: Scene, first_seed: int, count: int) -> list[TowerTrace]:
    """The traces of a batch from the folder, or from the physics and then into the folder."""
    path = folder / f"{scene}-{first_seed}-{count}.npz"
    if not path.exists():
        traces = [play_scene(scene, seed) for seed in range(first_seed, first_seed + count)]
        _write(path, traces)
    return _read(path)


def _write(path: Path, traces: list[TowerTrace]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{traces[0].truth.seed}.part.npz")
    np.savez_compressed(
        unfinished,
        truths=np.frombuffer(msgspec.json.encode([each.truth for each in traces]), np.uint8),
        lengths=np.array([len(each.force_g) for each in traces]),
        step_s=np.array(traces[0].step_s),
        force_g=np.concatenate([each.force_g for each in traces]),
        acceleration_g=np.concatenate([each.acceleration_g for each in traces]),
        moment_g_m=np.concatenate([each.moment_g_m for each in traces]),
    )
    unfinished.replace(path)


def _read(path: Path) -> list[TowerTrace]:
    with np.load(path) as stored:
        arrays = {name: stored[name] for name in stored.files}
    truths = msgspec.json.decode(arrays["truths"].tobytes(), type=list[TowerTruth])
    ends = np.cumsum(arrays["lengths"])
    starts = ends - arrays["lengths"]
    return [
        TowerTrace(
            truth=truth,
            step_s=float(arrays["step_s"]),
            force_g=arrays["force_g"][start:end],
            acceleration_g=arrays["acceleration_g"][start:end],
            moment_g_m=arrays["moment_g_m"][start:end],
        )
        for truth, start, end in zip(truths, starts, ends, strict=True)
    ]
