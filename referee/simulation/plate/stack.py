"""The stack on the plate: what stands on what, what has left it, and which joint may give way.

Plain statics: all that weighs and pushes above a joint acts at one point of it, and that point must
lie within the area in which the two pieces touch.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from referee.games.pieces import PieceInfo
from referee.simulation.drawing.solids import rotations_of
from referee.simulation.plate.bodies import Array, Bodies
from referee.simulation.plate.pieces import GRAVITY

_CIRCLE = 20


class Standing(NamedTuple):
    """A piece of the stack as statics sees it."""

    spec: PieceInfo
    mass_kg: float
    centre_m: Array
    yaw_rad: float


class Push(NamedTuple):
    """A hand at one point, with a force."""

    point_m: Array
    newton: Array


def outline(piece: Standing) -> Array:
    """The corners of a piece seen from above, counter-clockwise."""
    if piece.spec.shape == "box":
        angles = piece.yaw_rad + math.pi / 4 + np.arange(4) * math.pi / 2
        radius_m = piece.spec.half_width_m * math.sqrt(2)
    else:
        angles = np.arange(_CIRCLE) * 2 * math.pi / _CIRCLE
        radius_m = piece.spec.half_width_m
    corners: Array = piece.centre_m[:2] + radius_m * np.stack(
        [np.cos(angles), np.sin(angles)], axis=1
    )
    return corners


def overlap(first: Array, second: Array) -> Array:
    """The part of a convex outline that lies within another; empty if they do not meet."""
    kept = [tuple(corner) for corner in first.tolist()]
    for start, end in zip(second.tolist(), np.roll(second, -1, axis=0).tolist(), strict=True):
        kept = _cut(kept, start, end)
        if not kept:
            break
    return np.array(kept).reshape(-1, 2)


def _cut(
    corners: list[tuple[float, ...]], start: list[float], end: list[float]
) -> list[tuple[float, ...]]:
    """What is left of the line from start to end."""
    along = (end[0] - start[0], end[1] - start[1])
    sides = [
        along[0] * (corner[1] - start[1]) - along[1] * (corner[0] - start[0]) for corner in corners
    ]
    kept: list[tuple[float, ...]] = []
    for number, corner in enumerate(corners):
        following = (number + 1) % len(corners)
        side, next_side = sides[number], sides[following]
        if side >= 0:
            kept.append(corner)
        if side * next_side < 0:
            share = side / (side - next_side)
            other = corners[following]
            kept.append(tuple(a + share * (b - a) for a, b in zip(corner, other, strict=True)))
    return kept


def inside_m(point: Array, corners: Array) -> float:
    """How far a point lies inside a convex outline; below zero outside."""
    if len(corners) < 3:
        return -math.inf
    edges = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(edges, axis=1)
    away = point - corners
    crosses = edges[:, 0] * away[:, 1] - edges[:, 1] * away[:, 0]
    is_edge = lengths > 1e-9
    return float((crosses[is_edge] / lengths[is_edge]).min())


def margins_m(stack: Sequence[Standing], pushes: Sequence[Push] = ()) -> list[float]:
    """For each piece but the lowest: how far the load on it stays within its footing."""
    outlines = [outline(piece) for piece in stack]
    margins = []
    for number in range(1, len(stack)):
        above = stack[number]
        height_m = float(above.centre_m[2]) - above.spec.height_m / 2
        area = overlap(outlines[number], outlines[number - 1])
        point = _load_point(stack[number:], pushes, height_m)
        margins.append(inside_m(point, area))
    return margins


def _load_point(above: Sequence[Standing], pushes: Sequence[Push], height_m: float) -> Array:
    """Where weight and pushes above a joint act in its plane."""
    load_n, moment = 0.0, np.zeros(2)
    for piece in above:
        load_n += piece.mass_kg * GRAVITY
        moment += piece.mass_kg * GRAVITY * piece.centre_m[:2]
    for push in pushes:
        if push.point_m[2] > height_m:
            load_n -= float(push.newton[2])
            arm_m = float(push.point_m[2]) - height_m
            moment += push.newton[:2] * arm_m - push.newton[2] * push.point_m[:2]
    if load_n <= 0:
        return np.full(2, np.inf)
    point: Array = moment / load_n
    return point


def barriers_j_per_kg(stack: Sequence[Standing], margins: Sequence[float]) -> list[float]:
    """What it takes, for each joint, to tip all that is above over its edge, per mass."""
    barriers = []
    for number in range(1, len(stack)):
        above = stack[number:]
        weights = np.array([piece.mass_kg for piece in above])
        heights = np.array([float(piece.centre_m[2]) for piece in above])
        foot_m = heights[0] - above[0].spec.height_m / 2
        centre_m = float(weights @ heights) / float(weights.sum()) - foot_m
        margin_m = max(0.0, margins[number - 1])
        barriers.append(GRAVITY * (math.hypot(centre_m, margin_m) - centre_m))
    return barriers


# Chosen by hand below the thinnest piece (3 mm): a piece that slips less has not left its place.
_LEFT_DOWN_M, _LEFT_ASIDE_M = 0.0025, 0.008
_FITS_M = 0.002
_UPRIGHT = math.cos(math.radians(12))
# Below this a joint may give way, so its pieces are let loose and physics decides; more costs time
# only.
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


def yaw_rad(pose: Array) -> float:
    """How a piece is turned about the vertical, by the edge that lies flattest."""
    matrix = rotations_of(pose[3:])
    flattest = int(np.argmin(np.abs(matrix[2])))
    return math.atan2(matrix[1, flattest], matrix[0, flattest])


def is_upright(pose: Array, spec: PieceInfo) -> bool:
    """Whether a piece stands on a face; a die may stand on any of its six."""
    heights = np.abs(rotations_of(pose[3:])[2])
    is_cube = spec.shape == "box" and math.isclose(2 * spec.half_width_m, spec.height_m)
    return bool((heights.max() if is_cube else heights[2]) > _UPRIGHT)
