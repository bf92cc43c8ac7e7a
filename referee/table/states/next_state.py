"""From what the game waits for to the state in which the umpire waits for it."""

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
from referee.table.states.base import UmpireState
from referee.table.states.countdown import CountdownState
from referee.table.states.people import Choosing, Laying, Over, Tallying
from referee.table.states.placing import Placing
from referee.table.states.reset_and_removal import Resetting, Striking
from referee.table.states.rolling import RollAwaited


def state_for(waiting: Awaiting | None) -> UmpireState:
    """The state in which the umpire waits for this; None: the game is over."""
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
            return CountdownState(waiting)
        case AwaitReset():
            return Resetting(waiting)
        case AwaitRemoval():
            return Striking(waiting)
        case AwaitCards():
            return Laying(waiting)
        case AwaitTally():
            return Tallying(waiting)
