"""Something lies on the plate that should not, or is missing: wait until it is put right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.table.facts import Device, PlateLevel
from referee.table.moments.base import Desk, Moment
from referee.table.moments.collapsing import Collapsing
from referee.table.moments.suspecting import Suspecting
from referee.table.sentences import Sentence, Topic
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict

_REMIND_S = 12.0


class Disturbance(StrEnum):
    """What is wrong; each has a sentence `umpire-disturbed-…`."""

    NOT_DUE = "not-due"
    WRONG_PIECE = "wrong-piece"
    TAKEN_BACK = "taken-back"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Disturbed(Moment):
    """The plate does not hold what it should; the moment `before` waits until it does."""

    before: Moment
    what: Disturbance
    told_s: float

    needs = Device.SCALE

    @property
    def seat(self) -> int | None:
        """Whose moment was interrupted."""
        return self.before.seat

    def begin(self, desk: Desk) -> Moment:
        """Say what is wrong."""
        desk.tell(Topic.HINT, Sentence(f"umpire-disturbed-{self.what}"))
        return self

    def suspected(self, desk: Desk, suspicion: Suspicion) -> Moment:
        """Putting it right can bring the tower down."""
        return Suspecting(self, suspicion.at_s)

    def fallen(self, desk: Desk, verdict: TouchVerdict) -> Moment:
        """Putting it right brought the tower down."""
        return Collapsing(self.before, verdict.began_s)

    def touched(self, desk: Desk, verdict: TouchVerdict) -> Moment:
        """Perhaps it is right now."""
        if desk.ledger.is_balanced:
            return self.before.again()
        what = _what(desk, verdict, self.what)
        return self if what is self.what else Disturbed(self.before, what, desk.now_s)

    def weighed(self, desk: Desk, level: PlateLevel) -> Moment:
        """A quiet plate that is in order, or on which the hand has left just what is due."""
        if desk.ledger.is_balanced or self._has_let_go(desk, level):
            desk.ledger.balance()
            return self.before.again()
        found = self.before.lying(desk, level.grams)
        return self if found is None else found

    def _has_let_go(self, desk: Desk, level: PlateLevel) -> bool:
        """A hand is so heavy that the tower alone cannot be mistaken for it."""
        tower = desk.game.standing(desk.state)
        return self.what is Disturbance.HAND and desk.weights.fits(level.grams, tower)

    def returned(self, desk: Desk, device: Device) -> Moment:
        """What was put right meanwhile was not felt; the plate will tell."""
        if device is Device.SCALE:
            desk.ledger.doubt()
        return self

    def tick(self, desk: Desk) -> Moment:
        """Say it again after a while."""
        is_due = desk.now_s - self.told_s > _REMIND_S
        return Disturbed(self.before, self.what, desk.now_s) if is_due else self

    def done(self, desk: Desk) -> Moment:
        """People say that all is well."""
        desk.ledger.balance()
        return self.before.again()


def disturbed(moment: Moment, desk: Desk, verdict: TouchVerdict, too_much: Disturbance) -> Moment:
    """The moment after a touch that was not asked for: the same if nothing came of it."""
    if desk.ledger.is_balanced:
        return moment
    return Disturbed(moment, _what(desk, verdict, too_much), desk.now_s)


def _what(desk: Desk, verdict: TouchVerdict, too_much: Disturbance) -> Disturbance:
    if desk.ledger.excess_g < 0:
        return Disturbance.TAKEN_BACK
    return Disturbance.HAND if verdict.kind is TouchKind.HAND else too_much
