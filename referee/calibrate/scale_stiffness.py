"""The step of the scale that taps the plate: how it rings tells how stiff it is."""

from collections import deque
from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from referee.calibrate.guide import StepView, say
from referee.calibrate.scale_measurements import ScaleMeasurements
from referee.calibrate.scale_steps import RestWindow
from referee.devices.scale.contract import AccelerationSample, Observation, WeightSample
from referee.table.sentences import Sentence
from referee.touch.calibration import Ring, measure_ring, median_ring
from referee.touch.messages import ACCELERATION_COUNTS_PER_G

TAPS = 3
"""Chosen by hand: the one in the middle counts, so that one clumsy tap does no harm."""
# Several times as long as a good plate rings (`LONG_S`).
_KEPT_S = 1.0
# Chosen by hand: with less a table that somebody leans on taps, with more a light finger does not.
_TAP_G = 0.06
# The accelerometer measures up to 4 g.
_HARD_G = 3.5
# Without an accelerometer the weight tells of a tap, and only of slow swings: the HX711 needs four
# readings, 50 ms, to settle. How heavy a tap is then, is chosen by hand.
_TAP_WEIGHT_G = 3.0
_SLOWLY_S = 0.05


class _Reading(Struct, frozen=True):
    at_s: float
    value: float


class StiffStep:
    """Waits for some taps; with an accelerometer it listens to that, otherwise to the weight."""

    name = "scale-stiff"

    def __init__(self, measured: ScaleMeasurements) -> None:
        self._measured = measured
        self._window = RestWindow(_KEPT_S)
        self.restart()

    def restart(self) -> None:
        """Forget all taps."""
        self._rings: list[Ring] = []
        self._shaken: deque[AccelerationSample] = deque()
        self._weights: deque[_Reading] = deque()
        self._window.clear()
        self._has_accelerometer = False
        self._is_hard = False

    def see(self, seen: Sequence[Observation]) -> None:
        """Listen for a tap."""
        self._window.see(seen)
        # Fitted anew each time it is asked for.
        calibration = self._measured.calibration
        for each in seen:
            if isinstance(each, AccelerationSample):
                self._has_accelerometer = True
                self._shaken.append(each)
                _forget(self._shaken, each.at_s)
            elif isinstance(each, WeightSample):
                grams = calibration.grams(each.counts)
                self._weights.append(_Reading(each.at_s, grams))
                _forget(self._weights, each.at_s)
        ring = self._heard()
        if ring is not None:
            self._note(ring)

    def _heard(self) -> Ring | None:
        if self._has_accelerometer:
            return measure_ring(*_along_gravity(self._shaken), _TAP_G)
        times_s, grams = (
            [each.at_s for each in self._weights],
            [each.value for each in self._weights],
        )
        ring = measure_ring(times_s, grams, _TAP_WEIGHT_G)
        if ring is None or ring.decay_s > _SLOWLY_S:
            return ring
        # Quicker than the converter itself: that was its own echo.
        return Ring(None, 0.0, 0.0, ring.peak)

    def _note(self, ring: Ring) -> None:
        self._shaken.clear()
        self._weights.clear()
        # Beyond its range the accelerometer tells nothing true.
        self._is_hard = self._has_accelerometer and ring.peak > _HARD_G
        if not self._is_hard and len(self._rings) < TAPS:
            self._rings.append(ring)

    def view(self) -> StepView:
        """How many taps there were, and what they tell."""
        live = [say("scale-stiff-live", count=len(self._rings), wanted=TAPS)]
        advice: tuple[Sentence, ...] = ()
        if self._rings:
            ring = median_ring(self._rings)
            live.append(ring_told(ring))
            advice = ring_advice(ring)
        if self._window.newest is not None and not self._has_accelerometer:
            advice = (*advice, say("scale-stiff-deaf"))
        meter = self._window.meter(self._measured)
        ask = say("scale-stiff-ask", wanted=TAPS)
        return StepView(ask, tuple(live), self._troubles(), advice, meter=meter)

    def _troubles(self) -> tuple[Sentence, ...]:
        if self._window.newest is None:
            return (say("scale-waiting"),)
        left = TAPS - len(self._rings)
        if not left:
            return ()
        return (say("scale-stiff-hard") if self._is_hard else say("scale-stiff-more", left=left),)

    def finish(self) -> None:
        """Keep the tap in the middle."""
        self._measured.ring = median_ring(self._rings)


def ring_told(ring: Ring) -> Sentence:
    """A ring in words."""
    if ring.frequency_hz is None:
        return say("scale-stiff-silent")
    return say(
        "scale-stiff-tone",
        hertz=round(ring.frequency_hz),
        milliseconds=round(1000 * min(ring.decay_s, 10.0)),
        damping=f"{ring.damping:.2f}",
    )


def ring_advice(ring: Ring) -> tuple[Sentence, ...]:
    """What is wrong with a plate that rings so; the worst is enough."""
    if ring.is_rattling:
        return (say("scale-rattles"),)
    if ring.is_soft:
        return (say("scale-soft", hertz=round(ring.frequency_hz or 0)),)
    if ring.is_long:
        return (say("scale-rings-on", milliseconds=round(1000 * min(ring.decay_s, 10.0))),)
    return ()


def _forget(kept: deque[AccelerationSample] | deque[_Reading], now_s: float) -> None:
    while kept[0].at_s < now_s - _KEPT_S:
        kept.popleft()


def _along_gravity(samples: Sequence[AccelerationSample]) -> tuple[list[float], list[float]]:
    """Times, and the acceleration along gravity in g: a board may be glued on upside down."""
    x, y, z = (sum(getattr(each, axis) for each in samples) for axis in "xyz")
    size = sqrt(x * x + y * y + z * z) or 1.0
    per_g = size * ACCELERATION_COUNTS_PER_G
    along = [(x * each.x + y * each.y + z * each.z) / per_g for each in samples]
    return [each.at_s for each in samples], along
