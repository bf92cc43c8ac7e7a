"""Judges deals and gifts between the active player and one other (BO-41 to BO-50).

A `Deal` says that both agree. Whoever cannot speak for both proposes it, and the other one accepts
or declines. What is proposed is spoken aloud at a real table, so everybody may know it.
"""

from collections.abc import Iterator

from referee.games.base import Accepted, Event, Refused, Ruling
from referee.games.bohnanza import actions, events, refusals
from referee.games.bohnanza.drawing import RulingBuilder, turn_planted
from referee.games.bohnanza.edition import first_missing
from referee.games.bohnanza.refusals import missing_card, not_now, wrong_seat
from referee.games.bohnanza.state import State, seats_to_plant


def deal(state: State, action: actions.Deal) -> Ruling:
    """BO-41 to BO-48: both sides at once; what is received lies aside and stays there."""
    refused = _refuse_deal(state, action)
    return refused or _settle(RulingBuilder(state), action)


def _settle(building: RulingBuilder, agreed: actions.Deal) -> Accepted:
    """The cards change hands, and proposals lapse that these two, or these cards, have settled."""
    for event in _cards_given(agreed):
        building.add(event)
    pair = {agreed.seat, agreed.partner}
    for each in building.state.proposals:
        if {each.seat, each.partner} == pair or _refuse_deal(
            building.state, _as_deal(building.state, each)
        ):
            building.add(events.DealLapsed(each.seat, each.partner, each.proposal))
    return building.accepted()


def _cards_given(agreed: actions.Deal) -> Iterator[Event]:
    seat, partner = agreed.seat, agreed.partner
    if agreed.revealed or agreed.hand:
        yield events.CardsGiven(seat, partner, agreed.revealed + agreed.hand, len(agreed.revealed))
    if agreed.received:
        yield events.CardsGiven(partner, seat, agreed.received)


def propose_deal(state: State, action: actions.ProposeDeal) -> Ruling:
    """BO-46: what could be dealt may be proposed; it waits for the partner's yes."""
    cards, received = action.hand, action.received
    if action.seat == state.active:
        cards = action.revealed + cards
    else:
        received = action.revealed + received
    proposed = events.DealProposed(
        action.seat, action.partner, state.proposed + 1, cards, received, len(action.revealed)
    )
    refused = _refuse_deal(state, _as_deal(state, proposed))
    return refused or Accepted((proposed,))


def _as_deal(state: State, proposed: events.DealProposed) -> actions.Deal:
    """The deal as the active player would tell it, to whom the revealed cards belong."""
    seat, partner, given, received = (
        (proposed.seat, proposed.partner, proposed.cards, proposed.received)
        if proposed.seat == state.active
        else (proposed.partner, proposed.seat, proposed.received, proposed.cards)
    )
    return actions.Deal(
        seat, partner, given[: proposed.revealed], given[proposed.revealed :], received
    )


def accept_deal(state: State, action: actions.AcceptDeal) -> Ruling:
    """BO-46, BO-48: the partner agrees; the deal is judged as it stands now."""
    found = _find_proposal(state, action)
    if isinstance(found, Refused):
        return found
    if action.seat != found.partner:
        return _refuse_outsider(state, found)
    agreed = _as_deal(state, found)
    refused = _refuse_deal(state, agreed)
    if refused:
        return refused
    building = RulingBuilder(state)
    building.add(events.DealAccepted(found.partner, found.seat, found.proposal))
    return _settle(building, agreed)


def decline_deal(state: State, action: actions.DeclineDeal) -> Ruling:
    """BO-48: nobody has to accept, and who proposed may think better of it."""
    found = _find_proposal(state, action)
    if isinstance(found, Refused):
        return found
    if action.seat == found.partner:
        return Accepted((events.DealDeclined(found.partner, found.seat, found.proposal),))
    if action.seat == found.seat:
        return Accepted(
            (events.DealDeclined(found.seat, found.partner, found.proposal, withdrawn=True),)
        )
    return _refuse_outsider(state, found)


def _find_proposal(
    state: State, action: actions.AcceptDeal | actions.DeclineDeal
) -> events.DealProposed | Refused:
    """The proposal that is meant; a newer one has another number and is never taken for it."""
    for each in state.proposals:
        if each.proposal == action.proposal:
            return each
    return refusals.NO_SUCH_PROPOSAL()


def _refuse_outsider(state: State, proposed: events.DealProposed) -> Refused:
    names = state.rules.names
    return refusals.PROPOSAL_OF_OTHERS(player=names[proposed.seat], partner=names[proposed.partner])


def end_dealing(state: State, action: actions.EndDealing) -> Ruling:
    """BO-50, BO-60: the rest is kept; everything laid aside will be planted."""
    if state.phase != "dealing":
        return not_now(state)
    seat = action.seat
    if seat != state.active:
        return wrong_seat(state, seat)
    kept = state.open_cards
    if kept or seats_to_plant(state):
        return Accepted((events.DealingEnded(seat, kept, "sowing"),))
    return turn_planted(state, events.DealingEnded(seat, kept, "drawing"))


def _refuse_deal(state: State, action: actions.Deal) -> Refused | None:
    """Why these two cannot deal so. The referee knows no hand: a refusal tells nothing of one."""
    return _refuse_parties(state, action) or _refuse_cards(state, action)


def _refuse_parties(state: State, action: actions.Deal) -> Refused | None:
    """BO-42, BO-48: one of the two is the active player."""
    seats = range(len(state.players))
    names = state.rules.names
    if state.rules.table.duel:
        return refusals.NO_DEALS_IN_DUEL()
    if state.phase != "dealing":
        return not_now(state)
    for seat in (action.seat, action.partner):
        if seat not in seats:
            return wrong_seat(state, seat)
    if action.seat == action.partner:
        return refusals.DEAL_WITH_ONESELF(player=names[action.seat])
    if state.active not in (action.seat, action.partner):
        return refusals.DEAL_WITHOUT_ACTIVE_PLAYER(active=names[state.active])
    return None


def _refuse_cards(state: State, action: actions.Deal) -> Refused | None:
    """BO-41, BO-43, BO-46, BO-R6: only hand cards, and the revealed ones of the active player."""
    if not (action.revealed or action.hand or action.received):
        return refusals.EMPTY_DEAL()
    for seat, cards in ((action.seat, action.hand), (action.partner, action.received)):
        hand = state.players[seat].hand
        if len(cards) > hand:
            return refusals.HAND_TOO_SMALL(
                player=state.rules.names[seat], hand=hand, cards=len(cards)
            )
    refused = _refuse_revealed(state, action)
    if refused:
        return refused
    missing = first_missing(state.rules.beans, state.unseen, action.hand + action.received)
    return None if missing is None else missing_card(state, missing)


def _refuse_revealed(state: State, action: actions.Deal) -> Refused | None:
    """BO-43, BO-47: revealed cards are the active player's; received ones are none of them."""
    names = state.rules.names
    if action.revealed and action.seat != state.active:
        return refusals.REVEALED_CARDS_OF_ANOTHER(
            player=names[action.seat], active=names[state.active]
        )
    left = list(state.open_cards)
    for card in action.revealed:
        if card in left:
            left.remove(card)
        elif card in state.players[action.seat].aside:
            return refusals.RECEIVED_CARDS_STAY(player=names[action.seat], card=card)
        else:
            return refusals.NOT_REVEALED(card=card)
    return None
