"""A score sheet: one line a round, entered by the players themselves."""

from __future__ import annotations

from typing import Literal

import msgspec

from referee.games.haricots.edition import Edition

SheetPhase = Literal["writing", "over"]


class SheetRules(msgspec.Struct, frozen=True):
    """Who is on the sheet, and the chips of the box."""

    names: tuple[str, ...]
    edition: Edition


class Line(msgspec.Struct, frozen=True, gc=False):
    """One round: +3 chips and negative points, both by seat."""

    chips: tuple[int, ...]
    negative: tuple[int, ...]


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The whole sheet; `chips` and `negative` are the sums of its lines, by seat.

    `chips_left` and `points_left` are the victory chips and negative points still in the box.
    """

    rules: SheetRules
    chips: tuple[int, ...]
    negative: tuple[int, ...]
    chips_left: int
    points_left: int
    lines: tuple[Line, ...] = ()
    phase: SheetPhase = "writing"
