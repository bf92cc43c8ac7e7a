"""Every way in which Haricots says no. The sentences are in the language files."""

from referee.games.base import Refusal, Refused
from referee.games.haricots.state import GameOrSheet, State

NO_SUCH_SEAT = Refusal("HA-14", "no-such-seat")
NOT_NOW = Refusal("HA-14", "not-now")
NOT_YOUR_TURN = Refusal("HA-14", "not-your-turn")
DROPPED_OUT = Refusal("HA-31", "dropped-out")
NO_CARDS = Refusal("HA-20", "no-cards")
NO_SUCH_CARD = Refusal("HA-1", "no-such-card")
MIXED_CARDS = Refusal("HA-20", "mixed-cards")
HAND_TOO_SMALL = Refusal("HA-11", "hand-too-small")
CARDS_GONE = Refusal("HA-1", "cards-gone")
TOO_LOW = Refusal("HA-22", "too-low")
COUNTS_LOW = Refusal("HA-24", "counts-low")
ONLY_ON_SHEET = Refusal("HA-N2", "only-on-sheet")
ONLY_IN_BASIC_GAME = Refusal("HA-N2", "only-in-basic-game")
ONE_NUMBER_EACH = Refusal("HA-N2", "one-number-each")
NUMBER_BELOW_ZERO = Refusal("HA-N2", "number-below-zero")
VICTORY_CHIPS_GONE = Refusal("HA-2", "victory-chips-gone")
NEGATIVE_POINTS_GONE = Refusal("HA-4", "negative-points-gone")

REFUSALS: tuple[Refusal, ...] = tuple(
    value for value in dict(globals()).values() if isinstance(value, Refusal)
)

_RULE_OF_PHASE = {"playing": "HA-14", "writing": "HA-N2", "over": "HA-10"}


def not_now(state: GameOrSheet) -> Refused:
    """The table waits for something else; say what."""
    player = state.rules.names[state.active] if isinstance(state, State) else ""
    return NOT_NOW(rule=_RULE_OF_PHASE[state.phase], phase=state.phase, player=player)


def not_playing(state: GameOrSheet) -> Refused:
    """No turn can be taken: the game is over, or this is a score sheet."""
    return ONLY_IN_BASIC_GAME() if state.phase == "writing" else not_now(state)


def not_writing(state: GameOrSheet) -> Refused:
    """Nothing can be written: the sheet is closed, or this is a game."""
    return ONLY_ON_SHEET() if state.phase == "playing" else not_now(state)


def no_such_seat(state: GameOrSheet, seat: int) -> Refused:
    """There are fewer seats than that."""
    return NO_SUCH_SEAT(seat=seat, seats=len(state.rules.names))


def wrong_seat(state: State, seat: int) -> Refused:
    """Somebody acts who is not the active player."""
    if not 0 <= seat < len(state.hands):
        return no_such_seat(state, seat)
    names = state.rules.names
    if seat not in state.left:
        return DROPPED_OUT(player=names[seat], active=names[state.active])
    return NOT_YOUR_TURN(player=names[seat], active=names[state.active])
