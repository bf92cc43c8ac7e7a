"""What may be seen ("Who can see what" in the rules): the same for everybody, no chip's value."""

import msgspec
from msgspec.structs import replace

from referee.games.awaiting import Awaiting
from referee.games.base import Event
from referee.games.spookies.edition import FIGURES, NO_FIGURE, NO_GHOST, RESULTS, SPACES
from referee.games.spookies.events import (
    Chips,
    ChipsCounted,
    ChipsRevealed,
    GameStarted,
    Phase,
    Variant,
)
from referee.games.spookies.setup import outcome
from referee.games.spookies.state import PlayerState, State
from referee.games.spookies.waiting import awaiting


class SeatView(msgspec.Struct, frozen=True):
    """What lies in front of one seat; `total` is known when the game is over."""

    name: str
    chips: int
    joker: bool
    bonus: int
    total: int | None


class FigureView(msgspec.Struct, frozen=True):
    """Where one figure stands; 4 is the place in front of the gate."""

    figure: str
    space: int


class SpaceView(msgspec.Struct, frozen=True):
    """One space of the house: its number, its rewards with 2, 3 and 4 dice, its fine chips."""

    space: int
    rewards: tuple[int, ...]
    fines: int


class TableView(msgspec.Struct, frozen=True):
    """The table as everybody sees it."""

    game: str
    variant: Variant
    chips: Chips
    phase: Phase
    awaiting: Awaiting | None
    active: int
    seats: tuple[SeatView, ...]
    figures: tuple[FigureView, ...]
    spaces: tuple[SpaceView, ...]
    reserve: int
    box: int
    ghost: int | None
    figure: str | None
    dice: int
    faces: tuple[str, ...]
    result: int | None
    goal: int | None
    winners: tuple[int, ...]


def view(state: State, seat: int | None) -> TableView:
    """What this seat, or with None everybody, may see."""
    end = outcome(state)
    has_figure = state.figure != NO_FIGURE
    return TableView(
        game="spookies",
        variant=state.rules.variant,
        chips=state.rules.chips,
        phase=state.phase,
        awaiting=awaiting(state),
        active=state.active,
        seats=tuple(_seat_view(state, index) for index in range(len(state.players))),
        figures=tuple(map(FigureView, FIGURES, state.figures)),
        spaces=tuple(map(SpaceView, SPACES, state.rules.edition.rewards.rows(), state.fines)),
        reserve=state.reserve,
        box=state.box,
        ghost=None if state.ghost == NO_GHOST else state.ghost,
        figure=FIGURES[state.figure] if has_figure else None,
        dice=state.dice,
        faces=state.faces,
        result=RESULTS.get(state.faces),
        goal=state.figures[state.figure] + 1 if has_figure else None,
        winners=end.winners if end else (),
    )


def _seat_view(state: State, index: int) -> SeatView:
    player: PlayerState = state.players[index]
    return SeatView(
        name=state.rules.names[index],
        chips=player.chips,
        joker=player.joker,
        bonus=player.bonus,
        total=player.total if state.phase == "over" else None,
    )


def disclose(event: Event, seat: int | None) -> Event:
    """Hide the sealed chips from everybody."""
    if isinstance(event, GameStarted):
        return replace(event, sealed_chips=())
    return event


def scores(state: State) -> tuple[int | None, ...]:
    """Chips lie face down until all of them are counted."""
    is_over = state.phase == "over"
    return tuple([player.total if is_over else None for player in state.players])


def revealed(event: Event) -> dict[int, tuple[int, ...]]:
    """The values of the chips of one seat, or of all."""
    if isinstance(event, ChipsCounted) and event.values:
        return {event.seat: event.values}
    return dict(enumerate(event.values)) if isinstance(event, ChipsRevealed) else {}
