"""The contract every game follows, and the values it is made of.

A game is a *decider*: pure functions over frozen values, gathered in one `Game` record. The rules
never roll a die, shuffle a card or read a clock; the table does that and reports what it saw.

    state = fold(game, game.setup(("Anna", "Ben"), options))
    ruling = game.judge(state, action)          # Accepted(events) or Refused(rule, reason)
    state = fold(game, ruling.events, state)

What the table waits for is in `awaiting`, what it reports back in `reports`. `Judges` and
`Evolvers` are tables called like functions; loops that live on speed look into `by_kind`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from referee.errors import Word
from referee.games.awaiting import Awaiting, Piece
from referee.games.naming import Seat

if TYPE_CHECKING:
    from random import Random

    from referee.games.showing import AnyShown

CONTRACT = 1
"""The version of this contract. It grows when games written for it would no longer work."""


def kebab(name: str) -> str:
    """Turn a class name into its name in JSON: `DiceRolled` becomes `dice-rolled`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Action(
    msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=kebab, forbid_unknown_fields=True
):
    """Something a seat wants to do, or something the table saw (see `reports`)."""


class SeatAction(Action, frozen=True):
    """An action of one seat: nobody else may send it from a phone."""

    seat: Seat


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=kebab):
    """A fact of the game. The log, the announcements and the statistics are made of events."""

    version: ClassVar[int] = 1


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agree on before a game; each game has its own subclass."""


class Offer(msgspec.Struct, frozen=True):
    """What screens offer of an option whose type alone does not say it; see `Annotated`.

    `is_seat`: it holds a seat. `values` are a few of all that it may be, offered while no more than
    `most_players` sit at the table.
    """

    is_seat: bool = False
    values: tuple[int | None, ...] = ()
    most_players: int | None = None


SeatOption = Annotated[int, Offer(is_seat=True)]
"""An option that holds a seat, such as who begins."""


class Accepted(msgspec.Struct, frozen=True, gc=False):
    """The action is legal; these events are what it means."""

    events: tuple[Event, ...]


class Refused(msgspec.Struct, frozen=True):
    """The action is illegal, by which rule, and which sentence of the language files says why."""

    rule: str
    reason: str
    details: Mapping[str, Word] = {}
    events: ClassVar[tuple[Event, ...]] = ()
    """Nothing happens."""


Ruling = Accepted | Refused


class Refusal(msgspec.Struct, frozen=True):
    """One way in which a game says no. Calling it fills in the details of the case.

    Every game lists its refusals, so that a test can ask for a sentence in every language.
    """

    rule: str
    reason: str

    def __call__(self, rule: str | None = None, **details: Word) -> Refused:
        """Refuse, by this rule or a more fitting one."""
        return Refused(rule or self.rule, self.reason, details)


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended: why, who won (several share a victory), and everybody's score."""

    termination: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]

    @classmethod
    def by_score(cls, termination: str, scores: tuple[int, ...]) -> Outcome:
        """Most points win; equal points share the victory."""
        best = max(scores)
        winners = tuple([seat for seat, score in enumerate(scores) if score == best])
        return cls(termination, winners, scores)


State = TypeVar("State")
Chosen = TypeVar("Chosen", bound=Options)


class Judges(Generic[State]):
    """The rules of a game: every action is judged here, whoever sends it.

    An action of another game finds the table waiting for something else: `not_now` says for what.
    """

    __slots__ = ("_not_now", "by_kind")

    # Any: no type can say that each function takes the action it stands under.
    def __init__(
        self,
        by_kind: Mapping[type[Action], Callable[[Any, Any], Ruling]],
        not_now: Callable[[State], Refused],
    ) -> None:
        for kind in by_kind:
            if "seat" in kind.__struct_fields__ and not issubclass(kind, SeatAction):
                raise TypeError(f"{kind.__name__} has a seat: derive it from SeatAction.")
        self.by_kind = dict(by_kind)
        self._not_now = not_now

    def __call__(self, state: State, action: Action) -> Ruling:
        """Accept an action with the events it means, or refuse it with the rule and the reason."""
        judge = self.by_kind.get(type(action))
        return self._not_now(state) if judge is None else judge(state, action)


class Evolvers(Generic[State]):
    """Applies events to states and decides nothing; the first event of a game meets None."""

    __slots__ = ("by_kind",)

    def __init__(self, by_kind: Mapping[type[Event], Callable[[Any, Any], State]]) -> None:
        self.by_kind = dict(by_kind)

    def __call__(self, state: State | None, event: Event) -> State:
        """The state after an event."""
        return self.by_kind[type(event)](state, event)


State_contra = TypeVar("State_contra", contravariant=True)


class Simulated(Protocol[State_contra]):
    """Players and table of a simulated game: hidden hands, choices, chance and accidents."""

    def act(self, state: State_contra) -> Action | None:
        """What a sensible player, or the table, does next; None when the game is over."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Game(Generic[State, Chosen]):
    """Everything the referee needs to know about one game."""

    contract: int
    """The `CONTRACT` that this game was written for."""
    name: str
    title: str
    folder: Path
    """All that is not Python: `editions`, `words`, `rules`, `dice`, `pieces.toml`, the cover."""
    min_players: int
    max_players: int
    options: type[Chosen]
    variants: Mapping[str, Mapping[str, object]]
    """Named option sets: the ways to play that people choose between."""
    refusals: tuple[Refusal, ...]
    setup: Callable[[tuple[str, ...], Chosen], tuple[Event, ...]]
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
    faults: Callable[[State], Iterator[str]]
    """A sentence for every invariant of the rules that the state breaks; none, ever."""
    simulated: Callable[[State, Random], Simulated[State]]
    """Players and table for any state: what is hidden is dealt so that it fits what is known."""
    seats: Callable[[State], tuple[str, ...]]
    """The names of the players, clockwise."""
    scores: Callable[[State], tuple[int | None, ...]]
    """What everybody may know of each seat's points; None: they are hidden until the end."""
    shown: Callable[[State, int | None], tuple[AnyShown, ...]] = lambda _state, _seat: ()
    """The furniture of the table as this seat (None: everybody) may see it, see `showing`."""
    rolled: Callable[[State], tuple[str, ...]] = lambda _state: ()
    """The faces of the dice that were rolled and still count, for screens without a camera."""
    revealed: Callable[[Event], Mapping[int, tuple[int, ...]]] = lambda _event: {}
    """The values of hidden things, by seat, that this event turns over."""
    disclose: Callable[[Event, int | None], Event] = lambda event, _seat: event
    """The event as this seat (None: everybody) may see it when it happens."""
    secrets: Callable[[State], Iterator[str]] = lambda _state: iter(())
    """JSON text of values nobody may see yet, for games set up to make them recognisable."""
    seal: Callable[[Chosen, Random], Chosen] = lambda options, _rng: options
    """Options with everything shuffled that the referee itself keeps sealed."""
    standing: Callable[[State], tuple[Piece, ...]] = lambda _state: ()
    """The pieces that stand on the plate now, bottom to top, as far as the rules know."""
    card_names: Callable[[State], str] = lambda _state: "a"
    """Whose names the cards have, where editions print different ones."""
    open_actions: tuple[type[Action], ...] = ()
    """Choices that carry free contents (a deal, a gift), so that nobody can list them all."""
    needs_agreement: tuple[type[Action], ...] = ()
    """What other seats must have agreed to: only the table's own screen may say that they have."""
    is_duel: Callable[[State], bool] = lambda _state: False
    """Whether two play by rules of their own in this box."""
    needs_no_yes: Mapping[type[Action], str] = field(default_factory=dict)
    """Choices that name another seat, or carry other numbers, and why nobody need agree."""
    is_companion: bool = False
    """Keeps points for a game played elsewhere: its outcome has scores, but nobody wins here."""
    leak_test_options: Mapping[str, object] = field(default_factory=dict)
    """Options that make the secrets recognisable in text."""
    tested_options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """More named option sets that tests play, beside the `variants` that people choose between."""

    def __repr__(self) -> str:
        """Short: nobody wants to read two dozen functions in a failed test."""
        return f"<Game {self.name}>"

    @property
    def editions(self) -> Path:
        """Folder of the `*.toml` files with the numbers of this game's boxes."""
        return self.folder / "editions"

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """What seats may do, and the reports this game understands."""
        return tuple(self.judge.by_kind)

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every fact this game knows."""
        return tuple(self.evolve.by_kind)


AnyGame: TypeAlias = Game[Any, Any]
"""A game whose state the caller only carries about; every game fits."""
AnyState: TypeAlias = msgspec.Struct
"""Such a state: only ever handed back to its game."""


def fold(game: Game[State, Chosen], events: Iterable[Event], state: State | None = None) -> State:
    """Apply events in order to a state, or from nothing if they begin with the setup."""
    evolvers = game.evolve.by_kind
    for event in events:
        state = evolvers[type(event)](state, event)
    if state is None:
        raise ValueError("A game starts with the events of its setup; none were given.")
    return state


Item = TypeVar("Item")


def with_item(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The same tuple with another item in one place; by way of a list, which is the fastest."""
    changed = [*items]
    changed[at] = item
    return tuple(changed)


class _SeatNames(Protocol):
    @property
    def names(self) -> tuple[str, ...]: ...


class TurnState(Protocol):
    """The state of a game in which one seat after the other is active."""

    @property
    def phase(self) -> str:
        """What is going on."""
        ...

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        ...

    @property
    def rules(self) -> _SeatNames:
        """What was agreed, the names among it."""
        ...


@dataclass(frozen=True, slots=True)
class TurnRefusals:
    """A game's refusals about turn and seat, with the rule that governs each phase."""

    rule_of_phase: Mapping[str, str]
    wrong_phase: Refusal
    no_such_seat: Refusal
    not_your_turn: Refusal

    def not_now(self, state: TurnState, seat: int | None = None) -> Refused:
        """The table waits for something else; say what, and for this seat or the active one."""
        return self.wrong_phase(
            rule=self.rule_of_phase[state.phase],
            phase=state.phase,
            player=state.rules.names[state.active if seat is None else seat],
        )

    def wrong_seat(self, state: TurnState, seat: int) -> Refused:
        """Somebody acts who is not the active player."""
        names = state.rules.names
        if not 0 <= seat < len(names):
            return self.no_such_seat(seat=seat, seats=len(names))
        return self.not_your_turn(player=names[seat], active=names[state.active])

    def refuse_out_of_turn(self, state: TurnState, seat: int, phase: str) -> Refused | None:
        """Why this seat may not act now, if only the active player may, in this phase."""
        if state.phase != phase:
            return self.not_now(state)
        return None if seat == state.active else self.wrong_seat(state, seat)
