"""The live plate in real time: its scale speaks over a pseudo-terminal while hands are at work."""

from __future__ import annotations

from collections.abc import Iterator

from referee.clock import Clock
from referee.devices.scale.contract import Scale
from referee.devices.scale.urls import ScaleUrl, register_scale
from referee.twin.plate.world import PlateWorld
from referee.twin.serial.firmware import BoardTraits
from referee.twin.serial.samples import Felt
from referee.twin.serial.scale import TwinScale, twin_scale

_AHEAD_S = 0.008


class LivePlate:
    """What a world feels, without end; it is advanced as far as it is read, and hardly further."""

    def __init__(self, world: PlateWorld) -> None:
        self.world = world

    def in_order(self) -> Iterator[Felt]:
        """Everything felt, in the order of time."""
        while True:
            yield from self.world.advance_to(self.world.now_s + _AHEAD_S)


def plate_scale(
    world: PlateWorld, *, traits: BoardTraits | None = None, clock: Clock | None = None
) -> TwinScale:
    """The scale under this plate, in real time, with all that can go wrong on its line."""
    return twin_scale(LivePlate(world), traits=traits, clock=clock, calibration=world.calibration)


def register_plate_scale(world: PlateWorld) -> None:
    """Let `twin:` name the scale under this plate."""

    def make(url: ScaleUrl, clock: Clock) -> Scale:
        url.expect_only()
        return plate_scale(world, clock=clock)

    register_scale("twin", make)
