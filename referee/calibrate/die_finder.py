"""Finds dice whatever they show, before a face is taught, and draws what was found."""

from collections.abc import Iterable, Mapping, Sequence
from math import atan2, pi

import cv2
import numpy as np

from referee.vision.dice.centres import Centre, CentreFinder
from referee.vision.dice.face_reading import FoundDie, ToldFace, face_strength
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, ReadDie
from referee.vision.tray.perspective import Rectifier
from referee.vision.tray.sheet import Points
from referee.vision.tray.view import TrayView

CUT_PX = 96
"""As wide as the pictures of the shipped sets (scripts/face_pictures.py)."""
CUT_DIE_PX = 58.0
"""Leaves a third of a die around it, so that a turned one is whole, too."""
# Chosen by hand, both: below, shadows and marks of the tray count as dice; above, dark dice do not.
_SURELY_A_DIE = 0.35
# What is not worth another look.
_HOPELESS = 0.2
_QUARTER_RAD = pi / 2


class AnyFace:
    """Takes every top face for a die."""

    least_strength = _SURELY_A_DIE
    needs_company = False

    def first_strength(self, centre: Centre) -> float:
        """How surely there is a top face at first."""
        return centre.face

    def strength(self, centre: Centre) -> float:
        """How surely both looks say that there is one."""
        return face_strength(centre)

    def is_worth_another_look(self, centre: Centre) -> bool:
        """Always: what is taught must be cut out exactly."""
        return face_strength(centre) > _HOPELESS

    def read(self, picture: Picture, found: FoundDie) -> ToldFace | None:  # noqa: ARG002 - contract
        """That it is a die is all that is told."""
        return ToldFace("die", face_strength(found.centre), Certainty.UNKNOWN)


class DieFinder:
    """Finds the dice in a tray of one size; the network is loaded once."""

    def __init__(self, die_mm: float) -> None:
        self._die_mm = die_mm
        self._reader = DiceReader(AnyFace(), CentreFinder())

    def dice(self, picture: Picture, view: TrayView) -> tuple[ReadDie, ...]:
        """All dice that the picture shows in the tray."""
        return TrayReader.of_view(self._reader, view, self._die_mm).read(picture).dice

    def cutout(self, picture: Picture, view: TrayView, die: ReadDie) -> Picture:
        """The die seen straight from above, as sets of faces are taught from."""
        rectifier = Rectifier(view.top_plane(self._die_mm), CUT_DIE_PX / self._die_mm)
        flat = rectifier.rectify(picture)
        x, y = np.rint(rectifier.from_picture(np.array([die.centre_px]))[0]).astype(int)
        padded = np.pad(flat, ((CUT_PX, CUT_PX), (CUT_PX, CUT_PX), (0, 0)), mode="edge")
        top, left = max(0, y + CUT_PX // 2), max(0, x + CUT_PX // 2)
        return np.ascontiguousarray(padded[top : top + CUT_PX, left : left + CUT_PX])


def turn_rad(die: ReadDie) -> float:
    """How the die is turned, up to a quarter turn."""
    (ax, ay), (bx, by) = die.corners_px[:2]
    return atan2(by - ay, bx - ax) % _QUARTER_RAD


def turned_by_rad(one: ReadDie, other: ReadDie) -> float:
    """How far two dice are turned against each other, up to a quarter turn."""
    between = abs(turn_rad(one) - turn_rad(other))
    return min(between, _QUARTER_RAD - between)


_FOUND = (90, 200, 90)
_EDGE = (60, 180, 240)
_STRIP_GAP_PX = 8


def with_markers(
    picture: Picture, markers_px: Mapping[int, Points], view: TrayView | None
) -> Picture:
    """A copy with each marker outlined, and the inner edge of the tray once it is found."""
    drawn = picture.copy()
    _outline(drawn, markers_px.values(), _FOUND)
    if view is not None:
        inner = view.ground_plane.to_picture(view.sheet.inner_corners_mm)
        _outline(drawn, (inner,), _EDGE)
    return drawn


def with_dice(picture: Picture, dice: Iterable[ReadDie], taken: Sequence[Picture]) -> Picture:
    """A copy with each die outlined, and the pictures that were taken along its lower edge."""
    drawn = picture.copy()
    _outline(drawn, (np.array(die.corners_px) for die in dice), _FOUND)
    left = _STRIP_GAP_PX
    for each in taken:
        height, width = each.shape[:2]
        top = drawn.shape[0] - height - _STRIP_GAP_PX
        if top < 0 or left + width > drawn.shape[1]:
            break
        drawn[top : top + height, left : left + width] = each
        left += width + _STRIP_GAP_PX
    return drawn


def _outline(picture: Picture, outlines_px: Iterable[Points], colour: tuple[int, int, int]) -> None:
    thickness = max(2, picture.shape[1] // 400)
    for outline in outlines_px:
        corners = np.rint(outline).astype(np.int32)
        cv2.polylines(picture, [corners], True, colour, thickness, cv2.LINE_AA)
