"""What follows a resolved roll: the ghost moves if it disturbed it (SP-65 to SP-67, R-9)."""

from __future__ import annotations

from referee.games.base import Accepted, Event, Ruling
from referee.games.spookies import refusals as no
from referee.games.spookies.actions import MoveGhost
from referee.games.spookies.events import GhostMoved, Phase, TurnEnded
from referee.games.spookies.opening import refuse_moment
from referee.games.spookies.pieces import ATTIC, GARDEN, MAX_PLAYERS
from referee.games.spookies.state import State

WhatFollows = tuple[Phase, tuple[Event, ...]]
"""The phase after the roll, and what happens at once without anybody's choice."""

_GO_ON: WhatFollows = ("continuing", ())
_ENDED: tuple[tuple[Event, ...], ...] = tuple((TurnEnded(seat),) for seat in range(MAX_PLAYERS))


def after_success(state: State) -> WhatFollows:
    """SP-26, SP-67: first the ghost, then the player decides whether to go on."""
    if not state.haunted:
        return _GO_ON
    if can_ghost_choose(state):
        return "ghost", ()
    return "continuing", (_turned_round(state, "continuing"),)


def after_failure(state: State) -> WhatFollows:
    """SP-27, SP-28, SP-67: first the ghost, then the turn is over."""
    if not state.haunted:
        return state.rules.opening, _ENDED[state.active]
    if can_ghost_choose(state):
        return "ghost", ()
    moved = _turned_round(state, state.rules.opening)
    return state.rules.opening, (moved, *_ENDED[state.active])


def can_ghost_choose(state: State) -> bool:
    """R-9: in the garden and in the attic there is only one way to go."""
    return GARDEN < state.ghost < ATTIC


def _turned_round(state: State, then: Phase) -> Event:
    space = GARDEN + 1 if state.ghost == GARDEN else ATTIC - 1
    return GhostMoved(state.active, space, then)


def move_ghost(state: State, action: MoveGhost) -> Ruling:
    """SP-67, R-9: one floor up or down."""
    if not state.rules.ghost:
        return no.GHOST_NOT_IN_GAME()
    refused = refuse_moment(state, action.seat, "ghost")
    if refused:
        return refused
    if action.space not in ghost_goals(state):
        return no.GHOST_GOES_ONE_FLOOR(lower=state.ghost - 1, higher=state.ghost + 1)
    if not state.is_over:
        return Accepted((GhostMoved(action.seat, action.space, "continuing"),))
    moved = GhostMoved(action.seat, action.space, state.rules.opening)
    return Accepted((moved, TurnEnded(action.seat)))


def ghost_goals(state: State) -> tuple[int, int]:
    """Where the ghost may go when there is a choice."""
    return state.ghost + 1, state.ghost - 1
