"""From what the game waits for to the moment in which the table waits for it."""

from __future__ import annotations

from referee.games.awaiting import (
    AwaitCards,
    AwaitChoice,
    AwaitDice,
    Awaiting,
    AwaitPlacement,
    AwaitRemoval,
    AwaitReset,
    AwaitStability,
    AwaitTally,
)
from referee.table.moments.base import Moment
from referee.table.moments.counting import Counting
from referee.table.moments.people import Choosing, Laying, Over, Tallying
from referee.table.moments.placing import Placing
from referee.table.moments.resetting import Resetting
from referee.table.moments.rolling import RollAwaited
from referee.table.moments.striking import Striking


def moment_for(waiting: Awaiting | None) -> Moment:
    """The moment in which the table waits for this; None: the game is over."""
    match waiting:
        case None:
            return Over()
        case AwaitDice():
            return RollAwaited(waiting)
        case AwaitChoice():
            return Choosing(waiting)
        case AwaitPlacement():
            return Placing(waiting)
        case AwaitStability():
            return Counting(waiting)
        case AwaitReset():
            return Resetting(waiting)
        case AwaitRemoval():
            return Striking(waiting)
        case AwaitCards():
            return Laying(waiting)
        case AwaitTally():
            return Tallying(waiting)
