"""Which piece was put down: the likelihood of each kind, and of two pieces at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import exp, hypot, log

from referee.weighing.profile import PieceMass

# Two at once happens, but rarely; nothing known at all is rarer still and spread over all weights.
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


def misfit_g(step_g: float, pieces: Sequence[PieceMass]) -> float:
    """How far a step is from the nearest piece or pair of pieces."""
    masses_g = [piece.mass_g for piece in pieces]
    pairs_g = [sum(pair) for pair in combinations_with_replacement(masses_g, 2)]
    return min(abs(abs(step_g) - each) for each in (*masses_g, *pairs_g))
