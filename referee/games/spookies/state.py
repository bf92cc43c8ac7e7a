"""Where a game of Spookies stands. Frozen: `evolve` makes the next one."""

import msgspec

from referee.games.spookies.edition import (
    FIGURES,
    GARDEN,
    GATE,
    NO_FIGURE,
    NO_GHOST,
    SPACES,
    Edition,
)
from referee.games.spookies.events import Chips, FineChips, JokerPays, Phase, Variant


class Rules(msgspec.Struct, frozen=True):
    """What was agreed before the game and never changes during it.

    `opening` is the phase every turn begins with; `rewards` what a success earns
    with 2, 3 and 4 dice, by the space where it starts, from the gate up.
    """

    names: tuple[str, ...]
    edition: Edition
    variant: Variant
    joker: bool
    joker_pays: JokerPays
    ghost: bool
    chips: Chips
    fine_chips: FineChips
    in_play: int
    opening: Phase
    rewards: tuple[tuple[int, ...], ...]


class PlayerState(msgspec.Struct, frozen=True, gc=False):
    """What lies in front of one seat. `values` are the sealed chips, known to nobody.

    `bonus` are the points for an unused joker; `total` is known when the chips are counted.
    """

    chips: int = 0
    values: tuple[int, ...] = ()
    joker: bool = False
    bonus: int = 0
    total: int | None = None


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole table.

    `figures` are the spaces of the five figures; `fines` the chips on each space from the garden
    up, `fine_values` their sealed values. The `box` holds the surplus. `figure` is the index of the
    figure of this turn, `dice` the number of dice of its latest roll, which the ghost `haunted`;
    `is_turn_over` when that roll ended the turn and only the ghost has still to move.
    """

    rules: Rules
    players: tuple[PlayerState, ...]
    active: int
    phase: Phase
    reserve: int
    box: int
    sealed: tuple[int, ...] = ()
    sealed_box: tuple[int, ...] = ()
    figures: tuple[int, ...] = (GATE,) * len(FIGURES)
    fines: tuple[int, ...] = (0,) * len(SPACES)
    fine_values: tuple[tuple[int, ...], ...] = ((),) * len(SPACES)
    ghost: int = NO_GHOST
    figure: int = NO_FIGURE
    dice: int = 0
    faces: tuple[str, ...] = ()
    haunted: bool = False
    is_turn_over: bool = False


def fines_on(state: State, space: int) -> int:
    """How many fine chips lie on this space; nothing ever lies at the gate."""
    return state.fines[space - GARDEN] if space >= GARDEN else 0


def space_of_figure(state: State) -> int:
    """Where the figure of this turn stands; the gate while none is named."""
    return GATE if state.figure == NO_FIGURE else state.figures[state.figure]
