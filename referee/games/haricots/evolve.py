"""Applies events to states. Decides nothing: every choice was made when the event was judged."""

from msgspec.structs import replace

from referee.games.base import Evolvers
from referee.games.haricots import events
from referee.games.haricots.edition import KIND_OF
from referee.games.haricots.score_sheet import round_written, sheet_closed, sheet_opened
from referee.games.haricots.state import GameOrSheet, Rules, State, seats_after


def _game_started(state: None, event: events.GameStarted) -> State:
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


def _cards_played(state: State, event: events.CardsPlayed) -> State:
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


def _card_drawn(state: State, event: events.CardDrawn) -> State:
    return replace(
        state,
        hands=_changed(state.hands, event.seat, 1),
        decks=_changed(state.decks, event.seat, -1),
        active=event.to,
    )


def _dropped_out(state: State, event: events.DroppedOut) -> State:
    left = tuple([seat for seat in state.left if seat != event.seat])
    after = seats_after(left, len(state.hands))
    return replace(state, left=left, after=after, active=event.to)


def _table_cleared(state: State, event: events.TableCleared) -> State:
    return replace(state, to_beat=0, owner=None, table=())


def _round_won(state: State, event: events.RoundWon) -> State:
    return replace(state, chips=_changed(state.chips, event.seat, 1), active=event.seat)


def _round_started(state: State, event: events.RoundStarted) -> State:
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


def _game_won(state: State, event: events.GameWon) -> State:
    return replace(state, phase="over")


evolve: Evolvers[GameOrSheet] = Evolvers(
    {
        events.GameStarted: _game_started,
        events.SheetOpened: sheet_opened,
        events.CardsPlayed: _cards_played,
        events.CardDrawn: _card_drawn,
        events.DroppedOut: _dropped_out,
        events.TableCleared: _table_cleared,
        events.RoundWon: _round_won,
        events.RoundStarted: _round_started,
        events.GameWon: _game_won,
        events.RoundWritten: round_written,
        events.SheetClosed: sheet_closed,
    }
)
