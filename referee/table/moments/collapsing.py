"""The tower fell: everything stops, and for a few seconds people may say that it was different."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitDice, AwaitPlacement, AwaitStability
from referee.games.base import Accepted
from referee.games.reports import ReportFall
from referee.table.moments.base import Desk, Moment, awaited, player
from referee.table.moments.waiting import Asking
from referee.table.questions import Option, Question
from referee.table.records import By
from referee.table.sentences import Message, Sentence, Topic

NOT_FALLEN = "not-fallen"
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Collapsing(Asking, Moment):
    """A fall was felt at `at_s`; until the question's time is up it may be denied or blamed."""

    before: Moment
    at_s: float
    asked: Question | None = None
    evidence: tuple[str, ...] = ()

    @property
    def seat(self) -> int | None:
        """Whose tower it was."""
        return self.before.seat

    def begin(self, desk: Desk) -> Moment:
        """Say whose tower it was, and offer the other answers."""
        if self.asked is not None:
            return self
        culprit = likely_culprit(desk)
        desk.tell(Topic.ALARM, Sentence("umpire-fell", {"player": player(desk, culprit)}))
        asked = _question(desk, culprit)
        return replace(self, asked=asked, evidence=desk.keep_evidence(self.at_s, "fall"))

    def thawed(self, desk: Desk) -> Moment:
        """Nobody could object meanwhile: everybody gets the whole time again."""
        if self.asked is None:
            return self
        asked = replace(self.asked, until_s=desk.now_s + desk.settings.grace_s)
        return replace(self, asked=asked)

    def tick(self, desk: Desk) -> Moment:
        """Nobody objected."""
        asked = self.asked
        if asked is None or asked.until_s is None or desk.now_s < asked.until_s:
            return self
        return self.answered(desk, asked.otherwise)

    def done(self, desk: Desk) -> Moment:
        """Nobody wants to object."""
        return self.answered(desk, self.asked.otherwise) if self.asked else self

    def answered(self, desk: Desk, value: str) -> Moment:
        """It did not fall; or it did, and by whose fault."""
        if value == NOT_FALLEN:
            desk.ledger.balance()
            desk.tell(Topic.CORRECTION, Sentence("umpire-not-fallen"))
            return self.before.again()
        culprit = None if value == NOBODY else int(value)
        return desk.act(ReportFall(culprit), By.SCALE, self.evidence)


def likely_culprit(desk: Desk) -> int | None:
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


def _question(desk: Desk, culprit: int | None) -> Question:
    def is_allowed(seat: int | None) -> bool:
        return isinstance(desk.game.judge(desk.state, ReportFall(seat)), Accepted)

    options = [
        Option(str(seat), Sentence("umpire-fault", {"player": name}))
        for seat, name in enumerate(desk.names)
        if is_allowed(seat)
    ]
    if is_allowed(None):
        options.append(Option(NOBODY, Sentence("umpire-fault", {"player": Message("nobody")})))
    options.append(Option(NOT_FALLEN, Sentence("umpire-did-not-fall")))
    return Question(
        desk.question_number(),
        "fall",
        Sentence("umpire-whose-fault", {"player": player(desk, culprit)}),
        tuple(options),
        until_s=desk.now_s + desk.settings.grace_s,
        otherwise=NOBODY if culprit is None else str(culprit),
    )
