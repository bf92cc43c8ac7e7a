"""Judges the rolling stage: dice, extra dice, powers 6 and 7, the Giant (MB-30 to MB-35, R-5)."""

from __future__ import annotations

from itertools import product

from referee.games.base import Accepted, Event, Ruling
from referee.games.magic_beanstalk import refusals as no
from referee.games.magic_beanstalk.actions import (
    DeclinePower,
    RerollDice,
    ReturnDie,
    TakeExtraDice,
)
from referee.games.magic_beanstalk.ending import decline_reward, turn_end
from referee.games.magic_beanstalk.events import (
    DiceRolled,
    DieReturned,
    ExtraDiceTaken,
    GiantWoke,
    Phase,
    PowerDeclined,
    RerollStarted,
)
from referee.games.magic_beanstalk.moments import refuse_moment, refuse_power
from referee.games.magic_beanstalk.pieces import DIE, EYE, FACES
from referee.games.magic_beanstalk.state import State, is_power_free
from referee.games.reports import ReportDice

Hand = tuple[str, ...]

_WAKING_EYES = 2
_COMMON_ROLLS = frozenset(roll for count in range(4) for roll in product(FACES, repeat=count))
"""Rolls of up to three dice, all of them possible: known at a glance."""


def report_dice(state: State, action: ReportDice) -> Ruling:
    """MB-32: the dice lie in the tray. What they mean is checked in the order of R-5."""
    if state.phase != "rolling":
        return no.not_now(state)
    faces = action.faces
    turn = state.turn
    if len(faces) != turn.rolling:
        return no.WRONG_NUMBER_OF_DICE(seen=len(faces), announced=turn.rolling)
    if faces not in _COMMON_ROLLS:
        for face in faces:
            if face not in FACES:
                return no.NO_SUCH_FACE(face=face)
    if turn.reroll:
        return _rerolled(state, faces)
    if state.rules.expert and is_power_free(state, 6):
        return Accepted((DiceRolled(state.active, faces, "returning"),))
    hand = turn.hand + faces
    eyes = hand.count(EYE) + (state.eye_holder == state.active)
    if eyes < _WAKING_EYES and DIE in faces and state.pool > len(faces):
        return Accepted((DiceRolled(state.active, faces, "extra"),))
    then = _after_rolling(state, hand) if state.rules.expert else "stacking"
    rolled = DiceRolled(state.active, faces, then)
    if eyes < _WAKING_EYES or then != "stacking":
        return Accepted((rolled,))
    return Accepted((rolled, GiantWoke(state.active, len(hand) - hand.count(EYE))))


def _rerolled(state: State, faces: Hand) -> Ruling:
    """R-22: rerolled faces are final; new Die faces give nothing; then the Giant is checked."""
    reroll_face = state.rules.edition.reroll_face
    hand = tuple([face for face in state.turn.hand if face != reroll_face]) + faces
    rolled = DiceRolled(state.active, faces, "stacking", reroll=True)
    return Accepted((rolled, *_giant(state, hand)))


def eyes_of(state: State, hand: Hand) -> int:
    """MB-34, R-19: Eyes among the dice of this turn, the Eye token being one more."""
    return hand.count(EYE) + (state.eye_holder == state.active)


def _after_effects(state: State, hand: Hand, latest: Hand, pool: int) -> Phase:
    """R-5: from two Eyes on no extra dice; otherwise Die faces of the latest roll give some."""
    if DIE in latest and pool and eyes_of(state, hand) < _WAKING_EYES:
        return "extra"
    return _after_rolling(state, hand) if state.rules.expert else "stacking"


def _after_rolling(state: State, hand: Hand) -> Phase:
    """MB-117: power 7 comes when all dice, extra dice included, have been rolled."""
    if state.rules.edition.reroll_face in hand and is_power_free(state, 7):
        return "rerolling"
    return "stacking"


def _giant(state: State, hand: Hand) -> tuple[Event, ...]:
    """MB-34: two Eyes wake the Giant; everything else goes back to the pool at once."""
    if eyes_of(state, hand) < _WAKING_EYES:
        return ()
    return (GiantWoke(state.active, len(hand) - hand.count(EYE)),)


def extra_dice_limit(state: State) -> int:
    """MB-33: one extra die per Die face of the latest roll, as long as there are dice."""
    return min(state.turn.latest.count(DIE), state.pool)


def take_extra_dice(state: State, action: TakeExtraDice) -> Ruling:
    """MB-33, R-25: the number is fixed first, then all of them are rolled together."""
    refused = refuse_moment(state, action.seat, "extra")
    if refused:
        return refused
    count = action.count
    limit = extra_dice_limit(state)
    if not 0 <= count <= limit:
        return no.TOO_MANY_EXTRA_DICE(count=count, limit=limit)
    if count:
        return Accepted((ExtraDiceTaken(state.active, count, "rolling"),))
    hand = state.turn.hand
    then = _after_rolling(state, hand)
    events: tuple[Event, ...] = (ExtraDiceTaken(state.active, 0, then),)
    return Accepted(events + _giant(state, hand) if then == "stacking" else events)


def return_die(state: State, action: ReturnDie) -> Ruling:
    """MB-116, R-21: one rolled die goes back before the Eyes of this roll are counted."""
    refused = refuse_power(state, action.seat, 6, "returning")
    if refused:
        return refused
    turn = state.turn
    face = action.face
    if face not in turn.hand:
        return no.DIE_NOT_IN_HAND(rule="MB-116", face=face)
    hand, latest = _without(turn.hand, face), _without(turn.latest, face)
    if not hand:
        returned = DieReturned(state.active, face, "checking")
        return Accepted((returned, *turn_end(state)))
    then = _after_effects(state, hand, latest, state.pool + 1)
    events: tuple[Event, ...] = (DieReturned(state.active, face, then),)
    return Accepted(events + _giant(state, hand) if then == "stacking" else events)


def _without(faces: Hand, face: str) -> Hand:
    if face not in faces:
        return faces
    at = faces.index(face)
    return faces[:at] + faces[at + 1 :]


def reroll_dice(state: State, action: RerollDice) -> Ruling:
    """MB-117: every die with the card's face is rolled once more."""
    refused = refuse_power(state, action.seat, 7, "rerolling")
    if refused:
        return refused
    face = state.rules.edition.reroll_face
    return Accepted((RerollStarted(state.active, face, state.turn.hand.count(face)),))


def decline_power(state: State, action: DeclinePower) -> Ruling:
    """MB-101: a power is never compulsory. At the start of a turn, announcing dice declines it."""
    if not state.rules.expert:
        return no.POWERS_NOT_IN_BASE_GAME()
    match state.phase:
        case "returning":
            return refuse_moment(state, action.seat, "returning") or _keep_all_dice(state)
        case "rerolling":
            return refuse_moment(state, action.seat, "rerolling") or _keep_all_faces(state)
        case "rewarding":
            return refuse_moment(state, action.seat, "rewarding") or decline_reward(state)
    return no.NOTHING_TO_DECLINE()


def _keep_all_dice(state: State) -> Ruling:
    turn = state.turn
    then = _after_effects(state, turn.hand, turn.latest, state.pool)
    events: tuple[Event, ...] = (PowerDeclined(state.active, 6, then),)
    return Accepted(events + _giant(state, turn.hand) if then == "stacking" else events)


def _keep_all_faces(state: State) -> Ruling:
    declined = PowerDeclined(state.active, 7, "stacking")
    return Accepted((declined, *_giant(state, state.turn.hand)))
