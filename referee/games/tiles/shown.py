"""The furniture of the table: the tiles in the middle, with the seats, and out of the game."""

from collections.abc import Iterator

from referee.games.showing import AnyShown, Cards
from referee.games.tiles.edition import KARUBA
from referee.games.tiles.state import State


def shown(state: State, seat: int | None) -> tuple[AnyShown, ...]:
    """The tiles as everybody sees them."""
    return (*_middle(state), *_in_front_of_seats(state))


def _middle(state: State) -> Iterator[AnyShown]:
    yield Cards(label="left" if state.rules.host == KARUBA else "pile", cards=state.tiles)
    if state.gone:
        yield Cards(label="gone", cards=state.gone)


def _in_front_of_seats(state: State) -> Iterator[AnyShown]:
    for seat, held in enumerate(state.held):
        if held:
            yield Cards(label="tiles", seat=seat, cards=held)
        claimed = tuple([tile for claimant, tile in state.claims if claimant == seat])
        if claimed:
            yield Cards(label="claimed", seat=seat, cards=claimed)
