"""What hands do to a tower: each deed is called every step and pushes, puts or takes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from referee.twin.tower.model import GRAVITY, TowerModel

# A deed is called with the time; it acts only when its moment has come.
Deed = Callable[[TowerModel, float], None]
TABLE_BODY = 1
PLATE_BODY = 2


@dataclass(slots=True)
class Placement:
    """A hand sets a spare piece on top and lets go over `release_s`; zero means it is dropped."""

    index: int
    start_s: float
    release_s: float
    gap_m: float
    offset_m: tuple[float, float]
    below: int
    press_n: float = 0.0
    press_s: float = 0.0
    target_m: float = 0.0
    is_put: bool = False

    def __call__(self, tower: TowerModel, now_s: float) -> None:
        """Put the piece when the time has come, then carry less and less of it."""
        if now_s < self.start_s:
            return
        if not self.is_put:
            self._put(tower)
        since_s = now_s - self.start_s
        if since_s < self.release_s:
            tower.push(tower.body(self.index), (0, 0, self._support_n(tower, since_s)))
        if self.press_n and since_s < self.press_s:
            downward = self.press_n * math.sin(math.pi * since_s / self.press_s) ** 2
            tower.push(tower.body(self.index), (0, 0, -downward))

    def _put(self, tower: TowerModel) -> None:
        x, y, z = tower.positions_m[self.below]
        heights = (tower.pieces[self.below].spec.height_m, tower.pieces[self.index].spec.height_m)
        self.target_m = z + sum(heights) / 2
        place = (x + self.offset_m[0], y + self.offset_m[1], self.target_m + self.gap_m)
        tower.put(self.index, place)
        self.is_put = True

    def _support_n(self, tower: TowerModel, since_s: float) -> float:
        share = 0.97 * (1 - since_s / self.release_s)
        weight_n = tower.pieces[self.index].mass_g / 1000 * GRAVITY
        # Fingers also brake the piece, so that it does not bounce in the hand.
        braking_n = 0.5 * share * float(tower.velocity_m_s(self.index)[2])
        return weight_n * share - braking_n


@dataclass(slots=True)
class Lift:
    """A hand takes a piece from the top and away."""

    index: int
    start_s: float
    pull_s: float
    is_gone: bool = False

    def __call__(self, tower: TowerModel, now_s: float) -> None:
        """Pull a little harder than the weight, then carry the piece off."""
        since_s = now_s - self.start_s
        if since_s < 0 or self.is_gone:
            return
        if since_s > self.pull_s + 0.25:
            tower.take_away(self.index)
            self.is_gone = True
            return
        mass_kg = tower.pieces[self.index].mass_g / 1000
        pull_n = mass_kg * GRAVITY * 1.15 * min(1.0, since_s / self.pull_s)
        braking_n = 15 * mass_kg * float(tower.velocity_m_s(self.index)[2])
        tower.push(tower.body(self.index), (0, 0, pull_n - braking_n))


@dataclass(slots=True)
class Rest:
    """A hand leans on the tower or on the plate and trembles a little."""

    body: int
    start_s: float
    hold_s: float
    newton: float
    edge_s: float

    def __call__(self, tower: TowerModel, now_s: float) -> None:
        """Lean in, stay, let go."""
        since_s = now_s - self.start_s
        if not 0 <= since_s < self.hold_s:
            return
        share = min(since_s / self.edge_s, (self.hold_s - since_s) / self.edge_s, 1.0)
        tremor = 1 + 0.1 * math.sin(2 * math.pi * 7 * now_s) * share
        tower.push(self.body, (0, 0, -self.newton * share * tremor))


@dataclass(slots=True)
class Nudge:
    """A finger pushes a piece sideways; a stubborn one goes on until something has fallen."""

    index: int
    start_s: float
    push_s: float
    newton: tuple[float, float, float]
    ramp_s: float = 0.05
    has_fallen: Callable[[TowerModel], bool] | None = None
    is_done: bool = False

    def __call__(self, tower: TowerModel, now_s: float) -> None:
        """Push while it lasts."""
        since_s = now_s - self.start_s
        if since_s < 0 or since_s >= self.push_s or self.is_done:
            return
        if self.has_fallen is not None and self.has_fallen(tower):
            self.is_done = True
            return
        growth = 1.0 if self.has_fallen is None else 1.0 + since_s
        share = min(1.0, since_s / self.ramp_s) * growth
        tower.push(tower.body(self.index), [share * each for each in self.newton])


@dataclass(slots=True)
class Bump:
    """Somebody knocks against the table."""

    start_s: float
    width_s: float
    impulse_n_s: tuple[float, float, float]

    def __call__(self, tower: TowerModel, now_s: float) -> None:
        """Half a sine of force."""
        since_s = now_s - self.start_s
        if 0 <= since_s < self.width_s:
            shape = math.sin(math.pi * since_s / self.width_s) * math.pi / 2 / self.width_s
            tower.push(TABLE_BODY, [each * shape for each in self.impulse_n_s])


def sideways(rng: np.random.Generator, newton: float, downward: float) -> tuple[float, ...]:
    """A push of that strength in a random direction across, with some of it downward."""
    angle = rng.uniform(0, 2 * math.pi)
    return (newton * math.cos(angle), newton * math.sin(angle), -newton * downward)
