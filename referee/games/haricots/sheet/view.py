"""What a score sheet shows: everything on it."""

from __future__ import annotations

import msgspec

from referee.games.awaiting import Awaiting
from referee.games.haricots.sheet.scoring import points, sheet_outcome
from referee.games.haricots.sheet.state import Line, Sheet, SheetPhase


class SheetSeatView(msgspec.Struct, frozen=True):
    """The sums of one seat."""

    name: str
    chips: int
    negative: int
    points: int


class SheetView(msgspec.Struct, frozen=True):
    """The sheet as everybody sees it, and what the box still holds."""

    game: str
    mode: str
    phase: SheetPhase
    awaiting: Awaiting | None
    rounds: tuple[Line, ...]
    chips_left: int
    points_left: int
    seats: tuple[SheetSeatView, ...]
    winners: tuple[int, ...]


def sheet_view(sheet: Sheet, awaiting: Awaiting | None) -> SheetView:
    """The whole sheet."""
    end = sheet_outcome(sheet)
    sums = zip(sheet.rules.names, sheet.chips, sheet.negative, points(sheet), strict=True)
    return SheetView(
        game="haricots",
        mode="score-sheet",
        phase=sheet.phase,
        awaiting=awaiting,
        rounds=sheet.lines,
        chips_left=sheet.chips_left,
        points_left=sheet.points_left,
        seats=tuple(SheetSeatView(*row) for row in sums),
        winners=end.winners if end else (),
    )
