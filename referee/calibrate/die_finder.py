"""Finds dice whatever they show, before a face is taught, and draws what was found."""

from collections.abc import Iterable, Mapping
from math import atan2, pi

import cv2
import numpy as np

from referee.vision.dice.centres import Centre, CentreFinder
from referee.vision.dice.face_reading import FoundDie, ToldFace, face_strength
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.faces.embedding import CUT_PX, CUT_WIDTHS
from referee.vision.pictures import Picture, shrunk
from referee.vision.readings import Certainty, ReadDie
from referee.vision.tray.sheet import Points
from referee.vision.tray.view import TrayView

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
        """The top face seen straight from above, its edges upright, as sets of faces keep it."""
        plane = view.top_plane(self._die_mm)
        corners = plane.to_plane(np.array(die.corners_px))
        across = (corners[1] - corners[0]) / np.linalg.norm(corners[1] - corners[0])
        steps = (np.arange(CUT_PX) - (CUT_PX - 1) / 2) * (CUT_WIDTHS * self._die_mm / CUT_PX)
        right, below = (each.reshape(-1, 1) for each in np.meshgrid(steps, steps))
        down = np.array((-across[1], across[0]))
        places_px = plane.to_picture(corners.mean(axis=0) + right * across + below * down)
        shrink = max(1.0, view.die_px(self._die_mm) * CUT_WIDTHS / CUT_PX)
        grid = ((places_px + 0.5) / shrink - 0.5).reshape(CUT_PX, CUT_PX, 2).astype(np.float32)
        source, edge = shrunk(picture, 1 / shrink), cv2.BORDER_REPLICATE
        cut = cv2.remap(source, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=edge)
        return np.asarray(cut, np.uint8)


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


def with_dice(picture: Picture, dice: Iterable[ReadDie]) -> Picture:
    """A copy with each die outlined."""
    drawn = picture.copy()
    _outline(drawn, (np.array(die.corners_px) for die in dice), _FOUND)
    return drawn


def _outline(picture: Picture, outlines_px: Iterable[Points], colour: tuple[int, int, int]) -> None:
    thickness = max(2, picture.shape[1] // 400)
    for outline in outlines_px:
        corners = np.rint(outline).astype(np.int32)
        cv2.polylines(picture, [corners], True, colour, thickness, cv2.LINE_AA)
