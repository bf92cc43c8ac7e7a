"""Judges what only the duel has: offers and discards (BO-112, BO-113, BO-115, R-9, R-12)."""

from __future__ import annotations

from referee.games.base import Accepted, Refused, Ruling
from referee.games.bohnanza import refusals as no
from referee.games.bohnanza.actions import DiscardCard, KeepHand, LeaveOffer
from referee.games.bohnanza.beans import unseen_of
from referee.games.bohnanza.drawing import hand_phase, reveal_phase
from referee.games.bohnanza.ending import turn_planted
from referee.games.bohnanza.events import CardDiscarded, OfferLeft, Phase, PlantingStopped
from referee.games.bohnanza.state import State


def _refuse(state: State, seat: int, phases: tuple[Phase, ...]) -> Refused | None:
    if not state.rules.table.duel:
        return no.ONLY_IN_DUEL()
    if state.phase not in phases:
        return no.not_now(state)
    return None if seat == state.active else no.wrong_seat(state, seat)


def discard_card(state: State, action: DiscardCard) -> Ruling:
    """BO-112, R-12: offered cards, one by one; BO-113, R-9: at most one card of the hand."""
    refused = _refuse(state, action.seat, ("offer", "discarding"))
    if refused:
        return refused
    return _discard_offered(state, action) if state.phase == "offer" else _from_hand(state, action)


def _discard_offered(state: State, action: DiscardCard) -> Ruling:
    seat, card = action.seat, action.card
    if card not in state.open_cards:
        return no.NOT_AMONG_THE_CARDS(rule="BO-112", card=card)
    is_last = len(state.open_cards) == 1
    then = hand_phase(state, seat) if is_last else "offer"
    return Accepted((CardDiscarded(seat, card, "open", then),))


def _from_hand(state: State, action: DiscardCard) -> Ruling:
    seat, card = action.seat, action.card
    if not unseen_of(state.rules.beans, state.unseen, card):
        return no.missing_card(state, card)
    return Accepted((CardDiscarded(seat, card, "hand", reveal_phase(state)),))


def keep_hand(state: State, action: KeepHand) -> Ruling:
    """BO-113: nothing has to be discarded."""
    refused = _refuse(state, action.seat, ("discarding",))
    return refused or Accepted((PlantingStopped(action.seat, reveal_phase(state)),))


def leave_offer(state: State, action: LeaveOffer) -> Ruling:
    """BO-115: any number of cards may be left for the opponent."""
    refused = _refuse(state, action.seat, ("choosing",))
    return refused or turn_planted(state, OfferLeft(action.seat, state.open_cards, "drawing"))
