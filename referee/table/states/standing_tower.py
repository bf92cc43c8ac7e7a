"""What happens to a standing tower at any time of a game, whatever the table waits for.

It may fall, be bumped, or hold too much or too little: then the table waits until it is put right.
After a break the plate is compared with the log before the game goes on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from referee.table.facts import Device, PlateLevel
from referee.table.orders import Fell, Order
from referee.table.prompts import Option, Question
from referee.table.sentences import Sentence, Topic
from referee.table.states.base import Asking, UmpireApi, UmpireState, has_tower
from referee.table.states.falls import Collapsing, Suspecting
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict

GO_ON = "go-on"
FELL = "fell"


@dataclass(frozen=True, slots=True)
class Checking(Asking, UmpireState):
    """The plate is compared with the game; `then` follows when they agree or people say so.

    `is_after_gap`: for some time nothing was felt, so the due piece may lie there already. A plate
    that differs, since `differs_since_s`, may still be put in order before anybody is asked.
    """

    name = "checking"

    then: UmpireState
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

    def begin(self, desk: UmpireApi) -> UmpireState:
        """Without a scale, or a tower, there is nothing to compare."""
        if has_tower(desk) and desk.has(Device.SCALE):
            return self
        return self.then

    def weighed(self, desk: UmpireApi, level: PlateLevel) -> UmpireState:
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

    def _doubt(self, desk: UmpireApi, level: PlateLevel) -> UmpireState:
        if self.asked is not None:
            return replace(self, level=level)
        if self.differs_since_s is None:
            return replace(self, differs_since_s=level.at_s)
        is_lasting = level.at_s - self.differs_since_s >= desk.settings.quiet_s
        return self._ask(desk, level) if is_lasting else self

    def _ask(self, desk: UmpireApi, level: PlateLevel) -> UmpireState:
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

    def answered(self, desk: UmpireApi, value: str) -> UmpireState:
        """People decide."""
        desk.ledger.balance()
        if value == FELL:
            return Collapsing(self.then, desk.now_s)
        if self.level is not None:
            desk.trust_plate(desk.game.standing(desk.state), self.level)
        return self.then

    def done(self, desk: UmpireApi) -> UmpireState:
        """It is fine as it is."""
        return self.answered(desk, GO_ON)


_REMIND_S = 12.0


class Disturbance(StrEnum):
    """What is wrong; each has a sentence `umpire-disturbed-…`."""

    NOT_DUE = "not-due"
    WRONG_PIECE = "wrong-piece"
    TAKEN_BACK = "taken-back"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Disturbed(UmpireState):
    """The plate does not hold what it should; the moment `before` waits until it does."""

    name = "disturbed"

    before: UmpireState
    what: Disturbance
    told_s: float

    needs = Device.SCALE

    @property
    def seat(self) -> int | None:
        """Whose moment was interrupted."""
        return self.before.seat

    def begin(self, desk: UmpireApi) -> UmpireState:
        """Say what is wrong."""
        desk.tell(Topic.HINT, Sentence(f"umpire-disturbed-{self.what}"))
        return self

    def suspected(self, desk: UmpireApi, suspicion: Suspicion) -> UmpireState:
        """Putting it right can bring the tower down."""
        return Suspecting(self, suspicion.at_s)

    def fallen(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Putting it right brought the tower down."""
        return Collapsing(self.before, verdict.began_s)

    def touched(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Perhaps it is right now."""
        if desk.ledger.is_balanced:
            return self.before.again()
        what = _disturbance(desk, verdict, self.what)
        return self if what is self.what else Disturbed(self.before, what, desk.now_s)

    def weighed(self, desk: UmpireApi, level: PlateLevel) -> UmpireState:
        """A quiet plate that is in order, or on which the hand has left just what is due."""
        if desk.ledger.is_balanced or self._has_let_go(desk, level):
            desk.ledger.balance()
            return self.before.again()
        found = self.before.lying(desk, level.grams)
        return self if found is None else found

    def _has_let_go(self, desk: UmpireApi, level: PlateLevel) -> bool:
        """A hand is so heavy that the tower alone cannot be mistaken for it."""
        tower = desk.game.standing(desk.state)
        return self.what is Disturbance.HAND and desk.weights.fits(level.grams, tower)

    def returned(self, desk: UmpireApi, device: Device) -> UmpireState:
        """What was put right meanwhile was not felt; the plate will tell."""
        if device is Device.SCALE:
            desk.ledger.doubt()
        return self

    def tick(self, desk: UmpireApi) -> UmpireState:
        """Say it again after a while."""
        is_due = desk.now_s - self.told_s > _REMIND_S
        return Disturbed(self.before, self.what, desk.now_s) if is_due else self

    def done(self, desk: UmpireApi) -> UmpireState:
        """People say that all is well."""
        desk.ledger.balance()
        return self.before.again()


def disturbed(
    moment: UmpireState, desk: UmpireApi, verdict: TouchVerdict, too_much: Disturbance
) -> UmpireState:
    """The moment after a touch that was not asked for: the same if nothing came of it."""
    if desk.ledger.is_balanced:
        return moment
    return Disturbed(moment, _disturbance(desk, verdict, too_much), desk.now_s)


def _disturbance(desk: UmpireApi, verdict: TouchVerdict, too_much: Disturbance) -> Disturbance:
    if desk.ledger.excess_g < 0:
        return Disturbance.TAKEN_BACK
    return Disturbance.HAND if verdict.kind is TouchKind.HAND else too_much


@dataclass(frozen=True, slots=True)
class PlayState(UmpireState):
    """A moment of play: the tower may fall, be bumped, or be touched when nothing is due."""

    def suspected(self, desk: UmpireApi, suspicion: Suspicion) -> UmpireState:
        """Everything stops until it is clear what happened."""
        return Suspecting(self, suspicion.at_s) if has_tower(desk) else self

    def fallen(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Everything stops."""
        return Collapsing(self, verdict.began_s) if has_tower(desk) else self

    def touched(self, desk: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Nothing is due on the plate now."""
        if not has_tower(desk):
            return self
        if verdict.kind is TouchKind.RESTLESS:
            desk.tell(Topic.HINT, Sentence("umpire-restless"))
        return disturbed(self, desk, verdict, Disturbance.NOT_DUE)

    def weighed(self, desk: UmpireApi, level: PlateLevel) -> UmpireState:
        """A doubt about the plate is decided: something is there too many, or missing."""
        if desk.ledger.is_balanced or not has_tower(desk):
            return self
        return Checking(self.again(), is_after_gap=True)

    def returned(self, desk: UmpireApi, device: Device) -> UmpireState:
        """Whatever happened to the tower meanwhile was not felt."""
        is_to_check = device is Device.SCALE and has_tower(desk)
        return Checking(self.again(), is_after_gap=True) if is_to_check else self.tick(desk)

    def order(self, desk: UmpireApi, order: Order) -> UmpireState:
        """A fall that the scale did not feel is told by people."""
        if isinstance(order, Fell):
            return self._told_fall(desk)
        return UmpireState.order(self, desk, order)

    def _told_fall(self, desk: UmpireApi) -> UmpireState:
        if has_tower(desk):
            return Collapsing(self, desk.now_s)
        desk.refuse(Sentence("umpire-no-tower"))
        return self
