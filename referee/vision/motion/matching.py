"""Which die of one reading is which die of another: the nearest, and each only once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, dist, pi

from referee.vision.readings import Point, ReadDie

_QUARTER_TURN_RAD = pi / 2

Allowed = Callable[[int, int], bool]


def nearest_pairs(
    first: Sequence[Point],
    second: Sequence[Point],
    within_px: float,
    is_allowed: Allowed | None = None,
) -> list[tuple[int, int]]:
    """Pairs of places, by their numbers, nearest pairs first; a place is in one pair at most."""
    near = [
        (dist(here, there), left, right)
        for left, here in enumerate(first)
        for right, there in enumerate(second)
        if dist(here, there) <= within_px and (is_allowed is None or is_allowed(left, right))
    ]
    pairs: list[tuple[int, int]] = []
    taken_left: set[int] = set()
    taken_right: set[int] = set()
    for _, left, right in sorted(near):
        if left not in taken_left and right not in taken_right:
            pairs.append((left, right))
            taken_left.add(left)
            taken_right.add(right)
    return pairs


def turn_between_rad(first: ReadDie, second: ReadDie) -> float:
    """How far one die is turned against the other; a square looks the same each quarter turn."""
    turn_rad = (_edge_rad(second) - _edge_rad(first)) % _QUARTER_TURN_RAD
    return min(turn_rad, _QUARTER_TURN_RAD - turn_rad)


def _edge_rad(die: ReadDie) -> float:
    (x, y), (to_x, to_y) = die.corners_px[:2]
    return atan2(to_y - y, to_x - x)
