"""The end of the game: unused jokers are paid, chips are turned over (SP-40 to SP-42, SP-62)."""

from __future__ import annotations

from referee.games.base import Event
from referee.games.spookies.events import ChipsRevealed, GameEnded, JokerPaid
from referee.games.spookies.evolve import evolve
from referee.games.spookies.pieces import JOKER_WORTH
from referee.games.spookies.state import State


def _jokers_paid(state: State) -> tuple[Event, ...]:
    """SP-62, R-8: chips, if the box holds enough for all unused jokers; else all pay points."""
    seats = [seat for seat, player in enumerate(state.players) if player.joker]
    pays = state.rules.joker_pays
    has_enough = state.box >= JOKER_WORTH * len(seats)
    unit = ("chips" if has_enough else "points") if pays == "box" else pays
    return tuple([JokerPaid(seat, JOKER_WORTH, unit) for seat in seats])


def with_game_end(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """SP-40 to SP-42: these events take the last chip; sealed chips are opened at once."""
    events += (*_jokers_paid(state), GameEnded())
    if state.rules.chips == "physical":
        return events
    for event in events:
        state = evolve(state, event)
    return (*events, ChipsRevealed(tuple(tuple(sorted(p.values)) for p in state.players)))
