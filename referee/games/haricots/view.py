"""What may be seen (section 5 of the rules). The referee knows nothing that is not public."""

import msgspec

from referee.games.awaiting import Awaiting
from referee.games.haricots.edition import CARDS, HIGH_FROM
from referee.games.haricots.score_sheet import SheetView, sheet_points, sheet_view
from referee.games.haricots.setup import outcome
from referee.games.haricots.state import GameOrSheet, Phase, State, cards_aside
from referee.games.haricots.waiting import awaiting


class SeatView(msgspec.Struct, frozen=True):
    """What one seat has: the number of cards in hand and personal deck, and its chips."""

    name: str
    hand: int
    deck: int
    is_out: bool
    chips: int


class PlayView(msgspec.Struct, frozen=True):
    """Cards that lie in the middle, and what they counted when they were laid down."""

    seat: int
    cards: tuple[str, ...]
    value: int


class TableView(msgspec.Struct, frozen=True):
    """The table as everybody sees it. `played` counts every card laid down this round."""

    game: str
    mode: str
    phase: Phase
    awaiting: Awaiting | None
    round: int
    first: int
    active: int | None
    to_beat: int
    owner: int | None
    are_high: bool
    table: tuple[PlayView, ...]
    played: dict[str, int]
    aside: int
    chips_to_win: int
    seats: tuple[SeatView, ...]
    winners: tuple[int, ...]


def view(state: GameOrSheet, seat: int | None) -> TableView | SheetView:
    """What this seat, or with None everybody, may see: the same."""
    if not isinstance(state, State):
        return sheet_view(state, awaiting(state))
    end = outcome(state)
    return TableView(
        game="haricots",
        mode="basic",
        phase=state.phase,
        awaiting=awaiting(state),
        round=state.round,
        first=state.first,
        active=state.active if state.phase == "playing" else None,
        to_beat=state.to_beat,
        owner=state.owner,
        are_high=state.to_beat >= HIGH_FROM,
        table=tuple(PlayView(play.seat, play.cards, play.value) for play in state.table),
        played=played_cards(state),
        aside=cards_aside(state.rules),
        chips_to_win=state.rules.edition.chips_to_win,
        seats=_seat_views(state),
        winners=end.winners if end else (),
    )


def played_cards(state: State) -> dict[str, int]:
    """How often each card was laid down this round."""
    counts = state.rules.edition.cards.by_kind()
    laid = zip(CARDS, counts, state.unseen, strict=True)
    return {card: count - unseen for card, count, unseen in laid if count > unseen}


def _seat_views(state: State) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            name=name,
            hand=state.hands[seat],
            deck=state.decks[seat],
            is_out=seat not in state.left,
            chips=state.chips[seat],
        )
        for seat, name in enumerate(state.rules.names)
    )


def scores(state: GameOrSheet) -> tuple[int | None, ...]:
    """Victory chips, or the points on the sheet so far."""
    return state.chips if isinstance(state, State) else sheet_points(state)
