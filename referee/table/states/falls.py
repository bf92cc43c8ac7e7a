"""Something may be falling, or the tower fell: everything stops.

First the table waits until touch has made up its mind. After a fall people may say for a few
seconds that it was different.
"""

from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitDice, AwaitPlacement, AwaitStability
from referee.games.base import Accepted
from referee.games.reports import ReportFall
from referee.table.facts import PlateLevel, TrayRead
from referee.table.history import By
from referee.table.orders import Order
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
        then = self.before.touched(umpire, verdict)
        return self.before.again() if then is self.before else then

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
        return replace(self, asked=asked, evidence=umpire.keep_evidence(self.at_s, "fall"))

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
        if value == NOT_FALLEN:
            umpire.ledger.balance()
            umpire.tell(Topic.CORRECTION, Sentence("umpire-not-fallen"))
            return self.before.again()
        culprit = None if value == NOBODY else int(value)
        return umpire.act(ReportFall(culprit), By.SCALE, self.evidence)


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
