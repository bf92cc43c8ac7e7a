"""Applies the events of a score sheet."""

from __future__ import annotations

from operator import add

from msgspec.structs import replace

from referee.games.haricots.events import RoundWritten, SheetClosed, SheetOpened
from referee.games.haricots.sheet.state import Line, Sheet, SheetRules


def sheet_opened(sheet: None, event: SheetOpened) -> Sheet:
    """An empty sheet."""
    edition = event.edition
    nothing = (0,) * len(event.seats)
    rules = SheetRules(event.seats, edition)
    return Sheet(rules, nothing, nothing, edition.victory_chips, edition.negative_points())


def round_written(sheet: Sheet, event: RoundWritten) -> Sheet:
    """One more line."""
    return replace(
        sheet,
        chips=tuple(map(add, sheet.chips, event.chips)),
        negative=tuple(map(add, sheet.negative, event.negative)),
        chips_left=sheet.chips_left - sum(event.chips),
        points_left=sheet.points_left - sum(event.negative),
        lines=(*sheet.lines, Line(event.chips, event.negative)),
    )


def sheet_closed(sheet: Sheet, event: SheetClosed) -> Sheet:
    """Nothing more is written."""
    return replace(sheet, phase="over")
