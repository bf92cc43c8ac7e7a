"""What pieces weigh, and which was put down: the likelihood of each kind, and of two at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import exp, hypot, log, sqrt

import msgspec
import numpy as np

from referee.games.base import AnyGame
from referee.games.boxes import every_piece
from referee.games.pieces import pieces_of


class PieceMass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece: what it weighs, and how much two of its kind differ (one deviation)."""

    kind: str
    mass_g: float
    spread_g: float


def pieces_felt(
    measured: Sequence[PieceMass] = (), game: AnyGame | None = None
) -> tuple[PieceMass, ...]:
    """The pieces that may be put down, each as this table measured it or else as its game says.

    While a game is played that names its pieces, no others count: they may weigh the same.
    """
    own = () if game is None else pieces_of(game)
    box = {
        each.kind: PieceMass(each.kind, each.mass_g, each.spread_g)
        for each in own or every_piece().values()
    }
    known = {each.kind: each for each in measured if not own or each.kind in box}
    return tuple({**box, **known}.values())


# Two at once happens, but rarely; nothing known at all is rarer still and spread over all weights.
# Chosen by hand: with more, one piece is read as two lighter ones, and a worn one as none at all.
_PAIR_PRIOR = 0.05
_UNKNOWN_DENSITY_PER_G = 1e-6


@dataclass(frozen=True, slots=True)
class PieceGuess:
    """One reading of a step in weight; an empty `kinds` means that no known piece fits."""

    kinds: tuple[str, ...]
    likelihood: float


def guess_pieces(
    step_g: float, noise_g: float, pieces: Sequence[PieceMass], *, most: int = 3
) -> tuple[PieceGuess, ...]:
    """The likeliest readings of a step, best first; their likelihoods add up to at most one."""
    singles = [((piece,), 1 - _PAIR_PRIOR) for piece in pieces]
    pairs = [(pair, _PAIR_PRIOR) for pair in combinations_with_replacement(pieces, 2)]
    densities: list[tuple[tuple[str, ...], float]] = [((), _UNKNOWN_DENSITY_PER_G)]
    densities += [
        (tuple(sorted(each.kind for each in some)), _density(step_g, some, noise_g) * prior)
        for some, prior in (*singles, *pairs)
    ]
    total = sum(density for _, density in densities)
    ranked = sorted(densities, key=lambda each: -each[1])[:most]
    return tuple(PieceGuess(kinds, density / total) for kinds, density in ranked)


def _density(step_g: float, pieces: Sequence[PieceMass], noise_g: float) -> float:
    mass_g = sum(piece.mass_g for piece in pieces)
    spread_g = hypot(noise_g, *(piece.spread_g for piece in pieces))
    # Tails fatter than the bell's: a chipped die is still a die.
    deviation = abs(step_g - mass_g) / spread_g
    exponent = deviation * deviation / 2 if deviation < 4 else 8 + 2 * (deviation - 4)
    return exp(-exponent - log(spread_g))


APART = 4.0
"""Two kinds are told apart if they differ by so many of their deviations: of 16,000 pieces one is
further off."""
# What usual makers achieve; a few weighed pieces say little about how much a kind differs.
_USUAL_SPREAD = 0.015
_USUAL_WEIGHT = 4.0
"""As if so many more had been weighed. Chosen by hand: two that happen to be alike say little."""


def piece_mass(kind: str, weighed_g: Sequence[float], noise_g: float) -> PieceMass:
    """Mass and spread of a kind of which these were weighed, each with this noise."""
    masses = np.asarray(weighed_g, np.float64)
    mass_g = float(masses.mean())
    usual = _USUAL_WEIGHT * (_USUAL_SPREAD * mass_g) ** 2
    # Noise makes pieces seem to differ; what is left of the variance is theirs.
    seen = max(0.0, float(((masses - mass_g) ** 2).sum()) - (len(masses) - 1) * noise_g**2)
    spread_g = sqrt((usual + seen) / (_USUAL_WEIGHT + len(masses) - 1))
    return PieceMass(kind, mass_g, spread_g)


@dataclass(frozen=True, slots=True)
class ClosestPair:
    """Two kinds that are easiest to confuse, and how many deviations lie between them."""

    first: str
    second: str
    apart_g: float
    deviations: float

    @property
    def is_told_apart(self) -> bool:
        """Whether a piece of the one is hardly ever taken for the other."""
        return self.deviations >= APART


def closest_pair(pieces: Sequence[PieceMass], noise_g: float) -> ClosestPair | None:
    """The two kinds whose weights are most alike; None if there are no two."""
    pairs = [_pair(one, other, noise_g) for one, other in combinations(pieces, 2)]
    return min(pairs, key=lambda pair: pair.deviations, default=None)


def _pair(one: PieceMass, other: PieceMass, noise_g: float) -> ClosestPair:
    apart_g = abs(one.mass_g - other.mass_g)
    deviation_g = hypot(one.spread_g, other.spread_g, noise_g)
    return ClosestPair(one.kind, other.kind, apart_g, apart_g / deviation_g)
