"""All that can be seen of the table at one moment, for screens, lights and simulated players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from referee.games.awaiting import Awaiting
from referee.games.base import Outcome
from referee.table.facts import Device
from referee.table.questions import Question
from referee.table.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Countdown:
    """The formula on its way: which word is out (from 1), and when it began and ends."""

    word: int
    began_s: float
    ends_s: float


@dataclass(frozen=True, slots=True)
class Trouble:
    """A device that cannot be relied on, and the sentences that say why."""

    device: Device
    sentences: tuple[Sentence, ...]
    is_by_hand: bool
    """Whether people said that they go on without it."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where the table stands after the event `seq`; `change` grows with everything that changes."""

    seq: int
    change: int
    now_s: float
    game: str
    names: tuple[str, ...]
    state: Any
    view: msgspec.Struct
    awaiting: Awaiting | None
    moment: str
    seat: int | None
    prompt: Sentence | None
    question: Question | None
    countdown: Countdown | None
    troubles: tuple[Trouble, ...]
    can_undo: bool
    outcome: Outcome | None
    needs: Device | None
    """The device that tells what is awaited now."""
    works: frozenset[Device]
    """The devices that can be relied on now."""
    unsaved: str
    """Why the game or its evidence is not being saved; empty when all is."""
