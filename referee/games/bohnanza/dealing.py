"""What may be dealt or given between the active player and one other (BO-41 to BO-50)."""

from __future__ import annotations

from referee.games.base import Accepted, Refused, Ruling
from referee.games.bohnanza import refusals as no
from referee.games.bohnanza.actions import Deal, EndDealing
from referee.games.bohnanza.beans import first_missing
from referee.games.bohnanza.ending import turn_planted
from referee.games.bohnanza.events import DealingEnded
from referee.games.bohnanza.state import State, sowers


def refuse_deal(state: State, action: Deal) -> Refused | None:
    """Why these two cannot deal so. The referee knows no hand: a refusal tells nothing of one."""
    return _refuse_parties(state, action) or _refuse_cards(state, action)


def _refuse_parties(state: State, action: Deal) -> Refused | None:
    """BO-42, BO-48: one of the two is the active player."""
    seats = range(len(state.players))
    names = state.rules.names
    if state.rules.table.duel:
        return no.NO_DEALS_IN_DUEL()
    if state.phase != "dealing":
        return no.not_now(state)
    for seat in (action.seat, action.partner):
        if seat not in seats:
            return no.wrong_seat(state, seat)
    if action.seat == action.partner:
        return no.DEAL_WITH_ONESELF(player=names[action.seat])
    if state.active not in (action.seat, action.partner):
        return no.DEAL_WITHOUT_ACTIVE_PLAYER(active=names[state.active])
    return None


def _refuse_cards(state: State, action: Deal) -> Refused | None:
    """BO-41, BO-43, BO-46, R-6: only hand cards, and the revealed ones of the active player."""
    if not (action.revealed or action.hand or action.received):
        return no.EMPTY_DEAL()
    for seat, cards in ((action.seat, action.hand), (action.partner, action.received)):
        hand = state.players[seat].hand
        if len(cards) > hand:
            return no.HAND_TOO_SMALL(player=state.rules.names[seat], hand=hand, cards=len(cards))
    refused = _refuse_revealed(state, action)
    if refused:
        return refused
    missing = first_missing(state.rules.beans, state.unseen, action.hand + action.received)
    return None if missing is None else no.missing_card(state, missing)


def _refuse_revealed(state: State, action: Deal) -> Refused | None:
    """BO-43, BO-47: revealed cards are the active player's; received ones are none of them."""
    names = state.rules.names
    if action.revealed and action.seat != state.active:
        return no.REVEALED_CARDS_OF_ANOTHER(player=names[action.seat], active=names[state.active])
    left = list(state.open_cards)
    for card in action.revealed:
        if card in left:
            left.remove(card)
        elif card in state.players[action.seat].aside:
            return no.RECEIVED_CARDS_STAY(player=names[action.seat], card=card)
        else:
            return no.NOT_REVEALED(card=card)
    return None


def end_dealing(state: State, action: EndDealing) -> Ruling:
    """BO-50, BO-60: the rest is kept; everything laid aside will be planted."""
    if state.phase != "dealing":
        return no.not_now(state)
    seat = action.seat
    if seat != state.active:
        return no.wrong_seat(state, seat)
    kept = state.open_cards
    if kept or sowers(state):
        return Accepted((DealingEnded(seat, kept, "sowing"),))
    return turn_planted(state, DealingEnded(seat, kept, "drawing"))
