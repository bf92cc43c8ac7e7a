"""Judges the start of a round and of a turn: cards, powers 2 to 4, the axe, the announcement."""

from __future__ import annotations

from functools import lru_cache

from referee.games.base import Accepted, Event, Refused, Ruling
from referee.games.magic_beanstalk import refusals as no
from referee.games.magic_beanstalk.actions import (
    AnnounceDice,
    Hide,
    PickCard,
    RaiseAxe,
    StealSack,
)
from referee.games.magic_beanstalk.ending import turn_end
from referee.games.magic_beanstalk.events import (
    AxeRaised,
    AxeStruck,
    CardPicked,
    CardsRevealed,
    DiceAnnounced,
    Phase,
    SackStolen,
    TurnSkipped,
)
from referee.games.magic_beanstalk.moments import refuse_power
from referee.games.magic_beanstalk.pieces import CARDS, CYLINDERS
from referee.games.magic_beanstalk.state import (
    State,
    card_of_active,
    dice_in_tower,
    tokens_in_tower,
)
from referee.games.reports import ReportRemoval

_AXE_CARD = 4


def pick_card(state: State, action: PickCard) -> Ruling:
    """MB-20: one card each, face down; the last pick turns all of them over (MB-21)."""
    if state.phase != "picking":
        return no.not_now(state)
    seat, value = action.seat, action.value
    if not 0 <= seat < len(state.players):
        return no.wrong_seat(state, seat)
    player = state.players[seat]
    if player.picked:
        return no.ALREADY_PICKED(player=state.rules.names[seat])
    if not 1 <= value <= CARDS:
        return no.NO_SUCH_CARD(value=value)
    if value in player.played:
        return no.CARD_ALREADY_PLAYED(player=state.rules.names[seat], value=value)
    picked = CardPicked(seat, value)
    if len(state.to_pick) > 1:
        return Accepted((picked,))
    values = tuple([p.picked or value for p in state.players])
    return Accepted((picked, CardsRevealed(values, turn_order(values, state.bean))))


def turn_order(values: tuple[int, ...], bean: int) -> tuple[int, ...]:
    """MB-22, MB-23: ascending; ties clockwise from the holder of the Magic Bean."""
    seats = range(len(values))
    clockwise = (*seats[bean:], *seats[:bean])
    return tuple(sorted(clockwise, key=values.__getitem__))


def allowed_numbers(state: State) -> tuple[int, ...]:
    """What the active player may announce.

    Before an axe strike every printed number counts, because the pool at the moment of the roll
    decides (R-4).
    """
    rules = state.rules
    card = state.players[state.active].picked
    if state.turn.axe == "raised":
        return rules.edition.cards[card - 1]
    return rules.numbers[card][state.pool]


def announce_dice(state: State, action: AnnounceDice) -> Ruling:
    """MB-30 and, with the axe, MB-81: the number first, then the throw, then the roll."""
    if state.phase != "starting":
        return no.not_now(state)
    if action.seat != state.active:
        return no.wrong_seat(state, action.seat)
    allowed = allowed_numbers(state)
    count = action.count
    if count not in allowed:
        return _refuse_number(state, count, allowed)
    return _announced(action.seat, count, "axe" if state.turn.axe == "raised" else "rolling")


@lru_cache(maxsize=256)
def _announced(seat: int, count: int, then: Phase) -> Ruling:
    return Accepted((DiceAnnounced(seat, count, then),))


def _refuse_number(state: State, count: int, allowed: tuple[int, ...]) -> Refused:
    card = card_of_active(state)
    if count in state.rules.edition.cards[card - 1]:
        return no.POOL_TOO_SMALL(count=count, pool=state.pool, numbers=allowed)
    return no.NUMBER_NOT_ON_CARD(count=count, card=card, numbers=allowed)


def raise_axe(state: State, action: RaiseAxe) -> Ruling:
    """MB-80 (Axe token, once a game) or MB-114 (power 4, once a round)."""
    if state.phase in _DICE_ANNOUNCED and action.seat == state.active:
        return _refuse_late_axe(state)
    if state.rules.expert:
        return refuse_power(state, action.seat, _AXE_CARD, "starting") or Accepted(
            (AxeRaised(action.seat, True),)
        )
    if state.phase != "starting":
        return no.not_now(state)
    if action.seat != state.active:
        return no.wrong_seat(state, action.seat)
    if state.turn.axe != "unused":
        return no.AXE_ALREADY_RAISED(player=state.rules.names[action.seat])
    if not state.players[action.seat].axe:
        return no.NO_AXE_LEFT(player=state.rules.names[action.seat])
    return Accepted((AxeRaised(action.seat, False),))


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
        return no.AXE_ALREADY_RAISED(player=name)
    if state.rules.expert and card != _AXE_CARD:
        return no.WRONG_CARD_FOR_POWER(card=card, power=_AXE_CARD)
    if not state.rules.expert and not state.players[state.active].axe:
        return no.NO_AXE_LEFT(player=name)
    return no.AXE_TOO_LATE(rule=no.not_now(state).rule, player=name)


def hide(state: State, action: Hide) -> Ruling:
    """MB-112: the turn is skipped; Eye token and Magic Bean follow as after any turn (T-37)."""
    refused = refuse_power(state, action.seat, 2, "starting")
    return refused or Accepted((TurnSkipped(action.seat), *turn_end(state)))


def victims(state: State) -> tuple[int, ...]:
    """MB-113: whoever owns strictly more sacks than the active player."""
    own = state.players[state.active].sacks
    return tuple([seat for seat, player in enumerate(state.players) if player.sacks > own])


def steal_sack(state: State, action: StealSack) -> Ruling:
    """MB-113: one unseen sack from a player who owns more of them."""
    refused = refuse_power(state, action.seat, 3, "starting")
    if refused:
        return refused
    if not 0 <= action.victim < len(state.players):
        return no.wrong_seat(state, action.victim)
    if action.victim not in victims(state):
        names = state.rules.names
        return no.NOT_RICHER(player=names[action.seat], victim=names[action.victim])
    return Accepted((SackStolen(action.seat, action.victim),))


def report_removal(state: State, action: ReportRemoval) -> Ruling:
    """MB-83 to MB-86, R-14, R-15: what the axe knocked off, all of it until the dice are rolled."""
    still_falling = state.turn.axe == "thrown" and not state.turn.rolled
    if state.phase != "axe" and not (still_falling and state.phase in ("starting", "rolling")):
        return no.not_now(state)
    fallen = [(piece.kind, piece.seat) for piece in action.pieces]
    tokens = tuple([fallen.count(("token", seat)) for seat in range(len(state.players))])
    dice, cylinders = fallen.count(("die", None)), fallen.count(("cylinder", None))
    is_known = dice + cylinders + sum(tokens) == len(fallen)
    if not is_known or _more_than_stood(state, dice, cylinders, tokens):
        return no.MORE_FELL_THAN_STOOD()
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
    # One die of a tower that is gone returns to the mini-board before the roll.
    pool = state.pool + dice - (dice == dice_in_tower(state))
    is_settled = state.turn.rolling in state.rules.numbers[card_of_active(state)][pool]
    then: Phase = "rolling" if is_settled else "starting"
    return (AxeStruck(state.active, dice, cylinders, tokens, then),)
