"""Where a game of Bohnanza stands, as far as anybody at the table can see. Frozen."""

import msgspec

from referee.games.bohnanza.edition import Beans, CardNames, TableNumbers
from referee.games.bohnanza.events import DealProposed, FieldHarvested, Phase, Termination


class Rules(msgspec.Struct, frozen=True):
    """What was agreed before the game and never changes during it."""

    names: tuple[str, ...]
    title: str
    beans: Beans
    table: TableNumbers
    first: int
    hand_breaks_ties: bool
    card_names: CardNames


class Field(msgspec.Struct, frozen=True, gc=False):
    """A bean field: one variety and how many cards of it (BO-20). An empty one has no variety."""

    card: str = ""
    count: int = 0


EMPTY = Field()


class PlayerState(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one seat. Of the hand only the size is known; `coins` has its top card last.

    `aside` are the cards that must be planted in phase 3 (BO-47, BO-60).
    """

    fields: tuple[Field, ...]
    hand: int
    coins: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole table.

    `planted` counts the cards the active player planted from the hand this turn. `open_cards` were
    revealed and belong to the active player; in the duel they become the offer. `discard` has its
    top card last. `unseen` counts the cards in hands and draw pile (see `beans`). `boxed` are
    coins that left the game (BO-91). `proposals` are open, at most one between two seats, and
    `proposed` counts all that were made.
    """

    rules: Rules
    players: tuple[PlayerState, ...]
    active: int
    phase: Phase
    planted: int
    open_cards: tuple[str, ...]
    draw: int
    discard: tuple[str, ...]
    unseen: int
    exhaustions: int = 0
    boxed: tuple[str, ...] = ()
    termination: Termination | None = None
    proposals: tuple[DealProposed, ...] = ()
    proposed: int = 0


def is_last_pile_gone(state: State) -> bool:
    """BO-100: whether the draw pile has run out for the last time allowed."""
    return state.exhaustions >= state.rules.table.exhaustions


def seats_to_plant(state: State) -> tuple[int, ...]:
    """BO-R7: who has still to plant in phase 3, in any order; clockwise from the active player."""
    players, active = state.players, state.active
    seats = range(len(players))
    return tuple([seat for seat in (*seats[active:], *seats[:active]) if players[seat].aside])


def room_for(fields: tuple[Field, ...], card: str) -> int:
    """BO-30: the field of this variety, otherwise an empty one; -1 if there is no room."""
    room = -1
    for index, field in enumerate(fields):
        here = field.card
        if here == card:
            return index
        if not here:
            room = index
    return room


def is_protected(fields: tuple[Field, ...], field: Field) -> bool:
    """BO-84, BO-R3: a single bean is safe as long as another field has two or more."""
    return field.count == 1 and any(other.count > 1 for other in fields)


def harvest_of(state: State, seat: int, index: int) -> FieldHarvested:
    """BO-82: what this field sells for."""
    field: Field = state.players[seat].fields[index]
    coins = state.rules.beans.payout[field.card][field.count]
    return FieldHarvested(seat, index, field.card, field.count, coins)
