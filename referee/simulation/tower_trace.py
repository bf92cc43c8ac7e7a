"""What every source of tower scenes gives: a trace of load and acceleration, and what happened.

Sources are worlds of their own (rigid bodies, forces put together, another engine), which know
nothing of each other; the traces of all of them go through the same sensors and the same scoring.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
import numpy as np
import numpy.typing as npt

from referee.touch.pieces import PieceMass

Samples = npt.NDArray[np.float32]
_CONTEXT_STREAM = 77


class TurnContext(StrEnum):
    """What the game was doing meanwhile: whose hand may be at the tower."""

    PIECE_DUE = "piece-due"
    JUST_LAID = "just-laid"
    COUNTDOWN = "countdown"
    NOBODYS_TURN = "nobodys-turn"


def draw_context(seed: int) -> TurnContext:
    """The context of a scene: by its seed alone, so whatever happens tells nothing about it."""
    number = int(np.random.default_rng([seed, _CONTEXT_STREAM]).integers(len(TurnContext)))
    return list(TurnContext)[number]


class SceneOutcome(msgspec.Struct, frozen=True):
    """What really happened, in seconds from the start and grams.

    `fell_at_s` is when the first piece was down by 6 mm, `down_s` when each one first hit.
    `plate_hz` is the frequency of the empty plate on its cell; without `felt` the pieces are those
    of the installed games.
    """

    scene: str
    seed: int
    pieces: list[str]
    tower_g: float
    placed: list[str]
    placed_g: float
    placed_at_s: float | None
    fell: int
    fell_at_s: float | None
    last_impact_s: float
    lost_g: float
    drop_g_s2: float
    is_at_rest: bool
    screened: int
    placings_s: list[float] = []
    down_s: list[float] = []
    taken_g: float = 0.0
    plate_hz: float | None = None
    felt: list[PieceMass] = []

    @property
    def is_fall(self) -> bool:
        """Whether at least one piece came down that no hand took."""
        return self.fell > 0

    @property
    def is_merged(self) -> bool:
        """Whether the fall came during or right after a placement."""
        return self.is_fall and self.placed_at_s is not None

    @property
    def context(self) -> TurnContext:
        """What the game was doing meanwhile."""
        return draw_context(self.seed)

    def is_at_placement(self, within_s: float = 0.5) -> bool:
        """Whether a piece came down so soon after (or before) a placement began."""
        if self.fell_at_s is None or self.placed_at_s is None:
            return False
        placings_s = self.placings_s or [self.placed_at_s]
        return any(abs(self.fell_at_s - each) <= within_s for each in placings_s)


class TowerTrace(msgspec.Struct, frozen=True):
    """A scene every `step_s`: load of the cell, acceleration of the plate, moment of the load."""

    outcome: SceneOutcome
    step_s: float
    force_g: Samples
    acceleration_g: Samples
    moment_g_m: Samples
