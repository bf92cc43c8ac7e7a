"""Judges the choices of a turn: figure, number of dice, going on or stopping (SP-20 to SP-26)."""

from __future__ import annotations

from functools import cache

from referee.games.base import Accepted, Refused, Ruling
from referee.games.reports import ReportDice
from referee.games.spookies import refusals as no
from referee.games.spookies.actions import ChooseDice, ChooseFigure, StopTurn
from referee.games.spookies.events import (
    DiceChosen,
    FigureChosen,
    FriendRolled,
    Phase,
    TurnEnded,
)
from referee.games.spookies.pieces import CALLED, DICE_NUMBERS, FRIEND_FACES, QUESTION
from referee.games.spookies.state import State

_BEFORE_FIRST_ROLL: tuple[Phase, ...] = ("friend", "figure", "dice")
_FIGURE_IS_NAMED: tuple[Phase, ...] = ("dice", "rolling", "joker", "fines", "ghost", "continuing")


def report_friend_die(state: State, action: ReportDice) -> Ruling:
    """SP-20: the friend die names the figure; with the question mark the player chooses."""
    faces = action.faces
    if len(faces) != 1:
        return no.WRONG_NUMBER_OF_DICE(rule="SP-20", seen=len(faces), announced=1)
    face = CALLED.get(faces[0], faces[0])
    if face not in FRIEND_FACES:
        return no.NO_SUCH_FRIEND(face=face)
    return _friend_rolled(state.active, face)


def choose_figure(state: State, action: ChooseFigure) -> Ruling:
    """SP-20, SP-50, SP-51: any figure, wherever it stands and whoever moved it before."""
    if state.phase != "figure":
        if state.phase in _FIGURE_IS_NAMED and action.seat == state.active:
            return no.FIGURE_STAYS_FOR_TURN()
        return no.not_now(state)
    if action.seat != state.active:
        return no.wrong_seat(state, action.seat)
    figure = CALLED.get(action.figure)
    if figure is None:
        return no.NO_SUCH_FIGURE(figure=action.figure)
    return Accepted((FigureChosen(action.seat, figure),))


def choose_dice(state: State, action: ChooseDice) -> Ruling:
    """SP-21, SP-26, SP-66: 2, 3 or 4 dice, chosen anew for every roll; 4 not beside the ghost."""
    if state.phase not in ("dice", "continuing"):
        return no.not_now(state)
    seat, count = action.seat, action.count
    if seat != state.active:
        return no.wrong_seat(state, seat)
    is_haunted = state.figures[state.figure] == state.ghost
    if is_haunted and count not in DICE_NUMBERS[:-1]:
        return no.GHOST_HOLDS_DIE(space=state.ghost)
    if count not in DICE_NUMBERS:
        return no.TWO_TO_FOUR_DICE(count=count)
    return _dice_chosen(seat, count, is_haunted)


# A few rulings are given over and over; each of them is made once.
@cache
def _dice_chosen(seat: int, count: int, is_haunted: bool) -> Ruling:
    return Accepted((DiceChosen(seat, count, is_haunted),))


@cache
def _friend_rolled(seat: int, face: str) -> Ruling:
    then: Phase = "figure" if face == QUESTION else "dice"
    return Accepted((FriendRolled(seat, face, then),))


def numbers_of_dice(state: State) -> tuple[int, ...]:
    """SP-21, SP-66: how many dice the active player may roll."""
    is_haunted = state.figures[state.figure] == state.ghost
    return DICE_NUMBERS[:-1] if is_haunted else DICE_NUMBERS


def stop_turn(state: State, action: StopTurn) -> Ruling:
    """SP-26, R-14: after a success only; all chips are kept."""
    if action.seat == state.active and state.phase in _BEFORE_FIRST_ROLL:
        return no.FIRST_ROLL_IS_COMPULSORY()
    return refuse_moment(state, action.seat, "continuing") or Accepted(
        (TurnEnded(action.seat, stopped=True),)
    )


def refuse_moment(state: State, seat: int, phase: Phase) -> Refused | None:
    """Why this seat may not do now what belongs into this phase of its turn."""
    if state.phase != phase:
        return no.not_now(state)
    if seat != state.active:
        return no.wrong_seat(state, seat)
    return None
