"""Judges the rolls: the pips in the tray and the dice joker (SP-21, SP-60, SP-61, R-7)."""

from __future__ import annotations

from referee.games.base import Accepted, Refused, Ruling
from referee.games.reports import ReportDice
from referee.games.spookies import refusals as no
from referee.games.spookies.actions import KeepRoll, UseJoker
from referee.games.spookies.climbing import resolve
from referee.games.spookies.events import DiceRolled, JokerUsed, Phase, RollKept
from referee.games.spookies.opening import refuse_moment, report_friend_die
from referee.games.spookies.pieces import PIPS, RESULTS
from referee.games.spookies.state import State

_BEFORE_ROLL: tuple[Phase, ...] = ("friend", "figure", "dice", "rolling")
_AFTER_ROLL: tuple[Phase, ...] = ("fines", "ghost", "continuing")


def report_dice(state: State, action: ReportDice) -> Ruling:
    """SP-20, SP-21, R-7: whoever has a joker decides about it before the figure moves."""
    if state.phase == "friend":
        return report_friend_die(state, action)
    if state.phase != "rolling":
        return no.not_now(state)
    faces = action.faces
    result = RESULTS.get(faces)
    if result is None or len(faces) != state.dice:
        return _refuse_pips(state, faces)
    seat = state.active
    if state.players[seat].joker:
        return Accepted((DiceRolled(seat, faces, result, "joker"),))
    return Accepted((DiceRolled(seat, faces, result, "continuing"), *resolve(state, result)))


def _refuse_pips(state: State, faces: tuple[str, ...]) -> Refused:
    if len(faces) != state.dice:
        return no.WRONG_NUMBER_OF_DICE(seen=len(faces), announced=state.dice)
    return no.NO_SUCH_PIPS(face=next(face for face in faces if face not in PIPS))


def use_joker(state: State, action: UseJoker) -> Ruling:
    """SP-61, R-7: the same dice again, once a game; the new result stands."""
    refused = _refuse_joker(state, action.seat)
    return refused or Accepted((JokerUsed(action.seat),))


def _refuse_joker(state: State, seat: int) -> Refused | None:
    if not state.rules.joker:
        return no.JOKER_NOT_IN_GAME()
    if state.phase == "joker" or seat != state.active:
        return refuse_moment(state, seat, "joker")
    if state.phase in _BEFORE_ROLL + _AFTER_ROLL and not state.players[seat].joker:
        return no.JOKER_IS_SPENT(player=state.rules.names[seat])
    if state.phase in _BEFORE_ROLL:
        return no.JOKER_NEEDS_ROLL()
    if state.phase in _AFTER_ROLL:
        return no.JOKER_TOO_LATE()
    return no.not_now(state)


def keep_roll(state: State, action: KeepRoll) -> Ruling:
    """SP-61: nobody has to spend the joker."""
    refused = refuse_moment(state, action.seat, "joker")
    if refused:
        return refused
    return Accepted((RollKept(action.seat), *resolve(state, RESULTS[state.faces])))
