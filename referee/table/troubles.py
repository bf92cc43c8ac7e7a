"""Which devices the table has, which of them fail, and which are done without."""

from __future__ import annotations

from collections.abc import Iterable

from referee.table.facts import Device, DeviceTrouble
from referee.table.sentences import Sentence
from referee.table.snapshot import Trouble


class Troubles:
    """Keeps the state of every device of one table."""

    def __init__(self, devices: Iterable[Device]) -> None:
        self._fitted = frozenset(devices)
        self._troubles: dict[Device, DeviceTrouble] = {}
        self._by_hand: set[Device] = set()

    def works(self, device: Device) -> bool:
        """Whether the device is fitted and can be relied on."""
        return device in self._fitted and device not in self._troubles

    def pauses(self, device: Device) -> bool:
        """Whether the game has to wait for this device."""
        return device in self._troubles and device not in self._by_hand

    def add(self, trouble: DeviceTrouble) -> bool:
        """A device failed; whether that is news."""
        known = self._troubles.get(trouble.device)
        is_news = known is None or known.sentences != trouble.sentences
        self._troubles[trouble.device] = trouble
        return is_news and trouble.device in self._fitted

    def remove(self, device: Device) -> bool:
        """A device is back; whether it was away."""
        self._by_hand.discard(device)
        return self._troubles.pop(device, None) is not None

    def go_by_hand(self, device: Device) -> None:
        """People go on without this device until it is back."""
        if device in self._troubles:
            self._by_hand.add(device)

    def listed(self) -> tuple[Trouble, ...]:
        """Every device that fails."""
        return tuple(
            Trouble(
                device,
                tuple(Sentence(message, trouble.words) for message in trouble.sentences),
                device in self._by_hand,
            )
            for device, trouble in sorted(self._troubles.items())
        )
