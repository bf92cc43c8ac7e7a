"""Whether a side may have been taken for a top, because the camera hangs low.

Off the tray nobody knows where the camera is, but the dice tell. In a picture that is held upright
the top of a die lies flattened above its side: stretched again, it passes the close look for a top
face. A camera level with the table sees sides only, and their edges stand upright, however the dice
are turned. In any picture a side lies beside its top, and those of all dice on the same side of it:
so they tell where a foot appears, and who knows that tells sides as in a tray.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import atan2, hypot, pi, radians

import cv2
import msgspec
import numpy as np

from referee.vision.dice.centres import NOMINAL_PX
from referee.vision.dice.close_look import CLOSE_VIEW_PX, CloseLook
from referee.vision.dice.die_size import scaled
from referee.vision.dice.face_reading import DiePlace, FoundDie, face_strength
from referee.vision.dice.resting import Resting, RestingLook
from referee.vision.network import Told
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, DieFinding, Point, ReadDie, Reading

# How high a top looks from 12°, 20° and 30° above the table, in widths of the side below it.
_HEIGHTS = (0.21, 0.36, 0.58)
# All limits here were chosen on the choosing half of docs/dice.md and on drawn scenes of low
# cameras. From here on a top lies above; lower, and dice that lie behind pass for one.
_IS_TOP = 0.5
# Where so many dice show one, no other is believed either.
_MANY = 0.5
_UPRIGHT_RAD = radians(8)
# Two that touch lie alike in any picture, so they say nothing by standing upright.
_TOUCHING_WIDTHS = 1.3
_AROUND_WIDTHS = 1.4

# In die widths, chosen on drawn scenes of other seeds and sets than those of docs/dice-faces.md:
# how far sides may be from their tops, how far a foot appears, and how much that differs from die
# to die. A side looks less like a top than the top itself by at least so much.
_BESIDE, _FOOT, _ALIKE_FEET = (0.7, 1.2), (0.3, 1.4), 0.35
_WEAKER = 0.03
_MAY_BE_SIDE, _IS_SIDE = 0.5, 0.9


class LowCameraLook:
    """Doubts readings whose camera may hang too low."""

    def __init__(self, close_look: CloseLook) -> None:
        self._close_look = close_look

    def doubted(self, picture: Picture, reading: Reading, corner: Point = (0.0, 0.0)) -> Reading:
        """The reading without certainty where a side may be taken for a top."""
        certain = [die for die in reading.dice if die.is_certain]
        if not certain:
            return reading
        views = (list(_stretched(picture, die, corner)) for die in reading.dice)
        sides = [max(self._close_look.face_chances(each)) > _IS_TOP for each in views]
        are_all = sum(sides) >= _MANY * len(sides) or are_upright(certain)
        dice = (
            doubtful(die, DieFinding.SIDE) if die.is_certain and (are_all or is_side) else die
            for die, is_side in zip(reading.dice, sides, strict=True)
        )
        return msgspec.structs.replace(reading, dice=tuple(dice))


def doubtful(die: ReadDie, *why: DieFinding) -> ReadDie:
    """The same die, to be asked about."""
    findings = (*die.findings, *why)
    return msgspec.structs.replace(die, certainty=Certainty.DOUBTFUL, findings=findings)


def are_upright(dice: Sequence[ReadDie]) -> bool:
    """Whether dice that lie apart all stand upright in the picture, as sides do.

    Tops seldom do by chance: of two pairs of edges each is nearer than 8° in one of 32 pictures.
    """
    are_apart = any(not _touch(one, other) for one, other in combinations(dice, 2))
    return are_apart and all(_lean_rad(die) < _UPRIGHT_RAD for die in dice)


def _touch(one: ReadDie, other: ReadDie) -> bool:
    (x, y), (left, top) = one.centre_px, other.centre_px
    return hypot(x - left, y - top) < _TOUCHING_WIDTHS * (_width_px(one) + _width_px(other)) / 2


def _width_px(die: ReadDie) -> float:
    (left, top), (right, bottom) = die.corners_px[:2]
    return hypot(right - left, bottom - top)


def _lean_rad(die: ReadDie) -> float:
    """How far its edges are from upright, at most 45°."""
    (left, top), (right, bottom) = die.corners_px[:2]
    return abs((atan2(bottom - top, right - left) + pi / 4) % (pi / 2) - pi / 4)


def _stretched(picture: Picture, die: ReadDie, corner: Point) -> Iterator[Picture]:
    """What lies above a face, as if seen from above, for each height that it may have."""
    width_px, x, y = _width_px(die), die.centre_px[0] - corner[0], die.centre_px[1] - corner[1]
    reach, factor = _AROUND_WIDTHS * width_px, NOMINAL_PX / width_px
    left, top = max(0, round(x - reach)), max(0, round(y - reach))
    part = picture[top : max(0, round(y + reach)), left : max(0, round(x + reach))]
    small, middle = scaled(np.ascontiguousarray(part), factor), CLOSE_VIEW_PX / 2
    for height in _HEIGHTS:
        down = (y - top) * factor - NOMINAL_PX * (1 + height) / 2
        move = ((1.0, 0.0, middle - (x - left) * factor), (0.0, 1 / height, middle - down / height))
        size = (CLOSE_VIEW_PX, CLOSE_VIEW_PX)
        view = cv2.warpAffine(small, np.array(move), size, borderMode=cv2.BORDER_REPLICATE)
        yield np.asarray(view, np.uint8)


class SideLook:
    """Tells sides from tops in a picture whose plane nobody knows."""

    def __init__(self, resting_look: RestingLook) -> None:
        self._resting_look = resting_look

    def marked(self, picture: Picture, found: Sequence[FoundDie]) -> list[FoundDie]:
        """The same candidates; sides of others are marked."""
        pairs = [(die, foot) for die in found for top in found for foot in _feet_of(top, die)]
        chances = self._are_sides(picture, pairs)
        may_be = chances > _MAY_BE_SIDE
        feet = np.array([foot for _, foot in pairs])[may_be]
        if not len(feet):
            return list(found)
        agree = np.abs(feet[:, None] - feet) < _ALIKE_FEET
        usual = complex(feet[agree[(agree @ chances[may_be]).argmax()]].mean())
        are_sides = self._are_sides(picture, [(die, usual) for die in found]) > _IS_SIDE
        return [
            replace(die, place=DiePlace.ON_A_SIDE) if is_side else die
            for die, is_side in zip(found, are_sides, strict=True)
        ]

    def _are_sides(self, picture: Picture, feet: Sequence[tuple[FoundDie, complex]]) -> Told:
        """The chance of each to be a side, if its foot appears so many widths from its middle."""
        die_px = feet[0][0].told_px or 1.0 if feet else 1.0
        centres = [(die.centre.x, die.centre.y) for die, _ in feet]
        ways = [(foot.real * die_px, foot.imag * die_px) for _, foot in feet]
        return self._resting_look.chances(picture, centres, die_px, ways)[:, Resting.SIDE]


def _feet_of(top: FoundDie, side: FoundDie) -> list[complex]:
    """Where the foot of a die would appear whose top and side these are."""
    x, y = side.centre.x - top.centre.x, side.centre.y - top.centre.y
    away = complex(x, y) / top.centre.width_px
    # In a picture that is held upright, of two that look alike the lower one is the side.
    weaker = -_WEAKER if away.imag > _BESIDE[0] else _WEAKER
    if face_strength(top.centre) - face_strength(side.centre) < weaker:
        return []
    if not _BESIDE[0] < abs(away) < _BESIDE[1]:
        return []
    edges = np.exp(1j * (top.centre.angle_rad + np.arange(4) * pi / 2))
    feet, is_there = 2 * away - edges, (away * edges.conj()).real > _BESIDE[0] * abs(away)
    return list(feet[is_there & (np.abs(feet) > _FOOT[0]) & (np.abs(feet) < _FOOT[1])])
