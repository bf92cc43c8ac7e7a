"""From an order on the wire to one for the umpire, and who may give it."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.games.base import Action, Game
from referee.games.parsing import parse_action
from referee.table.facts import Device
from referee.table.orders import (
    Act,
    Answer,
    ChangeCulprit,
    ChangeReading,
    Done,
    Fell,
    Fine,
    GoByHand,
    Order,
    Undo,
)
from referee.web.capture import Playing
from referee.web.problems import Refusal
from referee.web.shapes.orders import (
    ActOrder,
    AnswerOrder,
    ChangeCulpritOrder,
    ChangeReadingOrder,
    DoneOrder,
    FellOrder,
    FineOrder,
    GoByHandOrder,
    UndoOrder,
    WireOrder,
)
from referee.web.texts import message_text
from referee.web.viewers import Viewer


def order_from(wire: WireOrder, game: Game[Any]) -> Order:  # noqa: PLR0911 - one for each word
    """The umpire's order."""
    match wire:
        case ActOrder():
            return Act(parse_action(game, msgspec.json.encode(wire.action)))
        case AnswerOrder():
            return Answer(wire.question, wire.value)
        case DoneOrder():
            return Done()
        case FineOrder():
            return Fine()
        case FellOrder():
            return Fell()
        case UndoOrder():
            return Undo(wire.seq)
        case ChangeReadingOrder():
            return ChangeReading(wire.seq, wire.faces)
        case ChangeCulpritOrder():
            return ChangeCulprit(wire.seq, wire.culprit)
        case GoByHandOrder():
            return GoByHand(Device(wire.device))


def check_rights(viewer: Viewer, order: Order, playing: Playing) -> None:
    """Refuse what is not this viewer's business."""
    if viewer.may_act:
        return
    if viewer.seat is None:
        raise Refusal(403, message_text("web-only-table"))
    if not _is_own(viewer.seat, order, playing):
        raise Refusal(403, message_text("web-only-own-seat"))


def _is_own(seat: int, order: Order, playing: Playing) -> bool:
    """A phone acts for its player, confirms in that player's moments, and may see a tower fall."""
    match order:
        case Act():
            return _acts_for(seat, order.action, playing)
        case Answer() | Done() | Fine():
            return playing.snapshot.seat in {seat, None}
        case Fell():
            return True
        case _:
            return False


def _acts_for(seat: int, action: Action, playing: Playing) -> bool:
    """An action names its seat; what the table itself would report belongs to whose turn it is."""
    if hasattr(action, "seat"):
        return bool(action.seat == seat)
    return playing.snapshot.seat in {seat, None}
