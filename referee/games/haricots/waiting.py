"""What the table waits for, and what the seats may choose meanwhile."""

from collections.abc import Iterator
from functools import cache

from referee.games.awaiting import AwaitChoice, Awaiting
from referee.games.base import Action
from referee.games.haricots import actions
from referee.games.haricots.edition import MAX_PLAYERS, equal_cards, fewest_to_beat
from referee.games.haricots.state import GameOrSheet, State

_TURNS = tuple(AwaitChoice((seat,), "turn") for seat in range(MAX_PLAYERS))
_SHEETS = tuple(AwaitChoice(tuple(range(count)), "sheet") for count in range(MAX_PLAYERS + 1))

pass_of = cache(actions.Pass)
"""The pass of a seat, made once."""


@cache
def play_of(seat: int, kind: int, count: int) -> actions.PlayCards:
    """The play of so many cards of one kind by this seat, made once."""
    return actions.PlayCards(seat, equal_cards(kind, count))


def awaiting(state: GameOrSheet) -> Awaiting | None:
    """What the table waits for; None when the game is over."""
    if state.phase == "playing":
        return _TURNS[state.active]
    return _SHEETS[len(state.rules.names)] if state.phase == "writing" else None


def legal_actions(state: GameOrSheet) -> Iterator[Action]:
    """Every choice the seats have now, as far as everybody can see. A line of the sheet is free."""
    if isinstance(state, State):
        return _legal_turns(state)
    seats = range(len(state.rules.names)) if state.phase == "writing" else range(0)
    return (actions.CloseSheet(seat) for seat in seats)


def _legal_turns(state: State) -> Iterator[Action]:
    """HA-20 to HA-24, HA-30: a pass, and every play that the unseen cards allow."""
    if state.phase != "playing":
        return
    seat = state.active
    yield pass_of(seat)
    hand = state.hands[seat]
    fewest = fewest_to_beat(state.to_beat)
    for kind, unseen in enumerate(state.unseen):
        for count in range(fewest[kind], min(unseen, hand) + 1):
            yield play_of(seat, kind, count)
