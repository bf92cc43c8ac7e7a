"""The sense of touch: samples in, suspicions and verdicts out.

Pure and replayable: it knows no port and no clock, only the times that come with the samples. The
cost of a sample does not depend on what came before. Either sensor may be missing.

    touch = TouchSense()
    for t_s, grams in samples:
        for felt in touch.weight(t_s, grams):
            ...
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from referee.weighing.baseline import Baseline
from referee.weighing.episode import Episode
from referee.weighing.felt import Felt, Kind, Suspicion, Verdict
from referee.weighing.impacts import NOT_STRUCK, ImpactMeter
from referee.weighing.pieces import PieceGuess, guess_pieces
from referee.weighing.profile import TouchProfile
from referee.weighing.verdict import fall_score, judge_struck, judge_weighed

_NOTHING: tuple[Felt, ...] = ()
_STILL_WEIGHING_S = 0.5
_SETTLE_SAMPLES = 4.5


class TouchSense:
    """Feels what happens on one plate."""

    def __init__(self, profile: TouchProfile | None = None) -> None:
        self.profile = profile or TouchProfile()
        self._baseline = Baseline(self.profile)
        self._meter = ImpactMeter(
            self.profile.impact_g, self.profile.impact_dead_s, self.profile.impact_quiet_s
        )
        self._episode: Episode | None = None
        self._held: tuple[float, float] | None = None
        self._last_weight: tuple[float, float] | None = None
        self._previous_step_g = self._leaning_g = 0.0
        self._is_suspected = False
        self._last_s = float("-inf")

    @property
    def level_g(self) -> float:
        """The weight at rest, as far as it is known."""
        return self._baseline.level_g

    def weight(self, t_s: float, grams: float) -> Sequence[Felt]:
        """Feel one weight; a sample that is no number or goes back in time is left out."""
        last = self._last_weight
        if not isfinite(t_s + grams) or (last is not None and t_s <= last[0]):
            return _NOTHING
        held = self._held
        if held is not None and last is not None:
            self._held = None
            stood_alone = abs(grams - last[1]) < self._baseline.open_g
            before = _NOTHING if stood_alone else self._weigh(*held)
            return (*before, *self._weigh(t_s, grams))
        if last is not None and self._is_wild(last[1], grams):
            self._held = (t_s, grams)
            return _NOTHING
        return self._weigh(t_s, grams)

    def _is_wild(self, last_g: float, grams: float) -> bool:
        """A jump out of stillness that no settling converter can make: maybe a single wild number.

        The converter averages, so even the hardest impact begins with a small step.
        """
        step_g = abs(grams - last_g)
        return step_g > self.profile.wild_g and self._previous_step_g < 0.03 * step_g

    def _weigh(self, t_s: float, grams: float) -> Sequence[Felt]:
        last = self._last_weight
        self._previous_step_g = abs(grams - last[1]) if last is not None else 0.0
        self._last_weight = (t_s, grams)
        episode = self._episode
        if episode is None:
            if not self._baseline.add(t_s, grams):
                return self.passed(t_s) if self._meter.is_open else _NOTHING
            return self._open()
        episode.add(t_s, grams)
        felt = self._suspect_weight(episode, t_s)
        if episode.is_quiet(self._baseline.quiet_g):
            return (*felt, self._close(episode, t_s, is_settled=True))
        if episode.age_s > self.profile.longest_s:
            return (*felt, self._close(episode, t_s, is_settled=False))
        return felt

    def _open(self) -> Sequence[Felt]:
        baseline = self._baseline
        settle_s = max(self.profile.settle_s, _SETTLE_SAMPLES * baseline.period_s)
        opened_s = baseline.recent[0][0]
        episode = Episode(opened_s, baseline.level_g, settle_s, 6 * baseline.noise_g)
        for each in baseline.recent:
            episode.add(*each)
        self._episode = episode
        return self._suspect_weight(episode, baseline.recent[-1][0])

    def _suspect_weight(self, episode: Episode, t_s: float) -> Sequence[Felt]:
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

    def _suspect(self, t_s: float, reason: str) -> Sequence[Felt]:
        self._is_suspected = True
        return (Suspicion(t_s, reason),)

    def _close(self, episode: Episode, t_s: float, *, is_settled: bool) -> Verdict:
        baseline = self._baseline
        weighed = episode.weighed(
            is_settled=is_settled, noise_g=baseline.noise_g, period_s=baseline.period_s
        )
        struck = self._meter.close() if self._meter.is_open else NOT_STRUCK
        score = fall_score(weighed, self.profile)
        kind, reason = judge_weighed(weighed, score, self.profile, leaning_g=self._leaning_g)
        self._episode, self._is_suspected = None, False
        baseline.restart(weighed.before_g + weighed.dm_g, is_known=is_settled)
        pieces: tuple[PieceGuess, ...] = ()
        if kind in {Kind.PLACED, Kind.LIFTED}:
            pieces = guess_pieces(abs(weighed.dm_g), baseline.noise_g / 2, self.profile.pieces)
        if kind is Kind.PLACED and not pieces[0].kinds:
            kind, reason = Kind.HAND, "no-such-weight"
        self._leaning_g = max(0.0, weighed.dm_g) if kind is Kind.HAND else 0.0
        return Verdict(
            kind=kind,
            at_s=t_s,
            began_s=weighed.opened_s,
            ended_s=weighed.stirred_s,
            reason=reason,
            pieces=pieces,
            weighed=weighed,
            struck=struck if struck.count or struck.shaken.count else None,
            fall_score=score,
        )

    def acceleration(self, t_s: float, ax: float, ay: float, az: float) -> Sequence[Felt]:
        """Feel one acceleration, in g."""
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

    def passed(self, t_s: float) -> Sequence[Felt]:
        """Let time pass: a table with nothing but a tilt switch tells it by its other messages."""
        if self._episode is None and self._meter.is_open and self._meter.is_still(t_s):
            return self._close_burst(t_s)
        return _NOTHING

    def tilt(self, t_s: float, level: int) -> Sequence[Felt]:
        """Feel the tilt switch change; each change is an impact without a strength."""
        if not isfinite(t_s):
            return _NOTHING
        felt = self.passed(t_s)
        self._meter.knock(t_s, is_shaken=bool(level))
        if level and not self._is_suspected:
            return (*felt, *self._suspect(t_s, "shaken"))
        return felt

    def _suspect_impact(self, t_s: float) -> Sequence[Felt]:
        if self._is_suspected or self._meter.latest_g < self.profile.suspect_impact_g:
            return _NOTHING
        return self._suspect(t_s, "hit")

    def _close_burst(self, t_s: float) -> Sequence[Felt]:
        """A burst that the weight did not notice, or that no weight could."""
        struck = self._meter.close()
        self._is_suspected = False
        last = self._last_weight
        is_weighing = last is not None and t_s - last[0] < _STILL_WEIGHING_S
        kind, reason = judge_struck(struck, self.profile, is_weighing=is_weighing)
        if kind is None:
            return _NOTHING
        return (Verdict(kind, t_s, struck.opened_s, struck.last_s, reason, struck=struck),)

    def finish(self) -> Sequence[Felt]:
        """The trace has ended; what is still open is told as it stands."""
        felt: list[Felt] = []
        if self._held is not None:
            felt.extend(self._weigh(*self._held))
            self._held = None
        if self._episode is not None and self._last_weight is not None:
            felt.append(self._close(self._episode, self._last_weight[0], is_settled=False))
        if self._meter.is_open:
            felt.extend(self._close_burst(max(self._last_s, self._meter.last_s)))
        return felt
