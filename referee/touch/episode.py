"""One disturbance of the weight, summed up sample by sample.

While nothing is added, J = ∫(F − m) dt is zero unless somebody outside pushed, and
D = −∫(t − t₀)(F − m) dt is how far the centre of mass moved (mass × height / g): below zero when
pieces fell. A slow converter keeps both sums. If mass came or went, the same holds for a weight
that steps at the right moment; the moment that makes J zero is the one.

A fall is one long spell below the weight of before and a hit after it. Rocking and rattling swing
many times to both sides, each spell is short, and sums over seconds of them only gather noise. So
the sums are also kept as they were when the hardest hit had just rung out.
"""

from collections import deque
from dataclasses import dataclass

# The numbers of this file shape the traits of an episode: whoever changes one fits `falls.json`
# anew (`scripts/fit_touch`).

# Long enough after the heaviest moment for the converter to have settled.
_RUNG_OUT_S = 0.15
# Dips count from a level that follows at this pace, so that they also show on top of a placement.
_FOLLOW_S = 0.15
# More than noise and drift ever step; the last of them is when things came to rest.
_LIVELY_STEP_G = 1.0


@dataclass(frozen=True, slots=True)
class SwingSummary:
    """How the weight swung; areas in g s, times in seconds from the opening of the episode."""

    crossings: int = 0
    dips: int = 0
    square_g2_s: float = 0.0
    steepest_g: float = 0.0
    lively_s: float = 0.0
    spell_g_s: float = 0.0
    spell_s: float = 0.0
    dip_g_s: float = 0.0
    dip_s: float = 0.0
    early_s: float = 0.0
    early_area_g_s: float = 0.0
    early_moment_g_s2: float = 0.0


NO_SWINGS = SwingSummary()


class SwingMeter:
    """Follows the excess over the weight of before, sample by sample."""

    def __init__(self, dead_g: float) -> None:
        self._dead_g = dead_g
        self._crossings = self._side = 0
        self._square = self._steepest = self._lively_s = self._level_g = 0.0
        self._heaviest_s = self._heaviest_g = 0.0
        self._spell, self._dip = _Spells(), _Spells()
        self._early: tuple[float, float, float] | None = None

    def add(self, since_s: float, slice_s: float, excess_g: float, step_g: float) -> None:
        """One sample, `since_s` after the opening, and its step from the one before."""
        self._square += excess_g * excess_g * slice_s
        self._steepest = max(self._steepest, step_g)
        if step_g > _LIVELY_STEP_G:
            self._lively_s = since_s
        if abs(excess_g) > self._dead_g:
            side = 1 if excess_g > 0 else -1
            self._crossings += side == -self._side
            self._side = side
        self._spell.add(since_s, slice_s, excess_g)
        self._dip.add(since_s, slice_s, excess_g - self._level_g)
        self._level_g += min(1.0, slice_s / _FOLLOW_S) * (excess_g - self._level_g)

    def keep(self, since_s: float, excess_g: float, area: float, moment: float) -> None:
        """Keep the sums of when the heaviest moment has rung out."""
        if excess_g > self._heaviest_g:
            self._heaviest_s, self._heaviest_g, self._early = since_s, excess_g, None
        elif self._early is None and since_s > self._heaviest_s + _RUNG_OUT_S:
            self._early = (since_s, area, moment)

    def summary(self, length_s: float, area: float, moment: float) -> SwingSummary:
        """The numbers so far, beside the sums up to the last stir."""
        early_s, early_area, early_moment = self._early or (length_s, area, moment)
        return SwingSummary(
            crossings=self._crossings,
            dips=self._dip.count,
            square_g2_s=self._square,
            steepest_g=self._steepest,
            lively_s=self._lively_s,
            spell_g_s=self._spell.largest,
            spell_s=self._spell.largest_s,
            dip_g_s=self._dip.largest,
            dip_s=self._dip.largest_s,
            early_s=early_s,
            early_area_g_s=early_area,
            early_moment_g_s2=early_moment,
        )


class _Spells:
    """Spells below zero: how many, and area and duration of the largest."""

    def __init__(self) -> None:
        self.count = 0
        self._area = self._began_s = self.largest = self.largest_s = 0.0

    def add(self, since_s: float, slice_s: float, value: float) -> None:
        if value >= 0:
            self._area = 0.0
            return
        if not self._area:
            self._began_s = since_s - slice_s
            self.count += 1
        self._area -= value * slice_s
        if self._area > self.largest:
            self.largest, self.largest_s = self._area, since_s - self._began_s


# Cells read a spread-out load differently, so a step smaller than this came with the impact.
_REAL_STEP_G = 0.8
# A load that came, went again and hit soon after: a piece that slid off. From half a metre it falls
# for a third of a second; less than a gram is no load.
_DIP_SHARE = 0.4
_LEAST_PLATEAU_G = 1.0
_LONGEST_SLIDE_S = 0.4


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
    lightness_g_s: float
    plateau_g: float
    rebound_g: float
    noise_g: float
    period_s: float
    swung: SwingSummary = NO_SWINGS

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
    """Sums over the samples of a disturbance, and a short window that tells when it is over."""

    def __init__(
        self, opened_s: float, before_g: float, settle_s: float, dead_g: float = 0.0
    ) -> None:
        self.opened_s = opened_s
        self._dead_g = dead_g
        self.before_g = before_g
        self._settle_s = settle_s
        self._swings = SwingMeter(dead_g)
        self._previous_s = opened_s
        self._area = self._moment = self._travel = self._light = 0.0
        self._sum = self._sum_of_squares = self._plateau = self._rebound = 0.0
        self._is_dipped, self._dipped_s = False, opened_s
        self._window: deque[tuple[float, float, float, float]] = deque()
        self.highest = self.lowest = self.last = self.earlier = 0.0
        self.highest_s = self.lowest_s = opened_s

    def add(self, t_s: float, grams: float) -> None:
        """One more sample; the cost does not depend on how long the episode lasts."""
        excess = grams - self.before_g
        slice_s = t_s - self._previous_s
        self._previous_s = t_s
        # Middle of the slice in value and in time: half a sample late would look like a drop.
        share = (excess + self.last) / 2 * slice_s
        self._area += share
        self._moment += share * (t_s - self.opened_s - slice_s / 2)
        step = abs(excess - self.last)
        self._swings.add(t_s - self.opened_s, slice_s, excess, step)
        self._swings.keep(t_s - self.opened_s, excess, self._area, self._moment)
        if step > self._dead_g:
            self._travel += step
        self.earlier, self.last = self.last, excess
        if excess < 0:
            self._light -= excess * slice_s
        if self._is_dipped:
            if excess > self._rebound and t_s < self._dipped_s + _LONGEST_SLIDE_S:
                self._rebound = excess
        elif excess > self._plateau:
            self._plateau = excess
        elif excess < _DIP_SHARE * self._plateau and self._plateau > _LEAST_PLATEAU_G:
            self._is_dipped, self._dipped_s = True, t_s
        if excess > self.highest:
            self.highest, self.highest_s = excess, t_s
        if excess < self.lowest:
            self.lowest, self.lowest_s = excess, t_s
        self._push(t_s, excess)

    def _push(self, t_s: float, excess: float) -> None:
        window = self._window
        window.append((t_s, excess, self._area, self._moment))
        self._sum += excess
        self._sum_of_squares += excess * excess
        oldest_s = t_s - self._settle_s
        while window[0][0] < oldest_s:
            _, gone, _, _ = window.popleft()
            self._sum -= gone
            self._sum_of_squares -= gone * gone

    def is_quiet(self, quiet_g: float) -> bool:
        """Whether the last `settle_s` lie together and do not climb."""
        window = self._window
        count = len(window)
        if count < 3 or window[-1][0] - self.opened_s < 1.5 * self._settle_s:
            return False
        mean = self._sum / count
        if self._sum_of_squares / count - mean * mean > quiet_g * quiet_g:
            return False
        half = count // 2
        values = [each[1] for each in window]
        climb = sum(values[half:]) / (count - half) - sum(values[:half]) / half
        return abs(climb) < quiet_g

    @property
    def age_s(self) -> float:
        """How long it has lasted."""
        return self._previous_s - self.opened_s

    def summary(
        self, *, is_settled: bool, noise_g: float = 0.0, period_s: float = 0.0
    ) -> EpisodeSummary:
        """The numbers, with the quiet window as the weight afterwards.

        The converter spreads a step over four samples, which alone leaves D = dm period²/6.
        """
        count = len(self._window)
        dm = self._sum / count
        stirred_s, _, area, moment = self._window[0]
        length = stirred_s - self.opened_s
        step, j, d = balance(area, moment, length, dm, self.highest_s - self.opened_s)
        return EpisodeSummary(
            opened_s=self.opened_s,
            stirred_s=stirred_s,
            closed_s=self._previous_s,
            is_settled=is_settled,
            before_g=self.before_g,
            dm_g=dm,
            j_g_s=j,
            d_g_s2=d - dm * period_s * period_s / 6,
            step_s=step,
            highest_g=self.highest,
            lowest_g=self.lowest,
            highest_s=self.highest_s,
            lowest_s=self.lowest_s,
            travel_g=self._travel,
            lightness_g_s=self._light,
            plateau_g=self._plateau,
            rebound_g=self._rebound,
            noise_g=noise_g,
            period_s=period_s,
            swung=self._swings.summary(length, area, moment),
        )


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
