"""How a piece moves on its way down, and what it weighs meanwhile: m(1 + v'/g).

A way is a list of moments with the velocity at each; the load between two steps follows from the
change of velocity between them, so momentum is kept whatever the step: what stays on the plate has
pushed by its weight in the end, and what flies weighs nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from referee.simulation.force_profiles.sprung_plate import Array
from referee.simulation.plate.pieces import GRAVITY

FELL_M = 0.006  # two tokens: what only slipped comes down by less
# A die of plastic hits felt for 4 ms and another die for less than one; both give back a part.
_CONTACT_S = (0.0007, 0.005)
_GIVEN_BACK = (0.1, 0.6)
_LAST_HOP_M_S = 0.04
# On its way over an edge a piece of 10 mm takes √(2L/3g) = 26 ms to lean e times as far, a stack of
# 10 cm 82 ms.
_LONGEST_LEAN = (3.0, 6.0)
_ROCKS_HZ = (7.0, 20.0)
_ROCKS_M_S = (0.002, 0.02)
_ROCKING_S = 0.25


@dataclass(slots=True)
class PieceWay:
    """Velocities of one piece upwards in m/s; `arrives` if it was in the air before the start."""

    mass_g: float
    start_s: float
    speed_m_s: float = 0.0
    arrives: bool = False
    times_s: list[float] = field(default_factory=list)
    speeds_m_s: list[float] = field(default_factory=list)
    hits_s: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.times_s.append(self.start_s)
        self.speeds_m_s.append(self.speed_m_s)

    @property
    def now_s(self) -> float:
        """Until when the way is known."""
        return self.times_s[-1]

    def _go(self, lasts_s: float, speeds_m_s: Array) -> None:
        marks = np.linspace(0, lasts_s, len(speeds_m_s) + 1)[1:] + self.now_s
        self.times_s += marks.tolist()
        self.speeds_m_s += speeds_m_s.tolist()
        self.speed_m_s = float(speeds_m_s[-1])

    def leans_over(self, lean_s: float, folds: float, speed_m_s: float) -> None:
        """Tips over an edge: from nothing, faster and faster, up to that speed downwards."""
        marks = np.linspace(0, folds, 13)[1:]
        self._go(lean_s * folds, -speed_m_s * np.sinh(marks) / math.sinh(folds))

    def flies(self, drop_m: float) -> None:
        """Falls freely by so much."""
        landing_m_s = math.sqrt(self.speed_m_s**2 + 2 * GRAVITY * drop_m)
        self._go((landing_m_s + self.speed_m_s) / GRAVITY, np.array([-landing_m_s]))

    def flies_off(self) -> None:
        """Leaves for good: it weighs nothing any more."""
        self._go(60.0, np.array([self.speed_m_s - 60.0 * GRAVITY]))

    def hits(self, given_back: float, contact_s: float) -> None:
        """Hits, and goes up again with that share of its speed."""
        self.hits_s.append(self.now_s)
        before = self.speed_m_s
        share = (1 - np.cos(np.linspace(0, math.pi, 9)[1:])) / 2
        self._go(contact_s, before - (1 + given_back) * before * share)

    def rests(self, lasts_s: float) -> None:
        """Lies still for so long."""
        self._go(lasts_s, np.array([0.0]))

    def stops(self, lasts_s: float) -> None:
        """A hand brakes it to rest."""
        self._go(lasts_s, self.speed_m_s * np.linspace(1, 0, 7)[1:])

    def comes_back(self, way_m: float, lasts_s: float) -> None:
        """A hand brings it up again by so much."""
        share = np.linspace(0, 1, 17)[1:]
        self._go(lasts_s, 30 * way_m / lasts_s * share**2 * (1 - share) ** 2)

    def bounces(self, rng: np.random.Generator) -> None:
        """Hits, hops and hits again until it lies; each hop is shorter."""
        given_back = float(rng.uniform(*_GIVEN_BACK))
        while -self.speed_m_s * given_back > _LAST_HOP_M_S:
            self.hits(given_back * float(rng.uniform(0.7, 1.0)), float(rng.uniform(*_CONTACT_S)))
            self.flies(0.0)
        self.hits(0.0, float(rng.uniform(*_CONTACT_S)))

    def rocks(self, rng: np.random.Generator) -> None:
        """Rolls or rocks over its edges until that is over."""
        lasts_s = float(rng.exponential(_ROCKING_S))
        marks = np.linspace(0, lasts_s, max(4, int(lasts_s / 0.004)))[1:]
        swing = float(rng.uniform(*_ROCKS_M_S)) * np.exp(-3 * marks / (lasts_s + 1e-9))
        turns = 2 * math.pi * float(rng.uniform(*_ROCKS_HZ)) * marks
        speeds = swing * np.sin(turns)
        speeds[-1] = 0.0
        self._go(lasts_s + 1e-6, speeds)

    def _speeds(self, times_s: Array) -> Array:
        speeds: Array = np.interp(times_s, self.times_s, self.speeds_m_s)
        return speeds

    def load_g(self, times_s: Array) -> Array:
        """What it weighs from each moment to the next."""
        step_s = times_s[1] - times_s[0]
        speeds = self._speeds(np.append(times_s, times_s[-1] + step_s))
        load: Array = self.mass_g * (1 + np.diff(speeds) / (GRAVITY * step_s))
        if self.arrives:
            is_flying = times_s < self.start_s
            late = int(is_flying.sum()) - 1
            load[is_flying] = 0.0
            if late >= 0:  # the step in which it arrives
                here_s = times_s[late] + step_s - self.start_s
                gained = self._speeds(times_s[late : late + 2])[-1] - self.speeds_m_s[0]
                load[late] = self.mass_g * (here_s + gained / GRAVITY) / step_s
        return load

    def sank_m(self, times_s: Array) -> Array:
        """How far it has come down by each moment."""
        sank: Array = -np.cumsum(self._speeds(times_s)) * (times_s[1] - times_s[0])
        return sank

    def fell_at_s(self, times_s: Array) -> float | None:
        """When it was down by `FELL_M`; None if it never was."""
        down = np.nonzero(self.sank_m(times_s) > FELL_M)[0]
        return float(times_s[down[0]]) if len(down) else None


def topples(
    mass_g: float, start_s: float, drop_m: float, lean_s: float, rng: np.random.Generator
) -> PieceWay:
    """A piece that stood leans over, flies, and is about to hit `drop_m` further down."""
    way = PieceWay(mass_g, start_s)
    # The edge gives way where the piece would have to accelerate faster than gravity.
    fastest_m_s = min(0.9 * GRAVITY * lean_s, 0.8 * drop_m / lean_s)
    speed_m_s = float(rng.uniform(0.3, 1.0)) * fastest_m_s
    way.leans_over(lean_s, float(rng.uniform(*_LONGEST_LEAN)), speed_m_s)
    way.flies(max(0.0, drop_m - speed_m_s * lean_s))
    return way


def is_dropped(mass_g: float, hits_s: float, gap_m: float) -> PieceWay:
    """A piece that comes out of the air from `gap_m`."""
    return PieceWay(mass_g, hits_s, speed_m_s=-math.sqrt(2 * GRAVITY * gap_m), arrives=True)
