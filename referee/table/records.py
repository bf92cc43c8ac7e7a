"""What the umpire itself writes into the log, beside the facts of the game.

An action that was accepted is kept as `Acted`, and the events of the game that follow from it have
it as their cause. A mistake is mended by `Rewound`: everything after the event it names no longer
counts, and what is still true is acted again after it. Nothing is ever erased.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from referee.games.base import Event


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
    """

    action: dict[str, Any]
    by: By
    evidence: tuple[str, ...] = ()
    played_s: float | None = None


class Why(StrEnum):
    """Why the log was rewound."""

    UNDO = "undo"
    READING = "reading"
    CULPRIT = "culprit"


class Rewound(Event, frozen=True, tag="table-rewound"):
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


TABLE_EVENTS: tuple[type[Event], ...] = (Acted, Rewound, EvidenceKept)
