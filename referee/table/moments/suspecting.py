"""Something may be falling: the table holds its breath until touch has made up its mind."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.table.facts import DiceSeen, PlateLevel
from referee.table.moments.base import Desk, Moment
from referee.table.orders import Order
from referee.touch.verdicts import TouchVerdict


@dataclass(frozen=True, slots=True)
class Suspecting(Moment):
    """Between a suspicion and its verdict; the moment `before` was interrupted."""

    before: Moment
    since_s: float

    @property
    def seat(self) -> int | None:
        """Whose moment was interrupted."""
        return self.before.seat

    def fallen(self, desk: Desk, verdict: TouchVerdict) -> Moment:
        """It was a fall."""
        return self.before.fallen(desk, verdict)

    def touched(self, desk: Desk, verdict: TouchVerdict) -> Moment:
        """It was something else; what was interrupted starts again."""
        then = self.before.touched(desk, verdict)
        return self.before.again() if then is self.before else then

    def seen(self, desk: Desk, seen: DiceSeen) -> Moment:
        """The tray goes its own way meanwhile."""
        then = self.before.seen(desk, seen)
        return self if then is self.before else then

    def weighed(self, desk: Desk, level: PlateLevel) -> Moment:
        """A quiet plate: there was nothing."""
        return self.before.again()

    def order(self, desk: Desk, order: Order) -> Moment:
        """People may go on."""
        then = self.before.order(desk, order)
        return self if then is self.before else then

    def thawed(self, desk: Desk) -> Moment:
        """Touch may still make up its mind."""
        return replace(self, since_s=desk.now_s)

    def tick(self, desk: Desk) -> Moment:
        """No verdict came: it was nothing."""
        is_over = desk.now_s - self.since_s > desk.settings.suspicion_s
        return self.before.again() if is_over else self
