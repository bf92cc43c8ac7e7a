"""Applies events to states. Decides nothing: every choice was made when the event was judged."""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.base import Evolvers
from referee.games.haricots import events as e
from referee.games.haricots.edition import KIND_OF
from referee.games.haricots.score_sheet import round_written, sheet_closed, sheet_opened
from referee.games.haricots.state import GameOrSheet, Rules, State, seats_after


def _game_started(state: None, event: e.GameStarted) -> State:
    edition, seats, first = event.edition, len(event.seats), event.seat
    everybody = tuple(range(seats))
    return State(
        rules=Rules(event.seats, edition, first),
        hands=(edition.hand,) * seats,
        decks=(edition.deck,) * seats,
        chips=(0,) * seats,
        left=everybody,
        after=seats_after(everybody, seats),
        first=first,
        active=first,
        unseen=edition.cards.by_kind(),
    )


def _changed(numbers: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    # A list that is changed and frozen again is the fastest way to change one item of a tuple.
    changed = list(numbers)
    changed[at] += by
    return tuple(changed)


def _cards_played(state: State, event: e.CardsPlayed) -> State:
    seat, cards = event.seat, event.cards
    count = len(cards)
    return replace(
        state,
        hands=_changed(state.hands, seat, -count),
        active=event.to,
        unseen=_changed(state.unseen, KIND_OF[cards[0]], -count),
        to_beat=event.value,
        owner=seat,
        table=(*state.table, event),
    )


def _card_drawn(state: State, event: e.CardDrawn) -> State:
    return replace(
        state,
        hands=_changed(state.hands, event.seat, 1),
        decks=_changed(state.decks, event.seat, -1),
        active=event.to,
    )


def _dropped_out(state: State, event: e.DroppedOut) -> State:
    left = tuple([seat for seat in state.left if seat != event.seat])
    after = seats_after(left, len(state.hands))
    return replace(state, left=left, after=after, active=event.to)


def _table_cleared(state: State, event: e.TableCleared) -> State:
    return replace(state, to_beat=0, owner=None, table=())


def _round_won(state: State, event: e.RoundWon) -> State:
    return replace(state, chips=_changed(state.chips, event.seat, 1), active=event.seat)


def _round_started(state: State, event: e.RoundStarted) -> State:
    """HA-43: all cards are back; only the chips stay."""
    edition, seats = state.rules.edition, len(state.hands)
    everybody = tuple(range(seats))
    return replace(
        state,
        hands=(edition.hand,) * seats,
        decks=(edition.deck,) * seats,
        left=everybody,
        after=seats_after(everybody, seats),
        first=event.seat,
        active=event.seat,
        unseen=edition.cards.by_kind(),
        to_beat=0,
        owner=None,
        table=(),
        round=event.round,
    )


def _game_won(state: State, event: e.GameWon) -> State:
    return replace(state, phase="over")


evolve: Evolvers[GameOrSheet] = Evolvers(
    {
        e.GameStarted: _game_started,
        e.SheetOpened: sheet_opened,
        e.CardsPlayed: _cards_played,
        e.CardDrawn: _card_drawn,
        e.DroppedOut: _dropped_out,
        e.TableCleared: _table_cleared,
        e.RoundWon: _round_won,
        e.RoundStarted: _round_started,
        e.GameWon: _game_won,
        e.RoundWritten: round_written,
        e.SheetClosed: sheet_closed,
    }
)
