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
from referee.vision.dice.lying import Lie, LyingLook
from referee.vision.readings import DieFinding

FIRST_SEED = 500_000
_PLACE_OFF = 0.04
# A die that leans less than this may as well lie flat.
_PLAINLY_DEG = 16.0


class LyingScore(msgspec.Struct, frozen=True):
    """Shares of the dice of each kind, in single pictures."""

    flat: int
    flat_asked_percent: float
    """Flat dice that would be asked about without need."""
    leaning: int
    leaning_told_percent: float
    """Of the dice that lean plainly."""
    stacked: int
    stacked_told_percent: float


def lying_score(scenes: int, first_seed: int = FIRST_SEED) -> LyingScore:
    """Draw scenes and judge their dice."""
    look = LyingLook()
    told = [
        pair
        for seed in range(first_seed, first_seed + scenes)
        for pair in _judged(look, np.random.default_rng(seed))
    ]
    flat = [finding for die, finding in told if die.lie is Lie.FLAT]
    plainly = [
        finding for die, finding in told if die.lie is Lie.LEANING and die.tilt_deg >= _PLAINLY_DEG
    ]
    stacked = [finding for die, finding in told if die.lie is Lie.STACKED]
    return LyingScore(
        flat=len(flat),
        flat_asked_percent=_share_told(flat),
        leaning=len(plainly),
        leaning_told_percent=_share_told(plainly),
        stacked=len(stacked),
        stacked_told_percent=_share_told(stacked),
    )


def _judged(look: LyingLook, rng: Rng) -> list[tuple[LyingDie, DieFinding | None]]:
    scene = draw_lying(rng, Domain.UNSEEN)
    off = rng.normal(0, _PLACE_OFF * DIE_PX, (len(scene.dice), 2))
    centres = [(die.x + x, die.y + y) for die, (x, y) in zip(scene.dice, off, strict=True)]
    feet = [(die.foot_x, die.foot_y) for die in scene.dice]
    found = look.findings(scene.picture(), centres, DIE_PX, feet)
    return list(zip(scene.dice, found, strict=True))


def _share_told(findings: list[DieFinding | None]) -> float:
    """Either finding makes people look at the die."""
    return 100 * sum(each is not None for each in findings) / max(1, len(findings))
