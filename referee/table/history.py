"""What the umpire writes into the log beside the facts of the game, and what of it all counts.

An action that was accepted is kept as `Acted`, and the events of the game that follow from it have
it as their cause. A mistake is corrected by `Undone`: everything after the event it names no
longer counts, and what is still true is acted again after it. Nothing is ever erased.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import cast

import msgspec

from referee.errors import CodecError
from referee.events import Codec, Envelope, JsonObject
from referee.games.base import Action, AnyGame, AnyState, Event
from referee.games.parsing import action_decoder


class By(StrEnum):
    """Who brought an action to the umpire."""

    PERSON = "person"
    CAMERA = "camera"
    SCALE = "scale"
    TABLE = "table"
    """The umpire itself, when the countdown has ended or a time is up."""


class Acted(Event, frozen=True, tag="table-acted"):
    """This action was accepted; `action` is its JSON form, `evidence` names what was seen.

    What is named may be complete on the disk only some seconds later. `played_s` is how long the
    game was played by then, whatever the time of day did meanwhile; older logs do not tell it.
    `asked` are the faces that people gave to dice in doubt.
    """

    action: JsonObject
    by: By
    evidence: tuple[str, ...] = ()
    played_s: float | None = None
    asked: tuple[str, ...] = ()


class Why(StrEnum):
    """Why the log went back."""

    UNDO = "undo"
    READING = "reading"
    CULPRIT = "culprit"


class Undone(Event, frozen=True, tag="table-rewound"):
    """Everything after the event `to` no longer counts."""

    to: int
    why: Why


class EvidenceKept(Event, frozen=True, tag="table-evidence-kept"):
    """Pictures and curves of one moment are complete under this name.

    `began_s` and `ended_s` are seconds before and after the moment itself, on one time axis.
    Older logs have two names: there `about`, as `fall-17`, is what the action calls it.
    """

    evidence: str
    about: str
    began_s: float
    ended_s: float


class EvidenceBook:
    """What was kept of a game, and which action each piece of it belongs to."""

    def __init__(self) -> None:
        self.kept: list[EvidenceKept] = []
        self._seqs: dict[str, int] = {}
        self._older_names: dict[str, str] = {}

    def add(self, seq: int, event: Event) -> None:
        """Take note of one event of the log."""
        match event:
            case Acted():
                self._seqs.update(dict.fromkeys(event.evidence, seq))
            case EvidenceKept():
                self.kept.append(event)
                self._older_names[event.evidence] = event.about

    def seq_of(self, name: str) -> int | None:
        """The newest action that names this evidence; None if no action uses it."""
        return self._seqs.get(name, self._seqs.get(self._older_names.get(name, "")))


TABLE_EVENTS: tuple[type[Event], ...] = (Acted, Undone, EvidenceKept)


@dataclass(frozen=True, slots=True)
class LiveAction:
    """An action that counts, the state it met, and the recorded events that followed from it."""

    seq: int
    action: Action
    by: By
    before: AnyState | None
    last_seq: int
    evidence: tuple[str, ...]
    events: tuple[Event, ...] = ()


def table_codec(game: AnyGame) -> Codec:
    """Reads and writes everything a log of this game can hold."""
    return Codec((*game.events, *TABLE_EVENTS))


class History:
    """The state of one game as its log tells it, and the actions that led there."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.codec = table_codec(game)
        self.state: AnyState | None = None
        self.seq = -1
        self.evidence = EvidenceBook()
        self._actions: list[LiveAction] = []
        self._decoder = action_decoder(game.name, game.actions)

    @property
    def actions(self) -> tuple[LiveAction, ...]:
        """The actions that count, oldest first."""
        return tuple(self._actions)

    def replay(self, envelopes: Iterable[Envelope]) -> None:
        """Take over what was recorded."""
        for envelope in envelopes:
            self.add(envelope.seq, cast("Event", self.codec.event_in(envelope)))

    def add(self, seq: int, event: Event) -> None:
        """Take over one event."""
        if seq != self.seq + 1:
            raise CodecError(
                f"The log has a gap before event {seq}: take the file from a backup and try again."
            )
        self.evidence.add(seq, event)
        match event:
            case Acted():
                self._act(seq, event)
            case Undone():
                self._go_back(event.to)
            case EvidenceKept():
                pass
            case _:
                self._evolve(seq, event)
        self.seq = seq

    def _act(self, seq: int, event: Acted) -> None:
        action = self._decoder.decode(msgspec.json.encode(event.action))
        self._actions.append(
            LiveAction(seq, action, event.by, self.state, seq, tuple(event.evidence))
        )

    def _evolve(self, seq: int, event: Event) -> None:
        self.state = self.game.evolve.by_kind[type(event)](self.state, event)
        if self._actions:
            last = self._actions[-1]
            events = (*last.events, event)
            self._actions[-1] = replace(last, last_seq=seq, events=events)

    def _go_back(self, to: int) -> None:
        while self._actions and self._actions[-1].seq > to:
            self.state = self._actions.pop().before

    def action_at(self, seq: int) -> LiveAction | None:
        """The action that was recorded there, if it still counts."""
        return next((each for each in self._actions if each.seq == seq), None)

    def actions_from(self, seq: int) -> tuple[LiveAction, ...]:
        """That action and all after it."""
        return tuple(each for each in self._actions if each.seq >= seq)
