"""How well it is told whether a die lies flat, leans, or lies on another.

Drawn dice in a tray whose camera is known, with materials, lights and camera angles that nobody was
trained with; the place of each die is a little wrong, as the reader's is.
"""

from __future__ import annotations

import msgspec
import numpy as np

from referee.twin.dice.domain import Domain
from referee.twin.dice.lying import DIE_PX, LyingDie, draw_lying
from referee.twin.dice.noise import Rng
from referee.vision.dice.resting import Resting, RestingLook

FIRST_SEED = 500_000
_PLACE_OFF = 0.04
# A die that leans less than this may as well lie flat.
_PLAINLY_DEG = 16.0
# Either finding makes people look at the die.
_ASKED_ABOUT = (Resting.LEANING, Resting.STACKED)


class LyingScore(msgspec.Struct, frozen=True):
    """Shares of the dice of each kind, in single pictures."""

    flat: int
    flat_asked_percent: float
    """Flat dice that would be asked about without need."""
    flat_lost_percent: float
    """Flat dice that were taken for a side of another one."""
    leaning: int
    leaning_told_percent: float
    """Of the dice that lean plainly."""
    stacked: int
    stacked_told_percent: float
    sides: int
    sides_told_percent: float
    """Of the sides that are seen so large that they may pass for dice."""


def lying_score(scenes: int, first_seed: int = FIRST_SEED) -> LyingScore:
    """Draw scenes and judge their dice."""
    look = RestingLook()
    told: dict[Resting, list[Resting]] = {lie: [] for lie in Resting}
    for seed in range(first_seed, first_seed + scenes):
        for die, lie in _judged(look, np.random.default_rng(seed)):
            if die.lie is not Resting.LEANING or die.tilt_deg >= _PLAINLY_DEG:
                told[die.lie].append(lie)
    return LyingScore(
        flat=len(told[Resting.FLAT]),
        flat_asked_percent=_percent(told[Resting.FLAT], _ASKED_ABOUT),
        flat_lost_percent=_percent(told[Resting.FLAT], (Resting.SIDE,)),
        leaning=len(told[Resting.LEANING]),
        leaning_told_percent=_percent(told[Resting.LEANING], _ASKED_ABOUT),
        stacked=len(told[Resting.STACKED]),
        stacked_told_percent=_percent(told[Resting.STACKED], _ASKED_ABOUT),
        sides=len(told[Resting.SIDE]),
        sides_told_percent=_percent(told[Resting.SIDE], (Resting.SIDE,)),
    )


def _judged(look: RestingLook, rng: Rng) -> list[tuple[LyingDie, Resting]]:
    scene = draw_lying(rng, Domain.UNSEEN)
    off = rng.normal(0, _PLACE_OFF * DIE_PX, (len(scene.dice), 2))
    centres = [(die.x + x, die.y + y) for die, (x, y) in zip(scene.dice, off, strict=True)]
    feet = [(die.foot_x, die.foot_y) for die in scene.dice]
    found = look.lies(scene.picture(), centres, DIE_PX, feet)
    return list(zip(scene.dice, found, strict=True))


def _percent(lies: list[Resting], wanted: tuple[Resting, ...]) -> float:
    return 100 * sum(lie in wanted for lie in lies) / max(1, len(lies))
