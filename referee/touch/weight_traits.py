"""What the weight did in an episode, as physical traits: the numbers that the trees ask about.

A piece that falls weighs nothing on its way, begins and ends with a jolt, and gives back at the hit
what it did not weigh before. A hand comes and goes within hundredths of seconds at least, trembles,
and pushes or pulls without giving back. Lengths are seconds; those that a ringing plate makes are
given in periods of the plate as well. Whoever changes a trait fits `falls.json` anew
(`scripts/fit_touch`).
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from referee.touch.episode import Array, EpisodeSummary, balance, sums
from referee.touch.profile import TouchProfile

Traits = dict[str, float]

# All numbers of this file belong to the fit. The converter spreads a jolt over `_JOLT_S`, and a
# piece is in the air for a quarter of a second at most; the small numbers below a fraction line
# keep a faint episode from dividing by nothing.
_JOLT_S, _FLIGHT_S, _SHORTEST_S = 0.05, 0.25, 0.05
_FAINT_G, _FAINT_G_S = 0.1, 0.002
_LOADED = 0.88  # a tower makes the plate so much slower
_MOST_NOTCH = 0.6
_RUNG_OUT_S = 0.15
_FOLLOW_S = 0.15
_BEFORE_PUSH_S, _PUSH_LEVER = 0.1, 0.75
_DIP_SHARE, _LEAST_PLATEAU_G, _LONGEST_SLIDE_S = 0.4, 1.0, 0.4


@dataclass(frozen=True, slots=True)
class _Curve:
    """The excess over the weight of before, without the ring of a soft plate.

    `bends` are its second differences, above zero at a peak.
    """

    times_s: Array
    grams: Array
    bends: Array
    dm_g: float
    noise_g: float
    period_s: float

    @property
    def range_g(self) -> float:
        return float(np.ptp(self.grams)) + _FAINT_G

    def samples(self, length_s: float) -> int:
        """How many samples it takes, one at least."""
        return max(1, round(length_s / self.period_s))

    def within(self, index: int) -> int:
        """The index itself, or the nearest there is."""
        return min(max(index, 0), len(self.grams) - 1)

    def mean_g(self, first: int, last: int) -> float:
        """The mean over these samples and all between them."""
        return float(self.grams[self.within(first) : self.within(last) + 1].mean())


def _curve_of(episode: EpisodeSummary, plate_hz: float) -> _Curve:
    times_s, grams = np.array(episode.times_s), np.array(episode.grams)
    period_s = max(episode.period_s, 1e-3)
    missing = max(0, 6 - len(grams))
    if missing:
        times_s = np.concatenate([times_s[0] - period_s * np.arange(missing, 0, -1), times_s])
        grams = np.concatenate([np.full(missing, grams[0]), grams])
    grams = _without_ring(grams, _LOADED * plate_hz * period_s)
    bends = 2 * grams[1:-1] - grams[:-2] - grams[2:]
    return _Curve(times_s, grams, bends, episode.dm_g, episode.noise_g, period_s)


def _without_ring(grams: Array, turns: float) -> Array:
    """Three samples are averaged so that a plate that turns so often in a sample disappears."""
    share = 1 / (4 * np.sin(np.pi * turns) ** 2) if 0.15 < turns < 0.85 else 1.0
    if share >= _MOST_NOTCH:
        return grams
    quiet = grams.copy()
    quiet[1:-1] = share * (grams[:-2] + grams[2:]) + (1 - 2 * share) * grams[1:-1]
    return quiet


def episode_traits(episode: EpisodeSummary, profile: TouchProfile) -> Traits:
    """The traits of an episode of the weight, by their names."""
    curve = _curve_of(episode, profile.plate_hz)
    hit = _weightless_hit(curve)
    masses_g = np.array([piece.mass_g for piece in profile.pieces])
    spells = _spells(curve, profile.plate_hz)
    return {
        **_sums(episode, curve, masses_g),
        **spells,
        **_swings(episode, curve),
        **_jolts(curve),
        **_around_hit(curve, hit, profile.plate_hz),
        **_leaving(curve, masses_g),
        "noise_g": episode.noise_g,
        "period_s": episode.period_s,
        "samples_per_turn": 1 / (profile.plate_hz * curve.period_s),
    }


def _sums(episode: EpisodeSummary, curve: _Curve, masses_g: Array) -> Traits:
    """How far the centre of mass came down (D), also if a push or the ring afterwards hid it."""
    dm, d, j = episode.dm_g, episode.d_g_s2, episode.j_g_s
    lever_s = max(0.0, episode.step_s - _BEFORE_PUSH_S) * _PUSH_LEVER
    heaviest = int(curve.grams.argmax())
    early = curve.within(heaviest + curve.samples(_RUNG_OUT_S))
    early_s = float(curve.times_s[early])
    early_sums = sums(curve.times_s[: early + 1], curve.grams[: early + 1])
    _, _, early_d = balance(*early_sums, early_s, dm, float(curve.times_s[heaviest]))
    pairs_g = [sum(pair) for pair in combinations_with_replacement(masses_g.tolist(), 2)]
    return {
        "dm_g": dm,
        "misfit_g": float(np.abs(np.array([*masses_g, *pairs_g]) - abs(dm)).min()),
        "d_g_s2": d,
        "d_pushed_g_s2": d - lever_s * j,
        "d_at_most_g_s2": d + abs(j) * max(episode.length_s, _SHORTEST_S) / 2,
        "early_s": early_s,
        "early_d_per_dm_s2": early_d / (abs(dm) + 0.3),
    }


def _spells(curve: _Curve, plate_hz: float) -> Traits:
    """The largest spell below the weight of before, and below a level that follows."""
    follow = curve.samples(_FOLLOW_S)
    padded = np.concatenate([np.full(follow, curve.grams[0]), curve.grams])
    sums = np.concatenate([[0.0], np.cumsum(padded)])
    level = (sums[follow : follow + len(curve.grams)] - sums[: len(curve.grams)]) / follow
    _, spell_g_s, spell_s = _largest_spell(curve, curve.grams)
    dips, dip_g_s, dip_s = _largest_spell(curve, curve.grams - level)
    return {
        "spell_g_s": spell_g_s,
        "spell_s": spell_s,
        "spell_turns": spell_s * plate_hz,
        "spell_d_g_s2": spell_g_s * spell_s / 2,
        "dips_per_s": dips / max(float(curve.times_s[-1]), _SHORTEST_S),
        "dip_g_s": dip_g_s,
        "dip_s": dip_s,
    }


def _largest_spell(curve: _Curve, values: Array) -> tuple[int, float, float]:
    """How many spells lie below zero, and area and length of the largest."""
    below = np.concatenate([[False], values < 0, [False]])
    edges = np.nonzero(below[1:] != below[:-1])[0].reshape(-1, 2)
    if not len(edges):
        return 0, 0.0, 0.0
    total = np.concatenate([[0.0], np.cumsum(values)])
    areas = (total[edges[:, 0]] - total[edges[:, 1]]) * curve.period_s
    largest = int(areas.argmax())
    return len(edges), float(areas[largest]), float(np.ptp(edges[largest])) * curve.period_s


def _swings(episode: EpisodeSummary, curve: _Curve) -> Traits:
    """How it swung to both sides; a load that came, went and hit harder is a piece that slid."""
    sides = np.sign(curve.grams[np.abs(curve.grams) > 6 * curve.noise_g])
    plateau = np.maximum.accumulate(curve.grams)
    dipped = np.nonzero((curve.grams < _DIP_SHARE * plateau) & (plateau > _LEAST_PLATEAU_G))[0]
    rebound_g, plateau_g = 0.0, float(plateau[-1])
    if len(dipped):
        plateau_g = float(plateau[dipped[0]])
        slide = curve.grams[dipped[0] : dipped[0] + curve.samples(_LONGEST_SLIDE_S)]
        rebound_g = max(0.0, float(slide.max()))
    return {
        "hit_after_dip_s": episode.highest_s - episode.lowest_s,
        "below_g": episode.lowest_g - min(0.0, curve.dm_g),
        "travel_per_range": episode.travel_g / (episode.range_g + _FAINT_G),
        "crossings": float((sides[1:] != sides[:-1]).sum()),
        "rebound_per_load": rebound_g / max(plateau_g, curve.dm_g, 0.5),
    }


def _jolts(curve: _Curve) -> Traits:
    """How sharp the sharpest peak and dip are, and how much sharper the whole is than a hand."""
    bends, steps = curve.bends, np.diff(curve.grams)
    sharpest = int(bends.argmax())
    sharp_g, blunt_g = float(bends[sharpest]), float(-bends.min())
    near = curve.samples(_JOLT_S - 0.01)
    energy, step_energy = float(bends @ bends) + 1e-9, float(steps @ steps) + 1e-9
    beside = bends[max(0, sharpest - near) : sharpest + near + 1]
    peaks = np.nonzero((bends > 0.3 * sharp_g) & (bends > 6 * curve.noise_g))[0]
    fresh, fresh_g = _fresh_hits(curve)
    return {
        "sharp_g": sharp_g,
        "sharp_share": sharp_g / curve.range_g,
        "blunt_share": blunt_g / curve.range_g,
        "sharp_per_blunt": sharp_g / (blunt_g + 0.05),
        "sharp_at_once": float(beside @ beside) / energy,
        "peaks_s": float(np.ptp(peaks)) * curve.period_s if len(peaks) else 0.0,
        "bend_per_step": energy / step_energy,
        "step_per_swing": step_energy / (float(curve.grams @ curve.grams) + 1e-9),
        "fresh_hits": fresh,
        "fresh_hit_g": fresh_g,
    }


def _fresh_hits(curve: _Curve) -> tuple[float, float]:
    """How many jolts stand above the ring of those before, and by how much the hardest does."""
    sharp = np.abs(curve.bends)
    reach, gap = curve.samples(0.15), 2
    if len(sharp) < reach + 3 or reach < gap + 2:
        return 0.0, 0.0
    before = np.lib.stride_tricks.sliding_window_view(sharp, reach - gap + 1).max(axis=1)
    later = sharp[reach : reach + len(before)]
    before = before[: len(later)]
    fresh = np.nonzero((later > 1.4 * before) & (later > 8 * curve.noise_g + 0.15))[0]
    if not len(fresh):
        return 0.0, 0.0
    return 1.0 + float((np.diff(fresh) > gap).sum()), float((later - before)[fresh].max())


@dataclass(frozen=True, slots=True)
class _Hit:
    """The hit that most clearly ends a weightless spell; both are `depth_g` at least."""

    index: int
    depth_g: float


def _weightless_hit(curve: _Curve) -> _Hit:
    grams, count = curve.grams, len(curve.grams)
    far, near = curve.samples(_FLIGHT_S), curve.samples(0.1)
    total = np.concatenate(
        [[0.0], np.cumsum(np.concatenate([np.full(far + near, grams[0]), grams]))]
    )
    level = (total[far : far + count] - total[:count]) / far
    lows, highs = np.full(count, np.inf), grams.copy()
    for late in range(1, max(2, curve.samples(_JOLT_S)) + 1):
        lows[late:] = np.minimum(lows[late:], grams[:-late])
    for early in (1, 2):
        highs[:-early] = np.maximum(highs[:-early], grams[early:])
    depths = np.minimum(level - lows, highs - np.maximum(level, 0))
    best = int(depths[1:].argmax()) + 1
    depth_g = float(depths[best])
    if depth_g > max(0.3, 4 * curve.noise_g):
        index = best + int(grams[best : best + 3].argmax())
        return _Hit(min(max(index, 1), count - 2), depth_g)
    return _Hit(int(curve.bends.argmax()) + 1, depth_g)


def _around_hit(curve: _Curve, hit: _Hit, plate_hz: float) -> Traits:
    """What was before and after that hit: how light, for how long, and whether it gave it back."""
    grams, at, samples = curve.grams, curve.within, curve.samples
    first = at(hit.index - samples(_FLIGHT_S))
    lowest = (
        first + int(grams[first : hit.index].argmin()) if hit.index > first else at(hit.index - 1)
    )
    before_g = curve.mean_g(lowest - samples(0.35), at(lowest - samples(0.1)))
    after_g = curve.mean_g(at(hit.index + samples(0.1)), at(hit.index + samples(0.3)))
    drop_g = before_g - float(grams[lowest])
    drop_s = _light_samples(curve, lowest, before_g - 0.3 * drop_g) * curve.period_s
    peak = at(hit.index - 1) + int(grams[at(hit.index - 1) : at(hit.index + 2) + 1].argmax())
    peak_g = float(grams[peak])
    stirred = np.nonzero(np.abs(grams) > max(4 * curve.noise_g, 0.25))[0]
    begun = int(stirred[0]) if len(stirred) else 0
    unsettled = np.nonzero(np.abs(grams - curve.dm_g) > max(4 * curve.noise_g, 0.25))[0]
    ended = int(unsettled[-1]) if len(unsettled) else len(grams) - 1
    return {
        "weightless_hit_g": hit.depth_g,
        "hit_sharp_share": float(curve.bends[hit.index - 1]) / curve.range_g,
        "drop_g": drop_g,
        "drop_s": drop_s,
        "drop_turns": drop_s * plate_hz,
        "hit_share": (peak_g - max(after_g, before_g)) / curve.range_g,
        "hit_per_drop": peak_g / (drop_g + 0.3) if drop_g > -0.2 else 0.0,
        "hit_step_g": after_g - before_g,
        "hit_d_share": _local_d(curve, lowest, hit.index, before_g, after_g),
        "until_drop_s": float(curve.times_s[lowest] - curve.times_s[begun]),
        "after_hit_s": float(curve.times_s[ended] - curve.times_s[hit.index]),
        "first_rise_g": float(grams[at(begun + samples(0.04))] - grams[at(begun - 1)]),
    }


def _light_samples(curve: _Curve, lowest: int, limit_g: float) -> int:
    """For how many samples around the lowest it stays below the limit."""
    heavy = np.nonzero(curve.grams >= limit_g)[0]
    place = int(np.searchsorted(heavy, lowest))
    begin = int(heavy[place - 1]) if place else 0
    end = int(heavy[place]) if place < len(heavy) else len(curve.grams) - 1
    return min(end - begin, curve.samples(1.0))


def _local_d(curve: _Curve, lowest: int, hit: int, before_g: float, after_g: float) -> float:
    """D of the fall alone, beside a hand that holds still, per force and time that moved."""
    first = curve.within(lowest - curve.samples(0.2))
    last = curve.within(hit + curve.samples(_RUNG_OUT_S))
    times_s = curve.times_s[first : last + 1] - curve.times_s[first]
    grams = curve.grams[first : last + 1] - before_g
    step_g, hit_s = after_g - before_g, float(curve.times_s[hit] - curve.times_s[first])
    step_s, _, d = balance(*sums(times_s, grams), float(times_s[-1]), step_g, hit_s)
    stepped = np.where(times_s >= step_s, step_g, 0.0)
    moved = float(np.abs(grams - stepped)[1:] @ np.diff(times_s)) + _FAINT_G_S
    return d / moved


def _leaving(curve: _Curve, masses_g: Array) -> Traits:
    """How the load left that left fastest.

    A piece that tips over goes slowly at first and at once in the end, and lay as still as a piece
    of that weight; a hand goes as gently as it began.
    """
    grams, at, samples = curve.grams, curve.within, curve.samples
    jolt = samples(_JOLT_S)
    losses = grams[:-jolt] - grams[jolt:] if len(grams) > jolt else np.zeros(1)
    fastest = int(losses.argmax())
    fast_g = float(losses[fastest])
    resting_g = _middle(grams[at(fastest - samples(0.07)) : fastest + 1])
    later = at(fastest + jolt + samples(0.05)), at(fastest + jolt + samples(0.2))
    left_g = resting_g - _middle(grams[later[0] : later[1] + 1])
    half = samples(_JOLT_S / 2)
    sudden_g = float((grams[:-half] - grams[half:]).max())
    gone = (
        resting_g - grams[at(fastest - samples(0.35)) : at(fastest + jolt + samples(0.1)) + 1]
    ) / (abs(left_g) + 0.05)
    at_once, beyond = _at_once(gone)
    back_g = curve.mean_g(at(fastest + jolt), fastest + jolt + samples(0.1))
    return {
        "left_misfit": float(np.abs(masses_g - abs(left_g)).min()) / (0.3 + 0.03 * abs(left_g)),
        "lying_unrest": float(grams[at(fastest - samples(0.1)) : fastest + 1].std())
        / (curve.noise_g + 0.02),
        "sudden_share": sudden_g / (abs(left_g) + 0.3),
        "fast_share": fast_g / (abs(left_g) + 0.3),
        "fast_per_dm": fast_g / (abs(curve.dm_g) + 0.3),
        "at_once": at_once,
        "left_beyond": beyond,
        "back_again_g": back_g - curve.dm_g,
    }


def _middle(values: Array) -> float:
    """The median, several times as fast as NumPy's for so few."""
    ordered: list[float] = sorted(values.tolist())
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def _at_once(gone: Array) -> tuple[float, float]:
    """When most of the share left, from 0 (at first) to 1 (in the end), and how far beyond it."""
    ends = np.nonzero(gone > 0.95)[0]
    end = int(ends[0]) if len(ends) else len(gone) - 1
    begins = np.nonzero(gone[: end + 1] < 0.12)[0]
    steps = np.diff(gone[int(begins[-1]) if len(begins) else 0 : end + 1])
    beyond = float(gone[end:].max()) - 1
    if not len(steps):
        return 0.5, beyond
    turns = float(steps @ np.arange(1, len(steps) + 1)) / len(steps)
    return turns / (float(steps.sum()) + 1e-6), beyond
