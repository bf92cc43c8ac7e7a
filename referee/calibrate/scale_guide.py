"""The guide of the scale: tare, known weights, quiet, stiffness, the pieces, hands, the result.

The pieces are put down one after another and stay there: each rise to a new rest is one piece.
"""

from collections.abc import Mapping, Sequence

from referee.calibrate.guide import Guide, Meter, Step, StepView, say
from referee.calibrate.scale_hands import shown_steps, shown_told
from referee.calibrate.scale_measurements import KnownMass, ScaleMeasurements, ScaleResult
from referee.calibrate.scale_steps import KnownStep, QuietStep, RestStep, RestWindow, SecondStep
from referee.calibrate.scale_stiffness import StiffStep, ring_advice, ring_told
from referee.devices.scale.contract import Observation
from referee.games.boxes import every_piece, game_with
from referee.table.sentences import Sentence, Term
from referee.touch.pieces import PieceMass
from referee.touch.profile import TouchProfile
from referee.touch.shown_hands import adapted, judged

# All chosen by hand.
# Of each kind; more would hardly change the mean.
_MOST_WEIGHED = 4
# The mean of 80 readings, or of 10; with more, weighing eleven pieces drags.
_PIECE_REST_S = 1.0
# Below the lightest piece (a token of 1.6 g), and twice the noise that is accepted.
_LEAST_G = 0.3
# Two at once weigh twice as much; with less a piece of another mould would be taken for odd.
_ODD = 1.35


def pieces_weighed() -> dict[str, int]:
    """How many of each kind of piece are weighed: a few, or all there are."""
    return {kind: min(_MOST_WEIGHED, piece.count) for kind, piece in every_piece().items()}


class PieceStep:
    """Pieces of one kind, one after another."""

    def __init__(self, measured: ScaleMeasurements, kind: str, wanted: int) -> None:
        self.name = f"scale-pieces-{kind}"
        self._measured, self._kind, self._wanted = measured, kind, wanted
        self._window = RestWindow(_PIECE_REST_S)
        self.restart()

    def restart(self) -> None:
        """Weigh all of this kind anew, from what lies on the plate now."""
        self._window.clear()
        self._base: float | None = None
        self._put: list[float] = []
        self._meter: Meter | None = None
        self._odd_g: float | None = None

    def see(self, seen: Sequence[Observation]) -> None:
        """Take in what the scale told, and every new rest."""
        # One by one: a burst of readings may hold more than one piece.
        for each in seen:
            self._window.see((each,))
            if self._window.left_s <= 0:
                self._look()

    def _look(self) -> None:
        rest = self._window.rest()
        if rest is None or rest.is_saturated or not rest.is_steady:
            return
        self._window.clear()
        if self._base is None:
            self._base = rest.level
            return
        step_g = (rest.level - self._base) / self._measured.calibration.counts_per_gram
        if abs(step_g) < _LEAST_G:
            self._base += 0.3 * (rest.level - self._base)  # a slow drift is followed
            return
        self._base = rest.level
        self._note(step_g)

    def _note(self, step_g: float) -> None:
        was_odd, self._odd_g = self._odd_g is not None, None
        if step_g < 0:
            # Something was taken away: most likely what came last.
            self._put = self._put if was_odd else self._put[:-1]
        elif self._is_odd(step_g):
            self._odd_g = step_g
        else:
            self._put.append(step_g)

    def _is_odd(self, step_g: float) -> bool:
        """Two at once, or a piece of another kind."""
        if not self._put:
            return False
        usual_g = sorted(self._put)[len(self._put) // 2]
        return not usual_g / _ODD < step_g < usual_g * _ODD

    def view(self) -> StepView:
        """How many were weighed, and the last of them."""
        live = [say("scale-pieces-live", count=len(self._put), wanted=self._wanted)]
        if self._put:
            live.append(say("scale-pieces-last", grams=f"{self._put[-1]:.2f}"))
        # Between two pieces the window is empty for a moment.
        self._meter = self._window.meter(self._measured) or self._meter
        return StepView(self._ask(), tuple(live), self._troubles(), meter=self._meter)

    def _ask(self) -> Sentence:
        return say("scale-pieces-ask", kind=_named(self._kind), wanted=self._wanted)

    def _troubles(self) -> tuple[Sentence, ...]:
        if self._base is None:
            return (say("scale-pieces-settling"),)
        if self._odd_g is not None:
            return (say("scale-pieces-odd", grams=f"{self._odd_g:.2f}"),)
        left = self._wanted - len(self._put)
        return (say("scale-pieces-more", left=left),) if left > 0 else ()

    def finish(self) -> None:
        """Keep what they weigh."""
        self._measured.pieces[self._kind] = tuple(self._put)


class ReviewStep:
    """Everything that was measured, before it is kept."""

    name = "scale-review"

    def __init__(self, measured: ScaleMeasurements) -> None:
        self._measured = measured

    def restart(self) -> None:
        """There is nothing to forget."""

    def see(self, seen: Sequence[Observation]) -> None:
        """Nothing is measured here."""

    def finish(self) -> None:
        """The result is taken from the guide."""

    def view(self) -> StepView:
        """The numbers, and the two kinds that are most alike."""
        result = self._measured.result()
        live = (
            say(
                "scale-review-live",
                factor=f"{result.calibration.counts_per_gram:.2f}",
                noise=f"{result.calibration.noise_g:.3f}",
                percent=f"{100 * result.linearity_share:.2f}",
            ),
            *((ring_told(result.ring),) if result.ring else ()),
            *map(_weighed, result.pieces),
        )
        told, advice = _closest(result)
        ringing = ring_advice(result.ring) if result.ring else ()
        shown, mistaken = _shown(result)
        return StepView(
            say("scale-review-ask"),
            (*live, *told, *shown),
            advice=(*ringing, *advice, *mistaken),
        )


def _named(kind: str) -> Term:
    return Term(game_with(kind), "piece", kind)


def _weighed(piece: PieceMass) -> Sentence:
    grams, spread = f"{piece.mass_g:.2f}", f"{piece.spread_g:.2f}"
    return say("scale-review-piece", kind=_named(piece.kind), grams=grams, spread=spread)


def _closest(result: ScaleResult) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    pair = result.closest
    if pair is None:
        return (), ()
    sentence = say(
        "scale-apart" if pair.is_told_apart else "scale-alike",
        first=_named(pair.first),
        second=_named(pair.second),
        grams=f"{pair.apart_g:.2f}",
    )
    return ((sentence,), ()) if pair.is_told_apart else ((), (sentence,))


def _shown(result: ScaleResult) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """What the limits that will be kept make of the hands, and advice if that is falls."""
    if not result.shown:
        return (), ()
    hands = judged(adapted(TouchProfile(), result.shown), result.shown)
    advice = (shown_told(hands, "called"),) if hands.called else ()
    return (shown_told(hands, "kept"),), advice


class ScaleGuide(Guide[Sequence[Observation]]):
    """Leads through the calibration of a scale; without a known mass, the dice are the weights."""

    def __init__(
        self,
        known: KnownMass | None = None,
        second: KnownMass | None = None,
        *,
        capacity_g: float | None = None,
        pieces: Mapping[str, int] | None = None,
    ) -> None:
        self._measured = measured = ScaleMeasurements(capacity_g)
        counts = (pieces or pieces_weighed()).items()
        steps: list[Step[Sequence[Observation]]] = [
            RestStep(measured),
            KnownStep(measured, known or KnownMass.of_dice()),
            SecondStep(measured, second or KnownMass.of_dice(0.5)),
            QuietStep(measured),
            StiffStep(measured),
            *(PieceStep(measured, kind, wanted) for kind, wanted in counts),
            *shown_steps(measured),
            ReviewStep(measured),
        ]
        super().__init__(steps)

    def result(self) -> ScaleResult:
        """What was measured, once the guide is done."""
        return self._measured.result()
