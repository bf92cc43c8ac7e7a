"""Which die of one reading is which die of the next, and what happened to the dice between them.

A player rolls some dice again beside others that stay. The ones that stay are known by their place;
one that was pushed aside is known by its face and by not having gone far. So only new dice are read
as new.
"""

from collections.abc import Callable, Sequence
from math import atan2, dist, inf, pi

import msgspec

from referee.vision.readings import Point, ReadDie, Reading

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


# In die widths and radians, chosen by hand. Larger, and a die that was rolled next to
# its old place, showing the same face, counts as one that stayed; smaller, and one that was only
# shaken counts as new. Two dice are never nearer than 0.62 (`NEAREST_WIDTHS`).
_SAME_PLACE_DICE = 0.35
_UNTOUCHED_DICE = 0.12
_UNTOUCHED_RAD = 0.1
_PUSHED_DICE = 1.5


class Changes(msgspec.Struct, frozen=True):
    """The dice that stayed, were pushed aside, are new, and are gone.

    `gone` holds dice of the earlier reading, the others dice of the later one. A die that was
    rolled again is among the gone and among the new.
    """

    stayed: tuple[ReadDie, ...] = ()
    pushed: tuple[ReadDie, ...] = ()
    new: tuple[ReadDie, ...] = ()
    gone: tuple[ReadDie, ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether every die is as it was."""
        return not (self.pushed or self.new or self.gone)


def changes(before: Reading, after: Reading, expected_new: int | None = None) -> Changes:
    """What changed from one settled reading to the next.

    If it is known how many dice were rolled (`expected_new`), the dice that travelled least with
    their face unchanged count as pushed, until so many new ones are left.
    """
    die_px = after.die_px or before.die_px
    old, new = list(before.dice), list(after.dice)
    stayed = _take(old, new, _stayed(old, new, die_px))
    most = len(new) if expected_new is None else max(0, len(new) - expected_new)
    within_px = _PUSHED_DICE * die_px if expected_new is None else inf
    pairs = nearest_pairs(
        _places(old), _places(new), within_px, lambda left, right: _is_same(old[left], new[right])
    )
    pushed = _take(old, new, pairs[:most])
    return Changes(
        tuple(_better(*pair) for pair in stayed),
        tuple(later for _, later in pushed),
        tuple(new),
        tuple(old),
    )


def _stayed(old: Sequence[ReadDie], new: Sequence[ReadDie], die_px: float) -> list[tuple[int, int]]:
    """Same place and same face; or not touched at all, if one of the readings was in doubt."""

    def is_the_same(left: int, right: int) -> bool:
        return _is_same(old[left], new[right]) or _is_untouched(old[left], new[right], die_px)

    return nearest_pairs(_places(old), _places(new), _SAME_PLACE_DICE * die_px, is_the_same)


def _is_untouched(old: ReadDie, new: ReadDie, die_px: float) -> bool:
    is_here = dist(old.centre_px, new.centre_px) < _UNTOUCHED_DICE * die_px
    is_sure = old.is_certain and new.is_certain
    return is_here and not is_sure and turn_between_rad(old, new) < _UNTOUCHED_RAD


def _take(
    old: list[ReadDie], new: list[ReadDie], pairs: Sequence[tuple[int, int]]
) -> list[tuple[ReadDie, ReadDie]]:
    """The pairs, taken out of both lists."""
    taken = [(old[left], new[right]) for left, right in pairs]
    left_out, right_out = {left for left, _ in pairs}, {right for _, right in pairs}
    old[:] = [die for number, die in enumerate(old) if number not in left_out]
    new[:] = [die for number, die in enumerate(new) if number not in right_out]
    return taken


def _better(old: ReadDie, new: ReadDie) -> ReadDie:
    """Of two readings of a die that nobody touched, the one that is surer."""
    is_old_surer = (old.is_certain, old.confidence) > (new.is_certain, new.confidence)
    return old if is_old_surer else new


def _is_same(old: ReadDie, new: ReadDie) -> bool:
    return bool(old.face) and old.face == new.face


def _places(dice: Sequence[ReadDie]) -> list[tuple[float, float]]:
    return [die.centre_px for die in dice]
