"""Judges planting: from the hand, what was kept and received, and in the duel the open cards.

BO-30 to BO-33, BO-60 to BO-62, BO-112, BO-115.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from referee.games.base import Accepted, Refused, Ruling
from referee.games.bohnanza import refusals as no
from referee.games.bohnanza.actions import PlantCard, StopPlanting
from referee.games.bohnanza.beans import MASK
from referee.games.bohnanza.drawing import hand_phase, reveal_phase
from referee.games.bohnanza.ending import turn_planted
from referee.games.bohnanza.events import CardPlanted, Phase, PlantingStopped, Source
from referee.games.bohnanza.fields import refuse_field
from referee.games.bohnanza.state import State

CARDS_FROM_HAND = 2


@lru_cache(maxsize=4096)
def _planted(seat: int, card: str, field: int, source: Source, then: Phase) -> Accepted:
    """Most rulings of a game are these, and all are frozen: each is made once."""
    return Accepted((CardPlanted(seat, card, field, source, then),))


def plant_card(state: State, action: PlantCard) -> Ruling:
    """One card goes on a field; where it comes from follows from the phase."""
    plant = _PLANT.get(state.phase)
    return _refuse_now(state, action) if plant is None else plant(state, action)


def _refuse_now(state: State, action: PlantCard) -> Refused:
    """BO-32: a third card from the hand has a sentence of its own."""
    is_third = state.planted == CARDS_FROM_HAND and state.phase in ("revealing", "discarding")
    if is_third and action.seat == state.active:
        return no.TWO_CARDS_AT_MOST(player=state.rules.names[state.active])
    return no.not_now(state)


def _plant_from_hand(state: State, action: PlantCard) -> Ruling:
    """BO-30, BO-32: the front card. Nobody sees the hand, but the variety must still be hidden."""
    seat, card = action.seat, action.card
    if seat != state.active:
        return no.wrong_seat(state, seat)
    shift = state.rules.beans.shift.get(card)
    if shift is None or not state.unseen >> shift & MASK:
        return no.missing_card(state, card)
    refused = refuse_field(state, seat, card, action.field)
    if refused:
        return refused
    left = state.players[seat].hand - 1
    is_done = not left or state.planted + 1 >= CARDS_FROM_HAND
    then = _after_hand(state, left) if is_done else "planting"
    return _planted(seat, card, action.field, "hand", then)


def _after_hand(state: State, hand: int) -> Phase:
    """BO-113: in the duel one of the cards left in the hand may be discarded."""
    return "discarding" if hand and state.rules.table.duel else reveal_phase(state)


def stop_planting(state: State, action: StopPlanting) -> Ruling:
    """BO-30, BO-32: the first card has to be planted, the second may be."""
    if state.phase != "planting":
        return no.not_now(state)
    seat = action.seat
    if seat != state.active:
        return no.wrong_seat(state, seat)
    if not state.planted:
        return no.FRONT_CARD_FIRST(player=state.rules.names[seat])
    then = _after_hand(state, state.players[seat].hand)
    return Accepted((PlantingStopped(seat, then),))


def _plant_aside(state: State, action: PlantCard) -> Ruling:
    """BO-60, BO-61, R-7: everything laid aside must be planted, seats and cards in any order."""
    seat, card = action.seat, action.card
    if not 0 <= seat < len(state.players):
        return no.wrong_seat(state, seat)
    aside = state.players[seat].aside
    if card not in aside:
        return no.NOT_AMONG_THE_CARDS(card=card)
    refused = refuse_field(state, seat, card, action.field)
    if refused:
        return refused
    if len(aside) > 1 or _has_others_aside(state, seat):
        return _planted(seat, card, action.field, "aside", "sowing")
    return turn_planted(state, CardPlanted(seat, card, action.field, "aside", "drawing"))


def _has_others_aside(state: State, seat: int) -> bool:
    return any(player.aside and other != seat for other, player in enumerate(state.players))


def _plant_open(state: State, action: PlantCard) -> Ruling:
    """BO-112, BO-115: duel, from the offer or from the revealed cards."""
    seat, card = action.seat, action.card
    if seat != state.active:
        return no.wrong_seat(state, seat)
    if card not in state.open_cards:
        return no.NOT_AMONG_THE_CARDS(rule="BO-115", card=card)
    refused = refuse_field(state, seat, card, action.field)
    if refused:
        return refused
    if len(state.open_cards) > 1:
        return _planted(seat, card, action.field, "open", state.phase)
    if state.phase == "choosing":
        return turn_planted(state, CardPlanted(seat, card, action.field, "open", "drawing"))
    return _planted(seat, card, action.field, "open", hand_phase(state, seat))


_PLANT: dict[str, Callable[[State, PlantCard], Ruling]] = {
    "planting": _plant_from_hand,
    "sowing": _plant_aside,
    "offer": _plant_open,
    "choosing": _plant_open,
}
