"""What a roll does to the figure: up, stay or down, with rewards and fines (SP-22 to SP-32)."""

from __future__ import annotations

from referee.games.base import Accepted, Event, Ruling
from referee.games.spookies import refusals as no
from referee.games.spookies.actions import LeaveFines, TakeFines
from referee.games.spookies.ending import with_game_end
from referee.games.spookies.events import (
    AtticHeld,
    FigureClimbed,
    FigureFell,
    FigureStayed,
    FinesLeft,
    FinesTaken,
    Phase,
)
from referee.games.spookies.haunting import after_failure, after_success
from referee.games.spookies.opening import refuse_moment
from referee.games.spookies.pieces import ATTIC, FIGURES, GARDEN, GATE
from referee.games.spookies.state import State, fines_on, space_of_figure


def resolve(state: State, result: int) -> tuple[Event, ...]:
    """SP-22: one more than the number of the figure's space is a success, the gate being 4."""
    space = state.figures[state.figure]
    if result <= space:
        then, after = after_failure(state)
        return (_fail(state, space, result, then), *after)
    chips = state.rules.rewards[space - GATE][state.dice - 2]
    if state.haunted or space == ATTIC or chips >= state.reserve or state.dice == 2:
        return _succeed(state, space, min(chips, state.reserve))
    return (FigureClimbed(state.active, FIGURES[state.figure], space + 1, chips, "continuing"),)


def _fail(state: State, space: int, result: int, then: Phase) -> Event:
    """SP-27 to SP-29, SP-31, SP-32, R-10, R-16: one chip a step down, as long as there are any."""
    seat, figure = state.active, FIGURES[state.figure]
    landing = max(result, GATE)
    if landing >= space:
        return FigureStayed(seat, figure, space, then)
    fine = min(space - landing, state.players[seat].chips)
    return FigureFell(seat, figure, space, landing, fine, then)


def _succeed(state: State, space: int, chips: int) -> tuple[Event, ...]:
    """SP-23 to SP-25, SP-30, R-3, R-4: up, the reward, perhaps fine chips, perhaps the end."""
    # Fine chips are won by moving onto the space, so never by a 12 in the attic.
    lying = state.fines[space + 1 - GARDEN] if state.dice == 2 and space != ATTIC else 0
    if chips == state.reserve:
        rewarded = _rewarded(state, space, chips, "counting")
        return with_game_end(state, (rewarded, *_taken(state, space + 1, lying, "counting")))
    if lying and state.rules.fine_chips == "ask":
        return (_rewarded(state, space, chips, "fines"),)
    then, after = after_success(state)
    if not lying:
        return (_rewarded(state, space, chips, then), *after)
    return (_rewarded(state, space, chips, then), *_taken(state, space + 1, lying, then), *after)


def _rewarded(state: State, space: int, chips: int, then: Phase) -> Event:
    seat, figure = state.active, FIGURES[state.figure]
    if space == ATTIC:
        return AtticHeld(seat, figure, chips, then)
    return FigureClimbed(seat, figure, space + 1, chips, then)


def _taken(state: State, space: int, lying: int, then: Phase) -> tuple[Event, ...]:
    return (FinesTaken(state.active, space, lying, then),) if lying else ()


def take_fines(state: State, action: TakeFines) -> Ruling:
    """SP-25, R-6: all fine chips on the space just reached with two dice."""
    if state.phase == "continuing" and action.seat == state.active:
        space = space_of_figure(state)
        if fines_on(state, space) and state.dice != 2:
            return no.FINES_NEED_TWO_DICE(count=state.dice)
        if fines_on(state, space) and space == ATTIC:
            return no.FINES_STAY_IN_ATTIC()
    refused = refuse_moment(state, action.seat, "fines")
    if refused:
        return refused
    space = space_of_figure(state)
    then, after = after_success(state)
    return Accepted((FinesTaken(action.seat, space, fines_on(state, space), then), *after))


def leave_fines(state: State, action: LeaveFines) -> Ruling:
    """SP-25, R-6: or none of them."""
    refused = refuse_moment(state, action.seat, "fines")
    if refused:
        return refused
    space = space_of_figure(state)
    then, after = after_success(state)
    return Accepted((FinesLeft(action.seat, space, fines_on(state, space), then), *after))
