"""The steps of the scale that ask for hands: on the tower, at its top piece, and dice that drop.

What is felt is scored as in a game, so that the limits of a fall can fit the hands of this table.
Each of them may be left out.
"""

from collections.abc import Callable, Sequence

from referee.calibrate.guide import StepView, say
from referee.calibrate.scale_measurements import ScaleMeasurements
from referee.calibrate.scale_steps import RestWindow
from referee.devices.scale.contract import Observation, WeightSample
from referee.table.plate import LIGHTEST_G
from referee.table.sentences import Sentence
from referee.table.states.falls import ADJUSTING
from referee.touch.sense import TouchSense
from referee.touch.shown_hands import ShownHands, ShownTouch, judged, shown_touch
from referee.touch.verdicts import TouchVerdict

_METER_S = 1.0

Count = Callable[[Sequence[float]], int]
"""How much of what was asked for was done, by the steps of weight that were felt."""


class ShownStep:
    """Feels what people show, until so much of it was felt.

    The rules add `more_odds` while people do such a thing in a game. What falls below `least_g` of
    weight is none of it.
    """

    def __init__(
        self,
        measured: ScaleMeasurements,
        name: str,
        wanted: int,
        done: Count = len,
        *,
        more_odds: float = 0.0,
        least_g: float = float("-inf"),
    ) -> None:
        self.name = name
        self._measured, self._wanted, self._done = measured, wanted, done
        self._more_odds, self._least_g = more_odds, least_g
        self._window = RestWindow(_METER_S)
        self._felt: list[tuple[float, ShownTouch]] = []

    def restart(self) -> None:
        """Forget what was felt."""
        self._sense = TouchSense(self._measured.usual_touch)
        self._window.clear()
        self._felt = []

    def see(self, seen: Sequence[Observation]) -> None:
        """Feel every weight."""
        self._window.see(seen)
        calibration = self._measured.calibration
        for each in seen:
            if isinstance(each, WeightSample):
                for notice in self._sense.weight(each.at_s, calibration.grams(each.counts)):
                    if isinstance(notice, TouchVerdict) and notice.step_g > self._least_g:
                        self._note(notice)

    def _note(self, verdict: TouchVerdict) -> None:
        touch = shown_touch(verdict, self._sense.profile, self._more_odds)
        if touch is not None:
            self._felt.append((verdict.step_g, touch))

    def view(self) -> StepView:
        """How much was felt, and what the usual limits make of it."""
        left = self._wanted - min(self._wanted, self._done([step_g for step_g, _ in self._felt]))
        live = [say("scale-shown-live", count=self._wanted - left, wanted=self._wanted)]
        if self._felt:
            touches = [touch for _, touch in self._felt]
            live.append(shown_told(judged(self._sense.profile, touches), "usual"))
        waits = () if self._window.newest is not None else (say("scale-waiting"),)
        return StepView(
            say(f"{self.name}-ask", wanted=self._wanted),
            tuple(live),
            waits or ((say("scale-shown-more", left=left),) if left else ()),
            meter=self._window.meter(self._measured),
            can_skip=True,
        )

    def finish(self) -> None:
        """Keep what was felt."""
        self._measured.shown += [touch for _, touch in self._felt]


def shown_steps(measured: ScaleMeasurements) -> tuple[ShownStep, ...]:
    """A hand that comes and goes, a piece that is lifted and put back, a die that drops.

    How often was chosen by hand: about ten seconds each. What is taken off between two drops is no
    drop.
    """
    return (
        ShownStep(measured, "scale-hands", 4),
        ShownStep(measured, "scale-lift", 2, _put_back, more_odds=ADJUSTING),
        ShownStep(measured, "scale-drop", 2, _added, least_g=-LIGHTEST_G),
    )


def shown_told(hands: ShownHands, limits: str) -> Sentence:
    """What the `usual` limits, or those that will be `kept`, make of hands, in words."""
    words = {"felt": hands.felt, "asked": hands.asked, "called": hands.called}
    return say(f"scale-shown-{limits}", **words)


def _added(steps_g: Sequence[float]) -> int:
    return sum(step_g > LIGHTEST_G for step_g in steps_g)


def _put_back(steps_g: Sequence[float]) -> int:
    return min(_added(steps_g), _added([-step_g for step_g in steps_g]))
