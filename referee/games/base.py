"""The contract every game follows.

A game is a *decider*: pure functions over frozen values, gathered in one `Game` record. The rules
never roll a die, shuffle a card or read a clock; the table does that and reports what it saw.

    state = fold(game, game.setup(("Anna", "Ben"), options))
    ruling = game.judge(state, action)          # Accepted(events) or Refused(rule, reason)
    state = fold(game, ruling.events, state)

What the table waits for is in `awaiting`, what it reports back in `reports`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from referee.games.awaiting import Awaiting, Piece
from referee.games.dispatch import Evolvers, Judges
from referee.games.values import (
    Accepted,
    Action,
    Event,
    Options,
    Outcome,
    Refusal,
    Refused,
    Ruling,
)

if TYPE_CHECKING:
    from random import Random

# A game finds everything it is made of here.
__all__ = [
    "Accepted",
    "Action",
    "Event",
    "Evolvers",
    "Game",
    "Judges",
    "Options",
    "Outcome",
    "Refusal",
    "Refused",
    "Ruling",
    "Simulated",
    "State",
    "fold",
]

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
    """Named option sets: the ways to play that people choose between."""
    refusals: tuple[Refusal, ...]
    setup: Callable[[tuple[str, ...], Any], tuple[Event, ...]]
    """Names in clockwise order and options -> events; edition numbers travel inside the first."""
    evolve: Evolvers[State]
    """(state, event) -> state: apply one event, deciding nothing; the first event meets None."""
    awaiting: Callable[[State], Awaiting | None]
    legal_actions: Callable[[State], Iterator[Action]]
    """Everything a seat may choose now. Reports and `open_actions` are judged but not listed."""
    judge: Judges[State]
    """(state, action) -> ruling."""
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
    standing: Callable[[State], tuple[Piece, ...]] = lambda _state: ()
    """The pieces that stand on the plate now, bottom to top, as far as the rules know."""
    card_names: Callable[[State], str] = lambda _state: "a"
    """Whose names the cards have, where editions print different ones."""
    open_actions: tuple[type[Action], ...] = ()
    """Choices that carry free contents (a deal, a gift), so that nobody can list them all."""
    needs_agreement: tuple[type[Action], ...] = ()
    """What other seats must have agreed to: only the table's own screen may say that they have."""
    is_companion: bool = False
    """Keeps points for a game played elsewhere: its outcome has scores, but nobody wins here."""
    revealing: Mapping[str, Any] = field(default_factory=dict)
    """Options that make the secrets recognisable in text; used by the leak tests."""

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """What seats may do, and the reports this game understands."""
        return tuple(self.judge.by_kind)

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every fact this game knows."""
        return tuple(self.evolve.by_kind)


def fold(game: Game[State], events: Iterable[Event], state: State | None = None) -> State:
    """Apply events in order to a state, or from nothing if they begin with the setup."""
    evolvers = game.evolve.by_kind
    for event in events:
        state = evolvers[type(event)](state, event)
    if state is None:
        raise ValueError("A game starts with the events of its setup; none were given.")
    return state
