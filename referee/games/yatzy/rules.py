"""The rules of Yatzy: actions and events, the state, how events change it, and the judgements."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from referee.events import JsonObject
from referee.games import base
from referee.games.awaiting import AwaitChoice, AwaitDice, Awaiting
from referee.games.base import Accepted, Action, Event, Refusal, Refused, Ruling, SeatAction
from referee.games.editions import load_edition
from referee.games.naming import names
from referee.games.reports import ReportDice
from referee.games.rerolls import FACES, RollRefusals
from referee.games.yatzy.edition import (
    DICE,
    UPPER,
    YATZY,
    Edition,
    Sheet,
    has_yatzy_again,
    rows_to_write,
    upper_sum,
)

MAX_PLAYERS = 8

NOT_NOW = Refusal("YZ-2", "not-now")
NO_SUCH_SEAT = Refusal("YZ-1", "no-such-seat")
NOT_YOUR_TURN = Refusal("YZ-1", "not-your-turn")
FIVE_DICE = Refusal("YZ-2", "five-dice")
NO_ROLL_LEFT = Refusal("YZ-3", "no-roll-left")
NONE_THROWN = Refusal("YZ-3", "none-thrown")
OTHERS_STAYED = Refusal("YZ-3", "others-stayed")
NO_SUCH_ROW = Refusal("YZ-4", "no-such-row")
ROW_TAKEN = Refusal("YZ-4", "row-taken")
JOKER_ABOVE = Refusal("YZ-15", "joker-above")
JOKER_BELOW = Refusal("YZ-15", "joker-below")
_RULE_OF_PHASE = {"rolling": "YZ-2", "deciding": "YZ-4", "over": "YZ-16"}
_TURN = base.TurnRefusals(_RULE_OF_PHASE, NOT_NOW, NO_SUCH_SEAT, NOT_YOUR_TURN)
_ROLL = RollRefusals(DICE, FIVE_DICE, NONE_THROWN, OTHERS_STAYED)

REFUSALS: tuple[Refusal, ...] = tuple(
    value for value in dict(globals()).values() if isinstance(value, Refusal)
)


class YatzyOptions(base.Options, frozen=True):
    """`edition`: a shipped one or the path of a file; `numbers` replaces single keys of it."""

    edition: str = "standard"
    numbers: JsonObject = msgspec.field(default_factory=dict)


class WriteRow(SeatAction, frozen=True):
    """This seat writes what lies there into a row; nothing at all crosses it out (YZ-4)."""

    row: str


class GameStarted(Event, frozen=True):
    """Seats in clockwise order, the first begins; and the numbers of the edition."""

    seats: tuple[str, ...]
    edition: Edition


class DiceRolled(Event, frozen=True):
    """These dice were thrown, the others `stayed`; `left` rolls are left in this turn."""

    seat: int
    faces: tuple[str, ...]
    stayed: tuple[Annotated[str, names("face")], ...]
    left: int


class RowWritten(Event, frozen=True):
    """A row has its points; with it came the `bonus` of the upper rows, or that for a `yatzy`."""

    seat: int
    row: str
    points: int
    bonus: int
    yatzy: int


class Rules(msgspec.Struct, frozen=True):
    """What was agreed before the game and never changes during it."""

    names: tuple[str, ...]
    edition: Edition


class State(msgspec.Struct, frozen=True, gc=False):
    """By seat the sheets, the bonus of the upper rows and those for more yatzys; and the turn.

    `dice` lie there, sorted, and may be rolled `left` times more.
    """

    rules: Rules
    sheets: tuple[Sheet, ...]
    bonuses: tuple[int, ...]
    yatzys: tuple[int, ...]
    left: int
    active: int = 0
    dice: tuple[str, ...] = ()
    phase: Literal["rolling", "deciding", "over"] = "rolling"


EDITIONS = Path(__file__).parent / "editions"


def setup(seats: tuple[str, ...], options: YatzyOptions) -> tuple[Event, ...]:
    """YZ-1: the first seat begins."""
    edition = load_edition(EDITIONS, options.edition, Edition, options.numbers)
    return (GameStarted(seats, edition),)


def _started(state: None, event: GameStarted) -> State:
    seats, edition = len(event.seats), event.edition
    sheet: Sheet = (None,) * len(edition.rows)
    nothing = (0,) * seats
    return State(Rules(event.seats, edition), (sheet,) * seats, nothing, nothing, edition.rolls)


def _rolled(state: State, event: DiceRolled) -> State:
    dice = tuple(sorted(event.stayed + event.faces))
    return replace(state, dice=dice, left=event.left, phase="deciding")


def _written(state: State, event: RowWritten) -> State:
    seat, edition = event.seat, state.rules.edition
    sheet = base.with_item(state.sheets[seat], edition.rows.index(event.row), event.points)
    sheets = base.with_item(state.sheets, seat, sheet)
    # The last seat has the last turn, so its full sheet is the end.
    is_over = None not in sheets[-1]
    return State(
        state.rules,
        sheets,
        base.with_item(state.bonuses, seat, state.bonuses[seat] + event.bonus),
        base.with_item(state.yatzys, seat, state.yatzys[seat] + event.yatzy),
        edition.rolls,
        seat if is_over else (seat + 1) % len(sheets),
        phase="over" if is_over else "rolling",
    )


evolve: base.Evolvers[State] = base.Evolvers(
    {GameStarted: _started, DiceRolled: _rolled, RowWritten: _written}
)


def scores(state: State) -> tuple[int, ...]:
    """What stands on each sheet, with its bonuses."""
    sums = zip(state.sheets, state.bonuses, state.yatzys, strict=True)
    return tuple([sum(filter(None, sheet)) + bonus + yatzy for sheet, bonus, yatzy in sums])


# Frozen and asked for over and over: each is made once, by seat.
_FIRST = tuple(AwaitDice(seat, DICE, "pips", FACES) for seat in range(MAX_PLAYERS))
_AGAIN = tuple(replace(each, keeps=True, at_least=1) for each in _FIRST)
_CHOICE = tuple(AwaitChoice((seat,), "row") for seat in range(MAX_PLAYERS))


def awaiting(state: State) -> Awaiting | None:
    """All dice, then some of them as often as the edition allows (YZ-3), then a row."""
    if state.phase == "over":
        return None
    if state.phase == "rolling":
        return _FIRST[state.active]
    return _AGAIN[state.active] if state.left else _CHOICE[state.active]


def open_rows(state: State) -> dict[str, int]:
    """The rows that the active seat may write now, with what each would give."""
    if state.phase != "deciding":
        return {}
    return dict(rows_to_write(state.rules.edition, state.sheets[state.active], state.dice))


def legal_actions(state: State) -> Iterator[Action]:
    """One of the open rows; rolling again is done by hand."""
    return (WriteRow(state.active, row) for row in open_rows(state))


def _report_dice(state: State, report: ReportDice) -> Ruling:
    """YZ-2, YZ-3: five dice first, then whichever the hand has thrown again."""
    if state.phase == "over":
        return _TURN.not_now(state)
    if not state.left:
        return NO_ROLL_LEFT(player=state.rules.names[state.active])
    rolled = DiceRolled(state.active, report.faces, report.stayed, state.left - 1)
    return _ROLL.refuse(report, state.dice) or Accepted((rolled,))


def _write_row(state: State, action: WriteRow) -> Ruling:
    """YZ-4 to YZ-15: an open row gets what the dice give there, if no joker forbids it."""
    seat, row = action.seat, action.row
    refused = _TURN.refuse_out_of_turn(state, seat, "deciding")
    if refused:
        return refused
    points = open_rows(state).get(row)
    if points is None:
        return _refuse_row(state, row)
    return Accepted((_row_written(state, row, points),))


def _refuse_row(state: State, row: str) -> Refused:
    rows = state.rules.edition.rows
    if row not in rows:
        return NO_SUCH_ROW()
    if state.sheets[state.active][rows.index(row)] is not None:
        return ROW_TAKEN(row=row)
    (first, *_) = open_rows(state)
    return JOKER_ABOVE(row=first) if first in UPPER else JOKER_BELOW(row=row)


def _row_written(state: State, row: str, points: int) -> RowWritten:
    """YZ-6 and YZ-14: the bonus for the upper rows, and for five of a kind again."""
    seat, edition = state.active, state.rules.edition
    sheet = state.sheets[seat]
    above = upper_sum(sheet)
    has_reached = row in UPPER and above < edition.bonus_from <= above + points
    again = has_yatzy_again(edition, sheet, state.dice) and sheet[edition.rows.index(YATZY)]
    return RowWritten(
        seat, row, points, edition.bonus if has_reached else 0, edition.yatzy_bonus if again else 0
    )


judge: base.Judges[State] = base.Judges(
    {WriteRow: _write_row, ReportDice: _report_dice}, _TURN.not_now
)


def faults(state: State) -> Iterator[str]:
    """A sentence for every broken invariant."""
    edition = state.rules.edition
    written = [len(sheet) - sheet.count(None) for sheet in state.sheets]
    turns = [sum(written) // len(written) + (seat < state.active) for seat in range(len(written))]
    if state.phase != "over" and written != turns:
        yield f"the seats have written {written} rows, and it is the turn of seat {state.active}"
    if state.phase == "over" and {*written} != {len(edition.rows)}:
        yield "the game is over, but not every sheet is full"
    if len(state.dice) != (DICE if state.phase == "deciding" else 0):
        yield f"{len(state.dice)} dice lie there while a seat is {state.phase}"
    for seat, sheet in enumerate(state.sheets):
        has_bonus = upper_sum(sheet) >= edition.bonus_from
        if state.bonuses[seat] != has_bonus * edition.bonus:
            yield f"seat {seat} has {state.bonuses[seat]} points for {upper_sum(sheet)} above"
