"""One disturbance of the weight: its samples, when it is over, and its sums.

While nothing is added, J = ∫(F − m) dt is zero unless somebody outside pushed, and
D = −∫(t − t₀)(F − m) dt is how far the centre of mass moved (mass × height / g): below zero when
pieces fell. A slow converter keeps both sums. If mass came or went, the same holds for a weight
that steps at the right moment; the moment that makes J zero is the one.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

# Cells read a spread-out load differently, so a step smaller than this came with the impact. It
# shapes the traits of an episode: whoever changes it fits `falls.json` anew (`scripts/fit_touch`).
_REAL_STEP_G = 0.8


@dataclass(frozen=True, slots=True)
class EpisodeSummary:
    """An episode in numbers; times are sample times, moments start at `opened_s`."""

    opened_s: float
    stirred_s: float
    closed_s: float
    is_settled: bool
    before_g: float
    dm_g: float
    j_g_s: float
    d_g_s2: float
    step_s: float
    highest_g: float
    lowest_g: float
    highest_s: float
    lowest_s: float
    travel_g: float
    noise_g: float
    period_s: float
    times_s: tuple[float, ...] = ()
    """Of the samples, since the opening."""
    grams: tuple[float, ...] = ()
    """How much more than before."""

    @property
    def length_s(self) -> float:
        """From the first stir to the last."""
        return self.stirred_s - self.opened_s

    @property
    def roughness_g(self) -> float:
        """How far the weight wandered beyond the way from before to after."""
        return self.travel_g - abs(self.dm_g)

    @property
    def range_g(self) -> float:
        """From the lightest to the heaviest moment."""
        return self.highest_g - self.lowest_g


class Episode:
    """The samples of a disturbance, and a short window that tells when it is over."""

    def __init__(
        self, opened_s: float, before_g: float, settle_s: float, dead_g: float = 0.0
    ) -> None:
        self.opened_s = opened_s
        self.before_g = before_g
        self._dead_g = dead_g
        self._settle_s = settle_s
        self._times_s: list[float] = []
        self._grams: list[float] = []
        self._window: deque[tuple[float, float]] = deque()
        self._sum = self._sum_of_squares = 0.0
        self.highest = self.last = self.earlier = self.age_s = 0.0
        """The last three in grams more than before; `age_s` is how long it has lasted."""

    def add(self, t_s: float, grams: float) -> None:
        """One more sample; the cost does not depend on how long the episode lasts."""
        excess = grams - self.before_g
        self.age_s = since_s = t_s - self.opened_s
        self.earlier, self.last = self.last, excess
        self.highest = max(self.highest, excess)
        self._times_s.append(since_s)
        self._grams.append(excess)
        window = self._window
        window.append((since_s, excess))
        self._sum += excess
        self._sum_of_squares += excess * excess
        oldest_s = since_s - self._settle_s
        while window[0][0] < oldest_s:
            gone = window.popleft()[1]
            self._sum -= gone
            self._sum_of_squares -= gone * gone

    def is_quiet(self, quiet_g: float) -> bool:
        """Whether the last `settle_s` lie together and do not climb."""
        window = self._window
        count = len(window)
        if count < 3 or window[-1][0] < 1.5 * self._settle_s:
            return False
        mean = self._sum / count
        if self._sum_of_squares / count - mean * mean > quiet_g * quiet_g:
            return False
        half = count // 2
        values = [each[1] for each in window]
        climb = sum(values[half:]) / (count - half) - sum(values[:half]) / half
        return abs(climb) < quiet_g

    def summary(
        self, *, is_settled: bool, noise_g: float = 0.0, period_s: float = 0.0
    ) -> EpisodeSummary:
        """The numbers, with the quiet window as the weight afterwards.

        The converter spreads a step over four samples, which alone leaves D = dm period²/6.
        """
        dm = self._sum / len(self._window)
        # Before the first sample the weight was what it was.
        times_s, grams = np.array([0.0, *self._times_s]), np.array([0.0, *self._grams])
        steps_g = np.abs(np.diff(grams))
        highest, lowest = int(grams.argmax()), int(grams.argmin())
        length_s = self._window[0][0]
        stirred = times_s <= length_s
        area, moment = sums(times_s[stirred], grams[stirred])
        step_s, j, d = balance(area, moment, length_s, dm, float(times_s[highest]))
        return EpisodeSummary(
            opened_s=self.opened_s,
            stirred_s=self.opened_s + length_s,
            closed_s=self.opened_s + self.age_s,
            is_settled=is_settled,
            before_g=self.before_g,
            dm_g=dm,
            j_g_s=j,
            d_g_s2=d - dm * period_s * period_s / 6,
            step_s=step_s,
            highest_g=float(grams[highest]),
            lowest_g=float(grams[lowest]),
            highest_s=self.opened_s + float(times_s[highest]),
            lowest_s=self.opened_s + float(times_s[lowest]),
            travel_g=float(steps_g[steps_g > self._dead_g].sum()),
            noise_g=noise_g,
            period_s=period_s,
            times_s=tuple(self._times_s),
            grams=tuple(self._grams),
        )


def sums(times_s: Array, grams: Array) -> tuple[float, float]:
    """The area below these samples, and its moment about time zero.

    The middle of each slice counts, in value and in time: half a sample late would look like a
    drop.
    """
    areas = (grams[1:] + grams[:-1]) / 2 * np.diff(times_s)
    return float(areas.sum()), float(areas @ (times_s[1:] + times_s[:-1])) / 2


def balance(
    area: float, moment: float, length_s: float, dm_g: float, step_s: float
) -> tuple[float, float, float]:
    """Step, J and D for a weight that steps by `dm_g`.

    A small change is a cell that reads the spread-out pieces differently, so it steps at the
    impact (`step_s`); a real one steps where J becomes zero, if that is within the episode.
    """
    if abs(dm_g) > _REAL_STEP_G:
        step_s = min(max(length_s - area / dm_g, 0.0), length_s)
    j = area - dm_g * (length_s - step_s)
    # Moments about the step: an outside push near it then hardly counts.
    d = -(moment - step_s * area - dm_g * (length_s - step_s) ** 2 / 2)
    return step_s, j, d
