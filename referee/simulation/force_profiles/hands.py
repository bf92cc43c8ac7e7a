"""Hands as forces on the tower: approach, touch, press, tremble, hold still, jerk, let go.

All in grams downwards on the steps of a scene. Skin sticks, so a hand that leaves may press or pull
for a moment.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.simulation.force_profiles.sprung_plate import Array

# Physiological tremor of the hand: 8 to 12 Hz; what the arm sways meanwhile is slower.
_TREMOR_HZ, _SWAY_HZ = (8.0, 12.0), (0.4, 3.0)
_TREMOR_G = (0.1, 0.5)
_SUPPORTED_G = (0.01, 0.06)  # the arm lies on the table
# A finger that presses harder also varies more: two per cent of the force.
_VARIES = 0.02
# From the fastest flick to a hand that lets go with care.
_EDGE_S = (0.02, 0.2)


def edge(times_s: Array, start_s: float, lasts_s: float) -> Array:
    """From 0 to 1 as people move: without a jerk at either end."""
    share = np.clip((times_s - start_s) / lasts_s, 0, 1)
    smooth: Array = share**3 * (10 + share * (6 * share - 15))
    return smooth


def pulse(times_s: Array, at_s: float, lasts_s: float) -> Array:
    """A push of height 1 that comes and goes; its sum is the same at any step."""
    step_s = times_s[1] - times_s[0]
    marks = np.clip((np.append(times_s, times_s[-1] + step_s) - at_s) / lasts_s, 0, 1)
    total = lasts_s * (marks - np.sin(2 * math.pi * marks) / (2 * math.pi)) / 2
    height: Array = np.diff(total) / step_s
    return height


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of its own: how it trembles, and how much of it shows when it holds still."""

    times_s: Array
    rng: np.random.Generator

    def uniform(self, low: float, high: float) -> float:
        """A number in between."""
        return float(self.rng.uniform(low, high))

    def likely(self, low: float, high: float) -> float:
        """A number in between, small ones as likely as large ones by their ratio."""
        return math.exp(self.uniform(math.log(low), math.log(high)))

    def tremble(self, *, is_supported: bool = False) -> Array:
        """Tremor and sway, about one at most, as large as hands are."""
        size_g = self.uniform(*(_SUPPORTED_G if is_supported else _TREMOR_G))
        tremor = np.mean([self._tone(_TREMOR_HZ) for _ in range(3)], axis=0)
        sway = np.mean([self._tone(_SWAY_HZ) for _ in range(2)], axis=0)
        trembling: Array = size_g * (tremor + 0.5 * sway)
        return trembling

    def _tone(self, hertz: tuple[float, float]) -> Array:
        phase = 2 * math.pi * (self.uniform(*hertz) * self.times_s + self.uniform(0, 1))
        tone: Array = np.sin(phase)
        return tone

    def holds(
        self,
        start_s: float,
        end_s: float,
        level_g: float,
        *,
        is_supported: bool = False,
        edges_s: tuple[float, float] | None = None,
    ) -> Array:
        """Comes, stays at that force, goes; the edges lie inside."""
        come_s, go_s = edges_s or (self.likely(*_EDGE_S), self.likely(*_EDGE_S))
        there = edge(self.times_s, start_s, come_s) - edge(self.times_s, end_s - go_s, go_s)
        varies = _VARIES * abs(level_g) * self._tone(_SWAY_HZ) * (0.2 if is_supported else 1.0)
        return there * (level_g + varies + self.tremble(is_supported=is_supported))

    def bumps(self, at_s: float, *, hardest_g: float = 12.0) -> Array:
        """The first contact of a fingertip: 5 to 20 g that come with 10 to 60 mm/s, softly."""
        return self.likely(0.3, hardest_g) * pulse(self.times_s, at_s, self.uniform(0.012, 0.05))

    def jerks(self, at_s: float, hardest_g: float, *, most_up_g: float, up_share: float) -> Array:
        """Skin sticks and lets go: a pull upwards, or a push, and perhaps the other after it."""
        lasts_s = self.uniform(0.015, 0.08)
        size_g = self.likely(0.4, hardest_g) * (-1 if self.rng.random() < up_share else 1)
        jerk = size_g * pulse(self.times_s, at_s, lasts_s)
        after = self.uniform(0, 0.6) * size_g * pulse(self.times_s, at_s + lasts_s, lasts_s)
        return np.maximum(jerk - after, -most_up_g)
