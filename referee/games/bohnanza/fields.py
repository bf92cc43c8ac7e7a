"""Judges what may happen at any time: harvests (BO-80 to BO-84) and third fields (BO-90 to BO-93).

Also says where a card may be planted (BO-20, BO-21, BO-30, BO-31).
"""

from __future__ import annotations

from referee.games.base import Accepted, Refused, Ruling
from referee.games.bohnanza import refusals as no
from referee.games.bohnanza.actions import BuyField, HarvestField
from referee.games.bohnanza.edition import MAX_FIELDS
from referee.games.bohnanza.events import FieldBought, FieldHarvested
from referee.games.bohnanza.state import Field, State, is_protected


def refuse_field(state: State, seat: int, card: str, index: int) -> Refused | None:
    """BO-20, BO-21, BO-31: why this card may not be planted in this field; None if it may."""
    fields = state.players[seat].fields
    if not 0 <= index < len(fields):
        return no.NO_SUCH_FIELD(player=state.rules.names[seat], fields=len(fields))
    here = fields[index].card
    if here == card:
        return None
    for field in fields:
        if field.card == card:
            return no.GROWS_ELSEWHERE(player=state.rules.names[seat], card=card)
    return _refuse_occupied(state, seat, card, here) if here else None


def _refuse_occupied(state: State, seat: int, card: str, here: str) -> Refused:
    fields, name = state.players[seat].fields, state.rules.names[seat]
    if all(field.count for field in fields):
        can_buy = "yes" if can_buy_field(state, seat) else "no"
        return no.NO_ROOM(player=name, card=card, can_buy=can_buy)
    return no.OTHER_BEAN_GROWS_THERE(player=name, card=here)


def harvest_field(state: State, action: HarvestField) -> Ruling:
    """BO-80 to BO-84: all cards of one field are sold, whoever's turn it is."""
    seat, index = action.seat, action.field
    players = state.players
    if state.phase == "over":
        return no.not_now(state)
    if not 0 <= seat < len(players):
        return no.wrong_seat(state, seat)
    if seat != state.active and state.rules.table.duel:
        names = state.rules.names
        return no.HARVEST_IN_OWN_TURN(player=names[seat], active=names[state.active])
    fields = players[seat].fields
    if not 0 <= index < len(fields):
        return no.NO_SUCH_FIELD(player=state.rules.names[seat], fields=len(fields))
    field = fields[index]
    if field.count < 2 and (not field.count or is_protected(fields, field)):
        return _refuse_weak_field(state, seat, field)
    return Accepted((harvest_of(state, seat, index),))


def _refuse_weak_field(state: State, seat: int, field: Field) -> Refused:
    name = state.rules.names[seat]
    if not field.count:
        return no.EMPTY_FIELD(player=name)
    return no.SINGLE_BEAN_PROTECTED(player=name, card=field.card)


def can_harvest_now(state: State, seat: int) -> bool:
    """BO-80, BO-111: at any time; in the duel only in one's own turn."""
    return seat == state.active or not state.rules.table.duel


def harvest_of(state: State, seat: int, index: int) -> FieldHarvested:
    """BO-82: what this field sells for."""
    field: Field = state.players[seat].fields[index]
    coins = state.rules.beans.payout[field.card][field.count]
    return FieldHarvested(seat, index, field.card, field.count, coins)


def buy_field(state: State, action: BuyField) -> Ruling:
    """BO-90 to BO-93, R-15: paid with the top cards of the coin stack, at any time."""
    seat = action.seat
    if state.phase == "over":
        return no.not_now(state)
    if not 0 <= seat < len(state.players):
        return no.wrong_seat(state, seat)
    player, table = state.players[seat], state.rules.table
    name = state.rules.names[seat]
    if len(player.fields) >= MAX_FIELDS:
        return no.HAS_THREE_FIELDS(player=name)
    price = table.price
    if len(player.coins) < price:
        return no.TOO_FEW_COINS(player=name, coins=len(player.coins), price=price)
    paid = player.coins[: -price - 1 : -1]
    return Accepted((FieldBought(seat, paid, table.coins_to),))


def can_buy_field(state: State, seat: int) -> bool:
    """Whether a third field is for sale and can be paid."""
    player = state.players[seat]
    return len(player.fields) < MAX_FIELDS and len(player.coins) >= state.rules.table.price
