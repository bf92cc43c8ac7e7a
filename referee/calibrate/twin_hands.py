"""Hands at the simulated plate that do what the steps of the scale ask for.

So the calibration can be tried, and tested, without any hardware.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

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
        self._todo: deque[Callable[[], object]] = deque()
        self._rested_s = 0.0

    def help(self, step: str) -> bool:
        """Do what this step needs next; whether the hands are still at it."""
        if step != self._step:
            self._step = step
            self._todo = self._deeds(step)
        if self._plate.is_busy:
            self._rested_s = self._plate.now_s
        elif self._todo:
            self._todo.popleft()()
        elif step.startswith(_PIECES) and self._plate.now_s - self._rested_s > _BETWEEN_S:
            self._put_next(step.removeprefix(_PIECES))
        return self._plate.is_busy or bool(self._todo)

    def _deeds(self, step: str) -> deque[Callable[[], object]]:
        if step == "scale-known":
            return deque([lambda: self._plate.place("die", care=_CAREFUL)] * DICE)
        if step == "scale-second":
            return deque([lambda: self._plate.clear(DICE // 2)])
        return deque() if step == "scale-review" else deque([lambda: self._plate.clear(0)])

    def _put_next(self, kind: str) -> None:
        self._rested_s = self._plate.now_s
        if self._plate.left_in_box(kind):
            self._plate.place(kind, care=_CAREFUL)
