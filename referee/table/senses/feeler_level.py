"""The weight on the plate while nothing happens there: the last moments, if they lie together."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

_WINDOW_S = 0.4
_LEAST_SAMPLES = 4
_MOST_SAMPLES = 64
_LEAST_SPREAD_G = 0.18
_MOST_NOISE_G = 0.15
"""A plate that wavers more is not at rest, however evenly it does so."""
_SPREAD_PER_NOISE = 6.5
# The mean step between two samples of white noise is 1.13 deviations.
_STEP_PER_DEVIATION = 1.128


class RestingLevel:
    """Remembers the last moments of the weight, and tells their level if they are quiet."""

    def __init__(self) -> None:
        self._recent: deque[tuple[float, float]] = deque(maxlen=_MOST_SAMPLES)

    def add(self, t_s: float, grams: float) -> None:
        """One more weight."""
        recent = self._recent
        recent.append((t_s, grams))
        # One sample older than the window stays, so that the window is known to be full.
        while len(recent) > 2 and recent[1][0] < t_s - _WINDOW_S:
            recent.popleft()

    def clear(self) -> None:
        """Whatever was before no longer counts."""
        self._recent.clear()

    def level_g(self) -> float | None:
        """The weight at rest; None while it is not at rest or not known for long enough."""
        recent = self._recent
        if len(recent) < _LEAST_SAMPLES or recent[-1][0] - recent[0][0] < 0.9 * _WINDOW_S:
            return None
        grams = [each[1] for each in recent]
        steps_g = sum(abs(b - a) for a, b in pairwise(grams)) / (len(grams) - 1)
        noise_g = min(steps_g / _STEP_PER_DEVIATION, _MOST_NOISE_G)
        if max(grams) - min(grams) > max(_LEAST_SPREAD_G, _SPREAD_PER_NOISE * noise_g):
            return None
        return sum(grams) / len(grams)
