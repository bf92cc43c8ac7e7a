"""Judges a turn, and says how rounds and the game end (HA-10, HA-15, HA-20 to HA-43).

First every way in which Haricots says no; the sentences are in the language files.
"""

from __future__ import annotations

from functools import cache

from referee.games.base import Accepted, Event, Outcome, Refusal, Refused, Ruling
from referee.games.haricots.actions import Pass, PlayCards
from referee.games.haricots.edition import HIGH_VALUES, KIND_OF, card_values
from referee.games.haricots.events import (
    CardDrawn,
    CardsPlayed,
    DroppedOut,
    GameWon,
    Reason,
    RoundStarted,
    RoundWon,
    TableCleared,
)
from referee.games.haricots.state import GameOrSheet, State

NO_SUCH_SEAT = Refusal("HA-14", "no-such-seat")
NOT_NOW = Refusal("HA-14", "not-now")
NOT_YOUR_TURN = Refusal("HA-14", "not-your-turn")
DROPPED_OUT = Refusal("HA-31", "dropped-out")
NO_CARDS = Refusal("HA-20", "no-cards")
NO_SUCH_CARD = Refusal("HA-1", "no-such-card")
MIXED_CARDS = Refusal("HA-20", "mixed-cards")
HAND_TOO_SMALL = Refusal("HA-11", "hand-too-small")
CARDS_GONE = Refusal("HA-1", "cards-gone")
TOO_LOW = Refusal("HA-22", "too-low")
COUNTS_LOW = Refusal("HA-24", "counts-low")
ONLY_ON_SHEET = Refusal("N-2", "only-on-sheet")
ONLY_IN_BASIC_GAME = Refusal("N-2", "only-in-basic-game")
ONE_NUMBER_EACH = Refusal("N-2", "one-number-each")
NUMBER_BELOW_ZERO = Refusal("N-2", "number-below-zero")
VICTORY_CHIPS_GONE = Refusal("HA-2", "victory-chips-gone")
NEGATIVE_POINTS_GONE = Refusal("HA-4", "negative-points-gone")

REFUSALS: tuple[Refusal, ...] = tuple(
    value for value in dict(globals()).values() if isinstance(value, Refusal)
)

_RULE_OF_PHASE = {"playing": "HA-14", "writing": "N-2", "over": "HA-10"}


def not_now(state: GameOrSheet) -> Refused:
    """The table waits for something else; say what."""
    player = state.rules.names[state.active] if isinstance(state, State) else ""
    return NOT_NOW(rule=_RULE_OF_PHASE[state.phase], phase=state.phase, player=player)


def not_playing(state: GameOrSheet) -> Refused:
    """No turn can be taken: the game is over, or this is a score sheet."""
    return ONLY_IN_BASIC_GAME() if state.phase == "writing" else not_now(state)


def not_writing(state: GameOrSheet) -> Refused:
    """Nothing can be written: the sheet is closed, or this is a game."""
    return ONLY_ON_SHEET() if state.phase == "playing" else not_now(state)


def no_such_seat(state: GameOrSheet, seat: int) -> Refused:
    """There are fewer seats than that."""
    return NO_SUCH_SEAT(seat=seat, seats=len(state.rules.names))


def wrong_seat(state: State, seat: int) -> Refused:
    """Somebody acts who is not the active player."""
    if not 0 <= seat < len(state.hands):
        return no_such_seat(state, seat)
    names = state.rules.names
    if seat not in state.left:
        return DROPPED_OUT(player=names[seat], active=names[state.active])
    return NOT_YOUR_TURN(player=names[seat], active=names[state.active])


def _end_round(state: State, seat: int, reason: Reason) -> tuple[Event, ...]:
    """HA-42: a chip for the winner; then the game is won, or the marker moves left (HA-15, R-9)."""
    chips = state.chips[seat] + 1
    won = RoundWon(seat, reason, chips)
    if chips == state.rules.edition.chips_to_win:
        return (won, GameWon(seat, chips))
    first = (state.first + 1) % len(state.hands)
    return (won, RoundStarted(first, state.round + 1))


def game_outcome(state: State) -> Outcome | None:
    """HA-10: the player with enough victory chips wins; the chips are the scores."""
    if state.phase != "over":
        return None
    winner = state.chips.index(max(state.chips))
    return Outcome("chips", (winner,), state.chips)


def play_cards(state: GameOrSheet, action: PlayCards) -> Ruling:
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
    played = CardsPlayed(seat, cards, value, seat)
    return Accepted((played, *_end_round(state, seat, "hand-empty")))


def _refuse_cards(cards: tuple[str, ...]) -> Refused:
    """HA-1, HA-20: nothing at all, something that is no card, or different cards."""
    if not cards:
        return NO_CARDS()
    for card in cards:
        if card not in KIND_OF:
            return NO_SUCH_CARD(card=card)
    other = next(card for card in cards if card != cards[0])
    return MIXED_CARDS(card=cards[0], other=other)


def _refuse_count(state: State, kind: int, action: PlayCards) -> Refused:
    """HA-1, HA-11: more cards than the hand holds, or than are still to be seen this round."""
    hand, count = state.hands[action.seat], len(action.cards)
    if count > hand:
        return HAND_TOO_SMALL(player=state.rules.names[action.seat], hand=hand, count=count)
    left = state.unseen[kind]
    return CARDS_GONE(card=action.cards[0], left=left, count=count)


def _refuse_value(state: State, kind: int, action: PlayCards, value: int) -> Refused:
    """HA-22, and HA-24 where the high value would have been enough."""
    to_beat, card, count = state.to_beat, action.cards[0], len(action.cards)
    if HIGH_VALUES[kind] * count > to_beat:
        return COUNTS_LOW(card=card, value=value, to_beat=to_beat)
    return TOO_LOW(value=value, to_beat=to_beat)


def draw_and_pass(state: GameOrSheet, action: Pass) -> Ruling:
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
        # Only the two of them were left, so the next seat is the winner (HA-41, R-8).
        return Accepted((DroppedOut(seat, to), *_end_round(state, to, "last-left")))
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
