"""Adds up a score sheet."""

from __future__ import annotations

from referee.games.base import Outcome
from referee.games.haricots.sheet.state import Sheet


def points(sheet: Sheet) -> tuple[int, ...]:
    """HA-2, HA-4: three for every chip, less the negative points; by seat."""
    worth = sheet.rules.edition.chip_points
    sums = zip(sheet.chips, sheet.negative, strict=True)
    return tuple([worth * chips - negative for chips, negative in sums])


def sheet_outcome(sheet: Sheet) -> Outcome | None:
    """Most points win; equal points share the victory."""
    if sheet.phase != "over":
        return None
    scores = points(sheet)
    best = max(scores)
    winners = tuple([seat for seat, score in enumerate(scores) if score == best])
    return Outcome("closed", winners, scores)
