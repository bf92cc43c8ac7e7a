"""The plate's book-keeping: what should lie on it, and what is on it too many or missing."""

from collections.abc import Sequence
from itertools import product
from math import hypot

from referee.games.awaiting import Piece
from referee.touch.pieces import PieceMass
from referee.touch.verdicts import TouchKind, TouchVerdict

LIGHTEST_G = 0.8
"""Less than this is no piece: half of the lightest that games may have, 1.6 g (docs/games.md)."""
_LEAST_TOLERANCE_G = 0.5
"""Chosen by hand: a cell drifts and creeps by less; with more a missing token might not be
noticed."""
_DEVIATIONS = 4.0
"""Of 16,000 towers one weighs further from the sum of its pieces, if their masses are spread
normally."""


class PieceWeights:
    """What the pieces of this table weigh."""

    def __init__(self, pieces: tuple[PieceMass, ...]) -> None:
        self.pieces = pieces
        self._by_kind = {piece.kind: piece for piece in pieces}

    def mass_g(self, pieces: Sequence[Piece]) -> float:
        """What these pieces weigh together."""
        return sum(self._by_kind[piece.kind].mass_g for piece in pieces if self.knows(piece.kind))

    def knows(self, kind: str) -> bool:
        """Whether pieces of this kind were weighed."""
        return kind in self._by_kind

    def tolerance_g(self, pieces: Sequence[Piece]) -> float:
        """How far the sum of these pieces may be off."""
        spreads = (self._by_kind[piece.kind].spread_g for piece in pieces if self.knows(piece.kind))
        return _LEAST_TOLERANCE_G + _DEVIATIONS * hypot(*spreads)

    def fits(self, grams: float, pieces: Sequence[Piece]) -> bool:
        """Whether this weight can be these pieces."""
        return abs(grams - self.mass_g(pieces)) <= self.tolerance_g(pieces)

    def missing_from(self, tower: Sequence[Piece], left_g: float) -> tuple[tuple[Piece, ...], ...]:
        """Which pieces can be gone if the rest of the tower weighs so much, likeliest first.

        A tower breaks off at one level, so the top pieces come first; then every other set by how
        well it fits. Sets that differ only in whose token is gone are told apart.
        """
        tops = [tuple(tower[cut:]) for cut in range(len(tower), -1, -1)]
        fitting = [gone for gone in tops if self.fits(left_g, tower[: len(tower) - len(gone)])]
        fitting.sort(key=lambda gone: self._misfit_g(tower, gone, left_g))
        others = [gone for gone in _subsets(tower) if self._leaves(tower, gone, left_g)]
        others.sort(key=lambda gone: self._misfit_g(tower, gone, left_g))
        return tuple(dict.fromkeys([*map(_in_order, fitting), *map(_in_order, others)]))

    def _leaves(self, tower: Sequence[Piece], gone: Sequence[Piece], left_g: float) -> bool:
        return self._misfit_g(tower, gone, left_g) <= self.tolerance_g(tower)

    def _misfit_g(self, tower: Sequence[Piece], gone: Sequence[Piece], left_g: float) -> float:
        return abs(left_g - (self.mass_g(tower) - self.mass_g(gone)))


def _in_order(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(pieces, key=lambda each: (each.kind, each.seat or 0, each.face or "")))


def _subsets(tower: Sequence[Piece]) -> list[tuple[Piece, ...]]:
    """Every number of each sort of piece that can be gone."""
    sorts = sorted(set(tower), key=lambda each: (each.kind, each.seat or 0, each.face or ""))
    numbers = [range(list(tower).count(sort) + 1) for sort in sorts]
    return [
        tuple(sort for sort, count in zip(sorts, counts, strict=True) for _ in range(count))
        for counts in product(*numbers)
    ]


class PlateLedger:
    """How much lies on the plate that nobody expects; below zero, something is missing.

    What people say about the plate may be true already or only soon. So after their word the ledger
    is in doubt, and the next quiet level says what really lies there.
    """

    def __init__(self) -> None:
        self.excess_g = 0.0
        self.is_in_doubt = False
        self.unnoticed_g = 0.0
        """By how much the last quiet level differs from the one before, though nothing was felt."""
        self._calm_g: float | None = None

    def change(self, verdict: TouchVerdict) -> None:
        """Something changed the weight, or perhaps did while nothing could be noticed."""
        if verdict.weighed is not None:
            self.excess_g += verdict.weighed.dm_g
        elif verdict.kind is TouchKind.RESTLESS:
            self.is_in_doubt = True

    def settle(self, level_g: float, expected_g: float, tolerance_g: float) -> None:
        """The plate is quiet: what is in doubt is decided.

        A hand may come and go between two verdicts; then the level is the old one again.
        """
        calm_g, self.unnoticed_g = self._calm_g, 0.0
        if self.is_in_doubt:
            excess_g = level_g - expected_g
            self.excess_g = 0.0 if abs(excess_g) <= tolerance_g else excess_g
            self.is_in_doubt = False
        elif self._calm_g is not None and abs(level_g - self._calm_g) < LIGHTEST_G:
            self.excess_g = 0.0
        elif abs(level_g - expected_g) <= tolerance_g < abs(self.excess_g) / 2:
            # What was noticed, as the first die that came late, is what should lie there.
            self.excess_g = 0.0
        if self.is_balanced:
            self.unnoticed_g = 0.0 if calm_g is None else level_g - calm_g
            self._calm_g = level_g

    def expect(self, mass_g: float) -> None:
        """So much should lie on the plate beyond what was expected before."""
        self.excess_g -= mass_g
        self._calm_g = None

    def doubt(self) -> None:
        """People said what lies there; the scale will tell."""
        self.is_in_doubt = True

    def balance(self) -> None:
        """What lies there now is what should lie there."""
        self.excess_g = 0.0
        self.is_in_doubt = False
        self._calm_g = None

    @property
    def is_balanced(self) -> bool:
        """Whether everything on the plate is expected, and nothing missing."""
        return self.is_in_doubt or abs(self.excess_g) < LIGHTEST_G
