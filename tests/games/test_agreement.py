"""No seat speaks for another: what needs the yes of others is in the list that guards it."""

from __future__ import annotations

import typing
from typing import Any

import msgspec
import pytest

from referee.games.base import Action, AnyGame
from referee.games.parsing import action_name
from referee.games.registry import games

each_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)

OWN_SEAT = "seat"
"""The seat that acts: a phone may only name its own."""

COUNTED = frozenset({"count", "value", "field", "space", "proposal", "total", "values"})
"""Fields of whole numbers that name no seat. Any other field of them is taken for seats."""

NEEDS_NO_YES = {
    "steal-sack": "MB-113: the power of the card; the victim is not asked",
    "give-eye": "MB-111: the power of the card; nobody may refuse the Eye",
    "report-fall": "what the table felt or asked about; anybody can have it mended",
    "report-piece": "what stands on the tower, with the colour of a token that lies there",
    "report-removal": "what the axe knocked off, with the colours of the tokens",
    "propose-deal": "nothing moves until the partner has accepted",
}


def holds_a_seat(hint: Any) -> bool:
    """Whether a value of this type can be, or carry, the number of a seat."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return any(map(holds_a_seat, typing.get_type_hints(hint).values()))
    return hint is int or any(map(holds_a_seat, typing.get_args(hint)))


def touches_others(kind: type[Action]) -> bool:
    hints = typing.get_type_hints(kind)
    fields = set(kind.__struct_fields__) - COUNTED - {OWN_SEAT}
    return any(holds_a_seat(hints[field]) for field in fields)


@each_game
def test_what_names_another_seat_needs_its_yes_or_a_reason(game: AnyGame) -> None:
    touching = {action_name(kind) for kind in game.actions if touches_others(kind)}
    agreed = {action_name(kind) for kind in game.needs_agreement}
    assert touching - NEEDS_NO_YES.keys() == agreed


def test_every_reason_belongs_to_an_action() -> None:
    known = {action_name(kind) for game in games().values() for kind in game.actions}
    assert NEEDS_NO_YES.keys() <= known


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
