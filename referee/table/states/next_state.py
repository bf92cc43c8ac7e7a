"""From what the game waits for to the state in which the umpire waits for it."""

from referee.games import awaiting
from referee.table.states.base import UmpireState
from referee.table.states.countdown import CountingDown
from referee.table.states.people import Choosing, Laying, Over, Tallying
from referee.table.states.placing import Placing
from referee.table.states.reset_and_removal import Resetting, Striking
from referee.table.states.rolling import RollAwaited


def state_for(waiting: awaiting.Awaiting | None) -> UmpireState:
    """The state in which the umpire waits for this; None: the game is over."""
    match waiting:
        case None:
            return Over()
        case awaiting.AwaitDice():
            return RollAwaited(waiting)
        case awaiting.AwaitChoice():
            return Choosing(waiting)
        case awaiting.AwaitPlacement():
            return Placing(waiting)
        case awaiting.AwaitStability():
            return CountingDown(waiting)
        case awaiting.AwaitReset():
            return Resetting(waiting)
        case awaiting.AwaitRemoval():
            return Striking(waiting)
        case awaiting.AwaitCards():
            return Laying(waiting)
        case awaiting.AwaitTally():
            return Tallying(waiting)
