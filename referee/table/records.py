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
    """This action was accepted; `action` is its JSON form, `evidence` names what was seen."""

    action: dict[str, Any]
    by: By
    evidence: tuple[str, ...] = ()


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
    """Pictures and curves of one moment are kept under this name.

    `began_s` and `ended_s` are seconds before and after the moment itself, on one time axis.
    """

    evidence: str
    about: str
    began_s: float
    ended_s: float


TABLE_EVENTS: tuple[type[Event], ...] = (Acted, Rewound, EvidenceKept)
