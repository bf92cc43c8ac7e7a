"""The scale of a live plate without thread or port: time passes only when it is read.

The bytes are those of the simulated firmware, and what reads them is the very link of a real scale,
so faults of the line are found and repaired as on a real table, in the time of the world.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import msgspec

from referee.clock import Clock
from referee.devices.connection import Mailbox
from referee.devices.device import OpensAndCloses
from referee.devices.scale.connection import ScaleConnection
from referee.devices.scale.contract import (
    CommandOutcome,
    Observation,
    ScaleDeviceStatus,
    ScaleState,
)
from referee.devices.scale.link import ScaleLink
from referee.devices.scale.serial_port import Port, PortLostError
from referee.simulation.faults import ActiveFaults
from referee.simulation.scale.firmware import BoardTraits, SimulatedFirmware
from referee.simulation.sensor_readings import RawReading
from referee.touch.counts import ScaleCalibration
from referee.touch.device_time import TICK_S, TickCounter
from referee.touch.messages import Command, ResetCause

_SLICE_S = 0.05
_MAILBOX_LIMIT = 100_000
"""Five minutes of weights and accelerations."""
_ANSWERS = 3


class WeighedPlate(Protocol):
    """A live plate with its sensors, whatever its loads are made of."""

    @property
    def now_s(self) -> float:
        """The time of the world."""

    @property
    def calibration(self) -> ScaleCalibration:
        """What the scale of this plate needs to be read in grams."""

    def advance_to(self, t_s: float) -> list[RawReading]:
        """Let time pass; the readings of the sensors meanwhile, in order."""


class _WorldClock:
    """The table's clock, as far as the world has come on it."""

    def __init__(self, clock: Clock, world: WeighedPlate) -> None:
        self._clock = clock
        self._world = world
        self.start_s = clock.monotonic_s() - world.now_s

    def now(self) -> datetime:
        return self._clock.now()

    def monotonic_s(self) -> float:
        return self.start_s + self._world.now_s


class _ExactTime:
    """The device's ticks since it booted, on the table's clock; here both run alike."""

    def __init__(self, board: SimulatedFirmware, clock: _WorldClock) -> None:
        self._board = board
        self._clock = clock
        self._counter = TickCounter()

    def host_s(self, ticks: int, arrived_s: float) -> float:  # noqa: ARG002 - the contract
        device_s = self._counter.unwrap(ticks) * TICK_S
        return self._clock.start_s + self._board.boot_s + device_s

    def restart(self) -> None:
        self._counter.restart()


class _Cable:
    """What the board has said and nobody has read yet; gone once it is pulled."""

    def __init__(self, name: str, board: SimulatedFirmware) -> None:
        self._name = name
        self._board = board
        self._bytes = b""
        self.is_plugged = True
        self.is_open = True

    def arrive(self, data: bytes) -> None:
        self._bytes += data

    def read(self, timeout_s: float) -> bytes:  # noqa: ARG002 - the contract of a port
        self._check()
        data, self._bytes = self._bytes, b""
        return data

    def write(self, data: bytes) -> None:
        self._check()
        self._board.receive(data)

    def close(self) -> None:
        self.is_open = False

    def _check(self) -> None:
        if not self.is_plugged:
            raise PortLostError(self._name)


class LockstepScale(OpensAndCloses):
    """A scale on a live plate; each `read` lets the world catch up with the clock."""

    def __init__(
        self,
        world: WeighedPlate,
        clock: Clock,
        *,
        traits: BoardTraits | None = None,
        fault_seed: int = 1,
    ) -> None:
        self.world = world
        self.faults = ActiveFaults(fault_seed)
        self._table_clock = clock
        self._clock = _WorldClock(clock, world)
        self._board = SimulatedFirmware(traits or BoardTraits(), self.faults)
        self._mailbox: Mailbox[Observation] = Mailbox(_MAILBOX_LIMIT)
        self._plugged = 1
        self._is_plugged = True
        self._cable: _Cable | None = None
        self._connection: ScaleConnection | None = None

    def open(self) -> None:
        """Begin to talk to the board."""
        if self._connection is None:
            self._connection = ScaleConnection(
                lambda _is_board_known: self._ports(),
                self._connect,
                self._clock,
                self._mailbox,
                link=ScaleLink(_ExactTime(self._board, self._clock)),
            )
            self._serve()

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:  # noqa: ARG002 - never waits
        """What the world has brought since the last call, up to now on the clock."""
        self.advance()
        return self._mailbox.take()

    def advance(self) -> None:
        """Let the world catch up with the clock."""
        target_s = self._table_clock.monotonic_s() - self._clock.start_s
        while self.world.now_s < target_s - 1e-9:
            before_s = self.world.now_s
            self._take_readings(min(target_s, before_s + _SLICE_S))
            if self.world.now_s == before_s:
                return

    def status(self) -> ScaleDeviceStatus:
        """How the scale fares now."""
        self.advance()
        if self._connection is None:
            return ScaleDeviceStatus(
                state=ScaleState.CONNECTING, calibration=self.world.calibration
            )
        status = self._connection.status()
        return msgspec.structs.replace(status, calibration=self.world.calibration)

    def command(self, command: Command, timeout_s: float = 1.0) -> CommandOutcome:
        """Ask the board for something; it answers at once or, deaf, never."""
        pending = None if self._connection is None else self._connection.ask(command, timeout_s)
        if pending is None:
            return CommandOutcome.NOT_CONNECTED
        for _ in range(_ANSWERS):
            self._serve()
        return pending.outcome or CommandOutcome.TIMED_OUT

    def close(self) -> None:
        """Let go of the board; the world stays."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def unplug(self) -> None:
        """Pull the cable."""
        self._is_plugged = False
        if self._cable is not None:
            self._cable.is_plugged = False
            self._cable = None

    def plug_in(self) -> None:
        """Plug the cable in again, into another socket."""
        self.unplug()
        self._is_plugged = True
        self._plugged += 1

    def restart(self, cause: ResetCause = ResetCause.BROWN_OUT) -> None:
        """Let the board restart with its cable in."""
        self._board.boot(self.world.now_s, cause)

    def _ports(self) -> list[str]:
        return [f"twin-{self._plugged}"] if self._is_plugged else []

    def _connect(self, name: str) -> Port:
        """Opening the port resets the board, as it does the real ones."""
        self._board.take_frames()
        self._board.boot(self.world.now_s, ResetCause.RESET_PIN)
        self._cable = _Cable(name, self._board)
        return self._cable

    def _take_readings(self, t_s: float) -> None:
        for reading in self.world.advance_to(t_s):
            self._board.take_reading(reading)
        self._board.pass_time(self.world.now_s)
        self._serve()

    def _serve(self) -> None:
        """Bring what the board said to the link, and what the link says to the board."""
        if self._connection is None:
            self._board.take_frames()
            return
        arrived = b"".join(self.faults.spoil(self._board.take_frames()))
        if self._cable is not None and self._cable.is_open:
            self._cable.arrive(arrived)
        self._connection.step()
