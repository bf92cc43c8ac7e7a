"""The simulated table behind `twin:`: its plate, its tray, and everything people can do at it.

The program knows the simulation by this class alone, and only where a profile asks for it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Literal

import numpy as np

from referee.calibrate.guide import CalibrationHands
from referee.clock import Clock
from referee.simulation.autoplay import AutoPlayers
from referee.simulation.calibration_hands import BoardHands, DiceHands, PlateHands, TrayHands
from referee.simulation.fault_panel import FaultPanel, SimulatedTable
from referee.simulation.next_motion import CAREFUL, TableHands, make_next_motion, motion_of
from referee.simulation.plate.world import PlateWorld
from referee.simulation.scale.real_time import register_plate_scale
from referee.simulation.tray.camera import offer_tray
from referee.simulation.tray.world import TrayWorld
from referee.table.table import Table
from referee.table.updates import Snapshot


@dataclass(frozen=True, slots=True)
class SimulatedWorld:
    """The worlds that stand behind the device contracts, and what people can do in them."""

    plate: PlateWorld
    tray: TrayWorld
    hands: TableHands

    def auto_players(
        self,
        table: Table,
        *,
        care: float | None,
        pace: float,
        seed: int | None,
        is_speaking: Callable[[], bool],
    ) -> AutoPlayers:
        """Players who play the game of this table by themselves."""
        return AutoPlayers(
            table,
            self.hands,
            Random(seed),
            care=CAREFUL if care is None else care,
            pace=pace,
            is_speaking=is_speaking,
        )

    def fault_panel(self, running: SimulatedTable) -> FaultPanel:
        """The controls for staff and tests."""
        return FaultPanel(running, self.hands)

    def calibration_hands(
        self, part: Literal["scale", "tray", "camera", "dice"], kind: str
    ) -> CalibrationHands:
        """The hands that can do what the steps of this calibration ask for."""
        match part:
            case "scale":
                return PlateHands(self.plate)
            case "tray":
                return TrayHands(self.tray)
            case "camera":
                return BoardHands(self.tray)
            case "dice":
                return DiceHands(self.tray, kind)

    def make_next_motion(
        self, snapshot: Snapshot, care: float | None = None, stayed: Sequence[str] = ()
    ) -> bool:
        """Do with the hands what the table waits for; False if it waits for a decision."""
        return make_next_motion(self.hands, snapshot, care or CAREFUL, stayed=stayed)

    def motion_of(self, word: str) -> Callable[[float], object] | None:
        """What this word has the hands do, with a strength from 0 to 1; None if it is none."""
        motion = motion_of(word)
        return None if motion is None else partial(motion, self.hands)


def simulate(clock: Clock, seed: int | None = None, *, markers: bool = True) -> SimulatedWorld:
    """A new simulated table, with one die on its plate; `twin:` means its devices from now on."""
    plate_rng, tray_rng = np.random.default_rng(seed).spawn(2)
    plate, tray = PlateWorld(plate_rng), TrayWorld(tray_rng, clock, markers=markers)
    plate.clear(1)
    register_plate_scale(plate)
    offer_tray(tray)
    return SimulatedWorld(plate, tray, TableHands(plate, tray))
