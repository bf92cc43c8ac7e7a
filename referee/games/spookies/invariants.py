"""What must be true after every event (section 1 of the rules). Used by tests and simulations."""

from collections import Counter
from collections.abc import Iterator

from referee.games.spookies.edition import (
    ATTIC,
    CHIPS,
    DICE_NUMBERS,
    GARDEN,
    GATE,
    NO_FIGURE,
    NO_GHOST,
    SPACES,
)
from referee.games.spookies.state import State, space_of_figure

_AFTER_THE_END = ("counting", "over")
_WITHOUT_FIGURE = ("friend", "figure")
_WITHOUT_DICE = ("friend", "figure", "dice")


def faults(state: State) -> Iterator[str]:
    """A sentence for every broken invariant."""
    yield from _chip_faults(state)
    yield from _board_faults(state)
    yield from _turn_faults(state)
    if state.rules.chips == "digital":
        yield from _sealed_faults(state)
    elif state.sealed or state.sealed_box or any(state.fine_values):
        yield "the referee holds values of real chips"


def _chip_faults(state: State) -> Iterator[str]:
    in_play = state.reserve + sum(p.chips for p in state.players) + sum(state.fines)
    if in_play + state.box != CHIPS:
        yield f"{in_play} chips in play and {state.box} in the box instead of {CHIPS}"
    if state.phase not in _AFTER_THE_END and in_play != state.rules.in_play:
        yield f"{in_play} chips in play instead of {state.rules.in_play}"
    if min(state.reserve, state.box, *state.fines, *(p.chips for p in state.players)) < 0:
        yield "a chip was taken that was not there"
    if state.phase in _AFTER_THE_END and state.reserve:
        yield "the game is over, but there are chips in the reserve"
    if state.phase not in _AFTER_THE_END and not state.reserve:
        yield "the reserve is empty, but the game goes on"


def _board_faults(state: State) -> Iterator[str]:
    for space in state.figures:
        if not GATE <= space <= ATTIC:
            yield f"a figure stands on {space}"
    if state.rules.ghost != (state.ghost != NO_GHOST):
        yield "the ghost is in the wrong game"
    if state.rules.ghost and not GARDEN <= state.ghost <= ATTIC:
        yield f"the ghost is on {state.ghost}"
    if not state.rules.joker and any(p.joker or p.bonus for p in state.players):
        yield "somebody has a joker in a game without jokers"


def _turn_faults(state: State) -> Iterator[str]:
    phase = state.phase
    if phase in _AFTER_THE_END:
        return
    if (state.figure == NO_FIGURE) != (phase in _WITHOUT_FIGURE) and not state.is_turn_over:
        yield f"{phase}, but the figure is {state.figure}"
    if (state.dice in DICE_NUMBERS) == (phase in _WITHOUT_DICE) and not state.is_turn_over:
        yield f"{phase}, but {state.dice} dice"
    if phase == "fines" and not state.fines[space_of_figure(state) - GARDEN]:
        yield "fine chips are offered where none lie"
    if phase == "ghost" and not state.haunted:
        yield "the ghost moves after a roll it did not disturb"
    if phase == "joker" and not state.players[state.active].joker:
        yield "a joker is offered to somebody who has none"
    if phase == "continuing" and state.is_turn_over:
        yield "a turn goes on that is over"


def _sealed_faults(state: State) -> Iterator[str]:
    everywhere = Counter(state.sealed + state.sealed_box)
    if (len(state.sealed), len(state.sealed_box)) != (state.reserve, state.box):
        yield "the sealed reserve or box has not as many values as chips"
    for seat, player in enumerate(state.players):
        everywhere.update(player.values)
        if len(player.values) != player.chips:
            yield f"seat {seat} has {player.chips} chips but {len(player.values)} sealed values"
    for space, count, values in zip(SPACES, state.fines, state.fine_values, strict=True):
        everywhere.update(values)
        if len(values) != count:
            yield f"space {space} has {count} fine chips but {len(values)} sealed values"
    if everywhere != Counter(state.rules.edition.chip_values()):
        yield "the sealed chips are not those of the box"


def secrets(state: State) -> Iterator[str]:
    """Values nobody may see: every sealed chip until the game is over."""
    if state.phase == "over":
        return
    hidden = {*state.sealed, *state.sealed_box}
    hidden.update(value for player in state.players for value in player.values)
    hidden.update(value for values in state.fine_values for value in values)
    for value in hidden:
        yield str(value)
