"""The plain score sheet for an advanced game: it adds up, and checks no rule (section 7, HA-N2).

It judges only whether what is written can be added up. The chips of the box are a limit as well:
nobody can have taken what is not there (HA-2, HA-4).
"""

from collections.abc import Iterator
from operator import add

import msgspec
from msgspec.structs import replace

from referee.games.awaiting import Awaiting
from referee.games.base import Accepted, Outcome, Refused, Ruling
from referee.games.haricots import actions, events, refusals
from referee.games.haricots.refusals import no_such_seat, not_writing
from referee.games.haricots.state import GameOrSheet, Line, Sheet, SheetPhase, SheetRules


def sheet_opened(sheet: None, event: events.SheetOpened) -> Sheet:
    """An empty sheet."""
    edition = event.edition
    nothing = (0,) * len(event.seats)
    rules = SheetRules(event.seats, edition)
    return Sheet(rules, nothing, nothing, edition.victory_chips, edition.negative_points())


def round_written(sheet: Sheet, event: events.RoundWritten) -> Sheet:
    """One more line."""
    return replace(
        sheet,
        chips=tuple(map(add, sheet.chips, event.chips)),
        negative=tuple(map(add, sheet.negative, event.negative)),
        chips_left=sheet.chips_left - sum(event.chips),
        points_left=sheet.points_left - sum(event.negative),
        lines=(*sheet.lines, Line(event.chips, event.negative)),
    )


def sheet_closed(sheet: Sheet, event: events.SheetClosed) -> Sheet:
    """Nothing more is written."""
    return replace(sheet, phase="over")


def write_round(sheet: GameOrSheet, action: actions.WriteRound) -> Ruling:
    """HA-N2: the +3 chips and the negative points of one round, by seat."""
    if sheet.phase != "writing":
        return not_writing(sheet)
    refused = _refuse_numbers(sheet, action)
    if refused:
        return refused
    number = len(sheet.lines) + 1
    return Accepted((events.RoundWritten(action.seat, number, action.chips, action.negative),))


def _refuse_numbers(sheet: Sheet, action: actions.WriteRound) -> Refused | None:
    seats = len(sheet.rules.names)
    if not 0 <= action.seat < seats:
        return no_such_seat(sheet, action.seat)
    if len(action.chips) != seats or len(action.negative) != seats:
        return refusals.ONE_NUMBER_EACH(seats=seats)
    lowest = min(action.chips + action.negative)
    if lowest < 0:
        return refusals.NUMBER_BELOW_ZERO(number=lowest)
    chips, points = sum(action.chips), sum(action.negative)
    if chips > sheet.chips_left:
        return refusals.VICTORY_CHIPS_GONE(left=sheet.chips_left, count=chips)
    if points > sheet.points_left:
        return refusals.NEGATIVE_POINTS_GONE(left=sheet.points_left, count=points)
    return None


def close_sheet(sheet: GameOrSheet, action: actions.CloseSheet) -> Ruling:
    """HA-N2: only the players know when their game is over."""
    if sheet.phase != "writing":
        return not_writing(sheet)
    if not 0 <= action.seat < len(sheet.rules.names):
        return no_such_seat(sheet, action.seat)
    return Accepted((events.SheetClosed(action.seat),))


def sheet_points(sheet: Sheet) -> tuple[int, ...]:
    """HA-2, HA-4: three for every chip, less the negative points; by seat."""
    worth = sheet.rules.edition.chip_points
    sums = zip(sheet.chips, sheet.negative, strict=True)
    return tuple([worth * chips - negative for chips, negative in sums])


def sheet_outcome(sheet: Sheet) -> Outcome | None:
    """Most points win; equal points share the victory."""
    if sheet.phase != "over":
        return None
    return Outcome.by_score("closed", sheet_points(sheet))


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
    sums = zip(sheet.rules.names, sheet.chips, sheet.negative, sheet_points(sheet), strict=True)
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


def sheet_faults(sheet: Sheet) -> Iterator[str]:
    """A sentence for every broken invariant."""
    yield from _sheet_box_faults(sheet)
    for seat in range(len(sheet.rules.names)):
        if sum(line.chips[seat] for line in sheet.lines) != sheet.chips[seat]:
            yield f"the chips of seat {seat} do not add up"
        if sum(line.negative[seat] for line in sheet.lines) != sheet.negative[seat]:
            yield f"the negative points of seat {seat} do not add up"
    if any(number < 0 for line in sheet.lines for number in (*line.chips, *line.negative)):
        yield "a number on the sheet is below zero"


def _sheet_box_faults(sheet: Sheet) -> Iterator[str]:
    """HA-2, HA-4: what is on the sheet came out of the box."""
    edition = sheet.rules.edition
    if sheet.chips_left < 0 or sheet.points_left < 0:
        yield "more chips are on the sheet than in the box"
    if sum(sheet.chips) + sheet.chips_left != edition.victory_chips:
        yield "the victory chips do not add up"
    if sum(sheet.negative) + sheet.points_left != edition.negative_points():
        yield "the negative chips do not add up"
