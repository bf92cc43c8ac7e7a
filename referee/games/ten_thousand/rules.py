"""The rules of Ten Thousand: actions, events, the state, how events change it, and judgements."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from referee.events import JsonObject
from referee.games import base
from referee.games.awaiting import AwaitDice, Awaiting
from referee.games.base import Accepted, Action, Event, Refusal, Refused, Ruling, SeatAction
from referee.games.editions import load_edition
from referee.games.naming import names
from referee.games.reports import ReportDice
from referee.games.rerolls import FACES, RollRefusals, listed, without
from referee.games.ten_thousand.edition import DICE, Edition, best_points, scoring_parts

MAX_PLAYERS = 8

NOT_NOW = Refusal("TT-2", "not-now")
NO_SUCH_SEAT = Refusal("TT-1", "no-such-seat")
NOT_YOUR_TURN = Refusal("TT-1", "not-your-turn")
SIX_DICE = Refusal("TT-2", "six-dice")
NONE_THROWN = Refusal("TT-7", "none-thrown")
OTHERS_STAYED = Refusal("TT-7", "others-stayed")
ASIDE_STAYS = Refusal("TT-7", "aside-stays")
SET_ASIDE_FIRST = Refusal("TT-7", "set-aside-first")
DOES_NOT_SCORE = Refusal("TT-7", "does-not-score")
TOO_FEW_POINTS = Refusal("TT-9", "too-few-points")
HOT_DICE = Refusal("TT-10", "hot-dice")
_RULE_OF_PHASE = {"rolling": "TT-2", "deciding": "TT-7", "over": "TT-11"}
_TURN = base.TurnRefusals(_RULE_OF_PHASE, NOT_NOW, NO_SUCH_SEAT, NOT_YOUR_TURN)
_ROLL = RollRefusals(DICE, SIX_DICE, NONE_THROWN, OTHERS_STAYED)

REFUSALS: tuple[Refusal, ...] = tuple(
    value for value in dict(globals()).values() if isinstance(value, Refusal)
)

_Faces = tuple[Annotated[str, names("face")], ...]


class TenThousandOptions(base.Options, frozen=True):
    """`edition`: a shipped one or the path of a file; `numbers` replaces single keys of it."""

    edition: str = "standard"
    numbers: JsonObject = msgspec.field(default_factory=dict)


class Bank(SeatAction, frozen=True):
    """This seat ends its turn and keeps what was set aside and what scores in its roll (TT-8)."""


class GameStarted(Event, frozen=True):
    """Seats in clockwise order, the first begins; and the numbers of the house."""

    seats: tuple[str, ...]
    edition: Edition


class DiceRolled(Event, frozen=True):
    """These dice were thrown and give at most `worth`; those `aside` gave `points` before."""

    seat: int
    faces: tuple[str, ...]
    aside: _Faces
    points: int
    worth: int


class TurnLost(Event, frozen=True):
    """Nothing of the roll scores: the `points` of the turn are lost."""

    seat: int
    points: int


class PointsBanked(Event, frozen=True):
    """The points of a turn are safe; `is_goal`: this `total` begins the last round."""

    seat: int
    points: int
    total: int
    is_goal: bool


class Rules(msgspec.Struct, frozen=True):
    """What was agreed before the game and never changes during it."""

    names: tuple[str, ...]
    edition: Edition


class State(msgspec.Struct, frozen=True, gc=False):
    """The scores and the turn: what lies `aside`, the `points` so far, and the dice just thrown.

    `finisher` reached the goal first: the game ends when the turn comes back there.
    """

    rules: Rules
    scores: tuple[int, ...]
    active: int = 0
    aside: tuple[str, ...] = ()
    points: int = 0
    thrown: tuple[str, ...] = ()
    finisher: int | None = None
    phase: Literal["rolling", "deciding", "over"] = "rolling"

    @property
    def rolled(self) -> tuple[str, ...]:
        """All dice that lie there."""
        return self.aside + self.thrown

    @property
    def parts(self) -> Mapping[tuple[str, ...], int]:
        """What may be set aside of the dice just thrown, with its points."""
        return scoring_parts(self.rules.edition, self.thrown)

    @property
    def is_hot(self) -> bool:
        """Whether all dice score, those set aside and those just thrown (TT-10)."""
        return self.thrown in self.parts

    @property
    def total(self) -> int:
        """What banking would bring now (TT-8)."""
        return self.points + best_points(self.rules.edition, self.thrown)

    @property
    def is_in(self) -> bool:
        """Whether the active seat has passed the threshold in an earlier turn (TT-9)."""
        return self.scores[self.active] > 0


EDITIONS = Path(__file__).parent / "editions"


def setup(seats: tuple[str, ...], options: TenThousandOptions) -> tuple[Event, ...]:
    """TT-1: the first seat begins."""
    edition = load_edition(EDITIONS, options.edition, Edition, options.numbers)
    return (GameStarted(seats, edition),)


def _started(state: None, event: GameStarted) -> State:
    return State(Rules(event.seats, event.edition), (0,) * len(event.seats))


def _rolled(state: State, event: DiceRolled) -> State:
    return replace(
        state,
        aside=tuple(sorted(event.aside)),
        points=event.points,
        thrown=tuple(sorted(event.faces)),
        phase="deciding",
    )


def _lost(state: State, event: TurnLost) -> State:
    return _next_turn(state, state.scores, state.finisher)


def _banked(state: State, event: PointsBanked) -> State:
    scores = base.with_item(state.scores, event.seat, event.total)
    return _next_turn(state, scores, event.seat if event.is_goal else state.finisher)


def _next_turn(state: State, scores: tuple[int, ...], finisher: int | None) -> State:
    active = (state.active + 1) % len(scores)
    phase: Literal["over", "rolling"] = "over" if active == finisher else "rolling"
    return State(state.rules, scores, active, finisher=finisher, phase=phase)


evolve: base.Evolvers[State] = base.Evolvers(
    {GameStarted: _started, DiceRolled: _rolled, TurnLost: _lost, PointsBanked: _banked}
)


@cache
def _dice(seat: int, count: int, at_least: int | None = None) -> AwaitDice:
    keeps = at_least is not None
    return AwaitDice(seat, count, "pips", FACES, keeps=keeps, at_least=at_least)


def awaiting(state: State) -> Awaiting | None:
    """All six dice, then those that do not stay (TT-7); all of them when all score (TT-10)."""
    if state.phase == "over":
        return None
    if state.phase == "rolling":
        return _dice(state.active, DICE)
    most = DICE if state.is_hot else len(state.thrown) - min(map(len, state.parts), default=0)
    return _dice(state.active, most, 1)


def legal_actions(state: State) -> Iterator[Action]:
    """Bank, if the points suffice; throwing is done by hand."""
    if state.phase == "deciding" and not _refuse_banking(state):
        yield Bank(state.active)


def _refuse_banking(state: State) -> Refused | None:
    """TT-9, TT-10: too little to begin with, or dice that have to be rolled on."""
    edition, name = state.rules.edition, state.rules.names[state.active]
    if edition.hot_dice == "must" and state.is_hot:
        return HOT_DICE(player=name)
    if not state.is_in and state.total < edition.entry:
        return TOO_FEW_POINTS(player=name, total=state.total, entry=edition.entry)
    return None


def _bank(state: State, action: Bank) -> Ruling:
    """TT-8, TT-11: everything that scores is kept, and perhaps it is enough."""
    seat = action.seat
    refused = _TURN.refuse_out_of_turn(state, seat, "deciding") or _refuse_banking(state)
    if refused:
        return refused
    total = state.scores[seat] + state.total
    is_goal = state.finisher is None and total >= state.rules.edition.goal
    return Accepted((PointsBanked(seat, state.total, total, is_goal),))


def _report_dice(state: State, report: ReportDice) -> Ruling:
    """TT-2, TT-7, TT-12: dice were thrown, and the others are set aside by that."""
    if state.phase == "over":
        return _TURN.not_now(state)
    points = _set_aside(state, report)
    if not isinstance(points, int):
        return points
    seat, worth = state.active, best_points(state.rules.edition, tuple(sorted(report.faces)))
    rolled = DiceRolled(seat, report.faces, report.stayed, points, worth)
    return Accepted((rolled,) if worth else (rolled, TurnLost(seat, points)))


def _set_aside(state: State, report: ReportDice) -> int | Refused:
    """The points of the turn with what stayed, or why it cannot have stayed."""
    stayed = report.stayed
    refused = _ROLL.refuse(report, state.rolled)
    if refused or state.phase == "rolling":
        return refused or 0
    if state.is_hot and not stayed:
        return state.total
    chosen = without(stayed, state.aside)
    if stayed and chosen is None:
        return ASIDE_STAYS(aside=listed(state.aside))
    if not chosen:
        return SET_ASIDE_FIRST()
    points = state.parts.get(tuple(sorted(chosen)))
    return DOES_NOT_SCORE(chosen=listed(chosen)) if points is None else state.points + points


judge: base.Judges[State] = base.Judges({Bank: _bank, ReportDice: _report_dice}, _TURN.not_now)


def faults(state: State) -> Iterator[str]:
    """A sentence for every broken invariant."""
    edition, dice = state.rules.edition, len(state.rolled)
    if dice != (DICE if state.phase == "deciding" else 0):
        yield f"{dice} dice lie there while a seat is {state.phase}"
    if any(0 < score < edition.entry for score in state.scores):
        yield f"the scores are {state.scores}, but nobody begins with less than {edition.entry}"
    if (max(state.scores) >= edition.goal) != (state.finisher is not None):
        yield f"the scores are {state.scores}, and seat {state.finisher} has reached the goal"
    if (state.phase == "over") != (state.active == state.finisher):
        yield f"the turn came back to seat {state.finisher}, and a seat is {state.phase}"
