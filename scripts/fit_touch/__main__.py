"""Fit the forests that tell falls from everything else, from kept traces of simulated towers.

    python -m scripts.fit_touch TRACES... --out referee/touch/falls.json

Prints what each way to notice a fall reaches on seeds that its forest has not seen. The traces come
from `scripts.bench.touch_score`; seeds that were used here are used up for figures.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.console import Console

from referee.simulation.tower_trace import TowerTrace
from scripts.bench.touch_score import load_batch
from scripts.fit_touch.fitting import WAYS, check, fit_all, gather
from scripts.tower_scenes.scenes import TowerScene

_LIMITS = (-4.0, -3.0, -2.0, -1.0, 0.0, 0.5, 1.0, 2.0)


def main() -> None:
    """Read the traces, check, fit, write."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.fit_touch", description=__doc__.splitlines()[0] if __doc__ else None
    )
    parser.add_argument("traces", nargs="+", type=Path, help="folders with kept traces")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    arguments = parser.parse_args()
    console = Console()
    tables = gather(trace for folder in arguments.traces for trace in _traces(folder))
    for way in WAYS:
        for checked in check(way, tables[way.name]):
            for limit in _LIMITS:
                alone, merged, false = checked.shares(limit)
                console.print(
                    f"{checked.fitting}, score above {limit:g}: {alone:.2%} of falls alone, "
                    f"{merged:.2%} at a placement, {1000 * false:.1f} false per 1,000",
                    highlight=False,
                    soft_wrap=True,
                )
    arguments.out.write_bytes(msgspec.json.encode(fit_all(tables)) + b"\n")


def _traces(folder: Path) -> Iterator[TowerTrace]:
    for path in sorted(folder.glob("*.npz")):
        scene, first_seed, count = path.stem.rsplit("-", 2)
        yield from load_batch(folder, TowerScene(scene), int(first_seed), int(count))


if __name__ == "__main__":
    main()
