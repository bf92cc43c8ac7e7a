"""What happens to a standing tower at any time of a game, whatever the table waits for.

It may fall, be bumped, or hold too much or too little: then the table waits until it is put right.
After a break the plate is compared with the log before the game goes on.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from referee.table.facts import Device, PlateLevel
from referee.table.orders import FellOrder, Order
from referee.table.plate import LIGHTEST_G
from referee.table.prompts import Option, Question
from referee.table.sentences import Sentence, Topic
from referee.table.states.base import (
    QUIET_S,
    Asking,
    Interruption,
    UmpireApi,
    UmpireState,
    has_tower,
)
from referee.table.states.falls import (
    FELL,
    TAKING_OFF,
    Collapsing,
    FallAsked,
    Suspecting,
    building_odds,
)
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict

GO_ON = "go-on"


@dataclass(frozen=True, slots=True)
class Checking(Asking, UmpireState):
    """The plate is compared with the game; `then` follows when they agree or people say so.

    `is_after_gap`: for some time nothing was noticed, so the due piece may lie there already. A
    plate that differs, since `differs_since_s`, may still be put in order before anybody is asked.
    """

    name = "checking"

    then: UmpireState
    is_after_gap: bool = False
    differs_since_s: float | None = None
    asked: Question | None = None
    level: PlateLevel | None = None
    """The last of the plate."""

    needs = Device.SCALE

    @property
    def seat(self) -> int | None:
        """Whose turn comes then."""
        return self.then.seat

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Without a scale, or a tower, there is nothing to compare."""
        if has_tower(umpire) and umpire.has(Device.SCALE):
            return self
        return self.then

    def plate_level(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        """Agreed, or a question."""
        tower = umpire.game.standing(umpire.state)
        if umpire.weights.fits(level.grams, tower):
            umpire.ledger.balance()
            if len(tower) == 1:
                # Of a tall tower nobody knows the mass so well.
                umpire.trust_plate(tower, level)
            return self.then
        found = self.then.found_on_plate(umpire, level.grams) if self.is_after_gap else None
        return self._doubt(umpire, level) if found is None else found

    def _doubt(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        if self.asked is not None:
            return replace(self, level=level)
        if self.differs_since_s is None:
            return replace(self, differs_since_s=level.at_s)
        is_lasting = level.at_s - self.differs_since_s >= QUIET_S
        return self._ask(umpire, level) if is_lasting else self

    def _ask(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        tower = umpire.game.standing(umpire.state)
        sentence = Sentence(
            "umpire-plate-differs",
            {
                "pieces": len(tower),
                "expected": round(umpire.weights.mass_g(tower)),
                "grams": round(level.grams),
            },
        )
        umpire.tell(Topic.QUESTION, sentence)
        options = (
            Option(GO_ON, Sentence("umpire-go-on")),
            Option(FELL, Sentence("umpire-it-fell")),
        )
        asked = Question(umpire.question_number(), "plate", sentence, options)
        return replace(self, asked=asked, level=level)

    def answered(self, umpire: UmpireApi, value: str) -> UmpireState:
        """People decide."""
        umpire.ledger.balance()
        if value == FELL:
            return Collapsing(self.then, umpire.now_s)
        if self.level is not None:
            umpire.trust_plate(umpire.game.standing(umpire.state), self.level)
        return self.then

    def done(self, umpire: UmpireApi) -> UmpireState:
        """It is fine as it is."""
        return self.answered(umpire, GO_ON)


_REMIND_S = 12.0
"""Chosen by hand: time to find and put back a piece; with less the voice nags while hands work."""


class Disturbance(StrEnum):
    """What is wrong; each has a sentence `umpire-disturbed-…`."""

    NOT_DUE = "not-due"
    WRONG_PIECE = "wrong-piece"
    TAKEN_BACK = "taken-back"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Disturbed(Interruption):
    """The plate does not hold what it should; the game waits until it does."""

    name = "disturbed"

    what: Disturbance
    told_s: float

    needs = Device.SCALE

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Say what is wrong."""
        umpire.tell(Topic.HINT, Sentence(f"umpire-disturbed-{self.what}"))
        return self

    def suspected(self, umpire: UmpireApi, suspicion: Suspicion) -> UmpireState:
        """Putting it right can bring the tower down."""
        return Suspecting(self, suspicion.at_s)

    def fallen(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Putting it right brought the tower down."""
        return Collapsing(self.before, verdict.began_s)

    def doubted(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Putting it right may have brought the tower down."""
        return self.before.doubted(umpire, verdict)

    def fall_odds(self, umpire: UmpireApi, verdict: TouchVerdict) -> float:
        """Hands are to put it right; where too much lay there, nothing is missing afterwards."""
        is_off = verdict.step_g < 0 and umpire.ledger.excess_g + verdict.step_g > -LIGHTEST_G
        return TAKING_OFF if is_off else building_odds(umpire, verdict)

    def touched(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Perhaps it is right now."""
        if umpire.ledger.is_balanced:
            return self.before.again()
        what = _disturbance(umpire, verdict, self.what)
        return self if what is self.what else Disturbed(self.before, what, umpire.now_s)

    def plate_level(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        """A quiet plate that is in order, or on which the hand has left just what is due."""
        if umpire.ledger.is_balanced or self._has_let_go(umpire, level):
            umpire.ledger.balance()
            return self.before.again()
        found = self.before.found_on_plate(umpire, level.grams)
        return self if found is None else found

    def _has_let_go(self, umpire: UmpireApi, level: PlateLevel) -> bool:
        """A hand is so heavy that the tower alone cannot be mistaken for it."""
        tower = umpire.game.standing(umpire.state)
        return self.what is Disturbance.HAND and umpire.weights.fits(level.grams, tower)

    def returned(self, umpire: UmpireApi, device: Device) -> UmpireState:
        """What was put right meanwhile was not noticed; the plate will tell."""
        if device is Device.SCALE:
            umpire.ledger.doubt()
        return self

    def order(self, umpire: UmpireApi, order: Order) -> UmpireState:
        """What is missing may have fallen, as people see."""
        if isinstance(order, FellOrder):
            return self.unless_left(self.before.order(umpire, order))
        return Interruption.order(self, umpire, order)

    def tick(self, umpire: UmpireApi) -> UmpireState:
        """Say it again after a while."""
        is_due = umpire.now_s - self.told_s > _REMIND_S
        return Disturbed(self.before, self.what, umpire.now_s) if is_due else self

    def done(self, umpire: UmpireApi) -> UmpireState:
        """People say that all is well."""
        umpire.ledger.balance()
        return self.before.again()


def disturbed(
    present: UmpireState, umpire: UmpireApi, verdict: TouchVerdict, too_much: Disturbance
) -> UmpireState:
    """The state after a touch that was not asked for: the same if nothing came of it."""
    if umpire.ledger.is_balanced:
        return present
    return Disturbed(present, _disturbance(umpire, verdict, too_much), umpire.now_s)


def _disturbance(umpire: UmpireApi, verdict: TouchVerdict, too_much: Disturbance) -> Disturbance:
    if umpire.ledger.excess_g < 0:
        return Disturbance.TAKEN_BACK
    return Disturbance.HAND if verdict.kind is TouchKind.HAND else too_much


@dataclass(frozen=True, slots=True)
class PlayState(UmpireState):
    """A state of play: the tower may fall, be bumped, or be touched when nothing is due."""

    def suspected(self, umpire: UmpireApi, suspicion: Suspicion) -> UmpireState:
        """Everything stops until it is clear what happened."""
        return Suspecting(self, suspicion.at_s) if has_tower(umpire) else self

    def fallen(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Everything stops."""
        return Collapsing(self, verdict.began_s) if has_tower(umpire) else self

    def doubted(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Everything stops until somebody has looked."""
        return FallAsked(self, verdict) if has_tower(umpire) else self

    def touched(self, umpire: UmpireApi, verdict: TouchVerdict) -> UmpireState:
        """Nothing is due on the plate now."""
        if not has_tower(umpire):
            return self
        if verdict.kind is TouchKind.RESTLESS:
            umpire.tell(Topic.HINT, Sentence("umpire-restless"))
        return disturbed(self, umpire, verdict, Disturbance.NOT_DUE)

    def plate_level(self, umpire: UmpireApi, level: PlateLevel) -> UmpireState:
        """A doubt about the plate is decided: something is there too many, or missing."""
        if umpire.ledger.is_balanced or not has_tower(umpire):
            return self
        return Checking(self.again(), is_after_gap=True)

    def returned(self, umpire: UmpireApi, device: Device) -> UmpireState:
        """Whatever happened to the tower meanwhile was not noticed."""
        is_to_check = device is Device.SCALE and has_tower(umpire)
        return Checking(self.again(), is_after_gap=True) if is_to_check else self.tick(umpire)

    def order(self, umpire: UmpireApi, order: Order) -> UmpireState:
        """A fall that the scale did not notice is told by people."""
        if isinstance(order, FellOrder):
            return self._told_fall(umpire)
        return UmpireState.order(self, umpire, order)

    def _told_fall(self, umpire: UmpireApi) -> UmpireState:
        if has_tower(umpire):
            return Collapsing(self, umpire.now_s)
        umpire.refuse(Sentence("umpire-no-tower"))
        return self
