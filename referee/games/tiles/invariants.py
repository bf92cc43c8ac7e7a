"""What must be true after every event. Used by tests and simulations."""

from collections.abc import Iterator

from referee.games.tiles.edition import KARUBA, WOLF
from referee.games.tiles.state import State, all_tiles


def faults(state: State) -> Iterator[str]:
    """A sentence for every broken invariant."""
    held = [tile for tiles in state.held for tile in tiles]
    if sorted([*state.tiles, *held, *state.gone]) != sorted(all_tiles(state)):
        yield "a tile is missing or there twice"
    if len(set(state.claims)) != len(state.claims):
        yield "a seat claims the same tile twice"
    if state.claims and state.rules.host != KARUBA:
        yield "a tile is claimed that has to be drawn"
    if (state.drawer is not None) != (state.phase == "drawing"):
        yield "somebody draws without having exchanged a herb"
    if state.phase == "drawing" and not state.tiles:
        yield "somebody draws from an empty pile"
    if WOLF in state.gone:
        yield "the tamed wolf was used up"
