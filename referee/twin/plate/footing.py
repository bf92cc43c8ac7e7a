"""Whether each piece of a standing stack still carries what is above it.

Plain statics: all that weighs and pushes above a joint acts at one point of it, and that point must
lie within the area in which the two pieces touch.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from referee.twin.tower.pieces import PieceSpec, Shape

Array = npt.NDArray[np.float64]
GRAVITY = 9.81
_CIRCLE = 20


class Standing(NamedTuple):
    """A piece of the stack as statics sees it."""

    spec: PieceSpec
    mass_kg: float
    centre_m: Array
    yaw_rad: float


class Push(NamedTuple):
    """A hand at one point, with a force."""

    point_m: Array
    newton: Array


def outline(piece: Standing) -> Array:
    """The corners of a piece seen from above, counter-clockwise."""
    if piece.spec.shape is Shape.BOX:
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
