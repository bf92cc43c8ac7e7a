"""What people tell the umpire: by touch, by voice of a phone, by a key.

They are read from the wire as they are; only an action has to be read by its game.
"""

from typing import Annotated, Literal

import msgspec

from referee.events import JsonObject
from referee.games.base import Action, AnyGame
from referee.games.parsing import parse_action
from referee.table.sentences import Speech

Seq = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Face = Annotated[str, msgspec.Meta(max_length=40)]


class Act(msgspec.Struct, frozen=True):
    """Do this: an `ActOrder` as its game has read it."""

    action: Action


class _Order(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class ActOrder(_Order, frozen=True, tag="act"):
    """Do this: one of the `choices`, or what somebody saw and reports by hand."""

    action: JsonObject


class AnswerOrder(_Order, frozen=True, tag="answer"):
    """Answer the open question with one of its options."""

    question: Seq
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


PlainOrder = (
    AnswerOrder
    | DoneOrder
    | FineOrder
    | FellOrder
    | UndoOrder
    | ChangeReadingOrder
    | ChangeCulpritOrder
    | GoByHandOrder
)
WireOrder = ActOrder | PlainOrder
"""What comes over the wire."""
Order = Act | PlainOrder
"""What the umpire takes."""


def order_for(game: AnyGame, order: WireOrder) -> Order:
    """The order as the umpire takes it; an action that its game cannot read is an `InputError`."""
    if isinstance(order, ActOrder):
        return Act(parse_action(game, msgspec.json.encode(order.action)))
    return order


class Reply(msgspec.Struct, frozen=True):
    """How an order was taken; `why_not` says why it was refused."""

    seq: int
    why_not: Speech | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether the order was carried out."""
        return self.why_not is None
