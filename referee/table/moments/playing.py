"""What happens to a standing tower at any time of a game, whatever the table waits for."""

from __future__ import annotations

from dataclasses import dataclass

from referee.table.facts import Device, PlateLevel
from referee.table.moments.base import Desk, Moment, has_tower
from referee.table.moments.checking import Checking
from referee.table.moments.collapsing import Collapsing
from referee.table.moments.disturbed import Disturbance, disturbed
from referee.table.moments.suspecting import Suspecting
from referee.table.orders import Fell, Order
from referee.table.sentences import Sentence, Topic
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict


@dataclass(frozen=True, slots=True)
class Playing(Moment):
    """A moment of play: the tower may fall, be bumped, or be touched when nothing is due."""

    def suspected(self, desk: Desk, suspicion: Suspicion) -> Moment:
        """Everything stops until it is clear what happened."""
        return Suspecting(self, suspicion.at_s) if has_tower(desk) else self

    def fallen(self, desk: Desk, verdict: TouchVerdict) -> Moment:
        """Everything stops."""
        return Collapsing(self, verdict.began_s) if has_tower(desk) else self

    def touched(self, desk: Desk, verdict: TouchVerdict) -> Moment:
        """Nothing is due on the plate now."""
        if not has_tower(desk):
            return self
        if verdict.kind is TouchKind.RESTLESS:
            desk.tell(Topic.HINT, Sentence("umpire-restless"))
        return disturbed(self, desk, verdict, Disturbance.NOT_DUE)

    def weighed(self, desk: Desk, level: PlateLevel) -> Moment:
        """A doubt about the plate is decided: something is there too many, or missing."""
        if desk.ledger.is_balanced or not has_tower(desk):
            return self
        return Checking(self.again(), is_after_gap=True)

    def returned(self, desk: Desk, device: Device) -> Moment:
        """Whatever happened to the tower meanwhile was not felt."""
        is_to_check = device is Device.SCALE and has_tower(desk)
        return Checking(self.again(), is_after_gap=True) if is_to_check else self.tick(desk)

    def order(self, desk: Desk, order: Order) -> Moment:
        """A fall that the scale did not feel is told by people."""
        if isinstance(order, Fell):
            return self._told_fall(desk)
        return Moment.order(self, desk, order)

    def _told_fall(self, desk: Desk) -> Moment:
        if has_tower(desk):
            return Collapsing(self, desk.now_s)
        desk.refuse(Sentence("umpire-no-tower"))
        return self
