"""From an order on the wire to one for the umpire."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.games.base import Game
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
