"""A scale that others may listen to; whoever reads it goes on as before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.devices.opening import OpensAndCloses
from referee.devices.scale.contract import CommandOutcome, Observation, Scale, ScaleStatus
from referee.weighing.messages import Command


class OverheardScale(OpensAndCloses):
    """Everything is the inner scale's; what is read from it is also told to the listener."""

    def __init__(self, scale: Scale, listener: Callable[[Sequence[Observation]], None]) -> None:
        self._scale = scale
        self._listener = listener

    def open(self) -> None:
        """Begin."""
        self._scale.open()

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:
        """What was observed since the last call, oldest first."""
        seen = self._scale.read(timeout_s)
        if seen:
            self._listener(seen)
        return seen

    def status(self) -> ScaleStatus:
        """How the scale fares now."""
        return self._scale.status()

    def command(self, command: Command, timeout_s: float = 1.0) -> CommandOutcome:
        """Ask the device for something and wait for its answer."""
        return self._scale.command(command, timeout_s)

    def close(self) -> None:
        """Let go of the device."""
        self._scale.close()
