"""Before a game goes on after a break: does the plate hold what the log says?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.table.facts import Device, PlateLevel
from referee.table.moments.base import Desk, Moment, has_tower
from referee.table.moments.collapsing import Collapsing
from referee.table.moments.waiting import Asking
from referee.table.questions import Option, Question
from referee.table.sentences import Sentence, Topic

GO_ON = "go-on"
FELL = "fell"


@dataclass(frozen=True, slots=True)
class Checking(Asking, Moment):
    """The plate is compared with the game; `then` follows when they agree or people say so.

    `is_after_gap`: for some time nothing was felt, so the due piece may lie there already. A plate
    that differs, since `differs_since_s`, may still be put in order before anybody is asked.
    """

    then: Moment
    is_after_gap: bool = False
    differs_since_s: float | None = None
    asked: Question | None = None
    level: PlateLevel | None = None
    """What was felt last."""

    needs = Device.SCALE

    @property
    def seat(self) -> int | None:
        """Whose moment comes then."""
        return self.then.seat

    def begin(self, desk: Desk) -> Moment:
        """Without a scale, or a tower, there is nothing to compare."""
        if has_tower(desk) and desk.has(Device.SCALE):
            return self
        return self.then

    def weighed(self, desk: Desk, level: PlateLevel) -> Moment:
        """Agreed, or a question."""
        tower = desk.game.standing(desk.state)
        if desk.weights.fits(level.grams, tower):
            desk.ledger.balance()
            if len(tower) == 1:
                # Of a tall tower nobody knows the mass so well.
                desk.trust_plate(tower, level)
            return self.then
        found = self.then.lying(desk, level.grams) if self.is_after_gap else None
        return self._doubt(desk, level) if found is None else found

    def _doubt(self, desk: Desk, level: PlateLevel) -> Moment:
        if self.asked is not None:
            return replace(self, level=level)
        if self.differs_since_s is None:
            return replace(self, differs_since_s=level.at_s)
        is_lasting = level.at_s - self.differs_since_s >= desk.settings.quiet_s
        return self._ask(desk, level) if is_lasting else self

    def _ask(self, desk: Desk, level: PlateLevel) -> Moment:
        tower = desk.game.standing(desk.state)
        sentence = Sentence(
            "umpire-plate-differs",
            {
                "pieces": len(tower),
                "expected": round(desk.weights.mass_g(tower)),
                "grams": round(level.grams),
            },
        )
        desk.tell(Topic.QUESTION, sentence)
        options = (
            Option(GO_ON, Sentence("umpire-go-on")),
            Option(FELL, Sentence("umpire-it-fell")),
        )
        asked = Question(desk.question_number(), "plate", sentence, options)
        return replace(self, asked=asked, level=level)

    def answered(self, desk: Desk, value: str) -> Moment:
        """People decide."""
        desk.ledger.balance()
        if value == FELL:
            return Collapsing(self.then, desk.now_s)
        if self.level is not None:
            desk.trust_plate(desk.game.standing(desk.state), self.level)
        return self.then

    def done(self, desk: Desk) -> Moment:
        """It is fine as it is."""
        return self.answered(desk, GO_ON)
