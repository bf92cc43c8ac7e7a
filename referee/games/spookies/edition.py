"""The numbers of a Spookies box (SP-2, SP-6, N-1) and what makes them consistent."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.games.spookies.pieces import CHIPS

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
