"""The contract every game follows.

A game is a *decider*: pure functions over frozen values, gathered in one `Game` record. The rules
never roll a die, shuffle a card or read a clock; the table does that and reports what it saw.

    state = fold(game, game.setup(("Anna", "Ben"), options))
    ruling = game.judge(state, action)          # Accepted(events) or Refused(rule, reason)
    state = fold(game, ruling.events, state)

What the table waits for is in `awaiting`, what it reports back in `reports`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from referee.games.awaiting import Awaiting

if TYPE_CHECKING:
    from random import Random


def kebab(name: str) -> str:
    """Turn a class name into its name in JSON: `DiceRolled` becomes `dice-rolled`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Action(
    msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=kebab, forbid_unknown_fields=True
):
    """Something a seat wants to do, or something the table saw (see `reports`)."""


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=kebab):
    """A fact of the game. The log, the announcements and the statistics are made of events."""

    version: ClassVar[int] = 1


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agree on before a game; each game has its own subclass."""


class Accepted(msgspec.Struct, frozen=True, gc=False):
    """The action is legal; these events are what it means."""

    events: tuple[Event, ...]


class Refused(msgspec.Struct, frozen=True):
    """The action is illegal, by which rule, and which sentence of the language files says why."""

    rule: str
    reason: str
    details: Mapping[str, str | int] = {}


Ruling = Accepted | Refused


class Refusal(msgspec.Struct, frozen=True):
    """One way in which a game says no. Calling it fills in the details of the case.

    Every game lists its refusals, so that a test can ask for a sentence in every language.
    """

    rule: str
    reason: str

    def __call__(self, rule: str | None = None, **details: str | int) -> Refused:
        """Refuse, by this rule or a more fitting one."""
        return Refused(rule or self.rule, self.reason, details)


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended: why, who won (several share a victory), and everybody's score."""

    termination: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]


State = TypeVar("State")
State_contra = TypeVar("State_contra", contravariant=True)


class Simulated(Protocol[State_contra]):
    """Players and table of a simulated game: hidden hands, choices, chance and accidents."""

    def act(self, state: State_contra) -> Action | None:
        """What a sensible player, or the table, does next; None when the game is over."""
        ...


@dataclass(frozen=True, slots=True)
class Game(Generic[State]):
    """Everything the referee needs to know about one game."""

    name: str
    title: str
    min_players: int
    max_players: int
    options: type[Options]
    variants: Mapping[str, Mapping[str, Any]]
    """Named option sets that cover the game: the tests play each, `referee games` lists them."""
    actions: tuple[type[Action], ...]
    """What seats may do, and the reports this game understands."""
    events: tuple[type[Event], ...]
    refusals: tuple[Refusal, ...]
    setup: Callable[[tuple[str, ...], Any], tuple[Event, ...]]
    """Names in clockwise order and options -> events; edition numbers travel inside the first."""
    evolve: Callable[[State | None, Event], State]
    """Apply one event, deciding nothing; the first event meets None."""
    awaiting: Callable[[State], Awaiting | None]
    legal_actions: Callable[[State], Iterator[Action]]
    """Everything a seat may choose now. Reports and `open_actions` are judged but not listed."""
    judge: Callable[[State, Action], Ruling]
    outcome: Callable[[State], Outcome | None]
    view: Callable[[State, int | None], msgspec.Struct]
    """What this seat (None: everybody) may see."""
    disclose: Callable[[Event, int | None], Event]
    """The event as this seat (None: everybody) may see it when it happens."""
    faults: Callable[[State], Iterator[str]]
    """A sentence for every invariant of the rules that the state breaks; none, ever."""
    secrets: Callable[[State], Iterator[str]]
    """JSON text of values nobody may see yet, for games set up to make them recognisable."""
    seal: Callable[[Any, Random], Any]
    """Options with everything shuffled that the referee itself keeps sealed."""
    simulated: Callable[[State, Random], Simulated[State]]
    """Players and table for any state: what is hidden is dealt so that it fits what is known."""
    editions: Path
    """Folder of the `*.toml` files with the numbers of this game's boxes."""
    open_actions: tuple[type[Action], ...] = ()
    """Choices that carry free contents (a deal, a gift), so that nobody can list them all."""
    revealing: Mapping[str, Any] = field(default_factory=dict)
    """Options that make the secrets recognisable in text; used by the leak tests."""


def fold(game: Game[State], events: Iterable[Event], state: State | None = None) -> State:
    """Apply events in order to a state, or from nothing if they begin with the setup."""
    evolve = game.evolve
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("A game starts with the events of its setup; none were given.")
    return state
