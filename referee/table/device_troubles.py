"""Troubles of devices: told once they last, and which of them the game has to wait for.

A loose cable comes and goes many times a second, and nobody wants to hear of each. So a trouble
must last before it is told, and the device must be well for longer before it is back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from referee.table.facts import Device, DeviceBack, DeviceTrouble, Fact
from referee.table.sentences import Sentence, Word


class Condition(msgspec.Struct, frozen=True):
    """How a device is at one time: names of the sentences about it, worst first; none: well.

    `words` fill the sentences.

    A device that `is_starting` is not well yet, but is given more time before it is a trouble.
    """

    sentences: tuple[str, ...] = ()
    is_starting: bool = False
    words: Mapping[str, Word] = {}


WELL = Condition()


class Debounce(msgspec.Struct, frozen=True):
    """How long something must last to be told, in seconds; chosen by hand.

    With less the table speaks of every loose contact; with more people play on without the device.
    """

    trouble_s: float = 0.5
    starting_s: float = 5.0
    back_s: float = 1.0


class TroubleWatch:
    """Watches the condition of one device; `see` returns what is to be told now."""

    def __init__(self, device: Device, debounce: Debounce | None = None) -> None:
        self._device = device
        self._debounce = debounce or Debounce()
        self._told: set[str] = set()
        self._ill_since_s: float | None = None
        self._well_since_s: float | None = None

    @property
    def is_told(self) -> bool:
        """Whether the device is in a trouble that was told."""
        return bool(self._told)

    def see(self, now_s: float, condition: Condition) -> Sequence[Fact]:
        """Take the condition of this time into account."""
        if condition.sentences:
            self._well_since_s = None
            return self._ill(now_s, condition)
        self._ill_since_s = None
        return self._well(now_s) if self._told else ()

    def _ill(self, now_s: float, condition: Condition) -> Sequence[Fact]:
        # Inside a trouble only news is told: not that the device is being looked for again.
        is_known = self._told.issuperset(condition.sentences)
        if is_known or (self._told and condition.is_starting):
            self._ill_since_s = None
            return ()
        if self._ill_since_s is None:
            self._ill_since_s = now_s
        patience = self._debounce
        patience_s = patience.starting_s if condition.is_starting else patience.trouble_s
        if now_s - self._ill_since_s < patience_s:
            return ()
        self._told.update(condition.sentences)
        return (DeviceTrouble(now_s, self._device, condition.sentences, condition.words),)

    def _well(self, now_s: float) -> Sequence[Fact]:
        if self._well_since_s is None:
            self._well_since_s = now_s
        if now_s - self._well_since_s < self._debounce.back_s:
            return ()
        self._told.clear()
        self._well_since_s = None
        return (DeviceBack(now_s, self._device),)


@dataclass(frozen=True, slots=True)
class ListedTrouble:
    """A device that cannot be relied on, and the sentences that say why."""

    device: Device
    sentences: tuple[Sentence, ...]
    is_by_hand: bool
    """Whether people said that they go on without it."""


class DeviceTroubles:
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

    def listed(self) -> tuple[ListedTrouble, ...]:
        """Every device that fails."""
        return tuple(
            ListedTrouble(
                device,
                tuple(Sentence(message, trouble.words) for message in trouble.sentences),
                device in self._by_hand,
            )
            for device, trouble in sorted(self._troubles.items())
        )
