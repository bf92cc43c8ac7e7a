"""Judges what happens on the bean fields: planting, harvests, third fields, the duel's discards.

Where a card may be planted (BO-20, BO-21, BO-31); harvests and third fields, at any time (BO-80 to
BO-93); planting from the hand, of what was kept or received, in the duel of open cards (BO-30 to
BO-33, BO-60 to BO-62); offers and discards of the duel (BO-112 to BO-115, BO-R9, BO-R12).
"""

from collections.abc import Callable
from functools import lru_cache

from referee.games.base import Accepted, Refused, Ruling
from referee.games.bohnanza import actions, events, refusals
from referee.games.bohnanza.drawing import hand_phase, reveal_phase, turn_planted
from referee.games.bohnanza.edition import MAX_FIELDS, UNSEEN_MASK, unseen_of
from referee.games.bohnanza.events import Phase, Source
from referee.games.bohnanza.refusals import missing_card, not_now, wrong_seat
from referee.games.bohnanza.state import Field, State, harvest_of, is_protected

CARDS_FROM_HAND = 2
"""At most so many a turn (BO-32)."""


# Seven seats, eleven varieties, three fields, and what follows: 4096 hold nearly all of them.
@lru_cache(maxsize=4096)
def _planted(seat: int, card: str, field: int, source: Source, then: Phase) -> Accepted:
    """Most rulings of a game are these, and all are frozen: each is made once."""
    return Accepted((events.CardPlanted(seat, card, field, source, then),))


def plant_card(state: State, action: actions.PlantCard) -> Ruling:
    """One card goes on a field; where it comes from follows from the phase."""
    plant = _PLANT_BY_PHASE.get(state.phase)
    return _refuse_planting_now(state, action) if plant is None else plant(state, action)


def _refuse_planting_now(state: State, action: actions.PlantCard) -> Refused:
    """BO-32: a third card from the hand has a sentence of its own."""
    is_third = state.planted == CARDS_FROM_HAND and state.phase in ("revealing", "discarding")
    if is_third and action.seat == state.active:
        return refusals.TWO_CARDS_AT_MOST(player=state.rules.names[state.active])
    return not_now(state)


def _plant_from_hand(state: State, action: actions.PlantCard) -> Ruling:
    """BO-30, BO-32: the front card. Nobody sees the hand, but the variety must still be hidden."""
    seat, card = action.seat, action.card
    if seat != state.active:
        return wrong_seat(state, seat)
    shift = state.rules.beans.shift.get(card)
    if shift is None or not state.unseen >> shift & UNSEEN_MASK:
        return missing_card(state, card)
    refused = _refuse_field(state, seat, card, action.field)
    if refused:
        return refused
    left = state.players[seat].hand - 1
    is_done = not left or state.planted + 1 >= CARDS_FROM_HAND
    then = _after_hand(state, left) if is_done else "planting"
    return _planted(seat, card, action.field, "hand", then)


def _after_hand(state: State, hand: int) -> Phase:
    """BO-113: in the duel one of the cards left in the hand may be discarded."""
    return "discarding" if hand and state.rules.table.duel else reveal_phase(state)


def stop_planting(state: State, action: actions.StopPlanting) -> Ruling:
    """BO-30, BO-32: the first card has to be planted, the second may be."""
    if state.phase != "planting":
        return not_now(state)
    seat = action.seat
    if seat != state.active:
        return wrong_seat(state, seat)
    if not state.planted:
        return refusals.FRONT_CARD_FIRST(player=state.rules.names[seat])
    then = _after_hand(state, state.players[seat].hand)
    return Accepted((events.PlantingStopped(seat, then),))


def _plant_aside(state: State, action: actions.PlantCard) -> Ruling:
    """BO-60, BO-61, BO-R7: everything laid aside must be planted, seats and cards in any order."""
    seat, card = action.seat, action.card
    if not 0 <= seat < len(state.players):
        return wrong_seat(state, seat)
    aside = state.players[seat].aside
    if card not in aside:
        return refusals.NOT_AMONG_THE_CARDS(card=card)
    refused = _refuse_field(state, seat, card, action.field)
    if refused:
        return refused
    if len(aside) > 1 or _has_others_aside(state, seat):
        return _planted(seat, card, action.field, "aside", "sowing")
    return turn_planted(state, events.CardPlanted(seat, card, action.field, "aside", "drawing"))


def _has_others_aside(state: State, seat: int) -> bool:
    return any(player.aside and other != seat for other, player in enumerate(state.players))


def _plant_open(state: State, action: actions.PlantCard) -> Ruling:
    """BO-112, BO-115: duel, from the offer or from the revealed cards."""
    seat, card = action.seat, action.card
    if seat != state.active:
        return wrong_seat(state, seat)
    if card not in state.open_cards:
        return refusals.NOT_AMONG_THE_CARDS(rule="BO-115", card=card)
    refused = _refuse_field(state, seat, card, action.field)
    if refused:
        return refused
    if len(state.open_cards) > 1:
        return _planted(seat, card, action.field, "open", state.phase)
    if state.phase == "choosing":
        return turn_planted(state, events.CardPlanted(seat, card, action.field, "open", "drawing"))
    return _planted(seat, card, action.field, "open", hand_phase(state, seat))


_PLANT_BY_PHASE: dict[str, Callable[[State, actions.PlantCard], Ruling]] = {
    "planting": _plant_from_hand,
    "sowing": _plant_aside,
    "offer": _plant_open,
    "choosing": _plant_open,
}


def _refuse_field(state: State, seat: int, card: str, index: int) -> Refused | None:
    """BO-20, BO-21, BO-31: why this card may not be planted in this field; None if it may."""
    fields = state.players[seat].fields
    if not 0 <= index < len(fields):
        return refusals.NO_SUCH_FIELD(player=state.rules.names[seat], fields=len(fields))
    here = fields[index].card
    if here == card:
        return None
    for field in fields:
        if field.card == card:
            return refusals.GROWS_ELSEWHERE(player=state.rules.names[seat], card=card)
    return _refuse_occupied(state, seat, card, here) if here else None


def _refuse_occupied(state: State, seat: int, card: str, here: str) -> Refused:
    fields, name = state.players[seat].fields, state.rules.names[seat]
    if all(field.count for field in fields):
        can_buy = "yes" if can_buy_field(state, seat) else "no"
        return refusals.NO_ROOM(player=name, card=card, can_buy=can_buy)
    return refusals.OTHER_BEAN_GROWS_THERE(player=name, card=here)


def harvest_field(state: State, action: actions.HarvestField) -> Ruling:
    """BO-80 to BO-84: all cards of one field are sold, whoever's turn it is."""
    seat, index = action.seat, action.field
    players = state.players
    if state.phase == "over":
        return not_now(state)
    if not 0 <= seat < len(players):
        return wrong_seat(state, seat)
    if seat != state.active and state.rules.table.duel:
        names = state.rules.names
        return refusals.HARVEST_IN_OWN_TURN(player=names[seat], active=names[state.active])
    fields = players[seat].fields
    if not 0 <= index < len(fields):
        return refusals.NO_SUCH_FIELD(player=state.rules.names[seat], fields=len(fields))
    field = fields[index]
    if field.count < 2 and (not field.count or is_protected(fields, field)):
        return _refuse_weak_field(state, seat, field)
    return Accepted((harvest_of(state, seat, index),))


def _refuse_weak_field(state: State, seat: int, field: Field) -> Refused:
    name = state.rules.names[seat]
    if not field.count:
        return refusals.EMPTY_FIELD(player=name)
    return refusals.SINGLE_BEAN_PROTECTED(player=name, card=field.card)


def can_harvest_now(state: State, seat: int) -> bool:
    """BO-80, BO-111: at any time; in the duel only in one's own turn."""
    return seat == state.active or not state.rules.table.duel


def buy_field(state: State, action: actions.BuyField) -> Ruling:
    """BO-90 to BO-93, BO-R15: paid with the top cards of the coin stack, at any time."""
    seat = action.seat
    if state.phase == "over":
        return not_now(state)
    if not 0 <= seat < len(state.players):
        return wrong_seat(state, seat)
    player, table = state.players[seat], state.rules.table
    name = state.rules.names[seat]
    if len(player.fields) >= MAX_FIELDS:
        return refusals.HAS_THREE_FIELDS(player=name)
    price = table.price
    if len(player.coins) < price:
        return refusals.TOO_FEW_COINS(player=name, coins=len(player.coins), price=price)
    paid = player.coins[: -price - 1 : -1]
    return Accepted((events.FieldBought(seat, paid, table.coins_to),))


def can_buy_field(state: State, seat: int) -> bool:
    """Whether a third field is for sale and can be paid."""
    player = state.players[seat]
    return len(player.fields) < MAX_FIELDS and len(player.coins) >= state.rules.table.price


def _refuse_in_duel(state: State, seat: int, phases: tuple[Phase, ...]) -> Refused | None:
    if not state.rules.table.duel:
        return refusals.ONLY_IN_DUEL()
    if state.phase not in phases:
        return not_now(state)
    return None if seat == state.active else wrong_seat(state, seat)


def discard_card(state: State, action: actions.DiscardCard) -> Ruling:
    """BO-112, BO-R12: offered cards, one by one; BO-113, BO-R9: at most one card of the hand."""
    refused = _refuse_in_duel(state, action.seat, ("offer", "discarding"))
    if refused:
        return refused
    return (
        _discard_offered(state, action)
        if state.phase == "offer"
        else _discard_from_hand(state, action)
    )


def _discard_offered(state: State, action: actions.DiscardCard) -> Ruling:
    seat, card = action.seat, action.card
    if card not in state.open_cards:
        return refusals.NOT_AMONG_THE_CARDS(rule="BO-112", card=card)
    is_last = len(state.open_cards) == 1
    then = hand_phase(state, seat) if is_last else "offer"
    return Accepted((events.CardDiscarded(seat, card, "open", then),))


def _discard_from_hand(state: State, action: actions.DiscardCard) -> Ruling:
    seat, card = action.seat, action.card
    if not unseen_of(state.rules.beans, state.unseen, card):
        return missing_card(state, card)
    return Accepted((events.CardDiscarded(seat, card, "hand", reveal_phase(state)),))


def keep_hand(state: State, action: actions.KeepHand) -> Ruling:
    """BO-113: nothing has to be discarded."""
    refused = _refuse_in_duel(state, action.seat, ("discarding",))
    return refused or Accepted((events.PlantingStopped(action.seat, reveal_phase(state)),))


def leave_offer(state: State, action: actions.LeaveOffer) -> Ruling:
    """BO-115: any number of cards may be left for the opponent."""
    refused = _refuse_in_duel(state, action.seat, ("choosing",))
    return refused or turn_planted(
        state, events.OfferLeft(action.seat, state.open_cards, "drawing")
    )
