"""What counts of a game: the log folded, with everything that was rewound left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

import msgspec

from referee.errors import CodecError
from referee.events import Codec, Envelope
from referee.games.base import Action, Event, Game
from referee.games.parsing import action_decoder
from referee.table.records import TABLE_EVENTS, Acted, By, EvidenceBook, EvidenceKept, Rewound


@dataclass(frozen=True, slots=True)
class LiveAction:
    """An action that counts, the state it met, and the last event that followed from it."""

    seq: int
    action: Action
    by: By
    before: Any
    last_seq: int
    evidence: tuple[str, ...]


def table_codec(game: Game[Any]) -> Codec:
    """Reads and writes everything a log of this game can hold."""
    return Codec((*game.events, *TABLE_EVENTS))


class History:
    """The state of one game as its log tells it, and the actions that led there."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.codec = table_codec(game)
        self.state: Any = None
        self.seq = -1
        self.evidence = EvidenceBook()
        self._actions: list[LiveAction] = []
        self._decoder = action_decoder(game.name, game.actions)

    @property
    def actions(self) -> tuple[LiveAction, ...]:
        """The actions that count, oldest first."""
        return tuple(self._actions)

    @property
    def fingerprint(self) -> str:
        """The same for the same state, on any machine."""
        return sha256(msgspec.json.encode(self.state, order="deterministic")).hexdigest()

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
            case Rewound():
                self._rewind(event.to)
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
            self._actions[-1] = LiveAction(
                last.seq, last.action, last.by, last.before, seq, last.evidence
            )

    def _rewind(self, to: int) -> None:
        while self._actions and self._actions[-1].seq > to:
            self.state = self._actions.pop().before

    def action_at(self, seq: int) -> LiveAction | None:
        """The action that was recorded there, if it still counts."""
        return next((each for each in self._actions if each.seq == seq), None)

    def actions_from(self, seq: int) -> tuple[LiveAction, ...]:
        """That action and all after it."""
        return tuple(each for each in self._actions if each.seq >= seq)
