"""The simulated scale behind the contract of a real one, as `twin:` in a table profile."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from referee.clock import Clock
from referee.devices.device import OpensAndCloses
from referee.devices.scale.connection import SerialScale
from referee.devices.scale.contract import CommandOutcome, Observation, Scale, ScaleDeviceStatus
from referee.devices.scale.link import ScaleLink
from referee.devices.scale.urls import ScaleUrl, register_scale
from referee.touch.counts import ScaleCalibration
from referee.touch.device_time import OwnTime
from referee.touch.messages import Command
from referee.twin.serial.firmware import BoardTraits
from referee.twin.serial.samples import FeltSource, quiet_plate
from referee.twin.serial.twin import SerialTwin


class TwinScale(OpensAndCloses):
    """A simulated board and the link to it; `twin` takes the faults.

    `calibration` is what the simulated cell knows of itself.
    """

    def __init__(
        self,
        twin: SerialTwin,
        scale: SerialScale,
        calibration: ScaleCalibration | None = None,
    ) -> None:
        self.twin = twin
        self._scale = scale
        self._calibration = calibration
        self._is_open = False

    def open(self) -> None:
        """Plug the board in and begin to talk to it."""
        if not self._is_open:
            self._is_open = True
            self.twin.start()
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
            self.twin.stop()


def twin_scale(
    samples: FeltSource,
    *,
    traits: BoardTraits | None = None,
    is_flat_out: bool = False,
    clock: Clock | None = None,
    calibration: ScaleCalibration | None = None,
) -> TwinScale:
    """A simulated scale that feels these samples."""
    twin = SerialTwin(samples, traits=traits, is_flat_out=is_flat_out, clock=clock)
    scale = scale_of_twin(twin, is_flat_out=is_flat_out, clock=clock)
    return TwinScale(twin, scale, calibration)


def scale_of_twin(
    twin: SerialTwin, *, is_flat_out: bool = False, clock: Clock | None = None
) -> SerialScale:
    """The link to a simulated board that somebody else starts and stops."""
    return SerialScale(
        lambda _is_board_known: twin.ports(),
        clock=clock,
        link=ScaleLink(OwnTime() if is_flat_out else None),
        waits_for_reader=is_flat_out,
    )


def register_twin_scale(make_samples: Callable[[], FeltSource] = quiet_plate) -> None:
    """Let `twin:` (and `twin:?speed=0`, as fast as it is read) name such a scale."""

    def make(url: ScaleUrl, clock: Clock) -> Scale:
        url.expect_only("speed")
        return twin_scale(make_samples(), is_flat_out=url.number("speed", 1) == 0, clock=clock)

    register_scale("twin", make)
