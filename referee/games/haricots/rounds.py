"""How rounds and the game end (HA-10, HA-15, HA-40 to HA-43)."""

from __future__ import annotations

from referee.games.base import Event, Outcome
from referee.games.haricots.events import GameWon, Reason, RoundStarted, RoundWon
from referee.games.haricots.state import State


def round_won(state: State, seat: int, reason: Reason) -> tuple[Event, ...]:
    """HA-42: a chip for the winner; then the game is won, or the marker moves left (HA-15, R-9)."""
    chips = state.chips[seat] + 1
    won = RoundWon(seat, reason, chips)
    if chips == state.rules.edition.chips_to_win:
        return (won, GameWon(seat, chips))
    first = (state.first + 1) % len(state.hands)
    return (won, RoundStarted(first, state.round + 1))


def outcome(state: State) -> Outcome | None:
    """HA-10: the player with enough victory chips wins; the chips are the scores."""
    if state.phase != "over":
        return None
    winner = state.chips.index(max(state.chips))
    return Outcome("chips", (winner,), state.chips)
