"""The box of Spookies (SP-1 to SP-6): spaces, figures, dice, chips, and the numbers of an edition.

The rewards on the board and the values of the chips (SP-2, SP-6, SP-N1) differ between boxes;
`Edition` checks that they are consistent.
"""

from itertools import product
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Figure = Literal["kracko", "bonflair", "anna", "duffy", "poppy"]

FIGURES: tuple[Figure, ...] = ("kracko", "bonflair", "anna", "duffy", "poppy")
INDEX: dict[str, int] = {figure: index for index, figure in enumerate(FIGURES)}
_ENGLISH = {"schnuffer": "bonflair", "hanja": "anna"}
CALLED: dict[str, str] = {
    written: figure
    for name, figure in (*zip(FIGURES, FIGURES, strict=True), *_ENGLISH.items())
    for written in (name, name.capitalize())
}
"""Every name of a figure that is understood: the dog and the girl have others in English."""
NO_FIGURE = -1
"""No figure has been named in this turn yet."""

QUESTION = "question"
FRIEND_FACES: tuple[str, ...] = (*FIGURES, QUESTION)
"""The friend die (SP-4): each figure once, and the question mark."""

PIPS: tuple[str, ...] = ("1", "2", "3", "4", "5", "6")
DICE_NUMBERS: tuple[int, ...] = (2, 3, 4)

# Spaces go by their number. The gate counts as 4, one step below the garden (SP-R16), so that a
# figure needs one more than the number of its space everywhere, in the attic too (SP-22, SP-30).
GATE = 4
GARDEN = 5
ATTIC = 11
SPACES: tuple[int, ...] = tuple(range(GARDEN, ATTIC + 1))

MAX_PLAYERS = 5
CHIPS = 75
CHIPS_IN_PLAY: dict[int, int] = {2: 50, 3: 60, 4: 75, 5: 75}
"""By number of players (SP-11)."""

JOKER_WORTH = 5
"""Points, or chips, for a joker that was never used (SP-62, SP-R8)."""

GHOST_START = 9
NO_GHOST = 0
"""Where the ghost is when the game is played without it."""


def _sum_of_two_highest(faces: tuple[str, ...]) -> int:
    highest = sorted(faces, reverse=True)[:2]
    return sum(int(face) for face in highest)


RESULTS: dict[tuple[str, ...], int] = {
    faces: _sum_of_two_highest(faces)
    for number in DICE_NUMBERS
    for faces in product(PIPS, repeat=number)
}
"""Every roll of 2, 3 or 4 dice and its result: the sum of the two highest dice (SP-21)."""

_Most = Annotated[int, Meta(ge=1, le=30)]
_Reward = Annotated[int, Meta(ge=0, le=30)]
Row = tuple[_Most, _Reward, _Reward]
"""Chips earned with 2, 3 and 4 dice. With 2 dice every floor earns something."""


class Rewards(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename=lambda name: name.removeprefix("floor_"),
):
    """The table on the board, one row for each floor (SP-2); in a file the keys are `5` to `11`."""

    floor_5: Row
    floor_6: Row
    floor_7: Row
    floor_8: Row
    floor_9: Row
    floor_10: Row
    floor_11: Row

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """All rows, from the garden up to the attic."""
        return msgspec.structs.astuple(self)


class ChipKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many chips carry one value (SP-6)."""

    value: Annotated[int, Meta(ge=1, le=10_000)]
    count: Annotated[int, Meta(ge=1, le=CHIPS)]


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One printed edition of the game; see `editions/standard.toml` for every key."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    rewards: Rewards
    chips: tuple[ChipKind, ...]

    def __post_init__(self) -> None:
        total = sum(kind.count for kind in self.chips)
        if total != CHIPS:
            raise ValueError(f"chips: there are {CHIPS} chips, not {total}")
        values = [kind.value for kind in self.chips]
        if len(set(values)) != len(values):
            raise ValueError("chips: every value stands once, with its count")

    def chip_values(self) -> tuple[int, ...]:
        """All chips, kind by kind."""
        return sum([(kind.value,) * kind.count for kind in self.chips], ())
