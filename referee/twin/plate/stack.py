"""The stack on the plate: which pieces stand on one another, and which have left it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from referee.twin.plate.bodies import Bodies
from referee.twin.plate.footing import Push, Standing, barriers_j_per_kg, margins_m
from referee.twin.tower.pieces import PieceSpec, Shape

Array = npt.NDArray[np.float64]
# A piece that slips less than this has not left its place.
_LEFT_DOWN_M, _LEFT_ASIDE_M = 0.0025, 0.008
_FITS_M = 0.002
_UPRIGHT = math.cos(math.radians(12))
# Below this a joint may give way, so its pieces are let loose and physics decides.
SAFE_M = 0.0004
_SHOVED_SHARE = 0.375
"""Energy that a slender tower takes from a table that starts to move, per mass and velocity²."""


class Stack:
    """Names of standing pieces from the bottom up, and where each of them belongs."""

    def __init__(self, bodies: Bodies) -> None:
        self._bodies = bodies
        self.names: list[str] = []
        self._places: dict[str, Array] = {}

    @property
    def present(self) -> list[str]:
        """The standing pieces, without any that has just fallen off the table."""
        return [name for name in self.names if name in self._bodies.pieces]

    @property
    def top_m(self) -> float:
        """How high the stack is above the plate."""
        if not self.names:
            return 0.0
        name = self.names[-1]
        return float(self._places[name][2]) + self._bodies.pieces[name].spec.height_m / 2

    @property
    def middle_m(self) -> Array:
        """The mean place of all pieces of the stack."""
        middle: Array = np.mean([self._places[name] for name in self.names], axis=0)
        return middle

    def place_m(self, name: str) -> Array:
        """Where a piece of the stack belongs."""
        return self._places[name]

    def below(self, name: str) -> str | None:
        """The piece under one of the stack; None if that is the lowest or no longer there."""
        names = self.present
        place = names.index(name) if name in names else 0
        return names[place - 1] if place else None

    def put(self, name: str, place_m: Array) -> None:
        """A piece was set on top and belongs there."""
        self.names.append(name)
        self._places[name] = place_m.copy()

    def give_up(self, name: str) -> None:
        """A hand takes this piece; it no longer counts."""
        self.names.remove(name)
        del self._places[name]

    def has_left(self) -> bool:
        """Whether a piece has left its place, downwards or far aside."""
        return any(self._is_away(name) for name in self.names if name in self._bodies.loose)

    def _is_away(self, name: str) -> bool:
        away = self._bodies.pose(name)[:3] - self._places[name]
        return bool(-away[2] > _LEFT_DOWN_M or math.hypot(away[0], away[1]) > _LEFT_ASIDE_M)

    def has_dropped(self) -> bool:
        """Whether a piece has come down from its place, which it can only do by falling."""
        loose = [name for name in self.names if name in self._bodies.loose]
        return any(self._drop_m(name) > _LEFT_DOWN_M for name in loose)

    def _drop_m(self, name: str) -> float:
        return float(self._places[name][2] - self._bodies.pose(name)[2])

    def settle(self) -> list[str]:
        """Everything lies still: find out what stands, and tell which pieces no longer do."""
        kept: list[str] = []
        top_m = 0.0
        for name in self.names:
            if name in self._bodies.pieces and self._rests_on(name, kept, top_m):
                kept.append(name)
                spec = self._bodies.pieces[name].spec
                top_m = float(self._bodies.pose(name)[2]) + spec.height_m / 2
        lost = [name for name in self.names if name not in kept]
        self.names = kept
        self._places = {name: self._bodies.pose(name)[:3].copy() for name in kept}
        return lost

    def _rests_on(self, name: str, kept: Sequence[str], top_m: float) -> bool:
        pose, spec = self._bodies.pose(name), self._bodies.pieces[name].spec
        gap_m = float(pose[2]) - spec.height_m / 2 - top_m
        if abs(gap_m) > _FITS_M or not is_upright(pose, spec):
            return False
        if not kept:
            return self._bodies.is_on_plate(name)
        below = self._bodies.pieces[kept[-1]].spec
        aside = pose[:2] - self._bodies.pose(kept[-1])[:2]
        reach_m = (below.half_width_m + spec.half_width_m) * 1.2
        return math.hypot(float(aside[0]), float(aside[1])) < reach_m

    def weakest(self, pushes: Sequence[Push] = (), shove_m_s: float = 0.0) -> int | None:
        """The lowest joint that may give way under these pushes, by the piece above it."""
        stack = self._standing()
        margins = margins_m(stack, pushes)
        shoved = _SHOVED_SHARE * shove_m_s**2
        barriers = barriers_j_per_kg(stack, margins)
        for number, (margin_m, barrier) in enumerate(zip(margins, barriers, strict=True)):
            if margin_m < SAFE_M or shoved > barrier / 2:
                return number + 1
        return None

    def _standing(self) -> list[Standing]:
        standing = []
        for name in self.present:
            pose, piece = self._bodies.pose(name), self._bodies.pieces[name]
            standing.append(Standing(piece.spec, piece.mass_g / 1000, pose[:3], yaw_rad(pose)))
        return standing


def turn(pose: Array) -> Array:
    """The rotation of a pose as a matrix."""
    w, x, y, z = pose[3:]
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def yaw_rad(pose: Array) -> float:
    """How a piece is turned about the vertical, by the edge that lies flattest."""
    matrix = turn(pose)
    flattest = int(np.argmin(np.abs(matrix[2])))
    return math.atan2(matrix[1, flattest], matrix[0, flattest])


def is_upright(pose: Array, spec: PieceSpec) -> bool:
    """Whether a piece stands on a face; a die may stand on any of its six."""
    heights = np.abs(turn(pose)[2])
    is_cube = spec.shape is Shape.BOX and math.isclose(2 * spec.half_width_m, spec.height_m)
    return bool((heights.max() if is_cube else heights[2]) > _UPRIGHT)
