"""Simulated players who keep a score sheet: a winner and some negative points every round."""

from __future__ import annotations

from functools import cache
from random import Random

from referee.games.base import Action
from referee.games.haricots.actions import CloseSheet, WriteRound
from referee.games.haricots.sheet.state import Sheet

_MOST_POINTS = 8


@cache
def _one_chip(seats: int, winner: int) -> tuple[int, ...]:
    return tuple(int(seat == winner) for seat in range(seats))


class SimulatedSheet:
    """Everything a sheet does not know: who won a round, and what the others had to take."""

    __slots__ = ("_random",)

    def __init__(self, sheet: Sheet, rng: Random) -> None:
        self._random = rng.random

    def act(self, sheet: Sheet) -> Action | None:
        """Write rounds until the victory chips are gone."""
        if sheet.phase == "over":
            return None
        if not sheet.chips_left:
            return CloseSheet(0)
        seats = len(sheet.rules.names)
        winner = int(self._random() * seats)
        most = min(_MOST_POINTS, sheet.points_left // seats) + 1
        negative = [int(self._random() * most) for _ in range(seats)]
        negative[winner] = 0
        return WriteRound(winner, _one_chip(seats, winner), tuple(negative))
