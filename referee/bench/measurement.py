"""What one contestant did in one stretch of time, and the loop that measures it."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec


class Measurement(msgspec.Struct, frozen=True):
    """Actions carried out, and the time they took.

    An action is whatever a rules engine accepts and applies: a player's choice and a dice report
    count one each, in our games and in the references alike.
    """

    actions: int
    duration_s: float

    @property
    def actions_per_s(self) -> float:
        """The rate; a stretch too short for the clock counts as no rate at all."""
        return self.actions / self.duration_s if self.duration_s > 0 else 0.0


def play_for(
    duration_s: float,
    play_game: Callable[[], int],
    clock_s: Callable[[], float] = time.perf_counter,
) -> Measurement:
    """Play whole games until the time is up; `play_game` returns how many actions it applied.

    Only whole games, because their first and last actions cost more than those in between; the
    clock is read once a game, so that reading it costs nothing.
    """
    start_s = clock_s()
    end_s = start_s + duration_s
    actions = play_game()
    now_s = clock_s()
    while now_s < end_s:
        actions += play_game()
        now_s = clock_s()
    return Measurement(actions, now_s - start_s)
