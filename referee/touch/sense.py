"""The sense of touch: samples in, suspicions and verdicts out.

Pure and replayable: it knows no port and no clock, only the times that come with the samples. The
cost of a sample does not depend on what came before. Either sensor may be missing.

    touch = TouchSense()
    for t_s, grams in samples:
        for notice in touch.weight(t_s, grams):
            ...
"""

from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from math import isfinite

from msgspec.structs import replace

from referee.touch.episode import Episode
from referee.touch.impacts import NO_IMPACTS, ImpactMeter
from referee.touch.pieces import PieceGuess, guess_pieces, pieces_felt
from referee.touch.profile import TouchProfile
from referee.touch.verdicts import (
    HAND_LEFT,
    PossibleHand,
    Suspicion,
    TouchKind,
    TouchNotice,
    TouchVerdict,
    decided,
    doubt_score,
    fall_score,
    judge_harmless,
    judge_impacts,
    possible_hand,
    struck_odds,
    why_fell,
)
from referee.touch.wild_numbers import WildNumbers

# The factors of noise in this file are deviations: of white noise one sample in 500 million lies
# beyond six, one in 370 beyond three. They were there when `falls.json` was fitted.
_FIRST_SAMPLES = 8
# A plate that never rests (a fan, a train) is better weighed roughly than not at all.
_PATIENCE_SAMPLES = 400
# The mean step between two samples of white noise is 1.13 deviations.
_STEP_PER_DEVIATION = 1.128
_NOISE_SHARE = 0.02
"""The noise follows within 50 samples. Chosen by hand: faster, and a placement would raise it."""
_PERIOD_SHARE = 0.05
"""The period follows within 20 samples, which smooths the jitter of their times."""


class Baseline:
    """Follows a resting weight; samples younger than `before_s` do not count yet.

    So a slow beginning does not pull the level along, and an episode gets its first moments back.
    """

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
            self.period_s = step_s if not known_s else known_s + _PERIOD_SHARE * (step_s - known_s)

    def _let_go(self, t_s: float) -> None:
        recent = self.recent
        oldest_s = t_s - max(self._profile.before_s, 2.5 * self.period_s)
        while recent[0][0] < oldest_s:
            _, grams = recent.popleft()
            share = min(1.0, self.period_s / self._profile.baseline_s)
            self.level_g += share * (grams - self.level_g)


_NOTHING: tuple[TouchNotice, ...] = ()
_WEIGHT_IS_FRESH_S = 0.5
"""Five samples of the slowest cell; after that it is as if there were none."""
_SETTLE_SAMPLES = 4.5
"""The converter spreads a step over four samples; a slow one needs longer than `settle_s` for
them."""


class TouchSense:
    """Notices what happens on one plate."""

    def __init__(self, profile: TouchProfile | None = None) -> None:
        given = profile or TouchProfile()
        self.profile = given if given.pieces else replace(given, pieces=pieces_felt())
        self._baseline = Baseline(self.profile)
        self._meter = ImpactMeter(
            self.profile.impact_g, self.profile.impact_dead_s, self.profile.impact_quiet_s
        )
        self._episode: Episode | None = None
        self._wild_numbers = WildNumbers()
        self._hand = PossibleHand()
        self._is_suspected = False
        self._last_s = self._weight_s = float("-inf")

    @property
    def level_g(self) -> float:
        """The weight at rest, as far as it is known."""
        return self._baseline.level_g

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing disturbs the weight now."""
        return self._episode is None

    def weight(self, t_s: float, grams: float) -> Sequence[TouchNotice]:
        """Take in one weight; a sample that is no number or goes back in time is left out."""
        if not (t_s > self._weight_s and isfinite(t_s + grams)):
            return _NOTHING
        self._weight_s = t_s
        numbers = self._wild_numbers
        least_g, noise_g = self.profile.wild_g, self._baseline.noise_g
        is_near = abs(grams - numbers.before[-1]) <= least_g
        if numbers.held or not (is_near or numbers.is_ordinary(grams, least_g, noise_g)):
            samples = numbers.add(t_s, grams, least_g, noise_g)
            return [notice for sample in samples for notice in self._add_weight(*sample)]
        numbers.before.append(grams)
        return self._add_weight(t_s, grams)

    def _add_weight(self, t_s: float, grams: float) -> Sequence[TouchNotice]:
        episode = self._episode
        if episode is None:
            if not self._baseline.add(t_s, grams):
                return self.passed(t_s) if self._meter.is_open else _NOTHING
            return self._open()
        episode.add(t_s, grams)
        notices = self._suspect_weight(episode, t_s)
        if episode.is_quiet(self._baseline.quiet_g):
            return (*notices, self._close(episode, t_s, is_settled=True))
        if episode.age_s > self.profile.longest_s:
            return (*notices, self._close(episode, t_s, is_settled=False))
        return notices

    def _open(self) -> Sequence[TouchNotice]:
        baseline = self._baseline
        settle_s = max(self.profile.settle_s, _SETTLE_SAMPLES * baseline.period_s)
        opened_s = baseline.recent[0][0]
        episode = Episode(opened_s, baseline.level_g, settle_s, 6 * baseline.noise_g)
        for each in baseline.recent:
            episode.add(*each)
        self._episode = episode
        return self._suspect_weight(episode, baseline.recent[-1][0])

    def _suspect_weight(self, episode: Episode, t_s: float) -> Sequence[TouchNotice]:
        if self._is_suspected:
            return _NOTHING
        profile, last = self.profile, episode.last
        if last < -profile.suspect_light_g:
            return self._suspect(t_s, "lighter")
        if abs(last - episode.earlier) > profile.suspect_jump_g:
            return self._suspect(t_s, "hit")
        if 0 < episode.highest < profile.suspect_load_g and last < episode.highest * 0.6 - 0.5:
            return self._suspect(t_s, "lighter-again")
        return _NOTHING

    def _suspect(self, t_s: float, reason: str) -> Sequence[TouchNotice]:
        self._is_suspected = True
        return (Suspicion(t_s, reason),)

    def _close(self, episode: Episode, t_s: float, *, is_settled: bool) -> TouchVerdict:
        baseline = self._baseline
        weighed = episode.summary(
            is_settled=is_settled, noise_g=baseline.noise_g, period_s=baseline.period_s
        )
        struck = self._meter.close() if self._meter.is_open else NO_IMPACTS
        has_hand_left = self._hand.has_left(weighed, self.profile)
        score = fall_score(weighed, self.profile) + struck_odds(struck, self.profile)
        score -= HAND_LEFT if has_hand_left else 0.0
        kind, reason = judge_harmless(weighed, self.profile, has_hand_left=has_hand_left)
        self._episode, self._is_suspected = None, False
        baseline.restart(weighed.before_g + weighed.dm_g, is_known=is_settled)
        pieces: tuple[PieceGuess, ...] = ()
        if kind in {TouchKind.PLACED, TouchKind.LIFTED}:
            pieces = guess_pieces(abs(weighed.dm_g), baseline.noise_g / 2, self.profile.pieces)
        if kind is TouchKind.PLACED and not pieces[0].kinds:
            kind, reason = TouchKind.HAND, "no-such-weight"
        harmless = TouchVerdict(
            kind=kind,
            at_s=t_s,
            began_s=weighed.opened_s,
            ended_s=weighed.stirred_s,
            reason=reason,
            pieces=pieces,
            weighed=weighed,
            struck=struck if struck.count or struck.shaken.count else None,
            fall_score=score,
            doubt_score=doubt_score(weighed, self.profile),
            fall_reason=why_fell(weighed, self.profile),
        )
        verdict = decided(harmless)
        is_fall = verdict.kind is TouchKind.FELL
        self._hand = possible_hand(verdict if is_fall else harmless, self.profile.pieces)
        return verdict

    def acceleration(self, t_s: float, ax: float, ay: float, az: float) -> Sequence[TouchNotice]:
        """Take in one acceleration, in g."""
        if not (t_s > self._last_s and isfinite(t_s + ax + ay + az)):
            return _NOTHING
        self._last_s = t_s
        meter = self._meter
        is_new = meter.add(t_s, ax, ay, az)
        if not meter.is_open:
            return _NOTHING
        if is_new:
            return self._suspect_impact(t_s)
        return self.passed(t_s)

    def passed(self, t_s: float) -> Sequence[TouchNotice]:
        """Let time pass: a table with nothing but a tilt switch tells it by its other messages."""
        if self._episode is None and self._meter.is_open and self._meter.is_still(t_s):
            return self._close_burst(t_s)
        return _NOTHING

    def tilt(self, t_s: float, level: int) -> Sequence[TouchNotice]:
        """Take in a change of the tilt switch; each change is an impact without a strength."""
        if not isfinite(t_s):
            return _NOTHING
        notices = self.passed(t_s)
        self._meter.add_tilt(t_s, is_shaken=bool(level))
        if level and not self._is_suspected:
            return (*notices, *self._suspect(t_s, "shaken"))
        return notices

    def _suspect_impact(self, t_s: float) -> Sequence[TouchNotice]:
        if self._is_suspected or self._meter.latest_g < self.profile.suspect_impact_g:
            return _NOTHING
        return self._suspect(t_s, "hit")

    def _close_burst(self, t_s: float) -> Sequence[TouchNotice]:
        """A burst that the weight did not notice, or that no weight could."""
        struck = self._meter.close()
        self._is_suspected = False
        has_weight = t_s - self._weight_s < _WEIGHT_IS_FRESH_S
        kind, reason = judge_impacts(struck, self.profile, has_weight=has_weight)
        if kind is None:
            return _NOTHING
        return (TouchVerdict(kind, t_s, struck.opened_s, struck.last_s, reason, struck=struck),)

    def finish(self) -> Sequence[TouchNotice]:
        """The trace has ended; what is still open is told as it stands."""
        notices: list[TouchNotice] = []
        for sample in self._wild_numbers.finish():
            notices.extend(self._add_weight(*sample))
        if self._episode is not None:
            notices.append(self._close(self._episode, self._weight_s, is_settled=False))
        if self._meter.is_open:
            notices.extend(self._close_burst(max(self._last_s, self._meter.last_s)))
        return notices
