"""What the umpire tells its listeners: updates as things happen, and a snapshot of everything."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, ParamSpec

import msgspec

from referee.errors import Mistakes
from referee.events import Envelope
from referee.games.awaiting import Awaiting
from referee.games.base import AnyState, Outcome
from referee.table.device_troubles import ListedTrouble
from referee.table.facts import Device
from referee.table.prompts import Question
from referee.table.sentences import Sentence, Told

_log = logging.getLogger(__name__)
What = ParamSpec("What")


@dataclass(frozen=True, slots=True)
class Update:
    """Everything since the last update; whoever wants the whole picture asks for a snapshot."""

    seq: int
    change: int
    envelopes: tuple[Envelope, ...]
    told: tuple[Told, ...]


Listener = Callable[[Update], None]


class Listeners(Generic[What]):
    """Whoever wants to be told; what one of them raises hurts neither the others nor the table."""

    def __init__(self) -> None:
        self._all: list[tuple[Callable[What, object], Mistakes]] = []

    def add(self, listener: Callable[What, object]) -> None:
        """Tell this one too, from now on."""
        mistakes = Mistakes(_log, f"{listener} cannot be told of something; the table goes on.")
        self._all.append((listener, mistakes))

    def tell(self, *what: What.args, **named: What.kwargs) -> None:
        """Tell everybody, one after another."""
        for listener, mistakes in self._all:
            try:
                listener(*what, **named)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it was
                mistakes.note(error)


COUNTDOWN_WORDS = 4
"""Fee, fi, fo, fum."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """The formula on its way: which word is out (from 1), and when it began and ends."""

    word: int
    began_s: float
    ends_s: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where the table stands after the event `seq`; `change` grows with everything that changes."""

    seq: int
    change: int
    now_s: float
    game: str
    names: tuple[str, ...]
    state: AnyState | None
    view: msgspec.Struct
    awaiting: Awaiting | None
    umpire_state: str
    """The word of the state that the umpire is in, as in `UmpireState.name`."""
    seat: int | None
    prompt: Sentence | None
    question: Question | None
    countdown: Countdown | None
    troubles: tuple[ListedTrouble, ...]
    can_undo: bool
    outcome: Outcome | None
    needs: Device | None
    """The device that tells what is awaited now."""
    works: frozenset[Device]
    """The devices that can be relied on now."""
    unsaved: str
    """Why the game or its evidence is not being saved; empty when all is."""
