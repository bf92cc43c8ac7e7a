"""The shape of a disturbed weight: weightless spells, and how it swings.

A fall is one long spell below the weight of before and a hit after it. Rocking and rattling swing
many times to both sides, each spell is short, and sums over seconds of them only gather noise. So
the sums are also kept as they were when the hardest hit had just rung out.
"""

from __future__ import annotations

from dataclasses import dataclass

# Long enough after the heaviest moment for the converter to have settled.
_RUNG_OUT_S = 0.15
# Dips count from a level that follows at this pace, so that they also show on top of a placement.
_FOLLOW_S = 0.15
_LIVELY_STEP_G = 1.0


@dataclass(frozen=True, slots=True)
class Swung:
    """How the weight swung; areas in g s, times in seconds from the opening of the episode."""

    crossings: int = 0
    dips: int = 0
    square_g2_s: float = 0.0
    steepest_g: float = 0.0
    lively_s: float = 0.0
    spell_g_s: float = 0.0
    spell_s: float = 0.0
    dip_g_s: float = 0.0
    dip_s: float = 0.0
    early_s: float = 0.0
    early_area_g_s: float = 0.0
    early_moment_g_s2: float = 0.0


NOT_SWUNG = Swung()


class Swings:
    """Follows the excess over the weight of before, sample by sample."""

    __slots__ = (
        "_crossings",
        "_dead_g",
        "_dip",
        "_early",
        "_heaviest_g",
        "_heaviest_s",
        "_level_g",
        "_lively_s",
        "_side",
        "_spell",
        "_square",
        "_steepest",
    )

    def __init__(self, dead_g: float) -> None:
        self._dead_g = dead_g
        self._crossings = self._side = 0
        self._square = self._steepest = self._lively_s = self._level_g = 0.0
        self._heaviest_s = self._heaviest_g = 0.0
        self._spell, self._dip = _Spells(), _Spells()
        self._early: tuple[float, float, float] | None = None

    def add(self, since_s: float, slice_s: float, excess_g: float, step_g: float) -> None:
        """One sample, `since_s` after the opening, and its step from the one before."""
        self._square += excess_g * excess_g * slice_s
        self._steepest = max(self._steepest, step_g)
        if step_g > _LIVELY_STEP_G:
            self._lively_s = since_s
        if abs(excess_g) > self._dead_g:
            side = 1 if excess_g > 0 else -1
            self._crossings += side == -self._side
            self._side = side
        self._spell.add(since_s, slice_s, excess_g)
        self._dip.add(since_s, slice_s, excess_g - self._level_g)
        self._level_g += min(1.0, slice_s / _FOLLOW_S) * (excess_g - self._level_g)

    def keep(self, since_s: float, excess_g: float, area: float, moment: float) -> None:
        """Keep the sums of when the heaviest moment has rung out."""
        if excess_g > self._heaviest_g:
            self._heaviest_s, self._heaviest_g, self._early = since_s, excess_g, None
        elif self._early is None and since_s > self._heaviest_s + _RUNG_OUT_S:
            self._early = (since_s, area, moment)

    def swung(self, length_s: float, area: float, moment: float) -> Swung:
        """The numbers so far, beside the sums up to the last stir."""
        early_s, early_area, early_moment = self._early or (length_s, area, moment)
        return Swung(
            crossings=self._crossings,
            dips=self._dip.count,
            square_g2_s=self._square,
            steepest_g=self._steepest,
            lively_s=self._lively_s,
            spell_g_s=self._spell.largest,
            spell_s=self._spell.largest_s,
            dip_g_s=self._dip.largest,
            dip_s=self._dip.largest_s,
            early_s=early_s,
            early_area_g_s=early_area,
            early_moment_g_s2=early_moment,
        )


class _Spells:
    """Spells below zero: how many, and area and duration of the largest."""

    __slots__ = ("_area", "_began_s", "count", "largest", "largest_s")

    def __init__(self) -> None:
        self.count = 0
        self._area = self._began_s = self.largest = self.largest_s = 0.0

    def add(self, since_s: float, slice_s: float, value: float) -> None:
        if value >= 0:
            self._area = 0.0
            return
        if not self._area:
            self._began_s = since_s - slice_s
            self.count += 1
        self._area -= value * slice_s
        if self._area > self.largest:
            self.largest, self.largest_s = self._area, since_s - self._began_s
