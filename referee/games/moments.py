"""Says no to whoever acts too early, too late or out of turn: the same in every game with turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.base import Refusal, Refused


@dataclass(frozen=True, slots=True)
class Moments:
    """A game's refusals about moment and seat, with the rule that governs each phase.

    The state has a `phase`, an `active` seat, `players`, and `rules.names`.
    """

    rule_of_phase: Mapping[str, str]
    not_now_refusal: Refusal
    no_such_seat: Refusal
    not_your_turn: Refusal

    def not_now(self, state: Any) -> Refused:
        """The table waits for something else; say what."""
        return self.not_now_refusal(
            rule=self.rule_of_phase[state.phase],
            phase=state.phase,
            player=state.rules.names[state.active],
        )

    def wrong_seat(self, state: Any, seat: int) -> Refused:
        """Somebody acts who is not the active player."""
        if not 0 <= seat < len(state.players):
            return self.no_such_seat(seat=seat, seats=len(state.players))
        names = state.rules.names
        return self.not_your_turn(player=names[seat], active=names[state.active])
