"""A simulated table for the doctor on a clock that moves by itself whenever somebody waits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from referee.app.doctor import Finding, TablePart, examine
from referee.clock import ManualClock
from referee.config import TableProfile, parse_table_profile
from referee.devices.camera.contract import CameraFrame
from referee.devices.camera.urls import register_camera
from referee.devices.scale.contract import Observation
from referee.devices.scale.urls import register_scale
from referee.simulation.next_motion import TableHands
from referee.simulation.plate.sensors import CellSpec
from referee.simulation.plate.world import PlateWorld
from referee.simulation.scale.lockstep_scale import LockstepScale
from referee.simulation.simulated_world import SimulatedWorld
from referee.simulation.tray.camera import LockstepCamera
from referee.simulation.tray.world import TrayWorld

_FRAME_S = 1 / 30


CELL = CellSpec()


class WaitedCamera(LockstepCamera):
    """Whoever waits for a frame lets a thirtieth of a second pass."""

    def __init__(self, world: TrayWorld, clock: ManualClock) -> None:
        super().__init__(world, clock)
        self._waited = clock

    def latest(self, timeout_s: float = 0.0) -> CameraFrame | None:
        self._waited.advance_s(_FRAME_S)
        return super().latest(timeout_s)


class WaitedScale(LockstepScale):
    """Whoever waits for a weight lets that time pass."""

    def __init__(self, world: PlateWorld, clock: ManualClock) -> None:
        super().__init__(world, clock)
        self._waited = clock

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:
        self._waited.advance_s(timeout_s)
        return super().read(timeout_s)


class Stage:
    """The devices behind `twin:`, and what the doctor says about them."""

    def __init__(self, folder: Path, *, cell: CellSpec = CELL, markers: bool = True) -> None:
        self.clock = ManualClock()
        plate_rng, tray_rng = np.random.default_rng(3).spawn(2)
        self.plate = PlateWorld(plate_rng, cell=cell)
        self.tray = TrayWorld(tray_rng, self.clock, markers=markers)
        self.camera = WaitedCamera(self.tray, self.clock)
        self.scale = WaitedScale(self.plate, self.clock)
        self.world = SimulatedWorld(self.plate, self.tray, TableHands(self.plate, self.tray))
        self.folder = folder
        register_camera("twin", lambda _url, _clock: self.camera)
        register_scale("twin", lambda _url, _clock: self.scale)

    def profile(self, text: str = "") -> TableProfile:
        """A profile with its log in the folder of the test."""
        profile = parse_table_profile(text)
        store = msgspec.structs.replace(profile.store, url=f"sqlite:///{self.folder}/table.sqlite")
        return msgspec.structs.replace(profile, store=store)

    def examine(self, text: str = "", **more: Any) -> dict[TablePart, Finding]:
        """Every part with its finding."""
        # No board tells its heat in this folder, whatever the tests run on.
        given: dict[str, Any] = {"clock": self.clock, "world": self.world} | more
        given.setdefault("system", self.folder)
        found = list(examine(self.profile(text), **given))
        by_part = {each.part: each for each in found}
        assert list(by_part) == [part for part in TablePart if part is not TablePart.TABLE]
        assert len(found) == len(by_part)
        return by_part
