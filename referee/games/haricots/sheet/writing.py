"""Judges what is written on a score sheet: no rule of the game, only whether it can be added up.

The chips of the box are a limit as well: nobody can have taken what is not there (HA-2, HA-4).
"""

from __future__ import annotations

from referee.games.base import Accepted, Refused, Ruling
from referee.games.haricots import refusals as no
from referee.games.haricots.actions import CloseSheet, WriteRound
from referee.games.haricots.events import RoundWritten, SheetClosed
from referee.games.haricots.sheet.state import Sheet
from referee.games.haricots.state import Either


def write_round(sheet: Either, action: WriteRound) -> Ruling:
    """N-2: the +3 chips and the negative points of one round, by seat."""
    if sheet.phase != "writing":
        return no.not_writing(sheet)
    refused = _refuse_numbers(sheet, action)
    if refused:
        return refused
    number = len(sheet.lines) + 1
    return Accepted((RoundWritten(action.seat, number, action.chips, action.negative),))


def _refuse_numbers(sheet: Sheet, action: WriteRound) -> Refused | None:
    seats = len(sheet.rules.names)
    if not 0 <= action.seat < seats:
        return no.no_such_seat(sheet, action.seat)
    if len(action.chips) != seats or len(action.negative) != seats:
        return no.ONE_NUMBER_EACH(seats=seats)
    lowest = min(action.chips + action.negative)
    if lowest < 0:
        return no.NUMBER_BELOW_ZERO(number=lowest)
    chips, points = sum(action.chips), sum(action.negative)
    if chips > sheet.chips_left:
        return no.VICTORY_CHIPS_GONE(left=sheet.chips_left, count=chips)
    if points > sheet.points_left:
        return no.NEGATIVE_POINTS_GONE(left=sheet.points_left, count=points)
    return None


def close_sheet(sheet: Either, action: CloseSheet) -> Ruling:
    """N-2: only the players know when their game is over."""
    if sheet.phase != "writing":
        return no.not_writing(sheet)
    if not 0 <= action.seat < len(sheet.rules.names):
        return no.no_such_seat(sheet, action.seat)
    return Accepted((SheetClosed(action.seat),))
