"""Something may be falling, or the tower fell: everything stops.

First the table waits until touch has made up its mind. If it cannot, people are asked. After a fall
they may say for a few seconds that it was different.
"""

from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitDice, AwaitPlacement, AwaitStability
from referee.games.base import Accepted
from referee.games.reports import ReportFall
from referee.table.facts import Device, PlateLevel, TrayRead
from referee.table.history import By
from referee.table.orders import Act, FellOrder, Order
from referee.table.plate import LIGHTEST_G
from referee.table.prompts import Option, Question
from referee.table.sentences import PlainMessage, Sentence, Topic
from referee.table.states.base import Asking, Interruption, UmpireApi, UmpireState, awaited, player
from referee.touch.verdicts import TouchVerdict

_SUSPICION_S = 3.0
"""A suspicion without a verdict is forgotten after so long. Chosen by hand: nearly all verdicts
come within 1.5 s of a fall (docs/touch.md); with more a lost one would hold up the game."""
_GRACE_S = 6.0
"""So long people may say that it was somebody else, or that nothing fell. Chosen by hand: time to
hear the sentence and reach the screen; with more every fall holds up the game."""


@dataclass(frozen=True, slots=True)
class Suspecting(Interruption):
    """Between a suspicion and its verdict."""

    name = "suspecting"

    since_s: float

    def fallen(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """It was a fall."""
        return self.before.fallen(umpire, verdict)

    def touched(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """It was something else; what was interrupted starts again."""
        return self.or_again(self.before.touched(umpire, verdict))

    def doubted(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Touch cannot tell."""
        return self.or_again(self.before.doubted(umpire, verdict))

    def seen(self, umpire: UmpireApi, seen: TrayRead) -> UmpireState:
        """The tray goes its own way meanwhile."""
        return self.unless_left(self.before.seen(umpire, seen))

    def plate_level(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        """A quiet plate: there was nothing."""
        return self.before.again()

    def order(self, umpire: UmpireApi, order: Order) -> UmpireState:
        """People may go on."""
        return self.unless_left(self.before.order(umpire, order))

    def thawed(self, umpire: UmpireApi) -> UmpireState:
        """Touch may still make up its mind."""
        return replace(self, since_s=umpire.now_s)

    def tick(self, umpire: UmpireApi) -> UmpireState:
        """No verdict came: it was nothing."""
        is_over = umpire.now_s - self.since_s > _SUSPICION_S
        return self.before.again() if is_over else self


NOT_FALLEN = "not-fallen"
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Collapsing(Asking, Interruption):
    """The tower fell at `at_s`; until the question's time is up it may be denied or blamed."""

    name = "collapsing"

    at_s: float
    asked: Question | None = None
    evidence: tuple[str, ...] = ()

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Say whose tower it was, and offer the other answers."""
        if self.asked is not None:
            return self
        culprit = likely_culprit(umpire)
        umpire.tell(Topic.ALARM, Sentence("umpire-fell", {"player": player(umpire, culprit)}))
        asked = _fault_question(umpire, culprit)
        evidence = self.evidence or umpire.keep_evidence(self.at_s, "fall")
        return replace(self, asked=asked, evidence=evidence)

    def thawed(self, umpire: UmpireApi) -> UmpireState:
        """Nobody could object meanwhile: everybody gets the whole time again."""
        if self.asked is None:
            return self
        asked = replace(self.asked, until_s=umpire.now_s + _GRACE_S)
        return replace(self, asked=asked)

    def tick(self, umpire: UmpireApi) -> UmpireState:
        """Nobody objected."""
        asked = self.asked
        if asked is None or asked.until_s is None or umpire.now_s < asked.until_s:
            return self
        return self.answered(umpire, asked.otherwise)

    def done(self, umpire: UmpireApi) -> UmpireState:
        """Nobody wants to object."""
        return self.answered(umpire, self.asked.otherwise) if self.asked else self

    def answered(self, umpire: UmpireApi, value: str) -> UmpireState:
        """It did not fall; or it did, and by whose fault."""
        umpire.learn_fall(self.evidence, value if value == NOT_FALLEN else FELL)
        if value == NOT_FALLEN:
            umpire.ledger.balance()
            umpire.tell(Topic.CORRECTION, Sentence("umpire-not-fallen"))
            return self.before.again()
        culprit = None if value == NOBODY else int(value)
        return umpire.act(ReportFall(culprit), By.SCALE, self.evidence)


# What the rules know of hands at the tower, as a logarithm of odds that is added to what touch
# felt. Touch knows no game: it counts hands as likely at any time. Chosen by hand.
HAND_DUE = -1.0
"""A piece is due or was just laid, or the plate is put right: e times as many hands as usual."""
ADJUSTING = -2.0
"""Then weight goes away or comes back: whoever builds lifts pieces and puts them back."""
TAKING_OFF = -4.0
"""What the table asked to take off goes, or the hand that it asked to let go: 55 times as many."""
HANDS_OFF = 0.5
"""The formula is spoken and no hand belongs there; but the table is bumped as often as ever."""


def building_odds(umpire: UmpireApi, verdict: TouchVerdict) -> float:
    """What is added while a hand belongs to the tower."""
    step_g = verdict.step_g
    is_put_back = step_g > LIGHTEST_G and umpire.ledger.excess_g < -LIGHTEST_G
    return ADJUSTING if is_put_back or step_g < -LIGHTEST_G else HAND_DUE


FELL = "fell"


@dataclass(frozen=True, slots=True)
class FallAsked(Asking, Interruption):
    """Touch cannot tell whether the tower fell; the game waits until somebody says it.

    `excess_g` is what the ledger held when it was asked.
    """

    name = "fallasked"

    verdict: TouchVerdict
    is_about_loss: bool = False
    """Only weight is in doubt that went away: a lift, or pieces that fell off the plate."""
    excess_g: float = 0.0
    asked: Question | None = None
    evidence: tuple[str, ...] = ()

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Ask, and keep what was felt and seen."""
        if self.asked is not None:
            return self
        asked = _doubt_question(umpire)
        umpire.tell(Topic.QUESTION, asked.sentence)
        return replace(
            self,
            is_about_loss=self.verdict.step_g < -LIGHTEST_G
            and umpire.ledger.excess_g < -LIGHTEST_G,
            excess_g=umpire.ledger.excess_g,
            asked=asked,
            evidence=umpire.keep_evidence(self.verdict.began_s, "fall"),
        )

    def fall_odds(self, umpire: UmpireApi, verdict: TouchVerdict) -> float:
        """Hands may put back what is missing."""
        return building_odds(umpire, verdict)

    def fallen(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """At the latest now it has fallen."""
        return self.before.fallen(umpire, verdict)

    def doubted(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """One question is enough; but now more is in doubt than weight that can come back."""
        return self if verdict.step_g < -LIGHTEST_G else replace(self, is_about_loss=False)

    def touched(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Perhaps what was lifted is back."""
        return self._unless_back(umpire)

    def plate_level(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        """Perhaps what was lifted is back."""
        return self._unless_back(umpire)

    def _unless_back(self, umpire: UmpireApi) -> UmpireState:
        ledger = umpire.ledger
        is_back = self.is_about_loss and ledger.is_balanced and not ledger.is_in_doubt
        return self.before.again() if is_back else self

    def returned(self, umpire: UmpireApi, device: Device) -> UmpireState:
        """What changed on the plate meanwhile was not noticed; it will tell."""
        if device is Device.SCALE:
            umpire.ledger.doubt()
        return self

    def order(self, umpire: UmpireApi, order: Order) -> UmpireState:
        """Nothing else is decided before it is known whether the tower fell."""
        match order:
            case FellOrder():
                return self.answered(umpire, FELL)
            case Act(action=ReportFall()):
                return umpire.act(order.action, By.PERSON, self.evidence)
            case Act():
                umpire.refuse(Sentence("umpire-say-first"))
                return self
        return Interruption.order(self, umpire, order)

    def done(self, umpire: UmpireApi) -> UmpireState:
        """All is well."""
        return self.answered(umpire, NOT_FALLEN)

    def answered(self, umpire: UmpireApi, value: str) -> UmpireState:
        """It fell; or what was felt is what it is if nothing fell."""
        if value == FELL:
            return Collapsing(self.before, self.verdict.began_s, evidence=self.evidence)
        umpire.learn_fall(self.evidence, NOT_FALLEN)
        ledger, harmless = umpire.ledger, self.verdict.harmless
        if harmless is None or abs(ledger.excess_g - self.excess_g) >= LIGHTEST_G:
            ledger.doubt()
            return self.before.again()
        return self.or_again(self.before.touched(umpire, harmless))


def _doubt_question(umpire: UmpireApi) -> Question:
    """Whose fault it would be stands in it: that seat does not answer for the others."""
    culprit = likely_culprit(umpire)
    return Question(
        umpire.question_number(),
        "fall",
        Sentence("umpire-fell-or-not"),
        (
            Option(NOT_FALLEN, Sentence("umpire-did-not-fall")),
            Option(FELL, Sentence("umpire-did-fall")),
        ),
        otherwise=NOBODY if culprit is None else str(culprit),
    )


def likely_culprit(umpire: UmpireApi) -> int | None:
    """Whose fault a fall is if nobody says otherwise, as the rules allow it."""
    waiting = awaited(umpire)
    seats: list[int | None] = [None, *range(len(umpire.names))]
    if isinstance(waiting, AwaitDice | AwaitPlacement | AwaitStability):
        seats.insert(0, waiting.seat)
    return next((seat for seat in seats if _is_allowed(umpire, seat)), None)


def _is_allowed(umpire: UmpireApi, culprit: int | None) -> bool:
    return isinstance(umpire.game.judge(umpire.state, ReportFall(culprit)), Accepted)


def _fault_question(umpire: UmpireApi, culprit: int | None) -> Question:
    options = [
        Option(str(seat), Sentence("umpire-fault", {"player": name}))
        for seat, name in enumerate(umpire.names)
        if _is_allowed(umpire, seat)
    ]
    if _is_allowed(umpire, None):
        options.append(Option(NOBODY, Sentence("umpire-fault", {"player": PlainMessage("nobody")})))
    options.append(Option(NOT_FALLEN, Sentence("umpire-did-not-fall")))
    return Question(
        umpire.question_number(),
        "fall",
        Sentence("umpire-whose-fault", {"player": player(umpire, culprit)}),
        tuple(options),
        until_s=umpire.now_s + _GRACE_S,
        otherwise=NOBODY if culprit is None else str(culprit),
    )
