"""What may be seen (section 9 of the rules): by everybody, and by one seat about itself."""

import msgspec
from msgspec.structs import replace

from referee.games.awaiting import Awaiting, Piece
from referee.games.base import Event
from referee.games.magic_beanstalk.events import (
    CardPicked,
    GameStarted,
    Gold,
    GoldCounted,
    Phase,
    SacksRevealed,
    Variant,
)
from referee.games.magic_beanstalk.setup import outcome
from referee.games.magic_beanstalk.state import PlayerState, State
from referee.games.magic_beanstalk.waiting import awaiting


class SeatView(msgspec.Struct, frozen=True):
    """What lies in front of one seat. `card` is 0 until the common reveal, except for the owner."""

    name: str
    has_picked: bool
    card: int
    played: tuple[int, ...]
    hand: int
    pile: int
    tokens: int
    axe: bool
    sacks: int
    total: int | None


class TableView(msgspec.Struct, frozen=True):
    """The table as everybody sees it."""

    game: str
    variant: Variant
    gold: Gold
    phase: Phase
    awaiting: Awaiting | None
    round: int
    order: tuple[int, ...]
    active: int | None
    bean: int
    seats: tuple[SeatView, ...]
    tower: tuple[Piece, ...]
    pool: int
    cylinders: int
    castle: int
    deck: int
    hand: tuple[str, ...]
    rolling: int
    is_giant_awake: bool
    eye_holder: int | None
    powers_used: tuple[int, ...]
    winners: tuple[int, ...]


def view(state: State, seat: int | None) -> TableView:
    """What this seat, or with None everybody, may see."""
    end = outcome(state)
    return TableView(
        game="magic-beanstalk",
        variant="expert" if state.rules.expert else "base",
        gold=state.rules.gold,
        phase=state.phase,
        awaiting=awaiting(state),
        round=state.round,
        order=state.order,
        active=state.active if state.order else None,
        bean=state.bean,
        seats=tuple(_seat_view(state, index, seat) for index in range(len(state.players))),
        tower=state.tower,
        pool=state.pool,
        cylinders=state.cylinders,
        castle=state.castle,
        deck=state.deck,
        hand=state.turn.hand,
        rolling=state.turn.rolling,
        is_giant_awake=state.turn.bare,
        eye_holder=state.eye_holder,
        powers_used=state.powers_used,
        winners=end.winners if end else (),
    )


def _seat_view(state: State, index: int, viewer: int | None) -> SeatView:
    player: PlayerState = state.players[index]
    is_open = bool(state.order) or viewer == index
    return SeatView(
        name=state.rules.names[index],
        has_picked=bool(player.picked),
        card=player.picked if is_open else 0,
        played=player.played,
        hand=player.hand,
        pile=player.pile,
        tokens=player.tokens,
        axe=player.axe,
        sacks=player.sacks,
        total=player.total if state.phase == "over" else None,
    )


def disclose(event: Event, seat: int | None) -> Event:
    """Hide a picked card from the others and the sealed deck from everybody."""
    if isinstance(event, CardPicked) and event.seat != seat:
        return replace(event, value=0)
    if isinstance(event, GameStarted):
        return replace(event, sealed_deck=())
    return event


def scores(state: State) -> tuple[int | None, ...]:
    """Gold is hidden in the sacks until all of it is counted."""
    is_over = state.phase == "over"
    return tuple([player.total if is_over else None for player in state.players])


def revealed(event: Event) -> dict[int, tuple[int, ...]]:
    """What lay in the sacks of one seat, or of all."""
    if isinstance(event, GoldCounted) and event.values:
        return {event.seat: event.values}
    return dict(enumerate(event.values)) if isinstance(event, SacksRevealed) else {}
