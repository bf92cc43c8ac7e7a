"""Trio: three dice are rolled, and written into one of three rows, each of which serves once."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from referee.games.awaiting import AwaitChoice, AwaitDice, Awaiting
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
from referee.games.reports import ReportDice
from referee.games.showing import AnyShown, Cell, DiceShown, ScoreTable, choice_of

ROWS = ("sum", "evens", "alike")
FACES = ("1", "2", "3", "4", "5", "6")

NOT_NOW = Refusal("TRIO-1", "not-now")
NOT_YOUR_TURN = Refusal("TRIO-1", "not-your-turn")
THREE_DICE = Refusal("TRIO-1", "three-dice")
ROW_TAKEN = Refusal("TRIO-2", "row-taken")


class WriteRow(SeatAction, frozen=True):
    """This seat writes its roll into a row."""

    row: str


class GameStarted(Event, frozen=True):
    """Names in clockwise order."""

    players: tuple[str, ...]


class DiceRolled(Event, frozen=True):
    """Three faces."""

    seat: int
    faces: tuple[str, ...]


class RowWritten(Event, frozen=True):
    """A row got its points."""

    seat: int
    row: str
    points: int


class State(msgspec.Struct, frozen=True):
    """The sheet, row by row for every seat; `faces` lie in the tray."""

    names: tuple[str, ...]
    sheet: tuple[tuple[int | None, ...], ...]
    active: int = 0
    faces: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """Every row of every seat is full."""
        return all(None not in rows for rows in self.sheet)


def worth(row: str, faces: tuple[str, ...]) -> int:
    """What a roll would give in a row (TRIO-3)."""
    pips = [int(face) for face in faces]
    if row == "alike":
        return 20 if len(set(pips)) < 3 else 0
    return sum(pip for pip in pips if row == "sum" or pip % 2 == 0)


def _rolled(state: State, event: DiceRolled) -> State:
    return msgspec.structs.replace(state, faces=event.faces)


def _written(state: State, event: RowWritten) -> State:
    rows = with_item(state.sheet[event.seat], ROWS.index(event.row), event.points)
    sheet = with_item(state.sheet, event.seat, rows)
    return State(state.names, sheet, (event.seat + 1) % len(state.names))


evolve: Evolvers[State] = Evolvers(
    {
        GameStarted: lambda _, event: State(event.players, ((None,) * 3,) * len(event.players)),
        DiceRolled: _rolled,
        RowWritten: _written,
    }
)


def awaiting(state: State) -> Awaiting | None:
    """Dice, then the choice of a row."""
    if state.is_over:
        return None
    if not state.faces:
        return AwaitDice(state.active, 3, "pips", FACES)
    return AwaitChoice((state.active,), "row")


def legal_actions(state: State) -> Iterator[Action]:
    """The rows that are free."""
    for row, points in zip(ROWS, state.sheet[state.active], strict=True):
        if state.faces and points is None:
            yield WriteRow(state.active, row)


def _not_now(state: State) -> Refused:
    return NOT_NOW(player=state.names[state.active])


def _report_dice(state: State, report: ReportDice) -> Ruling:
    if state.faces or state.is_over:
        return _not_now(state)
    if len(report.faces) != 3 or not set(report.faces) <= set(FACES):
        return THREE_DICE()
    return Accepted((DiceRolled(state.active, report.faces),))


def _write_row(state: State, action: WriteRow) -> Ruling:
    if not state.faces:
        return _not_now(state)
    if action.seat != state.active:
        return NOT_YOUR_TURN(active=state.names[state.active])
    if action not in legal_actions(state):
        return ROW_TAKEN()
    return Accepted((RowWritten(action.seat, action.row, worth(action.row, state.faces)),))


judge: Judges[State] = Judges({WriteRow: _write_row, ReportDice: _report_dice}, _not_now)


def scores(state: State) -> tuple[int, ...]:
    """The sums of the rows so far."""
    return tuple(sum(points or 0 for points in rows) for rows in state.sheet)


def shown(state: State, seat: int | None) -> tuple[AnyShown, ...]:
    """The sheet, whose free cells are the choices of whoever has rolled, and the dice."""
    columns = [_column(state, each) for each in range(len(state.names))]
    cells = tuple(zip(*columns, strict=True))
    return (
        ScoreTable(label="sheet", rows=ROWS, cells=cells),
        DiceShown(label="dice", kind="pips", faces=state.faces),
    )


def _column(state: State, seat: int) -> list[Cell]:
    is_choosing = bool(state.faces) and seat == state.active
    return [
        choice_of(WriteRow(seat, row), worth(row, state.faces))
        if points is None and is_choosing
        else Cell(points)
        for row, points in zip(ROWS, state.sheet[seat], strict=True)
    ]


class SimulatedTrio:
    """Players who take what gives most now."""

    def __init__(self, state: State, rng: Random) -> None:
        self._rng = rng

    def act(self, state: State) -> Action | None:
        """What a player, or the table, does next."""
        if state.is_over:
            return None
        if not state.faces:
            return ReportDice(tuple(self._rng.choices(FACES, k=3)))
        free = [a for a in legal_actions(state) if isinstance(a, WriteRow)]
        return max(free, key=lambda action: worth(action.row, state.faces))


def faults(state: State) -> Iterator[str]:
    """A sentence for every broken invariant."""
    written = [sum(points is not None for points in rows) for rows in state.sheet]
    if max(written) - min(written) > 1:
        yield "somebody had a turn too many"


GAME: Game[State, Options] = Game(
    contract=1,
    folder=Path(__file__).parent,
    name="trio",
    title="Trio",
    min_players=2,
    max_players=4,
    options=Options,
    variants={"standard": {}},
    refusals=(NOT_NOW, NOT_YOUR_TURN, THREE_DICE, ROW_TAKEN),
    setup=lambda names, _options: (GameStarted(names),),
    evolve=evolve,
    awaiting=awaiting,
    legal_actions=legal_actions,
    judge=judge,
    outcome=lambda state: Outcome.by_score("full", scores(state)) if state.is_over else None,
    view=lambda state, _seat: state,
    faults=faults,
    simulated=SimulatedTrio,
    seats=lambda state: state.names,
    scores=scores,
    shown=shown,
    rolled=lambda state: state.faces,
)
