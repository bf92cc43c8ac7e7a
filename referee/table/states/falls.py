"""Something may be falling, or the tower fell: everything stops.

First the table waits until touch has made up its mind. After a fall people may say for a few
seconds that it was different.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitDice, AwaitPlacement, AwaitStability
from referee.games.base import Accepted
from referee.games.reports import ReportFall
from referee.table.facts import PlateLevel, TrayRead
from referee.table.history import By
from referee.table.orders import Order
from referee.table.prompts import Option, Question
from referee.table.sentences import PlainMessage, Sentence, Topic
from referee.table.states.base import Asking, UmpireApi, UmpireState, awaited, player
from referee.touch.verdicts import TouchVerdict


@dataclass(frozen=True, slots=True)
class Suspecting(UmpireState):
    """Between a suspicion and its verdict; the moment `before` was interrupted."""

    name = "suspecting"

    before: UmpireState
    since_s: float

    @property
    def seat(self) -> int | None:
        """Whose moment was interrupted."""
        return self.before.seat

    def fallen(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """It was a fall."""
        return self.before.fallen(desk, verdict)

    def touched(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """It was something else; what was interrupted starts again."""
        then = self.before.touched(desk, verdict)
        return self.before.again() if then is self.before else then

    def seen(self, desk: UmpireApi, seen: TrayRead) -> UmpireState:
        """The tray goes its own way meanwhile."""
        then = self.before.seen(desk, seen)
        return self if then is self.before else then

    def weighed(self, desk: UmpireApi, level: PlateLevel) -> UmpireState:
        """A quiet plate: there was nothing."""
        return self.before.again()

    def order(self, desk: UmpireApi, order: Order) -> UmpireState:
        """People may go on."""
        then = self.before.order(desk, order)
        return self if then is self.before else then

    def thawed(self, desk: UmpireApi) -> UmpireState:
        """Touch may still make up its mind."""
        return replace(self, since_s=desk.now_s)

    def tick(self, desk: UmpireApi) -> UmpireState:
        """No verdict came: it was nothing."""
        is_over = desk.now_s - self.since_s > desk.settings.suspicion_s
        return self.before.again() if is_over else self


NOT_FALLEN = "not-fallen"
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Collapsing(Asking, UmpireState):
    """A fall was felt at `at_s`; until the question's time is up it may be denied or blamed."""

    name = "collapsing"

    before: UmpireState
    at_s: float
    asked: Question | None = None
    evidence: tuple[str, ...] = ()

    @property
    def seat(self) -> int | None:
        """Whose tower it was."""
        return self.before.seat

    def begin(self, desk: UmpireApi) -> UmpireState:
        """Say whose tower it was, and offer the other answers."""
        if self.asked is not None:
            return self
        culprit = likely_culprit(desk)
        desk.tell(Topic.ALARM, Sentence("umpire-fell", {"player": player(desk, culprit)}))
        asked = _fault_question(desk, culprit)
        return replace(self, asked=asked, evidence=desk.keep_evidence(self.at_s, "fall"))

    def thawed(self, desk: UmpireApi) -> UmpireState:
        """Nobody could object meanwhile: everybody gets the whole time again."""
        if self.asked is None:
            return self
        asked = replace(self.asked, until_s=desk.now_s + desk.settings.grace_s)
        return replace(self, asked=asked)

    def tick(self, desk: UmpireApi) -> UmpireState:
        """Nobody objected."""
        asked = self.asked
        if asked is None or asked.until_s is None or desk.now_s < asked.until_s:
            return self
        return self.answered(desk, asked.otherwise)

    def done(self, desk: UmpireApi) -> UmpireState:
        """Nobody wants to object."""
        return self.answered(desk, self.asked.otherwise) if self.asked else self

    def answered(self, desk: UmpireApi, value: str) -> UmpireState:
        """It did not fall; or it did, and by whose fault."""
        if value == NOT_FALLEN:
            desk.ledger.balance()
            desk.tell(Topic.CORRECTION, Sentence("umpire-not-fallen"))
            return self.before.again()
        culprit = None if value == NOBODY else int(value)
        return desk.act(ReportFall(culprit), By.SCALE, self.evidence)


def likely_culprit(desk: UmpireApi) -> int | None:
    """Whose fault a fall is if nobody says otherwise, as the rules allow it."""
    waiting = awaited(desk)
    seats: list[int | None] = [None]
    seat = getattr(waiting, "seat", None)
    if isinstance(waiting, AwaitDice | AwaitPlacement | AwaitStability):
        seats.insert(0, seat)
    seats += range(len(desk.names))
    for each in seats:
        if isinstance(desk.game.judge(desk.state, ReportFall(each)), Accepted):
            return each
    return None


def _fault_question(desk: UmpireApi, culprit: int | None) -> Question:
    def is_allowed(seat: int | None) -> bool:
        return isinstance(desk.game.judge(desk.state, ReportFall(seat)), Accepted)

    options = [
        Option(str(seat), Sentence("umpire-fault", {"player": name}))
        for seat, name in enumerate(desk.names)
        if is_allowed(seat)
    ]
    if is_allowed(None):
        options.append(Option(NOBODY, Sentence("umpire-fault", {"player": PlainMessage("nobody")})))
    options.append(Option(NOT_FALLEN, Sentence("umpire-did-not-fall")))
    return Question(
        desk.question_number(),
        "fall",
        Sentence("umpire-whose-fault", {"player": player(desk, culprit)}),
        tuple(options),
        until_s=desk.now_s + desk.settings.grace_s,
        otherwise=NOBODY if culprit is None else str(culprit),
    )
