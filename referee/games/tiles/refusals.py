"""Every way in which the companion says no. The sentences are in the language files.

The general rules of Karuba's tiles stand above SP-75, those of Odyssée-land's above SP-70.
"""

from referee.games.base import Refusal, Refused
from referee.games.tiles.edition import ODYSSEE_LAND
from referee.games.tiles.state import State, all_tiles

NO_SUCH_SEAT = Refusal("SP-75", "no-such-seat")
NOT_NOW = Refusal("SP-75", "not-now")
ONLY_IN_KARUBA = Refusal("SP-75", "only-in-karuba")
ONLY_IN_ODYSSEE_LAND = Refusal("SP-70", "only-in-odyssee-land")
NO_SUCH_TILE = Refusal("SP-75", "no-such-tile")
TILE_IS_TAKEN = Refusal("SP-75", "tile-is-taken")
TILE_LEFT_GAME = Refusal("SP-75", "tile-left-game")
ALREADY_CLAIMED = Refusal("SP-75", "already-claimed")
NOTHING_CLAIMED = Refusal("SP-75", "nothing-claimed")
PILE_IS_EMPTY = Refusal("SP-70", "pile-is-empty")
ONE_TILE_IS_DRAWN = Refusal("SP-70", "one-tile-is-drawn")
TILE_NOT_IN_PILE = Refusal("SP-70", "tile-not-in-pile")
TILE_NOT_HELD = Refusal("SP-70", "tile-not-held")

REFUSALS: tuple[Refusal, ...] = tuple(
    value for value in dict(globals()).values() if isinstance(value, Refusal)
)


def _general_rule(state: State) -> str:
    """The rule that stands above the tiles of the host game."""
    return "SP-70" if state.rules.host == ODYSSEE_LAND else "SP-75"


def not_now(state: State) -> Refused:
    """The table waits for something else; say what."""
    player = state.rules.names[state.drawer or 0]
    return NOT_NOW(rule=_general_rule(state), phase=state.phase, player=player)


def refuse_seat(state: State, seat: int) -> Refused | None:
    """Nobody sits there."""
    if 0 <= seat < len(state.held):
        return None
    return NO_SUCH_SEAT(rule=_general_rule(state), seat=seat, seats=len(state.held))


def refuse_tile(state: State, tile: str) -> Refused | None:
    """The host game has no such tile."""
    if tile in all_tiles(state):
        return None
    return NO_SUCH_TILE(rule=_general_rule(state), card=tile)
