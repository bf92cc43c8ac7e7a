"""The rules of Pig: actions and events, the state, how events change it, and the judgements."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from referee.games import base
from referee.games.awaiting import AwaitChoice, AwaitDice, Awaiting
from referee.games.base import Accepted, Action, Event, Refusal, Ruling, SeatAction
from referee.games.reports import ReportDice

MAX_PLAYERS = 8
FACES = ("1", "2", "3", "4", "5", "6")
_PIPS: dict[tuple[str, ...], int] = {(face,): int(face) for face in FACES}

NOT_NOW = Refusal("PIG-2", "not-now")
NO_SUCH_SEAT = Refusal("PIG-1", "no-such-seat")
NOT_YOUR_TURN = Refusal("PIG-1", "not-your-turn")
ONE_DIE = Refusal("PIG-2", "one-die")
_RULE_OF_PHASE = {"rolling": "PIG-2", "deciding": "PIG-4", "over": "PIG-5"}
_TURN = base.TurnRefusals(_RULE_OF_PHASE, NOT_NOW, NO_SUCH_SEAT, NOT_YOUR_TURN)


class PigOptions(base.Options, frozen=True):
    """`goal`: so many points win."""

    goal: Annotated[int, msgspec.Meta(ge=10, le=1000)] = 100


class Roll(SeatAction, frozen=True):
    """This seat dares to roll again."""


class Hold(SeatAction, frozen=True):
    """This seat stops and keeps the points of its turn."""


class GameStarted(Event, frozen=True):
    """Seats in clockwise order, the first begins; and the points that win."""

    seats: tuple[str, ...]
    goal: int


class RollDared(Event, frozen=True):
    """The die is rolled once more."""

    seat: int


class DieRolled(Event, frozen=True):
    """The die shows this face; `total` are the points of the turn now, none after a one."""

    seat: int
    face: str
    total: int


class PointsHeld(Event, frozen=True):
    """The points of the turn are kept; `total` is the new score, and perhaps it `wins`."""

    seat: int
    points: int
    total: int
    wins: bool


class Rules(msgspec.Struct, frozen=True):
    """What was agreed before the game and never changes during it."""

    names: tuple[str, ...]
    goal: int


class State(msgspec.Struct, frozen=True, gc=False):
    """The scores, whose turn it is, what it has brought so far, and what the die shows."""

    rules: Rules
    scores: tuple[int, ...]
    active: int = 0
    turn_total: int = 0
    rolled: tuple[str, ...] = ()
    phase: Literal["rolling", "deciding", "over"] = "rolling"


def _started(state: None, event: GameStarted) -> State:
    return State(Rules(event.seats, event.goal), (0,) * len(event.seats))


def _dared(state: State, event: RollDared) -> State:
    return State(state.rules, state.scores, event.seat, state.turn_total)


def _rolled(state: State, event: DieRolled) -> State:
    if not event.total:
        return State(state.rules, state.scores, (event.seat + 1) % len(state.scores))
    return State(state.rules, state.scores, event.seat, event.total, (event.face,), "deciding")


def _held(state: State, event: PointsHeld) -> State:
    scores = base.with_item(state.scores, event.seat, event.total)
    if event.wins:
        return State(state.rules, scores, event.seat, phase="over")
    return State(state.rules, scores, (event.seat + 1) % len(scores))


evolve: base.Evolvers[State] = base.Evolvers(
    {GameStarted: _started, RollDared: _dared, DieRolled: _rolled, PointsHeld: _held}
)

# Frozen and asked for over and over: each is made once, by seat.
_DIE = tuple(AwaitDice(seat, 1, "pips", FACES) for seat in range(MAX_PLAYERS))
_CHOICE = tuple(AwaitChoice((seat,), "deciding") for seat in range(MAX_PLAYERS))
_DECISIONS = tuple((Roll(seat), Hold(seat)) for seat in range(MAX_PLAYERS))


def awaiting(state: State) -> Awaiting | None:
    """The die, then a choice; the first roll of a turn is none (PIG-2)."""
    if state.phase == "over":
        return None
    return _DIE[state.active] if state.phase == "rolling" else _CHOICE[state.active]


def legal_actions(state: State) -> Iterator[Action]:
    """Roll again or hold; what the table reports is judged, not listed."""
    return iter(_DECISIONS[state.active] if state.phase == "deciding" else ())


def _roll(state: State, action: Roll) -> Ruling:
    """PIG-4: as often as one dares."""
    refused = _TURN.refuse_out_of_turn(state, action.seat, "deciding")
    return refused or Accepted((RollDared(action.seat),))


def _hold(state: State, action: Hold) -> Ruling:
    """PIG-4 and PIG-5: the points are safe, and perhaps enough."""
    refused = _TURN.refuse_out_of_turn(state, action.seat, "deciding")
    total = state.scores[state.active] + state.turn_total
    held = PointsHeld(action.seat, state.turn_total, total, total >= state.rules.goal)
    return refused or Accepted((held,))


def _report_dice(state: State, report: ReportDice) -> Ruling:
    """PIG-2 and PIG-3: everything but a one counts."""
    if state.phase != "rolling":
        return _TURN.not_now(state)
    pips = _PIPS.get(report.faces)  # none for several dice, and for faces that no die has
    if pips is None:
        return ONE_DIE()
    total = 0 if pips == 1 else state.turn_total + pips
    return Accepted((DieRolled(state.active, report.faces[0], total),))


judge: base.Judges[State] = base.Judges(
    {Roll: _roll, Hold: _hold, ReportDice: _report_dice}, _TURN.not_now
)


def faults(state: State) -> Iterator[str]:
    """A sentence for every broken invariant."""
    if sum(score >= state.rules.goal for score in state.scores) != (state.phase == "over"):
        yield "the game ends when one seat has reached the goal"
    if bool(state.rolled) != (state.phase == "deciding"):
        yield "a seat decides when it has rolled"
