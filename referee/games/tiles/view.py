"""What may be seen: everything. The order of the pile is hidden from the referee as well."""

import msgspec

from referee.games.awaiting import Awaiting
from referee.games.tiles.edition import Host
from referee.games.tiles.events import Phase
from referee.games.tiles.state import State, points_of
from referee.games.tiles.waiting import awaiting


class SeatView(msgspec.Struct, frozen=True):
    """The tiles of one seat and what they are worth."""

    name: str
    tiles: tuple[str, ...]
    points: int


class ClaimView(msgspec.Struct, frozen=True):
    """Somebody met this condition in the turn that is being played."""

    seat: int
    tile: str


class TableView(msgspec.Struct, frozen=True):
    """All tiles of the host game: `left` in the middle or in the pile, `gone` for good."""

    game: str
    host: Host
    phase: Phase
    awaiting: Awaiting | None
    seats: tuple[SeatView, ...]
    left: tuple[str, ...]
    gone: tuple[str, ...]
    claims: tuple[ClaimView, ...]


def view(state: State, seat: int | None) -> TableView:
    """What this seat, or with None everybody, may see."""
    return TableView(
        game="tiles",
        host=state.rules.host,
        phase=state.phase,
        awaiting=awaiting(state),
        seats=tuple(
            SeatView(name, state.held[index], points_of(state, index))
            for index, name in enumerate(state.rules.names)
        ),
        left=state.tiles,
        gone=state.gone,
        claims=tuple(ClaimView(claimant, tile) for claimant, tile in state.claims),
    )


def scores(state: State) -> tuple[int | None, ...]:
    """What the tiles of each seat are worth now."""
    return tuple([points_of(state, seat) for seat in range(len(state.held))])
