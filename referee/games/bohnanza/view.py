"""What may be seen. The referee never learns a hidden card, so every seat sees the same."""

import msgspec

from referee.games.awaiting import Awaiting
from referee.games.bohnanza.edition import MAX_FIELDS, CardNames
from referee.games.bohnanza.events import DealProposed, Phase
from referee.games.bohnanza.setup import outcome
from referee.games.bohnanza.state import Field, State
from referee.games.bohnanza.waiting import awaiting


class SeatView(msgspec.Struct, frozen=True):
    """What lies in front of one seat; `aside` are cards still to be planted this turn."""

    name: str
    fields: tuple[Field, ...]
    has_third_field: bool
    hand: int
    coins: int
    aside: tuple[str, ...]


class TableView(msgspec.Struct, frozen=True):
    """The table as everybody sees it. `planted` cards came from the hand this turn."""

    game: str
    edition: str
    card_names: CardNames
    duel: bool
    phase: Phase
    awaiting: Awaiting | None
    active: int
    planted: int
    seats: tuple[SeatView, ...]
    open_cards: tuple[str, ...]
    proposals: tuple[DealProposed, ...]
    draw: int
    discard: int
    discard_top: str | None
    exhaustions: int
    last_exhaustion: int
    third_field_price: int
    winners: tuple[int, ...]


def view(state: State, seat: int | None) -> TableView:
    """What this seat, or with None everybody, may see."""
    end = outcome(state)
    table = state.rules.table
    return TableView(
        game="bohnanza",
        edition=state.rules.title,
        card_names=state.rules.card_names,
        duel=table.duel,
        phase=state.phase,
        awaiting=awaiting(state),
        active=state.active,
        planted=state.planted,
        seats=tuple(_seat_view(state, index) for index in range(len(state.players))),
        open_cards=state.open_cards,
        proposals=state.proposals,
        draw=state.draw,
        discard=len(state.discard),
        discard_top=state.discard[-1] if state.discard else None,
        exhaustions=state.exhaustions,
        last_exhaustion=table.exhaustions,
        third_field_price=table.price,
        winners=end.winners if end else (),
    )


def _seat_view(state: State, index: int) -> SeatView:
    player = state.players[index]
    return SeatView(
        name=state.rules.names[index],
        fields=player.fields,
        has_third_field=len(player.fields) == MAX_FIELDS,
        hand=player.hand,
        coins=len(player.coins),
        aside=player.aside,
    )


def scores(state: State) -> tuple[int | None, ...]:
    """Coins."""
    return tuple([len(player.coins) for player in state.players])
