"""What must be true of every score sheet."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.haricots.sheet.state import Sheet


def sheet_faults(sheet: Sheet) -> Iterator[str]:
    """A sentence for every broken invariant."""
    yield from _box_faults(sheet)
    for seat in range(len(sheet.rules.names)):
        if sum(line.chips[seat] for line in sheet.lines) != sheet.chips[seat]:
            yield f"the chips of seat {seat} do not add up"
        if sum(line.negative[seat] for line in sheet.lines) != sheet.negative[seat]:
            yield f"the negative points of seat {seat} do not add up"
    if any(number < 0 for line in sheet.lines for number in (*line.chips, *line.negative)):
        yield "a number on the sheet is below zero"


def _box_faults(sheet: Sheet) -> Iterator[str]:
    """HA-2, HA-4: what is on the sheet came out of the box."""
    edition = sheet.rules.edition
    if sheet.chips_left < 0 or sheet.points_left < 0:
        yield "more chips are on the sheet than in the box"
    if sum(sheet.chips) + sheet.chips_left != edition.victory_chips:
        yield "the victory chips do not add up"
    if sum(sheet.negative) + sheet.points_left != edition.negative_points():
        yield "the negative chips do not add up"
