"""Hands at the simulated plate that do what the steps of the scale ask for.

So the calibration can be tried, and tested, without any hardware.
"""

from __future__ import annotations

from referee.calibrate.scale_notes import DICE
from referee.twin.plate.world import PlateWorld

_CAREFUL = 1.0
_BETWEEN_S = 3.0
_PIECES = "scale-pieces-"


class PlateHands:
    """Helps with one step after the other; to be asked again and again while time passes."""

    def __init__(self, plate: PlateWorld) -> None:
        self._plate = plate
        self._step = ""
        self._rested_s = 0.0

    def help(self, step: str) -> None:
        """Do what this step needs next."""
        if step != self._step:
            self._step = step
            self._begin(step)
        if self._plate.is_busy:
            self._rested_s = self._plate.now_s
        elif step.startswith(_PIECES) and self._plate.now_s - self._rested_s > _BETWEEN_S:
            self._put_next(step.removeprefix(_PIECES))

    def _begin(self, step: str) -> None:
        if step == "scale-known":
            for _ in range(DICE):
                self._plate.place("die", care=_CAREFUL)
        elif step == "scale-second":
            self._plate.clear(DICE // 2)
        elif step != "scale-review":
            self._plate.clear(0)

    def _put_next(self, kind: str) -> None:
        self._rested_s = self._plate.now_s
        if self._plate.left_in_box(kind):
            self._plate.place(kind, care=_CAREFUL)
