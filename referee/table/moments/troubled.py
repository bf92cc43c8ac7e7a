"""A device that is needed now has failed: the game pauses until it is back or people help."""

from __future__ import annotations

from dataclasses import dataclass

from referee.table.facts import Device, DiceSeen
from referee.table.moments.base import Desk, Moment
from referee.table.orders import GoByHand, Order
from referee.touch.verdicts import TouchVerdict


@dataclass(frozen=True, slots=True)
class Troubled(Moment):
    """The moment `before` waits for a device; people may act by hand meanwhile."""

    before: Moment
    device: Device

    @property
    def seat(self) -> int | None:
        """Whose moment waits."""
        return self.before.seat

    def tick(self, desk: Desk) -> Moment:
        """The device is back, or is not needed any more."""
        return self.before.again() if desk.has(self.device) else self

    def returned(self, desk: Desk, device: Device) -> Moment:
        """What happened meanwhile was not seen or felt."""
        if not desk.has(self.device):
            return self
        then = self.before.returned(desk, device)
        return self.before.again() if then is self.before else then

    def fallen(self, desk: Desk, verdict: TouchVerdict) -> Moment:
        """A camera may fail while the scale feels a fall."""
        then = self.before.fallen(desk, verdict)
        return self if then is self.before else then

    def touched(self, desk: Desk, verdict: TouchVerdict) -> Moment:
        """The other devices go on."""
        then = self.before.touched(desk, verdict)
        return self if then is self.before else then

    def seen(self, desk: Desk, seen: DiceSeen) -> Moment:
        """The other devices go on."""
        then = self.before.seen(desk, seen)
        return self if then is self.before else then

    def order(self, desk: Desk, order: Order) -> Moment:
        """People help, or say that they will."""
        if isinstance(order, GoByHand):
            return self.before.again()
        then = self.before.order(desk, order)
        return self if then is self.before else then
