"""The simulated table behind `twin:`: one plate, one tray, and the hands over them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.app.hands import Hands
from referee.clock import Clock
from referee.twin.plate.live import register_plate_scale
from referee.twin.plate.world import PlateWorld
from referee.twin.tray.camera import offer_tray
from referee.twin.tray.world import TrayWorld


@dataclass(frozen=True, slots=True)
class SimulatedWorld:
    """The worlds that stand behind the device contracts, and what people can do in them."""

    plate: PlateWorld
    tray: TrayWorld
    hands: Hands


def simulate(clock: Clock, seed: int | None = None) -> SimulatedWorld:
    """A new simulated table, with one die on its plate; `twin:` means its devices from now on."""
    plate_rng, tray_rng = np.random.default_rng(seed).spawn(2)
    plate, tray = PlateWorld(plate_rng), TrayWorld(tray_rng, clock)
    plate.clear(1)
    register_plate_scale(plate)
    offer_tray(tray)
    return SimulatedWorld(plate, tray, Hands(plate, tray))
