"""A board, its cable and the link to it in one thread, in which seconds pass as fast as it goes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from referee.clock import ManualClock
from referee.devices.connection import Mailbox
from referee.devices.scale.connection import ScaleConnection
from referee.devices.scale.contract import Observation, ScaleDeviceStatus, ScaleState, WeightSample
from referee.devices.scale.serial_port import PortLostError
from referee.simulation.faults import ActiveFaults, Fault
from referee.simulation.scale.firmware import BoardTraits, SimulatedFirmware
from referee.touch.messages import ResetCause
from scripts.quiet_plate import RecordedReadings, quiet_plate

STEP_S = 0.01


class _Cable:
    def __init__(self, line: SimulatedLine, name: str) -> None:
        self._line = line
        self._name = name
        self.is_closed = False

    def _check(self) -> None:
        assert not self.is_closed
        if self._line.name != self._name:
            raise PortLostError(self._name)

    def read(self, timeout_s: float) -> bytes:
        self._check()
        return self._line.take_bytes()

    def write(self, data: bytes) -> None:
        self._check()
        self._line.device.receive(data)

    def close(self) -> None:
        self.is_closed = True


class SimulatedLine:
    """`name` is the port into which the board is plugged, or None."""

    def __init__(
        self,
        traits: BoardTraits | None = None,
        samples: RecordedReadings | None = None,
        *,
        board_id: int | None = None,
        others: Iterable[str] = (),
    ) -> None:
        self.clock = ManualClock()
        self.faults = ActiveFaults()
        self.device = SimulatedFirmware(traits or BoardTraits(), self.faults)
        self._readings = (samples or quiet_plate(acceleration_hz=0)).in_order()
        self._next = next(self._readings, None)
        self.name: str | None = "usb-1"
        self.others = list(others)
        self.opened: list[str] = []
        self.cables: list[_Cable] = []
        self.mailbox: Mailbox[Observation] = Mailbox(4096)
        self.observations: list[Observation] = []
        self.connection = ScaleConnection(
            self._find, self._open, self.clock, self.mailbox, board_id=board_id
        )

    def advance(self, seconds: float) -> ScaleDeviceStatus:
        """Let time pass; how the link fares then."""
        for _ in range(round(seconds / STEP_S)):
            self.clock.advance_s(STEP_S)
            self._take_readings()
            self.connection.step()
            self.observations += self.mailbox.take()
        return self.connection.status()

    def advance_until(self, state: ScaleState, within_s: float) -> float:
        """Let time pass until the link is in a state; how long it took."""
        for step in range(round(within_s / STEP_S)):
            if self.connection.status().state is state:
                return step * STEP_S
            self.advance(STEP_S)
        raise AssertionError(f"{self.connection.status()} is not {state} after {within_s} s")

    def states(self, seconds: float) -> list[ScaleState]:
        """The states the link goes through in this time, each once."""
        seen: list[ScaleState] = []
        for _ in range(round(seconds / STEP_S)):
            state = self.advance(STEP_S).state
            if seen[-1:] != [state]:
                seen.append(state)
        return seen

    def with_fault(self, fault: Fault, seconds: float) -> ScaleDeviceStatus:
        """Let time pass with something wrong; how the link fares then."""
        self.faults.switch_on(fault)
        return self.advance(seconds)

    def unplug(self) -> None:
        self.name = None

    def plug_in(self, name: str) -> None:
        self.name = name
        self.device.take_frames()
        self.device.boot(self.clock.monotonic_s(), ResetCause.POWER_ON)

    def take_bytes(self) -> bytes:
        return b"".join(self.faults.spoil(self.device.take_frames()))

    def weights(self) -> list[WeightSample]:
        return [each for each in self.observations if isinstance(each, WeightSample)]

    def _take_readings(self) -> None:
        now_s = self.clock.monotonic_s()
        while self._next is not None and self._next.t_s <= now_s:
            self.device.take_reading(self._next)
            self._next = next(self._readings, None)
        self.device.pass_time(now_s)
        if self.name is None:
            self.device.take_frames()

    def _find(self, is_board_known: bool) -> list[str]:
        return ["usb-1", *(self.others if is_board_known else [])]

    def _open(self, name: str) -> _Cable:
        self.opened.append(name)
        if name != self.name:
            raise PortLostError(name)
        self.cables.append(_Cable(self, name))
        return self.cables[-1]


def counts_of(samples: RecordedReadings, until_s: float) -> list[int]:
    """The counts a scale reads up to a time."""
    return [counts for _, counts in takewhile(lambda each: each[0] <= until_s, samples.weights)]
