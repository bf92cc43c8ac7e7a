"""No seat speaks for another: the suite finds every action that could name a second seat."""

from __future__ import annotations

import msgspec

from referee.conformance.suite import touches_others
from referee.games.base import Action


class Hand(msgspec.Struct):
    to: int


class Blame(Action, frozen=True):
    seat: int
    culprit: int | None


class Score(Action, frozen=True):
    seat: int
    points: tuple[int, ...]


class Pass(Action, frozen=True):
    seat: int
    what: tuple[Hand, ...]


class Count(Action, frozen=True):
    seat: int
    count: int
    faces: tuple[str, ...]


def test_a_second_seat_is_found_wherever_it_stands() -> None:
    assert all(touches_others(kind) for kind in (Blame, Score, Pass))
    assert not touches_others(Count)
