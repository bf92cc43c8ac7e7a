"""Are the dice fair? Pearson's chi-square test, with nothing but arithmetic.

The p-value is the regularised upper incomplete gamma function Q(dof / 2, chi² / 2), by its series
where that converges quickly and by its continued fraction elsewhere (Abramowitz and Stegun, 6.5).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

_MOST_STEPS = 10_000
_PRECISION = 1e-15
_TINY = 1e-300
ENOUGH_EXPECTED = 5.0
"""With fewer expected in any cell the test says little."""


class ChiSquare(msgspec.Struct, frozen=True):
    """The test of one kind of dice; a small `p_value` means that fair dice rarely do that."""

    chi_square: float
    degrees_of_freedom: int
    p_value: float
    is_enough: bool


def chi_square_test(seen: Mapping[str, int], shares: Mapping[str, float]) -> ChiSquare:
    """Compare what was seen with what one expects."""
    total = sum(seen.values())
    expected = {face: share * total for face, share in shares.items() if share > 0}
    dof = len(expected) - 1
    if total == 0 or dof < 1:
        return ChiSquare(0.0, max(dof, 0), 1.0, is_enough=False)
    statistic = sum((seen.get(face, 0) - each) ** 2 / each for face, each in expected.items())
    is_enough = min(expected.values()) >= ENOUGH_EXPECTED
    return ChiSquare(statistic, dof, upper_gamma(dof / 2, statistic / 2), is_enough)


def upper_gamma(shape: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(shape, x)."""
    if shape <= 0 or x < 0:
        raise ValueError("Q(a, x) needs a > 0 and x >= 0.")
    if x == 0:
        return 1.0
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        return max(0.0, 1.0 - scale * _series(shape, x))
    return min(1.0, scale * _continued_fraction(shape, x))


def _series(shape: float, x: float) -> float:
    term = total = 1.0 / shape
    for step in range(1, _MOST_STEPS):
        term *= x / (shape + step)
        total += term
        if abs(term) < abs(total) * _PRECISION:
            break
    return total


def _continued_fraction(shape: float, x: float) -> float:
    """By Lentz's method, which never divides by zero."""
    b = x + 1.0 - shape
    c = 1.0 / _TINY
    d = 1.0 / b
    value = d
    for step in range(1, _MOST_STEPS):
        a = -step * (step - shape)
        b += 2.0
        d = 1.0 / (a * d + b or _TINY)
        c = b + a / c or _TINY
        change = d * c
        value *= change
        if abs(change - 1.0) < _PRECISION:
            break
    return value
