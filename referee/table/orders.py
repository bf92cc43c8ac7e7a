"""What people tell the umpire: by touch, by voice of a phone, by a key."""

from __future__ import annotations

import msgspec

from referee.games.base import Action
from referee.table.facts import Device
from referee.table.sentences import Speech


class Act(msgspec.Struct, frozen=True):
    """Do this: a choice of a seat, or what somebody saw and reports by hand."""

    action: Action


class Answer(msgspec.Struct, frozen=True):
    """Answer the open question; `value` is one of its options."""

    question: int
    value: str


class Done(msgspec.Struct, frozen=True):
    """What the table waits for is done: the piece is placed, the table is tidied up."""


class Fine(msgspec.Struct, frozen=True):
    """What the referee finds odd is all right; people know better."""


class Fell(msgspec.Struct, frozen=True):
    """The tower fell, and the scale did not feel it."""


class Undo(msgspec.Struct, frozen=True):
    """Take back everything from the action with this `seq` on; None: the last action."""

    seq: int | None = None


class ChangeReading(msgspec.Struct, frozen=True):
    """The dice of that action showed other faces."""

    seq: int
    faces: tuple[str, ...]


class ChangeCulprit(msgspec.Struct, frozen=True):
    """That fall was somebody else's fault; None: nobody's."""

    seq: int
    culprit: int | None


class GoByHand(msgspec.Struct, frozen=True):
    """Go on without this device until it is back."""

    device: Device


Order = Act | Answer | Done | Fine | Fell | Undo | ChangeReading | ChangeCulprit | GoByHand


class Reply(msgspec.Struct, frozen=True):
    """How an order was taken; `why_not` says why it was refused."""

    seq: int
    why_not: Speech | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether the order was carried out."""
        return self.why_not is None
