"""Judges deals that both have agreed on, and how two come to agree (BO-41 to BO-48).

A `Deal` says that both agree. Whoever cannot speak for both proposes it, and the other one accepts
or declines. What is proposed is spoken aloud at a real table, so everybody may know it.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.base import Accepted, Event, Refused, Ruling
from referee.games.bohnanza import refusals as no
from referee.games.bohnanza.actions import AcceptDeal, Deal, DeclineDeal, ProposeDeal
from referee.games.bohnanza.consequences import Consequences
from referee.games.bohnanza.dealing import refuse_deal
from referee.games.bohnanza.events import (
    CardsGiven,
    DealAccepted,
    DealDeclined,
    DealLapsed,
    DealProposed,
)
from referee.games.bohnanza.state import State


def deal(state: State, action: Deal) -> Ruling:
    """BO-41 to BO-48: both sides at once; what is received lies aside and stays there."""
    refused = refuse_deal(state, action)
    return refused or _settled(Consequences(state), action)


def _settled(then: Consequences, agreed: Deal) -> Accepted:
    """The cards change hands, and proposals lapse that these two, or these cards, have settled."""
    for event in _given(agreed):
        then.add(event)
    pair = {agreed.seat, agreed.partner}
    for each in then.state.proposals:
        if {each.seat, each.partner} == pair or refuse_deal(then.state, _as_deal(then.state, each)):
            then.add(DealLapsed(each.seat, each.partner, each.proposal))
    return then.accepted()


def _given(agreed: Deal) -> Iterator[Event]:
    seat, partner = agreed.seat, agreed.partner
    if agreed.revealed or agreed.hand:
        yield CardsGiven(seat, partner, agreed.revealed + agreed.hand, len(agreed.revealed))
    if agreed.received:
        yield CardsGiven(partner, seat, agreed.received)


def propose_deal(state: State, action: ProposeDeal) -> Ruling:
    """BO-46, T-2: what could be dealt may be proposed; it waits for the partner's yes."""
    cards, received = action.hand, action.received
    if action.seat == state.active:
        cards = action.revealed + cards
    else:
        received = action.revealed + received
    proposed = DealProposed(
        action.seat, action.partner, state.proposed + 1, cards, received, len(action.revealed)
    )
    refused = refuse_deal(state, _as_deal(state, proposed))
    return refused or Accepted((proposed,))


def _as_deal(state: State, proposed: DealProposed) -> Deal:
    """The deal as the active player would tell it, to whom the revealed cards belong."""
    seat, partner, given, received = (
        (proposed.seat, proposed.partner, proposed.cards, proposed.received)
        if proposed.seat == state.active
        else (proposed.partner, proposed.seat, proposed.received, proposed.cards)
    )
    return Deal(seat, partner, given[: proposed.revealed], given[proposed.revealed :], received)


def accept_deal(state: State, action: AcceptDeal) -> Ruling:
    """BO-46, BO-48: the partner agrees; the deal is judged as it stands now."""
    found = _find(state, action)
    if isinstance(found, Refused):
        return found
    if action.seat != found.partner:
        return _of_others(state, found)
    agreed = _as_deal(state, found)
    refused = refuse_deal(state, agreed)
    if refused:
        return refused
    then = Consequences(state)
    then.add(DealAccepted(found.partner, found.seat, found.proposal))
    return _settled(then, agreed)


def decline_deal(state: State, action: DeclineDeal) -> Ruling:
    """BO-48: nobody has to accept, and who proposed may think better of it."""
    found = _find(state, action)
    if isinstance(found, Refused):
        return found
    if action.seat == found.partner:
        return Accepted((DealDeclined(found.partner, found.seat, found.proposal),))
    if action.seat == found.seat:
        return Accepted((DealDeclined(found.seat, found.partner, found.proposal, withdrawn=True),))
    return _of_others(state, found)


def _find(state: State, action: AcceptDeal | DeclineDeal) -> DealProposed | Refused:
    """The proposal that is meant; a newer one has another number and is never taken for it."""
    for each in state.proposals:
        if each.proposal == action.proposal:
            return each
    return no.NO_SUCH_PROPOSAL()


def _of_others(state: State, proposed: DealProposed) -> Refused:
    names = state.rules.names
    return no.PROPOSAL_OF_OTHERS(player=names[proposed.seat], partner=names[proposed.partner])
