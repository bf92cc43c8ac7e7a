"""The Showroom: a small game that shows every word of `games/showing.py`, for tests of the page.

Whoever's turn it is takes one row of the score table; what it gives is known beforehand. All the
other furniture stands there to be seen. Each seat holds two cards that the others see face down.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee import language as languages
from referee.games.awaiting import AwaitChoice, Awaiting, Piece
from referee.games.base import (
    Accepted,
    Action,
    Event,
    Evolvers,
    Game,
    Judges,
    Options,
    Outcome,
    Refusal,
    Refused,
    Ruling,
    SeatAction,
    with_item,
)
from referee.games.registry import games
from referee.games.showing import (
    AnyShown,
    Cards,
    Cell,
    Counter,
    DiceShown,
    Marker,
    Pile,
    ScoreTable,
    Sign,
    TowerShown,
    Track,
    choice_of,
)

ROWS = ("apples", "pears", "plums", "quinces")
HANDS = ("king", "queen", "7", "12")
NOT_NOW = Refusal("SH-1", "not-now")


class TakeRow(SeatAction, frozen=True):
    row: int


class GameStarted(Event, frozen=True):
    seats: tuple[str, ...]


class RowTaken(Event, frozen=True):
    seat: int
    row: int
    points: int


class State(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    active: int
    taken: tuple[tuple[int | None, ...], ...]
    """Of each seat, what each row gave."""

    @property
    def is_over(self) -> bool:
        return all(None not in rows for rows in self.taken)


class View(msgspec.Struct, frozen=True):
    active: int


def worth(seat: int, row: int) -> int:
    return (seat * 7 + row * 5) % 23 + 1


def start(_state: None, event: GameStarted) -> State:
    return State(event.seats, 0, tuple((None,) * len(ROWS) for _ in event.seats))


def take(state: State, event: RowTaken) -> State:
    rows = with_item(state.taken[event.seat], event.row, event.points)
    taken = with_item(state.taken, event.seat, rows)
    return State(state.names, (event.seat + 1) % len(state.names), taken)


def judge_row(state: State, action: TakeRow) -> Ruling:
    is_free = action in list(legal_actions(state))
    points = worth(action.seat, action.row)
    return Accepted((RowTaken(action.seat, action.row, points),)) if is_free else not_now(state)


def not_now(state: State) -> Refused:
    return NOT_NOW(player=state.names[state.active])


def awaiting(state: State) -> Awaiting | None:
    return None if state.is_over else AwaitChoice((state.active,), "row")


def legal_actions(state: State) -> Iterator[Action]:
    for row, value in enumerate(state.taken[state.active]):
        if value is None:
            yield TakeRow(state.active, row)


def scores(state: State) -> tuple[int | None, ...]:
    return tuple(sum(value or 0 for value in rows) for rows in state.taken)


def outcome(state: State) -> Outcome | None:
    points = tuple(score or 0 for score in scores(state))
    return Outcome.by_score("rows", points) if state.is_over else None


def view(state: State, _seat: int | None) -> View:
    return View(state.active)


def shown(state: State, viewer: int | None) -> tuple[AnyShown, ...]:
    return (*_middle(state), *_in_front_of(state, viewer))


def _middle(state: State) -> Iterator[AnyShown]:
    turns = sum(value is not None for rows in state.taken for value in rows)
    yield Counter(label="turns", count=turns, goal=len(ROWS) * len(state.names))
    yield Counter(label="stock", count=31)
    if turns >= len(ROWS) * len(state.names) - len(state.names):
        yield Sign(label="last-round")
    yield Sign(label="market-day")
    yield DiceShown(label="roll", kind="fruit", faces=("5", "2", "cherry", "lemon"))
    yield Pile(label="deck", count=24)
    yield Pile(label="heap", count=3, top="queen", next_at=5)
    yield Cards(label="display", cards=("king", "7"), hidden=2)
    tower = (Piece("crate"), Piece("crate", face="4"), Piece("flag", seat=1), Piece("barrel"))
    yield TowerShown(label="stack", pieces=tower)
    yield _road(state)
    yield _score_table(state)


def _road(state: State) -> Track:
    markers = [
        Marker(sum(value is not None for value in rows), seat=seat)
        for seat, rows in enumerate(state.taken)
    ]
    return Track(
        label="road",
        spaces=("gate", "bridge", "mill", "inn", "market"),
        markers=(*markers, Marker(2, "donkey", is_chosen=True)),
    )


def _score_table(state: State) -> ScoreTable:
    return ScoreTable(
        label="fruits",
        rows=ROWS,
        cells=tuple(
            tuple(_cell(state, seat, row) for seat in range(len(state.names)))
            for row in range(len(ROWS))
        ),
    )


def _cell(state: State, seat: int, row: int) -> Cell:
    value = state.taken[seat][row]
    if value is None and seat == state.active:
        return choice_of(TakeRow(seat, row), worth(seat, row))
    return Cell(value)


def _in_front_of(state: State, viewer: int | None) -> Iterator[AnyShown]:
    for seat in range(len(state.names)):
        hand = (HANDS[seat % 4], HANDS[(seat + 1) % 4])
        is_open = viewer == seat
        yield Cards(
            label="hand", seat=seat, cards=hand if is_open else (), hidden=0 if is_open else 2
        )
        yield Counter(label="coins", seat=seat, count=seat + 2)
        if seat == 0:
            yield Sign(label="first", seat=seat)
        yield Pile(label="basket", seat=seat, count=seat + 1, top="12")
    ladder = ((3, 1), (5, 2), (8, 4))
    yield Track(
        label="ladder",
        seat=0,
        spaces=("low", "mid", "high"),
        markers=(Marker(1, "donkey"),),
        notes=ladder,
        columns=("price", "left"),
    )


class Players:
    """Everybody takes any free row."""

    def __init__(self, _state: State, rng: Random) -> None:
        self._rng = rng

    def act(self, state: State) -> Action | None:
        return None if state.is_over else self._rng.choice(list(legal_actions(state)))


GAME: Game[State, Options] = Game(
    contract=1,
    name="showroom",
    title="The Showroom",
    folder=Path(__file__).parent,
    min_players=2,
    max_players=8,
    options=Options,
    variants={},
    refusals=(NOT_NOW,),
    setup=lambda seats, _options: (GameStarted(seats),),
    evolve=Evolvers({GameStarted: start, RowTaken: take}),
    awaiting=awaiting,
    legal_actions=legal_actions,
    judge=Judges({TakeRow: judge_row}, not_now),
    outcome=outcome,
    view=view,
    faults=lambda _state: iter(()),
    simulated=Players,
    seats=lambda state: state.names,
    scores=scores,
    shown=shown,
)


@pytest.fixture
def showroom(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The Showroom is installed, with its words."""
    monkeypatch.setitem(games(), GAME.name, GAME)
    languages.language.cache_clear()
    yield
    languages.language.cache_clear()
