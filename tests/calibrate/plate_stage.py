"""A simulated plate that a guide is led over, as fast as the computer can."""

from __future__ import annotations

import numpy as np

from referee.calibrate.scale_guide import ScaleGuide
from referee.clock import ManualClock
from referee.simulation.plate.sensors import CellSpec
from referee.simulation.plate.world import PlateWorld
from referee.simulation.scale.lockstep_scale import LockstepScale


class PlateStage:
    """World, scale, clock and guide."""

    def __init__(
        self, cell: CellSpec | None = None, seed: int = 3, guide: ScaleGuide | None = None
    ) -> None:
        self.clock = ManualClock()
        self.world = PlateWorld(np.random.default_rng(seed), cell=cell or CellSpec())
        self.scale = LockstepScale(self.world, self.clock)
        self.guide = guide or ScaleGuide()
        self.scale.open()
        self.wait(5.0)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.25)):
            self.clock.advance_s(0.25)
            self.guide.see(self.scale.read())

    def settle(self) -> None:
        """Let the hands finish."""
        for _ in range(400):
            self.wait(0.25)
            if not self.world.is_busy:
                return
        raise AssertionError("the plate never comes to rest")

    def troubles(self) -> list[str]:
        return [each.message.removeprefix("calibrate-") for each in self.guide.view().troubles]

    def advice(self) -> list[str]:
        return [each.message.removeprefix("calibrate-") for each in self.guide.view().advice]

    def put(self, *kinds: str) -> None:
        for kind in kinds:
            self.world.place(kind, care=1.0)
            self.settle()

    def take_off(self, keep: int = 0) -> None:
        self.world.clear(keep)
        self.settle()

    def accept(self, seconds: float = 2.5) -> None:
        self.wait(seconds)
        assert self.troubles() == []
        assert self.guide.accept()

    def leave_out_hands(self) -> None:
        for step in ("hands", "lift", "drop"):
            assert self.guide.name == f"scale-{step}"
            assert self.guide.skip()

    def tap(self, times: int = 1) -> None:
        for _ in range(times):
            self.wait(1.0)
            self.world.tap(0.9)
            self.wait(1.0)

    def weigh_up_to_quiet(self) -> None:
        self.accept()
        self.put(*["die"] * 12)
        self.accept()
        self.take_off(6)
        self.accept()
        self.take_off()

    def weigh_up_to_taps(self) -> None:
        self.weigh_up_to_quiet()
        self.accept(10.5)

    def weigh_up_to_pieces(self) -> None:
        self.weigh_up_to_taps()
        self.tap(3)
        self.accept(0.5)

    def weigh_pieces(self, kind: str, count: int) -> None:
        self.take_off()
        self.guide.repeat()
        self.wait(2.5)
        for _ in range(count):
            self.put(kind)
            self.wait(2.5)
        assert self.troubles() == []
        assert self.guide.accept()
