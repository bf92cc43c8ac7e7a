"""The table's touch: samples of a scale in, facts about the plate out.

Where the stream has a gap, because a cable was pulled or the cell saturated, touch begins anew with
the first quiet level after it. What changed meanwhile is no fall; the level before the gap and the
one after are told, and the umpire compares them.
"""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt

from msgspec.structs import replace

from referee.clock import Clock, SystemClock
from referee.devices.scale.contract import (
    AccelerationSample,
    Observation,
    Scale,
    ScaleDeviceStatus,
    ScaleFinding,
    ScaleState,
    TiltSample,
    WeightSample,
)
from referee.table.device_troubles import WELL, Condition, TroubleWatch
from referee.table.facts import Device, Fact, PlateLevel
from referee.table.sentences import Word
from referee.touch.counts import ScaleCalibration, is_saturated
from referee.touch.messages import ACCELERATION_COUNTS_PER_G, PROTOCOL_VERSION, WeightFlag
from referee.touch.pieces import PieceMass
from referee.touch.profile import TouchProfile
from referee.touch.sense import TouchSense
from referee.touch.verdicts import Suspicion, TouchKind, TouchNotice, TouchVerdict

# Chosen by hand: a shorter window takes the slow end of a placement for rest, a longer one is never
# quiet while people move about. At 10 samples a second it holds four.
_WINDOW_S = 0.4
_FULL_WINDOW = 0.9
"""So much of the window must be covered: samples do not fall on its edges."""
_LEAST_SAMPLES = 4
_MOST_SAMPLES = 160
_LEAST_SPREAD_G = 0.18
"""Nine deviations of the noise of a 1 kg cell (20 mg), and a ninth of a token."""
_USUAL_NOISE_G = 0.15
"""A 5 kg cell has 0.1 g. One that wavers more is averaged for longer, so much longer as it wavers
more: a level then wavers by 0.05 g at most (by 0.13 g at 10 samples a second)."""
_MOST_NOISE_G = 0.5
"""A plate that wavers more is not at rest, however evenly it does so."""
_SPREAD_PER_NOISE = 6.5
"""Thirty samples of white noise lie within some four deviations of each other, hardly ever six."""
_MOST_SLOW = 1.3
"""So many times what the steps tell may the noise be: a hand that trembles or a piece that is
put down moves the weight further than from sample to sample. A hundred of white noise reach 1.2."""
# The mean step between two samples of white noise is 1.13 deviations.
_STEP_PER_DEVIATION = 1.128
_LONGEST_WINDOW_S = _WINDOW_S * _MOST_NOISE_G / _USUAL_NOISE_G


class RestingLevel:
    """Remembers the weight of the last half second, and tells its level if it is quiet.

    At a table with much noise it remembers up to 1.3 seconds.
    """

    def __init__(self) -> None:
        self._recent: deque[tuple[float, float]] = deque(maxlen=_MOST_SAMPLES)

    def add(self, t_s: float, grams: float) -> None:
        """One more weight."""
        recent = self._recent
        recent.append((t_s, grams))
        # One sample older than the window stays, so that the window is known to be full.
        while len(recent) > 2 and recent[1][0] < t_s - _LONGEST_WINDOW_S:
            recent.popleft()

    def clear(self) -> None:
        """Whatever was before no longer counts."""
        self._recent.clear()

    def level_g(self) -> float | None:
        """The weight at rest; None while it is not at rest or not known for long enough."""
        grams = self._last(_WINDOW_S)
        if grams is None:
            return None
        noise_g = _noise_g(grams)
        if noise_g > _USUAL_NOISE_G:
            return self._noisy_level_g(noise_g)
        if max(grams) - min(grams) > max(_LEAST_SPREAD_G, _SPREAD_PER_NOISE * noise_g):
            return None
        return sum(grams) / len(grams)

    def _noisy_level_g(self, noise_g: float) -> float | None:
        times = min(noise_g, _MOST_NOISE_G) / _USUAL_NOISE_G
        grams = self._last(times * _WINDOW_S)
        if grams is None:
            return None
        level_g = sum(grams) / len(grams)
        spread_g = sqrt(sum((each - level_g) ** 2 for each in grams) / len(grams))
        return level_g if spread_g < _MOST_SLOW * min(_noise_g(grams), _MOST_NOISE_G) else None

    def _last(self, window_s: float) -> list[float] | None:
        """The weights of a window; None while there are too few to fill it."""
        recent = self._recent
        oldest_s = recent[-1][0] - window_s if recent else 0.0
        # One sample older than the window belongs to it.
        first = next((n for n, each in enumerate(recent) if each[0] >= oldest_s), 0)
        window = list(recent)[max(0, first - 1) :]
        is_full = len(window) >= _LEAST_SAMPLES and (
            window[-1][0] - window[0][0] >= _FULL_WINDOW * window_s
        )
        return [each[1] for each in window] if is_full else None


def _noise_g(grams: Sequence[float]) -> float:
    return sum(abs(b - a) for a, b in pairwise(grams)) / (len(grams) - 1) / _STEP_PER_DEVIATION


_DEAD_LINK = (ScaleState.LOST, ScaleState.SILENT, ScaleState.INCOMPATIBLE)
_STARTING = (ScaleState.CONNECTING, ScaleState.IDENTIFYING)
# The others make touch worse, not wrong; they stop no game.
_GRAVE = (
    ScaleFinding.NO_PERMISSION,
    ScaleFinding.FORBIDDEN,
    ScaleFinding.PORT_BUSY,
    ScaleFinding.FAILED,
    ScaleFinding.NO_LOAD_CELL,
    ScaleFinding.SATURATED,
    ScaleFinding.FROZEN,
    ScaleFinding.RECORDING_ENDED,
)


def touch_condition(scale: ScaleDeviceStatus) -> Condition:
    """How the scale is, as far as it matters for the game."""
    findings = [each for each in scale.findings if each in _GRAVE]
    sentences = [f"scale-finding-{each}" for each in findings]
    # A recording that is over is no scale that fell silent.
    if scale.state in _DEAD_LINK and ScaleFinding.RECORDING_ENDED not in findings:
        sentences.insert(0, f"scale-state-{scale.state}")
    words: dict[str, Word] = {"protocol": scale.protocol or 0, "expected": PROTOCOL_VERSION}
    if sentences:
        return Condition(tuple(sentences), words=words)
    if scale.state in _STARTING:
        return Condition((f"scale-state-{scale.state}",), is_starting=True, words=words)
    return WELL


_NEVER_S = float("-inf")
_GAP_S = 0.5
"""Chosen by hand: five samples of the slowest cell; with more a piece might come and go
unnoticed."""
_LEVEL_EVERY_S = 0.5
"""Chosen by hand: two levels make the second of quiet that the umpire waits for."""
_NO_WEIGHT = WeightFlag.SATURATED | WeightFlag.DESYNC
_STATUS_EVERY_S = 0.1
"""Chosen by hand: a fifth of what a trouble must last to be told."""
_SAME_G = 0.3
"""A level that moved by more was changed by somebody: no drift is so fast within half a second, and
the lightest piece is five times as heavy."""
_LEAST_G = 0.05
"""For less than this touch does not begin anew: it is the noise of a level."""
_FASTEST_DRIFT_G_S = 0.01
"""What the doctor calls steady; what moves faster is no drift."""
_FURTHEST_G = 20.0
"""The temperature of a room moves zero by some grams; more than this must be calibrated. Chosen by
hand: with less a cold room needs a calibration, with more a forgotten cup becomes zero."""
_LIGHTEST_G = -50.0
"""No weight reads less, and drift moves zero by 20 g at most; a bumped plate only swings further.
Chosen by hand."""
_SWING_S = 0.1
"""Such a swing, of a slow converter too, is over by then; without it a bump would be a hand."""
_TOO_LIGHT_S = 1.0
"""So long too light, the plate is gone or lies otherwise than when the scale was calibrated."""
_UNTOLD = "bump-or-fall"
"""Why nobody knows how a suspicion ended: somebody should look."""

Acceleration = tuple[float, float, float]
OnSample = Callable[[float, float | None, Acceleration | None], None]


class Touch:
    """Notices what happens on the plate through one scale; grams count from the empty plate.

    Without a `calibration` the scale's own is used if it has one, else that of the profile. `sense`
    belongs to one thread; `count_as` and `expect` may be called from any. `on_sample` is given
    time, grams and acceleration in g (one of the two is None), so that evidence can be kept.

    A cell drifts with its temperature: while nothing happens on the plate, its level stays what it
    was, and zero moves along, at most as fast as a healthy cell drifts.
    """

    def __init__(
        self,
        scale: Scale,
        *,
        calibration: ScaleCalibration | None = None,
        profile: TouchProfile | None = None,
        clock: Clock | None = None,
        on_sample: OnSample | None = None,
    ) -> None:
        self._scale = scale
        self._touch = TouchSense(profile)
        self._profile = self._touch.profile
        self._clock = clock or SystemClock()
        self._cell = calibration or _of_profile(self._profile)
        self._is_cell_known = calibration is not None
        self._lightest_g = float("-inf") if calibration is None else _LIGHTEST_G
        self._too_light_s: float | None = None
        self._troubles = TroubleWatch(Device.SCALE)
        self._on_sample = on_sample
        self._resting = RestingLevel()
        self._weight_s: float | None = None
        self._suspected_s: float | None = None
        self._known_g: float | None = None
        self._recount: tuple[float, float] | None = None
        self._steady: tuple[float, float] | None = None
        self._calibrated_counts = self._cell.tare_counts
        self._status_s = self._level_s = _NEVER_S
        self._connections = 0

    @property
    def calibration(self) -> ScaleCalibration:
        """What makes grams of counts now, with the tare of the empty plate; to be kept."""
        return self._cell

    @property
    def level_g(self) -> float | None:
        """The last resting level in grams above the empty plate; None before the first."""
        return self._known_g

    def count_as(self, grams: float, seen_g: float) -> bool:
        """What weighed `seen_g` counts as so many grams from the next quiet level on.

        Something that changes before that makes the word void. False: zero would lie further from
        the calibrated one than any cell drifts.
        """
        tare_counts = self._cell.tare_counts + (seen_g - grams) * self._cell.counts_per_gram
        off_g = (tare_counts - self._calibrated_counts) / self._cell.counts_per_gram
        if abs(off_g) > _FURTHEST_G:
            return False
        self._recount = grams, seen_g
        return True

    def expect(self, pieces: tuple[PieceMass, ...]) -> None:
        """These pieces may be put down from now on; called when a game begins."""
        self._profile = replace(self._profile, pieces=pieces)

    def sense(self, timeout_s: float = 0.0) -> Sequence[Fact]:
        """What was noticed since the last call; waits for the first sample at most so long."""
        self._touch.profile = self._profile
        observations = self._scale.read(timeout_s)
        facts: list[Fact] = []
        now_s = self._clock.monotonic_s()
        if not 0 <= now_s - self._status_s < _STATUS_EVERY_S:
            self._status_s = now_s
            facts.extend(self._look_at(now_s, self._scale.status()))
            facts.extend(self._pass(now_s))
        for observation in observations:
            facts.extend(self._take(observation))
        return facts

    def _look_at(self, now_s: float, status: ScaleDeviceStatus) -> Sequence[Fact]:
        if not self._is_cell_known and status.calibration is not None:
            self._cell, self._is_cell_known = status.calibration, True
            self._calibrated_counts, self._lightest_g = self._cell.tare_counts, _LIGHTEST_G
        told = self._troubles.see(now_s, self._condition(now_s, status))
        is_new_link = status.counters.connections != self._connections
        self._connections = status.counters.connections
        return (*told, *self._begin_anew()) if told or is_new_link else ()

    def _condition(self, now_s: float, status: ScaleDeviceStatus) -> Condition:
        condition, since_s = touch_condition(status), self._too_light_s
        if condition == WELL and since_s is not None and now_s - since_s > _TOO_LIGHT_S:
            return Condition(("scale-below-empty",))
        return condition

    def _pass(self, now_s: float) -> Sequence[Fact]:
        """Let time pass at a table that has no cell, or whose cell is silent."""
        has_weight = self._weight_s is not None and now_s - self._weight_s < _GAP_S
        return () if has_weight else self._noted(self._touch.passed(now_s))

    def _take(self, observation: Observation) -> Sequence[Fact]:
        if isinstance(observation, WeightSample):
            return self._add_weight(observation)
        if self._troubles.is_told:
            return ()
        if isinstance(observation, AccelerationSample):
            return self._accelerate(observation)
        if isinstance(observation, TiltSample):
            return self._noted(self._touch.tilt(observation.at_s, observation.level))
        return ()

    def _add_weight(self, sample: WeightSample) -> Sequence[Fact]:
        # Such counts are no weight; it is as if the scale were silent.
        if is_saturated(sample.counts) or sample.flags & _NO_WEIGHT:
            return ()
        t_s, last_s = sample.at_s, self._weight_s
        grams = self._cell.grams(sample.counts)
        if self._on_sample is not None:
            self._on_sample(t_s, grams, None)
        if self._is_too_light(t_s, grams):
            return ()
        has_gap = last_s is not None and t_s - last_s > _GAP_S
        anew = self._begin_anew() if has_gap else ()
        self._weight_s = t_s
        self._resting.add(t_s, grams)
        if self._troubles.is_told:
            return anew
        notices = self._noted(self._touch.weight(t_s, grams))
        level = self._tell_level(t_s) if t_s - self._level_s >= _LEVEL_EVERY_S else ()
        return (*anew, *notices, *level)

    def _is_too_light(self, t_s: float, grams: float) -> bool:
        """Whether this is no weight, nor the swing of a plate."""
        if grams >= self._lightest_g:
            self._too_light_s = None
            return False
        if self._too_light_s is None:
            self._too_light_s = t_s
        return self._touch.is_at_rest or t_s - self._too_light_s > _SWING_S

    def _accelerate(self, sample: AccelerationSample) -> Sequence[Fact]:
        x_g, y_g, z_g = (
            each / ACCELERATION_COUNTS_PER_G for each in (sample.x, sample.y, sample.z)
        )
        if self._on_sample is not None:
            self._on_sample(sample.at_s, None, (x_g, y_g, z_g))
        return self._noted(self._touch.acceleration(sample.at_s, x_g, y_g, z_g))

    def _noted(self, notices: Sequence[TouchNotice]) -> Sequence[TouchNotice]:
        """The same, after noting whether a suspicion still waits for its verdict."""
        for each in notices:
            self._steady = None
            self._suspected_s = each.at_s if isinstance(each, Suspicion) else None
        return notices

    def _tell_level(self, t_s: float) -> Sequence[Fact]:
        level_g = self._resting.level_g()
        if level_g is None or self._suspected_s is not None:
            return ()
        recount, self._recount = self._recount, None
        is_meant = recount is not None and abs(level_g - recount[1]) < _SAME_G
        if recount is not None and is_meant and abs(level_g - recount[0]) > _LEAST_G:
            level_g = self._count_anew(level_g, recount[0])
        else:
            level_g = self._follow_drift(t_s, level_g)
        self._level_s, self._known_g = t_s, level_g
        return (PlateLevel(t_s, level_g),)

    def _count_anew(self, level_g: float, grams: float) -> float:
        """Move zero; touch begins anew, for to it this would be a weight lifted."""
        self._move_zero(level_g - grams)
        self._resting.clear()
        self._touch = TouchSense(self._profile)
        self._steady = None
        return grams

    def _follow_drift(self, t_s: float, level_g: float) -> float:
        """The level without the drift since it was first so."""
        if self._steady is None or abs(level_g - self._steady[1]) > _SAME_G:
            self._steady = t_s, level_g
            return level_g
        since_s, steady_g = self._steady
        most_g = _FASTEST_DRIFT_G_S * (t_s - since_s)
        drift_g = min(max(level_g - steady_g, -most_g), most_g)
        self._move_zero(drift_g)
        self._steady = t_s, steady_g
        return level_g - drift_g

    def _move_zero(self, grams: float) -> None:
        tare_counts = self._cell.tare_counts + grams * self._cell.counts_per_gram
        self._cell, self._is_cell_known = self._cell.with_tare(tare_counts), True

    def _begin_anew(self) -> Sequence[Fact]:
        """Forget it all; tell what lay on the plate, and that a suspicion leads nowhere."""
        last_s, suspected_s = self._weight_s, self._suspected_s
        facts: list[Fact] = []
        if last_s is not None and suspected_s is not None:
            ended_s = max(last_s, suspected_s)
            facts.append(TouchVerdict(TouchKind.RESTLESS, ended_s, suspected_s, ended_s, _UNTOLD))
        if last_s is not None and self._known_g is not None and self._level_s > _NEVER_S:
            facts.append(PlateLevel(last_s, self._known_g))
        self._touch = TouchSense(self._profile)
        self._resting.clear()
        self._weight_s = self._suspected_s = self._steady = None
        self._level_s = _NEVER_S
        return facts


def _of_profile(profile: TouchProfile) -> ScaleCalibration:
    return ScaleCalibration(
        counts_per_gram=profile.counts_per_gram, tare_counts=profile.offset_counts
    )
