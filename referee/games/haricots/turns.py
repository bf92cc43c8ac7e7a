"""Judges a turn: play cards, or draw and pass (HA-20 to HA-34)."""

from __future__ import annotations

from functools import cache

from referee.games.base import Accepted, Refused, Ruling
from referee.games.haricots import refusals as no
from referee.games.haricots.actions import Pass, PlayCards
from referee.games.haricots.cards import HIGH_VALUES, KIND_OF, card_values
from referee.games.haricots.events import CardDrawn, CardsPlayed, DroppedOut, TableCleared
from referee.games.haricots.rounds import round_won
from referee.games.haricots.state import Either, State


def play_cards(state: Either, action: PlayCards) -> Ruling:
    """HA-20 to HA-24: one card, or several of the same value, that together beat the table."""
    if state.phase != "playing":
        return no.not_playing(state)
    seat, cards = action.seat, action.cards
    if seat != state.active:
        return no.wrong_seat(state, seat)
    kind = KIND_OF.get(cards[0]) if cards else None
    count = len(cards)
    if kind is None or cards.count(cards[0]) != count:
        return _refuse_cards(cards)
    hand = state.hands[seat]
    if count > hand or count > state.unseen[kind]:
        return _refuse_count(state, kind, action)
    value = card_values(state.to_beat)[kind] * count
    if value <= state.to_beat:
        return _refuse_value(state, kind, action, value)
    if count < hand:
        return _played(seat, cards, value, state.after[seat])
    played = CardsPlayed(seat, cards, value, seat)
    return Accepted((played, *round_won(state, seat, "hand-empty")))


def _refuse_cards(cards: tuple[str, ...]) -> Refused:
    """HA-1, HA-20: nothing at all, something that is no card, or different cards."""
    if not cards:
        return no.NO_CARDS()
    for card in cards:
        if card not in KIND_OF:
            return no.NO_SUCH_CARD(card=card)
    other = next(card for card in cards if card != cards[0])
    return no.MIXED_CARDS(card=cards[0], other=other)


def _refuse_count(state: State, kind: int, action: PlayCards) -> Refused:
    """HA-1, HA-11: more cards than the hand holds, or than are still to be seen this round."""
    hand, count = state.hands[action.seat], len(action.cards)
    if count > hand:
        return no.HAND_TOO_SMALL(player=state.rules.names[action.seat], hand=hand, count=count)
    left = state.unseen[kind]
    return no.CARDS_GONE(card=action.cards[0], left=left, count=count)


def _refuse_value(state: State, kind: int, action: PlayCards, value: int) -> Refused:
    """HA-22, and HA-24 where the high value would have been enough."""
    to_beat, card, count = state.to_beat, action.cards[0], len(action.cards)
    if HIGH_VALUES[kind] * count > to_beat:
        return no.COUNTS_LOW(card=card, value=value, to_beat=to_beat)
    return no.TOO_LOW(value=value, to_beat=to_beat)


def draw_and_pass(state: Either, action: Pass) -> Ruling:
    """HA-30 to HA-33: always allowed; with an empty personal deck it means dropping out."""
    if state.phase != "playing":
        return no.not_playing(state)
    seat = action.seat
    if seat != state.active:
        return no.wrong_seat(state, seat)
    to = state.after[seat]
    if state.decks[seat]:
        return _drawn(seat, to, to == state.owner)
    if len(state.left) == 2:
        # Only the two of them were left, so the next seat is the winner (HA-41, R-8).
        return Accepted((DroppedOut(seat, to), *round_won(state, to, "last-left")))
    return _dropped_out(seat, to, to == state.owner)


# There are few different turns, and they are taken over and over; make each of them once.
@cache
def _played(seat: int, cards: tuple[str, ...], value: int, to: int) -> Accepted:
    return Accepted((CardsPlayed(seat, cards, value, to),))


@cache
def _drawn(seat: int, to: int, is_owner: bool) -> Accepted:
    drawn = CardDrawn(seat, to)
    return Accepted((drawn, TableCleared(to)) if is_owner else (drawn,))


@cache
def _dropped_out(seat: int, to: int, is_owner: bool) -> Accepted:
    dropped = DroppedOut(seat, to)
    return Accepted((dropped, TableCleared(to)) if is_owner else (dropped,))
