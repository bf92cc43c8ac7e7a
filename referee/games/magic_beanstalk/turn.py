"""Judges a round and a turn until the dice are rolled (MB-20 to MB-35, MB-80 to MB-86).

Cards, powers 2 to 4, the axe, the announcement; then the dice, extra dice, powers 6 and 7 and the
Giant, in the order of MB-R5.
"""

from functools import lru_cache
from itertools import product

from referee.games.base import Accepted, Event, Refused, Ruling
from referee.games.magic_beanstalk import actions, events, refusals
from referee.games.magic_beanstalk.edition import CARDS, CYLINDERS, DIE, EYE, FACES
from referee.games.magic_beanstalk.events import Phase
from referee.games.magic_beanstalk.refusals import (
    not_now,
    refuse_out_of_turn,
    refuse_power,
    wrong_seat,
)
from referee.games.magic_beanstalk.state import (
    State,
    card_of_active,
    dice_in_tower,
    eyes_of,
    is_power_free,
    tokens_in_tower,
    without_face,
)
from referee.games.magic_beanstalk.tower import decline_reward, turn_end
from referee.games.reports import ReportDice, ReportRemoval

_AXE_CARD = 4


def pick_card(state: State, action: actions.PickCard) -> Ruling:
    """MB-20: one card each, face down; the last pick turns all of them over (MB-21)."""
    if state.phase != "picking":
        return not_now(state)
    seat, value = action.seat, action.value
    if not 0 <= seat < len(state.players):
        return wrong_seat(state, seat)
    player = state.players[seat]
    if player.picked:
        return refusals.ALREADY_PICKED(player=state.rules.names[seat])
    if not 1 <= value <= CARDS:
        return refusals.NO_SUCH_CARD(value=value)
    if value in player.played:
        return refusals.CARD_ALREADY_PLAYED(player=state.rules.names[seat], value=value)
    picked = events.CardPicked(seat, value)
    if len(state.to_pick) > 1:
        return Accepted((picked,))
    values = tuple([p.picked or value for p in state.players])
    return Accepted((picked, events.CardsRevealed(values, turn_order(values, state.bean))))


def turn_order(values: tuple[int, ...], bean: int) -> tuple[int, ...]:
    """MB-22, MB-23: ascending; ties clockwise from the holder of the Magic Bean."""
    seats = range(len(values))
    clockwise = (*seats[bean:], *seats[:bean])
    return tuple(sorted(clockwise, key=values.__getitem__))


def allowed_numbers(state: State) -> tuple[int, ...]:
    """What the active player may announce.

    Before an axe strike every printed number counts, because the pool at the moment of the roll
    decides (MB-R4).
    """
    rules = state.rules
    card = state.players[state.active].picked
    if state.turn.axe == "raised":
        return rules.edition.cards[card - 1]
    return rules.numbers[card][state.pool]


def announce_dice(state: State, action: actions.AnnounceDice) -> Ruling:
    """MB-30 and, with the axe, MB-81: the number first, then the throw, then the roll."""
    refused = refuse_out_of_turn(state, action.seat, "starting")
    if refused:
        return refused
    allowed = allowed_numbers(state)
    count = action.count
    if count not in allowed:
        return _refuse_number(state, count, allowed)
    return _announced(action.seat, count, "axe" if state.turn.axe == "raised" else "rolling")


@lru_cache(maxsize=256)
def _announced(seat: int, count: int, then: Phase) -> Ruling:
    return Accepted((events.DiceAnnounced(seat, count, then),))


def _refuse_number(state: State, count: int, allowed: tuple[int, ...]) -> Refused:
    card = card_of_active(state)
    if count in state.rules.edition.cards[card - 1]:
        return refusals.POOL_TOO_SMALL(count=count, pool=state.pool, numbers=allowed)
    return refusals.NUMBER_NOT_ON_CARD(count=count, card=card, numbers=allowed)


def raise_axe(state: State, action: actions.RaiseAxe) -> Ruling:
    """MB-80 (Axe token, once a game) or MB-114 (power 4, once a round)."""
    if state.phase in _DICE_ANNOUNCED and action.seat == state.active:
        return _refuse_late_axe(state)
    if state.rules.expert:
        return refuse_power(state, action.seat, _AXE_CARD, "starting") or Accepted(
            (events.AxeRaised(action.seat, True),)
        )
    refused = refuse_out_of_turn(state, action.seat, "starting")
    if refused:
        return refused
    if state.turn.axe != "unused":
        return refusals.AXE_ALREADY_RAISED(player=state.rules.names[action.seat])
    if not state.players[action.seat].axe:
        return refusals.NO_AXE_LEFT(player=state.rules.names[action.seat])
    return Accepted((events.AxeRaised(action.seat, False),))


_DICE_ANNOUNCED: tuple[Phase, ...] = (
    "axe",
    "rolling",
    "returning",
    "extra",
    "rerolling",
    "stacking",
    "checking",
    "rewarding",
)


def _refuse_late_axe(state: State) -> Refused:
    """MB-80, MB-81: the axe comes before the dice; say whether it could have come at all."""
    card, name = card_of_active(state), state.rules.names[state.active]
    if state.turn.axe != "unused":
        return refusals.AXE_ALREADY_RAISED(player=name)
    if state.rules.expert and card != _AXE_CARD:
        return refusals.WRONG_CARD_FOR_POWER(card=card, power=_AXE_CARD)
    if not state.rules.expert and not state.players[state.active].axe:
        return refusals.NO_AXE_LEFT(player=name)
    return refusals.AXE_TOO_LATE(rule=not_now(state).rule, player=name)


def hide(state: State, action: actions.Hide) -> Ruling:
    """MB-112: the turn is skipped; Eye token and Magic Bean follow as after any turn."""
    refused = refuse_power(state, action.seat, 2, "starting")
    return refused or Accepted((events.TurnSkipped(action.seat), *turn_end(state)))


def victims(state: State) -> tuple[int, ...]:
    """MB-113: whoever owns strictly more sacks than the active player."""
    own = state.players[state.active].sacks
    return tuple([seat for seat, player in enumerate(state.players) if player.sacks > own])


def steal_sack(state: State, action: actions.StealSack) -> Ruling:
    """MB-113: one unseen sack from a player who owns more of them."""
    refused = refuse_power(state, action.seat, 3, "starting")
    if refused:
        return refused
    if not 0 <= action.victim < len(state.players):
        return wrong_seat(state, action.victim)
    if action.victim not in victims(state):
        names = state.rules.names
        return refusals.NOT_RICHER(player=names[action.seat], victim=names[action.victim])
    return Accepted((events.SackStolen(action.seat, action.victim),))


def report_removal(state: State, action: ReportRemoval) -> Ruling:
    """MB-83 to MB-86, MB-R14, MB-R15: what the axe knocked off, all until the roll."""
    still_falling = state.turn.axe == "thrown" and not state.turn.rolled
    if state.phase != "axe" and not (still_falling and state.phase in ("starting", "rolling")):
        return not_now(state)
    fallen = [(piece.kind, piece.seat) for piece in action.pieces]
    tokens = tuple([fallen.count(("token", seat)) for seat in range(len(state.players))])
    dice, cylinders = fallen.count(("die", None)), fallen.count(("cylinder", None))
    is_known = dice + cylinders + sum(tokens) == len(fallen)
    if not is_known or _more_than_stood(state, dice, cylinders, tokens):
        return refusals.MORE_FELL_THAN_STOOD()
    return Accepted(_struck(state, dice, cylinders, tokens))


def _more_than_stood(state: State, dice: int, cylinders: int, tokens: tuple[int, ...]) -> bool:
    standing = tokens_in_tower(state)
    standing_dice, standing_cylinders = dice_in_tower(state), CYLINDERS - state.cylinders
    if dice == standing_dice:
        # Nothing can stay up when every die is gone.
        return cylinders != standing_cylinders or tokens != standing
    if dice > standing_dice or cylinders > standing_cylinders:
        return True
    return any(fell > stood for fell, stood in zip(tokens, standing, strict=True))


def _struck(state: State, dice: int, cylinders: int, tokens: tuple[int, ...]) -> tuple[Event, ...]:
    # One die of a tower that is gone returns to the mini-board before the roll (MB-R14).
    pool = state.pool + dice - (dice == dice_in_tower(state))
    is_settled = state.turn.rolling in state.rules.numbers[card_of_active(state)][pool]
    then: Phase = "rolling" if is_settled else "starting"
    return (events.AxeStruck(state.active, dice, cylinders, tokens, then),)


Hand = tuple[str, ...]

_WAKING_EYES = 2
_COMMON_ROLLS = frozenset(roll for count in range(4) for roll in product(FACES, repeat=count))
"""Rolls of up to three dice, all of them possible: known at a glance."""


def report_dice(state: State, action: ReportDice) -> Ruling:
    """MB-32: the dice lie in the tray. What they mean is checked in the order of MB-R5."""
    if state.phase != "rolling":
        return not_now(state)
    faces = action.faces
    turn = state.turn
    if len(faces) != turn.rolling:
        return refusals.WRONG_NUMBER_OF_DICE(seen=len(faces), announced=turn.rolling)
    if faces not in _COMMON_ROLLS:
        for face in faces:
            if face not in FACES:
                return refusals.NO_SUCH_FACE(face=face)
    if turn.reroll:
        return _rerolled(state, faces)
    if state.rules.expert and is_power_free(state, 6):
        return Accepted((events.DiceRolled(state.active, faces, "returning"),))
    # `_after_effects` and `_with_giant` in one, the eyes counted once: the rule asked most often.
    hand = turn.hand + faces
    eyes = hand.count(EYE) + (state.eye_holder == state.active)
    if eyes < _WAKING_EYES and DIE in faces and state.pool > len(faces):
        return Accepted((events.DiceRolled(state.active, faces, "extra"),))
    then = _after_rolling(state, hand) if state.rules.expert else "stacking"
    rolled = events.DiceRolled(state.active, faces, then)
    if eyes < _WAKING_EYES or then != "stacking":
        return Accepted((rolled,))
    return Accepted((rolled, events.GiantWoke(state.active, len(hand) - hand.count(EYE))))


def _rerolled(state: State, faces: Hand) -> Ruling:
    """MB-R22: rerolled faces are final; new Die faces give nothing; then the Giant is checked."""
    reroll_face = state.rules.edition.reroll_face
    hand = tuple([face for face in state.turn.hand if face != reroll_face]) + faces
    rolled = events.DiceRolled(state.active, faces, "stacking", reroll=True)
    return _with_giant(state, hand, rolled)


def _after_effects(state: State, hand: Hand, latest: Hand, pool: int) -> Phase:
    """MB-R5: from two Eyes on no extra dice; otherwise Die faces of the latest roll give some."""
    if DIE in latest and pool > 0 and eyes_of(state, hand) < _WAKING_EYES:
        return "extra"
    return _after_rolling(state, hand) if state.rules.expert else "stacking"


def _after_rolling(state: State, hand: Hand) -> Phase:
    """MB-117: power 7 comes when all dice, extra dice included, have been rolled."""
    if state.rules.edition.reroll_face in hand and is_power_free(state, 7):
        return "rerolling"
    return "stacking"


def _with_giant(state: State, hand: Hand, last: Event, then: Phase = "stacking") -> Ruling:
    """MB-34: two Eyes in the final hand wake the Giant; all other dice go back to the pool."""
    if then != "stacking" or eyes_of(state, hand) < _WAKING_EYES:
        return Accepted((last,))
    return Accepted((last, events.GiantWoke(state.active, len(hand) - hand.count(EYE))))


def extra_dice_limit(state: State) -> int:
    """MB-33: one extra die per Die face of the latest roll, as long as there are dice."""
    return min(state.turn.latest.count(DIE), state.pool)


def take_extra_dice(state: State, action: actions.TakeExtraDice) -> Ruling:
    """MB-33, MB-R25: the number is fixed first, then all of them are rolled together."""
    refused = refuse_out_of_turn(state, action.seat, "extra")
    if refused:
        return refused
    count = action.count
    limit = extra_dice_limit(state)
    if not 0 <= count <= limit:
        return refusals.TOO_MANY_EXTRA_DICE(count=count, limit=limit)
    if count:
        return Accepted((events.ExtraDiceTaken(state.active, count, "rolling"),))
    hand = state.turn.hand
    then = _after_rolling(state, hand)
    return _with_giant(state, hand, events.ExtraDiceTaken(state.active, 0, then), then)


def return_die(state: State, action: actions.ReturnDie) -> Ruling:
    """MB-116, MB-R21: one rolled die goes back before the Eyes of this roll are counted."""
    refused = refuse_power(state, action.seat, 6, "returning")
    if refused:
        return refused
    turn = state.turn
    face = action.face
    if face not in turn.hand:
        return refusals.DIE_NOT_IN_HAND(rule="MB-116", face=face)
    hand, latest = without_face(turn.hand, face), without_face(turn.latest, face)
    if not hand:
        returned = events.DieReturned(state.active, face, "checking")
        return Accepted((returned, *turn_end(state)))
    then = _after_effects(state, hand, latest, state.pool + 1)
    return _with_giant(state, hand, events.DieReturned(state.active, face, then), then)


def reroll_dice(state: State, action: actions.RerollDice) -> Ruling:
    """MB-117: every die with the card's face is rolled once more."""
    refused = refuse_power(state, action.seat, 7, "rerolling")
    if refused:
        return refused
    face = state.rules.edition.reroll_face
    return Accepted((events.RerollStarted(state.active, face, state.turn.hand.count(face)),))


def decline_power(state: State, action: actions.DeclinePower) -> Ruling:
    """MB-101: a power is never compulsory. At the start of a turn, announcing dice declines it."""
    if not state.rules.expert:
        return refusals.POWERS_NOT_IN_BASE_GAME()
    match state.phase:
        case "returning":
            return refuse_out_of_turn(state, action.seat, "returning") or _keep_all_dice(state)
        case "rerolling":
            return refuse_out_of_turn(state, action.seat, "rerolling") or _keep_all_faces(state)
        case "rewarding":
            return refuse_out_of_turn(state, action.seat, "rewarding") or decline_reward(state)
    return refusals.NOTHING_TO_DECLINE()


def _keep_all_dice(state: State) -> Ruling:
    turn = state.turn
    then = _after_effects(state, turn.hand, turn.latest, state.pool)
    return _with_giant(state, turn.hand, events.PowerDeclined(state.active, 6, then), then)


def _keep_all_faces(state: State) -> Ruling:
    return _with_giant(state, state.turn.hand, events.PowerDeclined(state.active, 7, "stacking"))
