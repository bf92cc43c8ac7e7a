"""What people tell the table over the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from referee.web.shapes.table import TableState
from referee.web.texts import Text

Seq = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Face = Annotated[str, msgspec.Meta(max_length=40)]


class _Order(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The common root of all orders."""


class ActOrder(_Order, frozen=True, tag="act"):
    """Do this: one of the `choices`, or what somebody saw and reports by hand."""

    action: dict[str, Any]


class AnswerOrder(_Order, frozen=True, tag="answer"):
    """Answer the open question with one of its options."""

    question: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    value: Annotated[str, msgspec.Meta(max_length=80)]


class DoneOrder(_Order, frozen=True, tag="done"):
    """What the table waits for is done."""


class FineOrder(_Order, frozen=True, tag="fine"):
    """What the table finds odd is all right."""


class FellOrder(_Order, frozen=True, tag="fell"):
    """The tower fell, and the scale did not feel it."""


class UndoOrder(_Order, frozen=True, tag="undo"):
    """Take back everything from the action with this `seq` on; null: the last action."""

    seq: Seq | None = None


class ChangeReadingOrder(_Order, frozen=True, tag="change-reading"):
    """The dice of that action showed other faces."""

    seq: Seq
    faces: Annotated[tuple[Face, ...], msgspec.Meta(max_length=60)]


class ChangeCulpritOrder(_Order, frozen=True, tag="change-culprit"):
    """That fall was somebody else's fault; null: nobody's."""

    seq: Seq
    culprit: Annotated[int, msgspec.Meta(ge=0, le=20)] | None


class GoByHandOrder(_Order, frozen=True, tag="go-by-hand"):
    """Go on without this device until it is back."""

    device: Literal["camera", "scale", "panel", "voice"]


WireOrder = (
    ActOrder
    | AnswerOrder
    | DoneOrder
    | FineOrder
    | FellOrder
    | UndoOrder
    | ChangeReadingOrder
    | ChangeCulpritOrder
    | GoByHandOrder
)


class OrderRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order and the `seq` that was on the screen when it was given; null: never mind."""

    order: WireOrder
    seen: Annotated[int, msgspec.Meta(ge=-1, le=2**53)] | None = None


class OrderTaken(msgspec.Struct, frozen=True):
    """The order was carried out; `seq` is the newest event now."""

    seq: int
    accepted: bool = True


class OrderRefused(msgspec.Struct, frozen=True):
    """The order was refused or came too late; `state` is how the table stands."""

    why_not: Text
    state: TableState
    accepted: bool = False
