"""A game of five dice of which the hand chooses those that it throws again.

Everybody has one turn: up to three throws, then the pips count. With `is_strict` a die that stayed
once may not be thrown any more, so that it matters which ones did.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.games import registry
from referee.games.awaiting import AwaitChoice, AwaitDice, Awaiting
from referee.games.base import (
    CONTRACT,
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
from referee.games.showing import AnyShown, DiceShown
from referee.language import language, messages

NAME = "held-dice"
DICE = 5
FACES = ("1", "2", "3", "4", "5", "6")
NOT_NOW = Refusal("HD-1", "not-now")
WRONG_DICE = Refusal("HD-2", "wrong-dice")
_WORDS = """held-dice-title = Held dice
held-dice-cover = Five dice.
held-dice-show-dice = dice
held-dice-option-is_strict = strict
held-dice-choose-stop = { $player }, stop?
held-dice-action-stop = stop here
held-dice-event-thrown = { $seat } threw { $faces }; { $stayed } stayed.
held-dice-event-stopped = { $seat } has { $points }.
held-dice-refuse-not-now = Not now.
held-dice-refuse-wrong-dice = That cannot have been thrown.
"""


class HeldDiceOptions(Options, frozen=True):
    is_strict: bool = False


class Stop(SeatAction, frozen=True):
    """Enough."""


class Started(Event, frozen=True):
    seats: tuple[str, ...]
    is_strict: bool


class Thrown(Event, frozen=True):
    seat: int
    faces: tuple[str, ...]
    stayed: tuple[str, ...]


class Stopped(Event, frozen=True):
    seat: int
    points: int


class State(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    is_strict: bool
    scores: tuple[int, ...]
    active: int = 0
    dice: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    left: int = 3


def _thrown(state: State, event: Thrown) -> State:
    return msgspec.structs.replace(
        state,
        dice=event.faces + event.stayed,
        locked=event.stayed if state.is_strict else (),
        left=state.left - 1,
    )


def _stopped(state: State, event: Stopped) -> State:
    scores = with_item(state.scores, event.seat, event.points)
    return State(state.names, state.is_strict, scores, event.seat + 1)


def awaiting(state: State) -> Awaiting | None:
    if state.active == len(state.names):
        return None
    if not state.dice:
        return AwaitDice(state.active, DICE, "pips", FACES)
    if not state.left:
        return AwaitChoice((state.active,), "stop")
    most = DICE - len(state.locked)
    return AwaitDice(state.active, most, "pips", FACES, keeps=True, at_least=1)


def legal_actions(state: State) -> Iterator[Action]:
    if state.dice:
        yield Stop(state.active)


def _report(state: State, report: ReportDice) -> Ruling:
    if not isinstance(awaiting(state), AwaitDice):
        return NOT_NOW()
    is_whole = len(report.faces) + len(report.stayed) == DICE and bool(report.faces)
    is_here = Counter(report.stayed) <= Counter(state.dice)
    if not (is_whole and is_here and Counter(state.locked) <= Counter(report.stayed)):
        return WRONG_DICE()
    return Accepted((Thrown(state.active, report.faces, report.stayed),))


def _stop(state: State, action: Stop) -> Ruling:
    if action not in legal_actions(state):
        return NOT_NOW()
    return Accepted((Stopped(action.seat, sum(map(int, state.dice))),))


def _not_now(_state: State) -> Refused:
    return NOT_NOW()


class Players:
    """Keep fives and sixes, and throw the rest as long as they may."""

    def __init__(self, _state: State, rng: Random) -> None:
        self._rng = rng

    def act(self, state: State) -> Action | None:
        if awaiting(state) is None:
            return None
        stayed = tuple(each for each in state.dice if each in "56" or each in state.locked)
        if state.dice and (not state.left or len(stayed) == DICE):
            return Stop(state.active)
        return ReportDice(tuple(self._rng.choices(FACES, k=DICE - len(stayed))), stayed)


def _shown(state: State, _seat: int | None) -> tuple[AnyShown, ...]:
    return (DiceShown(label="dice", kind="pips", faces=state.dice),)


def game(folder: Path) -> Game[State, HeldDiceOptions]:
    """The record of this game, whose data lies in this folder."""
    return Game(
        contract=CONTRACT,
        name=NAME,
        title="Held dice",
        folder=folder,
        min_players=1,
        max_players=3,
        options=HeldDiceOptions,
        variants={"standard": {}, "strict": {"is_strict": True}},
        refusals=(NOT_NOW, WRONG_DICE),
        setup=lambda names, options: (Started(names, options.is_strict),),
        evolve=Evolvers(
            {
                Started: lambda _, event: State(
                    event.seats, event.is_strict, (0,) * len(event.seats)
                ),
                Thrown: _thrown,
                Stopped: _stopped,
            }
        ),
        awaiting=awaiting,
        legal_actions=legal_actions,
        judge=Judges({ReportDice: _report, Stop: _stop}, _not_now),
        outcome=lambda state: None if awaiting(state) else Outcome.by_score("pips", state.scores),
        view=lambda state, _seat: state,
        faults=lambda _state: iter(()),
        simulated=Players,
        seats=lambda state: state.names,
        scores=lambda state: state.scores,
        shown=_shown,
        rolled=lambda state: state.dice,
    )


@contextmanager
def installed(site: Path) -> Iterator[None]:
    """The game is installed into this folder, as a package manager would, for so long."""
    folder, info = site / "held_dice_game", site / "held_dice_game-1.0.dist-info"
    for each in (folder / "words", info):
        each.mkdir(parents=True)
    (folder / "__init__.py").write_text(
        "from pathlib import Path\nfrom tests.table.held_dice import game\n"
        "GAME = game(Path(__file__).parent)\n"
    )
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: held-dice-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[referee.games]\n{NAME} = held_dice_game:GAME\n")
    for code in ("en", "fr"):
        (folder / "words" / f"{code}.ftl").write_text(_WORDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        _forget()
        yield
    _forget()


def _forget() -> None:
    sys.modules.pop("held_dice_game", None)
    registry._found.cache_clear()
    messages.cache_clear()
    language.cache_clear()
