"""The steps of the scale that look at a plate at rest: empty, under known weights, and left alone.

The numbers are judged in grams as soon as they are known; before that, only against themselves.
"""

from collections import deque
from collections.abc import Sequence

from referee.calibrate.guide import Meter, StepView, say
from referee.calibrate.scale_measurements import KnownMass, ScaleMeasurements
from referee.devices.scale.contract import Observation, WeightSample
from referee.table.sentences import Sentence
from referee.touch.calibration import (
    DRIFTING_G_MIN,
    NOISY_G,
    PlateRest,
    measure_rest,
    range_share,
)

FAST_HZ, SLOW_HZ = (72.0, 88.0), (9.0, 11.5)
"""The HX711 weighs 80 or 10 times a second, give or take its own clock."""

# All chosen by hand.
# A rest of 20 readings at 10 Hz gives a level; a drift shows only over several seconds.
_REST_S, _QUIET_S = 2.0, 10.0
# Of the converter's range: with less, noise would show in the grams; with more, a cell for heavy
# loads could not be calibrated with what a household has.
_LEAST_SHARE = 0.01
# A weight that changes less than this was not put down, or the cell is not connected.
_SAME_NOISES = 10.0
_SAME_COUNTS = 200.0
# Off the middle of the plate a weight may read 0.4 % differently (docs/weighing.md); a plate that
# touches something, or a wrong weight, is beyond.
_BENT_SHARE = 0.02
# Beyond, no table tells what rests on its plate (docs/touch.md); above `NOISY_G` it is only worse.
_MOST_NOISE_G = 0.5
# Gaps of the line make the stretch a little shorter than asked for.
_NEARLY = 0.97


class RestWindow:
    """The readings of the last seconds."""

    def __init__(self, lasts_s: float) -> None:
        self.lasts_s = lasts_s
        self._samples: deque[WeightSample] = deque()

    def clear(self) -> None:
        """Forget them."""
        self._samples.clear()

    def see(self, seen: Sequence[Observation]) -> None:
        """Take the weights among what the scale told."""
        self._samples += (each for each in seen if isinstance(each, WeightSample))
        while self._samples and self._samples[-1].at_s - self._samples[0].at_s > self.lasts_s:
            self._samples.popleft()

    @property
    def left_s(self) -> float:
        """How long it must still be waited for the whole stretch."""
        if not self._samples:
            return self.lasts_s
        held_s = self._samples[-1].at_s - self._samples[0].at_s
        return max(0.0, _NEARLY * self.lasts_s - held_s)

    @property
    def newest(self) -> int | None:
        """The last reading."""
        return self._samples[-1].counts if self._samples else None

    def rest(self) -> PlateRest | None:
        """What the readings have in common."""
        return measure_rest(
            [each.at_s for each in self._samples], [each.counts for each in self._samples]
        )

    def meter(self, measured: ScaleMeasurements) -> Meter | None:
        """The last reading and its noise; in grams as soon as a gram is known."""
        newest, rest = self.newest, self.rest()
        if newest is None or rest is None:
            return None
        if not measured.is_gram_known:
            return Meter(float(newest), rest.noise, "counts")
        calibration = measured.calibration
        return Meter(calibration.grams(newest), rest.noise / abs(calibration.counts_per_gram), "g")


class RestStep:
    """Waits for a plate at rest; the steps differ in what they ask for and what they check."""

    name = "scale-empty"

    def __init__(self, measured: ScaleMeasurements, lasts_s: float = _REST_S) -> None:
        self._measured = measured
        self._window = RestWindow(lasts_s)

    def restart(self) -> None:
        """Begin with an empty window."""
        self._window.clear()

    def see(self, seen: Sequence[Observation]) -> None:
        """Take in what the scale told."""
        self._window.see(seen)

    def view(self) -> StepView:
        """What is read, and what is in the way."""
        rest = self._window.rest()
        if rest is None:
            return StepView(self._ask(), troubles=(say("scale-waiting"),))
        troubles = self._unrest(rest) or self._checked(rest)
        return StepView(
            self._ask(),
            self._live(rest),
            troubles,
            self._advice(rest),
            meter=self._window.meter(self._measured),
        )

    def finish(self) -> None:
        """Keep the level of the empty plate."""
        self._keep(0.0)

    def _keep(self, grams: float) -> None:
        rest = self._window.rest()
        if rest is not None:
            self._measured.weighed[self.name] = (grams, rest)

    def _unrest(self, rest: PlateRest) -> tuple[Sentence, ...]:
        """Why this cannot be measured at all; the first reason is enough."""
        if rest.is_saturated:
            return (say("scale-saturated"),)
        if self._window.left_s > 0:
            return (say("scale-hold", seconds=round(self._window.left_s + 0.5)),)
        if rest.is_frozen:
            return (say("scale-frozen"),)
        return () if rest.is_steady else (say("scale-unsteady"),)

    def _ask(self) -> Sentence:
        return say("scale-empty-ask")

    def _live(self, rest: PlateRest) -> tuple[Sentence, ...]:
        counts, noise = str(round(rest.level)), str(round(rest.noise))
        return (say("scale-empty-live", counts=counts, noise=noise),)

    def _checked(self, rest: PlateRest) -> tuple[Sentence, ...]:  # noqa: ARG002 - for the others
        return ()

    def _advice(self, rest: PlateRest) -> tuple[Sentence, ...]:  # noqa: ARG002 - for the others
        return ()


class KnownStep(RestStep):
    """The first known weight gives the counts of a gram."""

    name = "scale-known"

    def __init__(self, measured: ScaleMeasurements, reference: KnownMass) -> None:
        super().__init__(measured)
        self._reference = reference

    def finish(self) -> None:
        """Keep the level under this weight."""
        self._keep(self._reference.grams)

    def _ask(self) -> Sentence:
        if self._reference.dice:
            grams = round(self._reference.grams, 1)
            return say(f"{self.name}-ask-dice", dice=self._reference.dice, grams=grams)
        return say(f"{self.name}-ask", grams=round(self._reference.grams, 2))

    def _live(self, rest: PlateRest) -> tuple[Sentence, ...]:
        empty = self._measured.weighed["scale-empty"][1]
        per_gram = (rest.level - empty.level) / self._reference.grams
        return (say("scale-known-live", counts=str(round(rest.level)), factor=f"{per_gram:.1f}"),)

    def _checked(self, rest: PlateRest) -> tuple[Sentence, ...]:
        empty = self._measured.weighed["scale-empty"][1]
        least = max(_SAME_COUNTS, _SAME_NOISES * max(rest.noise, empty.noise))
        if abs(rest.level - empty.level) < least:
            return (say("scale-same"),)
        if range_share(empty.level, rest.level) < _LEAST_SHARE:
            return (say("scale-too-light", needed=self._needed_g(rest, empty)),)
        return ()

    def _needed_g(self, rest: PlateRest, empty: PlateRest) -> int:
        """A weight that would do, in round numbers."""
        share = range_share(empty.level, rest.level)
        needed_g = self._reference.grams * _LEAST_SHARE / share
        return int(-(-needed_g * 1.1 // 10) * 10)


class SecondStep(KnownStep):
    """The second weight tells whether the scale is straight."""

    name = "scale-second"

    def _live(self, rest: PlateRest) -> tuple[Sentence, ...]:
        off = self._measured.linearity_share(self._reference.grams, rest.level)
        read_g = self._measured.calibration.grams(rest.level)
        return (say("scale-second-live", grams=f"{read_g:.2f}", percent=f"{100 * off:.2f}"),)

    def _checked(self, rest: PlateRest) -> tuple[Sentence, ...]:
        off = self._measured.linearity_share(self._reference.grams, rest.level)
        if off <= _BENT_SHARE:
            return ()
        read_g = self._measured.calibration.grams(rest.level)
        return (say("scale-bent", read=f"{read_g:.1f}", grams=f"{self._reference.grams:.1f}"),)


class QuietStep(RestStep):
    """The empty plate for a while: noise, drift, how often it is weighed, and the last tare."""

    name = "scale-quiet"

    def __init__(self, measured: ScaleMeasurements) -> None:
        super().__init__(measured, _QUIET_S)

    def restart(self) -> None:
        """Begin again; the tare of before is void."""
        super().restart()
        self._measured.quiet = None

    def finish(self) -> None:
        """Keep what the plate does by itself."""
        self._measured.quiet = self._window.rest()

    def _ask(self) -> Sentence:
        return say("scale-quiet-ask", seconds=round(_QUIET_S))

    def _unrest(self, rest: PlateRest) -> tuple[Sentence, ...]:
        # A drift is what this step is about, so it is not taken for unrest.
        unrest = super()._unrest(rest)
        return () if unrest == (say("scale-unsteady"),) else unrest

    def _live(self, rest: PlateRest) -> tuple[Sentence, ...]:
        noise_g, drift_g_min = self._grams(rest)
        words = {"noise": f"{noise_g:.3f}", "drift": f"{drift_g_min:+.2f}"}
        return (say("scale-quiet-live", rate=round(rest.rate_hz), **words),)

    def _grams(self, rest: PlateRest) -> tuple[float, float]:
        per_gram = self._measured.calibration.counts_per_gram
        return rest.noise / abs(per_gram), 60 * rest.drift_per_s / per_gram

    def _checked(self, rest: PlateRest) -> tuple[Sentence, ...]:
        noise_g, drift_g_min = self._grams(rest)
        off_g = abs(self._measured.calibration.grams(rest.level))
        troubles = []
        if off_g > 0.01 * self._measured.weighed["scale-known"][0] + 0.3:
            troubles.append(say("scale-not-empty", grams=f"{off_g:.1f}"))
        if noise_g > _MOST_NOISE_G:
            troubles.append(say("scale-noisy", noise=f"{noise_g:.2f}"))
        if abs(drift_g_min) > DRIFTING_G_MIN:
            troubles.append(say("scale-drifting", drift=f"{abs(drift_g_min):.1f}"))
        if not (_is_in(rest.rate_hz, FAST_HZ) or _is_in(rest.rate_hz, SLOW_HZ)):
            troubles.append(say("scale-wrong-rate", rate=round(rest.rate_hz)))
        return tuple(troubles)

    def _advice(self, rest: PlateRest) -> tuple[Sentence, ...]:
        noise_g, _ = self._grams(rest)
        is_noisy = NOISY_G < noise_g <= _MOST_NOISE_G
        noisy = (say("scale-noisy", noise=f"{noise_g:.2f}"),) if is_noisy else ()
        slow = (say("scale-slow"),) if _is_in(rest.rate_hz, SLOW_HZ) else ()
        return (*noisy, *slow)


def _is_in(rate_hz: float, bounds: tuple[float, float]) -> bool:
    return bounds[0] <= rate_hz <= bounds[1]
