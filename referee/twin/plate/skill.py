"""How steady a hand is: one number between 0 (careless) and 1 (a surgeon) becomes a placement.

Nothing here says whether the tower falls. A hand only sets a piece down beside the middle, lets it
drop a little, presses, or brushes the tower while it lets go; physics does the rest.

What comes of it, over 25 towers of mixed dice, tokens and cylinders for each care: the chance that
setting a piece down brings something down, by which piece of the tower it is, and the piece with
which the first fall comes (29 if it stands to the end).

| care | 2nd-4th | 5th-8th | 9th-12th | 13th-18th | 19th-28th | first fall, mean |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| 0.97 | 0 % | 0 % | 0 % | 4 % | 3 % | 25 |
| 0.95 | 0 % | 3 % | 1 % | 3 % | 10 % | 21 |
| 0.9 | 3 % | 7 % | 15 % | 24 % | | 11 |
| 0.8 | 5 % | 17 % | 40 % | | | 8 |
| 0.6 | 16 % | 38 % | | | | 5 |
| 0.3 | 42 % | | | | | 3 |
"""

from __future__ import annotations

import math

import msgspec
import numpy as np

from referee.errors import InputError

_STEADY_M, _SHAKY_M = 0.0004, 0.0062
_STEADY_TOUCH_N, _SHAKY_TOUCH_N = 0.0005, 0.02
_MOST_PRESS_N = 0.25
_HARD_TO_MASTER = 0.4


class Grip(msgspec.Struct, frozen=True):
    """One placement as the hand does it."""

    aside_m: tuple[float, float]
    turned_rad: float
    gap_m: float
    release_s: float
    press_n: float
    press_s: float
    touch_n: tuple[float, float]
    touch_s: float

    @property
    def lasts_s(self) -> float:
        """How long the hand is at the piece."""
        return max(self.release_s, self.press_s, self.touch_s)


def checked_care(care: float) -> float:
    """The care itself if it is one."""
    if not 0 <= care <= 1:
        raise InputError(f"Care lies between 0 (careless) and 1 (steady), so {care:g} cannot be.")
    return care


def rashness(care: float) -> float:
    """How far a hand is from perfect; the last bit of care is the hardest to have."""
    return float((1 - checked_care(care)) ** _HARD_TO_MASTER)


def spread_m(care: float) -> float:
    """How far beside the middle this hand sets a piece, one deviation along each axis."""
    return _STEADY_M + (_SHAKY_M - _STEADY_M) * rashness(care)


def draw_grip(care: float, rng: np.random.Generator) -> Grip:
    """How a hand of that care sets the next piece down."""
    rash = rashness(care)
    x, y = rng.normal(0, spread_m(care), 2)
    touch = rng.normal(0, _STEADY_TOUCH_N + (_SHAKY_TOUCH_N - _STEADY_TOUCH_N) * rash, 2)
    turned = rng.normal(0, math.radians(3 + 25 * rash))
    is_dropped = rng.random() < 0.4 * rash
    is_pressed = rng.random() < 0.1 + 0.3 * rash
    gap_m = rng.uniform(0.003, 0.008) if is_dropped else rng.uniform(0.0002, 0.001)
    return Grip(
        aside_m=(float(x), float(y)),
        turned_rad=float(turned),
        gap_m=float(gap_m),
        release_s=0.0 if is_dropped else float(rng.uniform(0.03, 0.25 - 0.15 * rash)),
        press_n=float(rng.uniform(0.03, _MOST_PRESS_N)) if is_pressed else 0.0,
        press_s=float(rng.uniform(0.15, 0.35)) if is_pressed else 0.0,
        touch_n=(float(touch[0]), float(touch[1])),
        touch_s=float(rng.uniform(0.05, 0.15)),
    )
