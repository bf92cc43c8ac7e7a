"""Recorded traces: a CSV with `t_s`, a weight in `counts` or `grams`, and optional accelerations.

Read line by line, so that a night's recording needs no more memory than a minute's. Empty cells are
fine: a weight every 12 ms and an acceleration every 4 ms share one file.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TextIO

from referee.errors import InputError
from referee.touch.profile import TouchProfile

_LONGEST_LINE = 1000
_AXES = ("ax", "ay", "az")
_HELP = "the first line names the columns: t_s, counts or grams, and perhaps ax, ay, az"


class TraceError(InputError):
    """A trace cannot be used; the sentence says where and why."""


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One line: a time and what was measured then; `counts` only where the trace has such."""

    t_s: float
    grams: float | None
    acceleration_g: tuple[float, float, float] | None
    counts: float | None = None


@dataclass(frozen=True, slots=True)
class _Columns:
    count: int
    time: int
    weight: int | None
    is_counts: bool
    axes: tuple[int, ...]


def read_trace(path: Path, profile: TouchProfile) -> Iterator[TraceRow]:
    """The rows of a trace, one at a time; a mistake raises `TraceError` when it is reached."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace", newline=None) as file:
            yield from _rows(file, path.name, profile)
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise TraceError(f"{path} cannot be read ({reason}); give the path of a trace.") from None


def _rows(file: TextIO, name: str, profile: TouchProfile) -> Iterator[TraceRow]:
    lines = _lines(file, name)
    _, header = next(lines, (0, ""))
    if not header:
        raise TraceError(f"{name} is empty; {_HELP}.")
    columns = _columns(header, name)
    last_s = float("-inf")
    for number, line in lines:
        row = _row(line, columns, profile, f"{name}, line {number}")
        if row.t_s < last_s:
            raise TraceError(
                f"{name}, line {number}: the time goes back from {last_s:g} s to {row.t_s:g} s; "
                "sort the trace by time or cut it there."
            )
        last_s = row.t_s
        yield row
    if last_s == float("-inf"):
        raise TraceError(f"{name} has no samples; record at least a second.")


def _lines(file: TextIO, name: str) -> Iterator[tuple[int, str]]:
    """Numbered lines that are not blank; a line without end is not read to its end."""
    number = 0
    while line := file.readline(_LONGEST_LINE):
        number += 1
        if len(line) == _LONGEST_LINE:
            raise TraceError(f"{name}, line {number} is too long for a trace; {_HELP}.")
        if stripped := line.strip():
            yield number, stripped


def _columns(header: str, name: str) -> _Columns:
    names = [each.strip().lower() for each in header.split(",")]
    places = {each: place for place, each in enumerate(names)}
    weights = [each for each in ("counts", "grams") if each in places]
    axes = tuple(places[axis] for axis in _AXES if axis in places)
    is_usable = "t_s" in places and len(weights) < 2 and len(axes) in {0, 3} and (weights or axes)
    if not is_usable or len(places) < len(names):
        raise TraceError(f"{name} has the columns {header[:80]!r}; {_HELP}.")
    weight = weights[0] if weights else None
    return _Columns(
        count=len(names),
        time=places["t_s"],
        weight=None if weight is None else places[weight],
        is_counts=weight == "counts",
        axes=axes,
    )


def _row(line: str, columns: _Columns, profile: TouchProfile, where: str) -> TraceRow:
    cells = line.split(",")
    if len(cells) != columns.count:
        raise TraceError(f"{where} has {len(cells)} values instead of {columns.count}.")
    t_s = _number(cells[columns.time], where)
    axes = _acceleration(cells, columns.axes, where)
    if columns.weight is None or not cells[columns.weight].strip():
        return TraceRow(t_s, None, axes)
    weight = _number(cells[columns.weight], where)
    if not columns.is_counts:
        return TraceRow(t_s, weight, axes)
    return TraceRow(
        t_s, (weight - profile.offset_counts) / profile.counts_per_gram, axes, counts=weight
    )


def _acceleration(
    cells: Sequence[str], axes: Sequence[int], where: str
) -> tuple[float, float, float] | None:
    told = [cells[axis] for axis in axes if cells[axis].strip()]
    if not told:
        return None
    if len(told) < len(_AXES):
        raise TraceError(f"{where}: an acceleration needs ax, ay and az.")
    x, y, z = (_number(each, where) for each in told)
    return x, y, z


def _number(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise TraceError(f"{where}: {text.strip()[:40]!r} is not a number; mend or cut the line.")
    return value
