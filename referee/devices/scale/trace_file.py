"""Recorded traces as a scale would have sent them: raw counts, whatever unit they are kept in.

The format is that of `referee.weighing.trace`. A trace in grams is played as if its scale had 1000
counts per gram, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from referee.weighing.counts import ScaleCalibration
from referee.weighing.messages import ACCELERATION_COUNTS_PER_G, MAX_COUNTS, MIN_COUNTS
from referee.weighing.profile import TouchProfile
from referee.weighing.trace import read_trace

Axes = tuple[int, int, int]

GRAM_TRACE_CALIBRATION = ScaleCalibration(counts_per_gram=1000.0)
LEVEL: Axes = (0, 0, ACCELERATION_COUNTS_PER_G)
_AS_IT_IS = TouchProfile(counts_per_gram=1.0, offset_counts=0.0)
_MAX_AXIS = 2**15 - 1


class PlayedRow(NamedTuple):
    """One moment of a trace; a sensor that said nothing then is None."""

    t_s: float
    counts: int | None
    acceleration: Axes | None


class Trace(NamedTuple):
    """A whole recording; `calibration` is known only if it was made in grams."""

    rows: tuple[PlayedRow, ...]
    calibration: ScaleCalibration | None


def play_trace(path: Path) -> Trace:
    """The recording in a file, all of it."""
    # Read first, so that a file that is no trace gets its sentence there.
    rows = list(read_trace(path, _AS_IT_IS))
    calibration = GRAM_TRACE_CALIBRATION if _is_in_grams(path) else None
    return Trace(
        tuple(
            PlayedRow(row.t_s, _counts(row.grams, calibration), _axes(row.acceleration_g))
            for row in rows
        ),
        calibration,
    )


def chip_lines(trace: Trace) -> Iterator[str]:
    """The trace for the simulated chip: every sensor on every line, held until it changes."""
    counts, axes = 0, LEVEL
    for row in trace.rows:
        counts = counts if row.counts is None else row.counts
        axes = row.acceleration or axes
        yield f"{row.t_s - trace.rows[0].t_s:.6f} {counts} {axes[0]} {axes[1]} {axes[2]}\n"


def _is_in_grams(path: Path) -> bool:
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        header = next((line for line in file if line.strip()), "")
    return "grams" in [name.strip().lower() for name in header.split(",")]


def _counts(value: float | None, calibration: ScaleCalibration | None) -> int | None:
    if value is None:
        return None
    if calibration is not None:
        return calibration.counts(value)
    return min(max(round(value), MIN_COUNTS), MAX_COUNTS)


def _axes(acceleration_g: tuple[float, float, float] | None) -> Axes | None:
    if acceleration_g is None:
        return None
    x, y, z = (
        min(max(round(axis * ACCELERATION_COUNTS_PER_G), -_MAX_AXIS - 1), _MAX_AXIS)
        for axis in acceleration_g
    )
    return x, y, z
