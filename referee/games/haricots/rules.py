"""Judges a turn, and says how rounds and the game end (HA-10, HA-15, HA-20 to HA-43)."""

from functools import cache

from referee.games.base import Accepted, Event, Refused, Ruling
from referee.games.haricots import actions, events, refusals
from referee.games.haricots.edition import HIGH_VALUES, KIND_OF, card_values
from referee.games.haricots.events import Reason
from referee.games.haricots.refusals import not_playing, wrong_seat
from referee.games.haricots.state import GameOrSheet, State


def play_cards(state: GameOrSheet, action: actions.PlayCards) -> Ruling:
    """HA-20 to HA-24: one card, or several of the same value, that together beat the table."""
    if state.phase != "playing":
        return not_playing(state)
    seat, cards = action.seat, action.cards
    if seat != state.active:
        return wrong_seat(state, seat)
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
    played = events.CardsPlayed(seat, cards, value, seat)
    return Accepted((played, *_end_round(state, seat, "hand-empty")))


def _refuse_cards(cards: tuple[str, ...]) -> Refused:
    """HA-1, HA-20: nothing at all, something that is no card, or different cards."""
    if not cards:
        return refusals.NO_CARDS()
    for card in cards:
        if card not in KIND_OF:
            return refusals.NO_SUCH_CARD(card=card)
    other = next(card for card in cards if card != cards[0])
    return refusals.MIXED_CARDS(card=cards[0], other=other)


def _refuse_count(state: State, kind: int, action: actions.PlayCards) -> Refused:
    """HA-1, HA-11: more cards than the hand holds, or than are still to be seen this round."""
    hand, count = state.hands[action.seat], len(action.cards)
    if count > hand:
        return refusals.HAND_TOO_SMALL(
            player=state.rules.names[action.seat], hand=hand, count=count
        )
    left = state.unseen[kind]
    return refusals.CARDS_GONE(card=action.cards[0], left=left, count=count)


def _refuse_value(state: State, kind: int, action: actions.PlayCards, value: int) -> Refused:
    """HA-22, and HA-24 where the high value would have been enough."""
    to_beat, card, count = state.to_beat, action.cards[0], len(action.cards)
    if HIGH_VALUES[kind] * count > to_beat:
        return refusals.COUNTS_LOW(card=card, value=value, to_beat=to_beat)
    return refusals.TOO_LOW(value=value, to_beat=to_beat)


def draw_and_pass(state: GameOrSheet, action: actions.Pass) -> Ruling:
    """HA-30 to HA-33: always allowed; with an empty personal deck it means dropping out."""
    if state.phase != "playing":
        return not_playing(state)
    seat = action.seat
    if seat != state.active:
        return wrong_seat(state, seat)
    to = state.after[seat]
    if state.decks[seat]:
        return _drawn(seat, to, to == state.owner)
    if len(state.left) == 2:
        # Only the two of them were left, so the next seat is the winner (HA-41, HA-R8).
        return Accepted((events.DroppedOut(seat, to), *_end_round(state, to, "last-left")))
    return _dropped_out(seat, to, to == state.owner)


# There are few different turns, and they are taken over and over; make each of them once.
@cache
def _played(seat: int, cards: tuple[str, ...], value: int, to: int) -> Accepted:
    return Accepted((events.CardsPlayed(seat, cards, value, to),))


@cache
def _drawn(seat: int, to: int, is_owner: bool) -> Accepted:
    drawn = events.CardDrawn(seat, to)
    return Accepted((drawn, events.TableCleared(to)) if is_owner else (drawn,))


@cache
def _dropped_out(seat: int, to: int, is_owner: bool) -> Accepted:
    dropped = events.DroppedOut(seat, to)
    return Accepted((dropped, events.TableCleared(to)) if is_owner else (dropped,))


def _end_round(state: State, seat: int, reason: Reason) -> tuple[Event, ...]:
    """HA-42: a chip for the winner; the game is won, or the marker moves left (HA-15, HA-R9)."""
    chips = state.chips[seat] + 1
    won = events.RoundWon(seat, reason, chips)
    if chips == state.rules.edition.chips_to_win:
        return (won, events.GameWon(seat, chips))
    first = (state.first + 1) % len(state.hands)
    return (won, events.RoundStarted(first, state.round + 1))
