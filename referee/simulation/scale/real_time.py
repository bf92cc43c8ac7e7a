"""The simulated scale in real time behind the contract of a real one, as `twin:` in a profile."""

from collections.abc import Iterator, Sequence

import msgspec

from referee.clock import Clock
from referee.devices.device import DeviceUrl, OpensAndCloses
from referee.devices.scale.connection import SerialScale
from referee.devices.scale.contract import CommandOutcome, Observation, Scale, ScaleDeviceStatus
from referee.devices.scale.urls import register_scale
from referee.simulation.plate.world import PlateWorld
from referee.simulation.scale.board import SimulatedBoard
from referee.simulation.scale.firmware import BoardTraits
from referee.simulation.sensor_readings import RawReading, ReadingSource
from referee.touch.counts import ScaleCalibration
from referee.touch.messages import Command


class SimulatedScale(OpensAndCloses):
    """A simulated board and the link to it; `board` takes the faults.

    `calibration` is what the simulated cell knows of itself.
    """

    def __init__(
        self,
        samples: ReadingSource,
        *,
        traits: BoardTraits | None = None,
        clock: Clock | None = None,
        calibration: ScaleCalibration | None = None,
    ) -> None:
        self.board = SimulatedBoard(samples, traits=traits, clock=clock)
        self._scale = SerialScale(lambda _is_board_known: self.board.ports(), clock=clock)
        self._calibration = calibration
        self._is_open = False

    def open(self) -> None:
        """Plug the board in and begin to talk to it."""
        if not self._is_open:
            self._is_open = True
            self.board.open()
            self._scale.open()

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:
        """What was observed since the last call, oldest first."""
        return self._scale.read(timeout_s)

    def status(self) -> ScaleDeviceStatus:
        """How the scale fares now."""
        return msgspec.structs.replace(self._scale.status(), calibration=self._calibration)

    def command(self, command: Command, timeout_s: float = 1.0) -> CommandOutcome:
        """Ask the device for something and wait for its answer."""
        return self._scale.command(command, timeout_s)

    def close(self) -> None:
        """Stop the link, then pull the cable."""
        if self._is_open:
            self._is_open = False
            self._scale.close()
            self.board.close()


_AHEAD_S = 0.008


class LivePlate:
    """Readings of a live plate, without end; its time goes on as far as somebody reads."""

    def __init__(self, world: PlateWorld) -> None:
        self.world = world

    def in_order(self) -> Iterator[RawReading]:
        """Every reading, in the order of time."""
        while True:
            yield from self.world.advance_to(self.world.now_s + _AHEAD_S)


def plate_scale(
    world: PlateWorld, *, traits: BoardTraits | None = None, clock: Clock | None = None
) -> SimulatedScale:
    """The scale under this plate, in real time, with all that can go wrong on its line."""
    return SimulatedScale(
        LivePlate(world), traits=traits, clock=clock, calibration=world.calibration
    )


def register_plate_scale(world: PlateWorld) -> None:
    """Let `twin:` name the scale under this plate."""

    def make(url: DeviceUrl, clock: Clock) -> Scale:
        url.expect_only()
        return plate_scale(world, clock=clock)

    register_scale("twin", make)
