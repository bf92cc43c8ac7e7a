"""A camera over the tray that exists only on paper: pictures whose geometry is known exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np

from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import STANDARD_SHEET, TraySheet, sheet_origin_mm, sheet_picture

_PAGE_PX_PER_MM = 8.0


def lens_of(width: int = 1280, height: int = 720, focal: float = 0.8, bent: float = 0.0) -> Lens:
    """A lens with barrel distortion `bent`, a little off centre if it has any."""
    plain = Lens.usual(width, height, focal)
    if not bent:
        return plain
    centre = (plain.centre_px[0] + 0.01 * width, plain.centre_px[1] - 0.01 * height)
    return Lens(width, height, plain.focal_px, centre, (-bent, bent / 3, 0.0005, -0.0005, 0.0))


@cache
def _straight_places(lens: Lens) -> np.ndarray:
    """For each pixel of the fine picture, the place that the bent lens shows there."""
    rows, columns = np.mgrid[0 : 2 * lens.height_px, 0 : 2 * lens.width_px]
    places = (np.column_stack((columns.ravel(), rows.ravel())) + 0.5) / 2 - 0.5
    straight = ((lens.straighten(places) + 0.5) * 2 - 0.5).astype(np.float32)
    return straight.reshape(*rows.shape, 2)


@dataclass
class Scene:
    """Tilt from vertical, compass turn and distance of the camera, and what spoils the picture."""

    tilt_deg: float = 0.0
    turn_deg: float = 0.0
    distance_mm: float = 420.0
    lens: Lens = field(default_factory=lens_of)
    sheet: TraySheet = STANDARD_SHEET
    shift_mm: tuple[float, float] = (0.0, 0.0)
    blur_px: float = 0.7
    noise: float = 2.0
    light: float = 0.8
    shadow: bool = False
    seed: int = 1

    def pose(self) -> tuple[np.ndarray, np.ndarray]:
        """Rotation matrix and translation, sheet → camera."""
        tilt, turn = np.radians([self.tilt_deg, self.turn_deg])
        about_z = cv2.Rodrigues(np.array([0, 0, turn]))[0]
        about_x = cv2.Rodrigues(np.array([tilt, 0, 0]))[0]
        rotation = about_x @ about_z
        middle = np.array(
            [
                self.sheet.inner_width_mm / 2 + self.shift_mm[0],
                self.sheet.inner_height_mm / 2 + self.shift_mm[1],
                0,
            ]
        )
        return rotation, np.array([0, 0, self.distance_mm]) - rotation @ middle

    def project(self, points_mm: np.ndarray, height_mm: float = 0.0) -> np.ndarray:
        """Where points over the sheet are in the picture, by OpenCV's own projection."""
        rotation, place = self.pose()
        points = np.column_stack((points_mm, np.full(len(points_mm), -height_mm)))
        bent = np.array(self.lens.distortion) if self.lens.distortion else None
        seen = cv2.projectPoints(points, cv2.Rodrigues(rotation)[0], place, self.lens.matrix, bent)
        return seen[0].reshape(-1, 2)

    def homography(self) -> np.ndarray:
        """Sheet → pixels without distortion."""
        rotation, place = self.pose()
        to_pixels: np.ndarray = self.lens.matrix @ np.column_stack(
            (rotation[:, 0], rotation[:, 1], place)
        )
        return to_pixels

    def picture(self, ground: tuple[int, int, int] = (70, 90, 60)) -> np.ndarray:
        """The sheet on a table, drawn at twice the size and averaged down."""
        width, height = self.lens.size
        fine = self._page_on_table(ground)
        if self.lens.distortion:
            fine = self._bent(fine)
        small = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
        return self._spoiled(small)

    def _page_on_table(self, ground: tuple[int, int, int]) -> np.ndarray:
        page = sheet_picture(self.sheet, _PAGE_PX_PER_MM)
        origin = sheet_origin_mm(self.sheet)
        # A page pixel's centre is half a pixel inside; a fine pixel is half a picture's.
        to_mm = np.array(
            [
                (1 / _PAGE_PX_PER_MM, 0, origin[0] + 0.5 / _PAGE_PX_PER_MM),
                (0, 1 / _PAGE_PX_PER_MM, origin[1] + 0.5 / _PAGE_PX_PER_MM),
                (0, 0, 1),
            ]
        )
        finer = np.array([(2, 0, 0.5), (0, 2, 0.5), (0, 0, 1.0)])
        size = (2 * self.lens.width_px, 2 * self.lens.height_px)
        return cv2.warpPerspective(
            page, finer @ self.homography() @ to_mm, size, flags=cv2.INTER_AREA, borderValue=ground
        )

    def _bent(self, fine: np.ndarray) -> np.ndarray:
        columns, rows = cv2.split(_straight_places(self.lens))
        return cv2.remap(fine, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def _spoiled(self, picture: np.ndarray) -> np.ndarray:
        rng = np.random.default_rng(self.seed)
        if self.blur_px:
            picture = cv2.GaussianBlur(picture, (0, 0), self.blur_px)
        picture = 12 + picture * self.light
        if self.shadow:
            picture[:, : picture.shape[1] // 2 + 40] *= 0.45
        picture = picture + rng.normal(0, self.noise, picture.shape)
        return np.clip(picture, 0, 255).astype(np.uint8)
