"""What people answer about dice in doubt, for whoever learns from it.

A cut-out belongs to its roll by the name of the roll's picture. When a roll no longer counts as it
was answered, nothing must be learned from it any more.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from referee.events import Envelope
from referee.games.reports import ReportDice
from referee.table.history import Acted, By, History
from referee.table.tray_memory import TrayDie
from referee.vision.readings import DieFinding


@dataclass(frozen=True, slots=True)
class AnsweredDie:
    """A die that was asked about, and the face that was given.

    Without `face_jpeg` nothing can be learned from it.
    """

    face: str
    face_jpeg: bytes


class FaceLearner(Protocol):
    """Learns faces from answers; calls return at once."""

    is_on: bool
    """Whether the operator lets this table learn from answers, also those about falls."""

    def answered(self, kind: str, roll: str, dice: Sequence[AnsweredDie]) -> None:
        """People gave these faces to dice of this kind in this roll."""

    def taken_back(self, rolls: Collection[str]) -> None:
        """What was answered in these rolls is not so, or was undone."""


class LearnsNothing:
    """A table that never learns."""

    is_on = False

    def answered(self, kind: str, roll: str, dice: Sequence[AnsweredDie]) -> None:
        """Nothing is learned."""

    def taken_back(self, rolls: Collection[str]) -> None:
        """Nothing was learned."""


def answers_about(dice: Iterable[tuple[TrayDie, str]]) -> tuple[AnsweredDie, ...]:
    """The dice among these that were in doubt: people gave their faces.

    One that leans or lies on another shows its face from the side, and teaches nothing.
    """
    return tuple(
        AnsweredDie(face, b"" if set(each.die.findings) - {DieFinding.UNTAUGHT} else each.face_jpeg)
        for each, face in dice
        if not each.die.is_certain
    )


Rolls = dict[str, tuple[str, ...]]
"""The faces of each roll that counts, by the name of its picture."""


def rolls_of(history: History) -> Rolls:
    """All rolls that count and have a picture."""
    return {
        name: each.action.faces
        for each in history.actions
        if isinstance(each.action, ReportDice)
        for name in each.evidence
    }


@dataclass(frozen=True, slots=True)
class FaceCounts:
    """How often the camera read each face in a game, and how often people gave it."""

    read: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)


def face_counts(history: History, envelopes: Iterable[Envelope]) -> FaceCounts:
    """All that was ever read, also what was undone: each question was one."""
    counts = FaceCounts()
    for envelope in envelopes:
        event = history.codec.event_in(envelope)
        if isinstance(event, Acted) and event.by is By.CAMERA:
            counts.asked.update(event.asked)
            counts.read.update(event.action.get("faces") or ())
    return counts
