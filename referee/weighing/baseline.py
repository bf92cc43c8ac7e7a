"""The weight at rest: its level, its slow drift, its noise, and when it is left."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from referee.weighing.profile import TouchProfile

_FIRST_SAMPLES = 8
# A plate that never rests (a fan, a train) is better felt roughly than not at all.
_PATIENCE_SAMPLES = 400
# The mean step between two samples of white noise is 1.13 deviations.
_STEP_PER_DEVIATION = 1.128
_NOISE_SHARE = 0.02


class Baseline:
    """Follows a resting weight; samples younger than `before_s` do not count yet.

    So a slow beginning does not pull the level along, and an episode gets its first moments back.
    """

    __slots__ = (
        "_beyond",
        "_last",
        "_loudest_g",
        "_patience",
        "_profile",
        "is_known",
        "level_g",
        "noise_g",
        "period_s",
        "recent",
    )

    def __init__(self, profile: TouchProfile) -> None:
        self._profile = profile
        self.level_g = 0.0
        self.noise_g = profile.quiet_g / 3
        self.period_s = 0.0
        self.recent: deque[tuple[float, float]] = deque()
        self.is_known = False
        self._beyond = 0
        self._last = 0.0
        self._loudest_g = 3 * profile.quiet_g
        self._patience = _PATIENCE_SAMPLES

    @property
    def open_g(self) -> float:
        """How far the weight must leave its level to count as touched."""
        return max(self._profile.open_g, 6 * self.noise_g)

    @property
    def quiet_g(self) -> float:
        """How closely the weight must lie together to count as resting."""
        return max(self._profile.quiet_g, self._profile.noise_factor * self.noise_g)

    def restart(self, level_g: float, *, is_known: bool = True) -> None:
        """Rest at a new level, or look for it if it is not known."""
        self.level_g = level_g
        self._loudest_g = max(2 * self.noise_g, self._profile.quiet_g)
        self.is_known = is_known
        self._patience = _PATIENCE_SAMPLES
        self.recent.clear()
        self._beyond = 0

    def add(self, t_s: float, grams: float) -> bool:
        """One sample; True if with it the weight has left its level."""
        recent = self.recent
        if not self.is_known:
            self._learn(t_s, grams)
            return False
        self._note_period(t_s)
        recent.append((t_s, grams))
        deviation = abs(grams - self.level_g)
        limit_g = self.open_g
        if deviation > limit_g:
            self._beyond += 1
            return self._beyond > 1 or deviation > 3 * limit_g
        self._beyond = 0
        step_g = abs(grams - self._last)
        self._last = grams
        self.noise_g += _NOISE_SHARE * (step_g / _STEP_PER_DEVIATION - self.noise_g)
        self._let_go(t_s)
        return False

    def _learn(self, t_s: float, grams: float) -> None:
        """The first samples are the level, once they lie together."""
        self._note_period(t_s)
        recent = self.recent
        recent.append((t_s, grams))
        self._last = grams
        if len(recent) < _FIRST_SAMPLES:
            return
        values = [each[1] for each in recent]
        steps = sum(abs(b - a) for a, b in pairwise(values)) / (_FIRST_SAMPLES - 1)
        noise_g = steps / _STEP_PER_DEVIATION
        self._patience -= 1
        limit_g = 6 * min(max(noise_g, self._profile.quiet_g / 3), self._loudest_g)
        if max(values) - min(values) < limit_g or self._patience <= 0:
            self.level_g = sum(values) / _FIRST_SAMPLES
            self.noise_g = min(noise_g, self._loudest_g)
            self.is_known = True
        else:
            recent.popleft()

    def _note_period(self, t_s: float) -> None:
        if self.recent:
            step_s = t_s - self.recent[-1][0]
            known_s = self.period_s
            self.period_s = step_s if not known_s else known_s + 0.05 * (step_s - known_s)

    def _let_go(self, t_s: float) -> None:
        recent = self.recent
        oldest_s = t_s - max(self._profile.before_s, 2.5 * self.period_s)
        while recent[0][0] < oldest_s:
            _, grams = recent.popleft()
            share = min(1.0, self.period_s / self._profile.baseline_s)
            self.level_g += share * (grams - self.level_g)
