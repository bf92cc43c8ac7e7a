"""A drawn camera picture of the dice tray: the printed sheet, the dice on it, any camera angle.

The world has its origin in the middle of the sheet, x to the right, y away from the viewer and z
up, in millimetres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.twin.dice.drawing import DrawnDie, draw_dice
from referee.twin.dice.light import Light, lamp
from referee.twin.dice.noise import Rng
from referee.twin.dice.solid import Matrix, PlacedDie
from referee.vision.pictures import Picture
from referee.vision.tray.lens import Lens
from referee.vision.tray.perspective import Plane
from referee.vision.tray.sheet import STANDARD_SHEET, TraySheet, sheet_origin_mm, sheet_picture

_PAGE_PX_PER_MM = 4.0
_TABLE = (88, 104, 116)


@dataclass(frozen=True, slots=True)
class TrayCamera:
    """Where the camera hangs: degrees from straight above, from which side, and how far away."""

    tilt_deg: float = 0.0
    around_deg: float = 0.0
    away_mm: float = 430.0
    width_px: int = 1280
    height_px: int = 720

    @property
    def lens(self) -> Lens:
        """The camera's lens: a usual one without distortion."""
        return Lens.usual(self.width_px, self.height_px)

    def projection(self) -> Matrix:
        """From world points to pixels, 3 × 4."""
        tilt, around = np.radians([self.tilt_deg, self.around_deg])
        side = np.array([np.sin(around), -np.cos(around), 0.0])
        eye = self.away_mm * (np.cos(tilt) * np.array([0.0, 0.0, 1.0]) + np.sin(tilt) * side)
        forward = -eye / np.linalg.norm(eye)
        # The picture stays upright: its down is the viewer's side of the table.
        down = np.array([0.0, -1.0, 0.0])
        down = down - (down @ forward) * forward
        down /= np.linalg.norm(down)
        right = np.cross(down, forward)
        rotation = np.array([right, down, forward])
        return np.asarray(self.lens.matrix @ np.column_stack((rotation, -rotation @ eye)))


@dataclass(frozen=True, slots=True)
class TrayShot:
    """A picture, what is true of each die in it, and the true planes of top faces and sheet."""

    picture: Picture
    dice: tuple[DrawnDie, ...]
    top_plane: Plane
    ground_plane: Plane


def world_of(sheet: TraySheet, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Where a point of the sheet is in the world."""
    return x_mm - sheet.inner_width_mm / 2, sheet.inner_height_mm / 2 - y_mm


def draw_tray(
    rng: Rng,
    dice: Sequence[PlacedDie],
    camera: TrayCamera,
    *,
    sheet: TraySheet = STANDARD_SHEET,
    light: Light | None = None,
    die_mm: float = 16.0,
) -> TrayShot:
    """A picture of the sheet with the dice on it, sizes and places in millimetres."""
    projection = camera.projection()
    ground = _sheet_on_table(sheet, camera, projection)
    picture, drawn = draw_dice(ground, dice, projection, light or lamp(62.0, 130.0), rng)
    noisy = picture + rng.normal(0.0, 1.5, picture.shape)
    top, below = (_plane(projection, sheet, height_mm) for height_mm in (die_mm, 0.0))
    return TrayShot(np.clip(noisy, 0, 255).astype(np.uint8), drawn, top, below)


def _plane(projection: Matrix, sheet: TraySheet, height_mm: float) -> Plane:
    matrix = _plane_homography(projection, sheet, height_mm)
    return Plane(matrix, sheet.inner_width_mm, sheet.inner_height_mm)


def _plane_homography(projection: Matrix, sheet: TraySheet, height_mm: float) -> Matrix:
    """From millimetres of the sheet, lifted to a height, to pixels."""
    left, top = world_of(sheet, 0.0, 0.0)
    lifted = np.array([(1.0, 0.0, left), (0.0, -1.0, top), (0.0, 0.0, height_mm), (0.0, 0.0, 1.0)])
    return np.asarray(projection @ lifted)


def _sheet_on_table(sheet: TraySheet, camera: TrayCamera, projection: Matrix) -> Picture:
    page = sheet_picture(sheet, _PAGE_PX_PER_MM)
    origin = sheet_origin_mm(sheet)
    half = 0.5 / _PAGE_PX_PER_MM
    to_mm = np.array(
        [
            (1 / _PAGE_PX_PER_MM, 0.0, origin[0] + half),
            (0.0, 1 / _PAGE_PX_PER_MM, origin[1] + half),
            (0.0, 0.0, 1.0),
        ]
    )
    matrix = _plane_homography(projection, sheet, 0.0) @ to_mm
    size = (camera.width_px, camera.height_px)
    drawn = cv2.warpPerspective(page, matrix, size, flags=cv2.INTER_AREA, borderValue=_TABLE)
    return np.asarray(drawn, np.uint8)
