"""A flat plane over the tray, and the picture seen straight from above it."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import LARGEST_PIXELS, Picture
from referee.vision.tray.lens import Lens, Matrix
from referee.vision.tray.sheet import Points, TrayError

_FARTHEST_PX = 1e7
_LEAST_SHRINK = 1.5
"""From here on the picture is averaged first: single pixels would be skipped."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Millimetres on a plane over the tray ↔ pixels of the picture."""

    homography: Matrix
    """From millimetres to pixels, before the lens bends them."""

    width_mm: float
    height_mm: float
    lens: Lens | None = None
    _inverse: Matrix = field(init=False, repr=False)

    def __post_init__(self) -> None:
        matrix = np.asarray(self.homography, np.float64)
        if matrix.shape != (3, 3) or not is_usable(matrix, self.width_mm, self.height_mm):
            raise TrayError("The plane of the tray cannot be seen: show all four markers again.")
        object.__setattr__(self, "homography", matrix)
        object.__setattr__(self, "_inverse", np.linalg.inv(matrix))

    def to_picture(self, points_mm: Points) -> Points:
        """Where points of the plane are in the picture."""
        points_px = _mapped(points_mm, self.homography)
        return self.lens.bend(points_px) if self.lens else points_px

    def to_plane(self, points_px: Points) -> Points:
        """Which points of the plane the picture shows at these pixels."""
        straight = np.asarray(points_px, np.float64).reshape(-1, 2)
        return _mapped(self.lens.straighten(straight) if self.lens else straight, self._inverse)

    def px_per_mm(self) -> float:
        """How large a millimetre is in the picture, in the middle of the tray."""
        middle = np.array([self.width_mm, self.height_mm]) / 2
        square = self.to_picture(middle + np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64))
        return float(np.sqrt(abs(cv2.contourArea(square.astype(np.float32)))))

    def rectify(self, picture: Picture, px_per_mm: float) -> Picture:
        """The inside of the tray seen straight from above."""
        return Rectifier(self, px_per_mm).rectify(picture)


class Rectifier:
    """Rectifies picture after picture at one scale; makes its table of places only once."""

    def __init__(self, plane: Plane, px_per_mm: float) -> None:
        if not 0 < px_per_mm < 1000:
            raise TrayError(f"{px_per_mm} pixels per millimetre cannot be: give 0.5 to 10.")
        self.plane = plane
        self.px_per_mm = px_per_mm
        self.width_px = max(1, round(plane.width_mm * px_per_mm))
        self.height_px = max(1, round(plane.height_mm * px_per_mm))
        if self.width_px * self.height_px > LARGEST_PIXELS:
            raise TrayError(f"{px_per_mm} pixels per millimetre is too fine: give 0.5 to 10.")
        shrink = plane.px_per_mm() / px_per_mm
        self._shrink = shrink if shrink > _LEAST_SHRINK else 1.0
        self._places = self._table() if plane.lens and plane.lens.distortion else None

    def rectify(self, picture: Picture) -> Picture:
        """The plane seen straight from above; what lies outside the picture is black."""
        source = self._averaged(picture)
        if self._places is not None:
            warped = cv2.remap(source, *self._places, cv2.INTER_LINEAR)
        else:
            size = (self.width_px, self.height_px)
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            warped = cv2.warpPerspective(source, self._straight_map(), size, flags=flags)
        return np.asarray(warped, np.uint8)

    def to_picture(self, points: Points) -> Points:
        """Where points of the rectified picture are in the original one."""
        return self.plane.to_picture(
            (np.asarray(points, np.float64).reshape(-1, 2) + 0.5) / self.px_per_mm
        )

    def from_picture(self, points_px: Points) -> Points:
        """Where points of the original picture are in the rectified one."""
        return self.plane.to_plane(points_px) * self.px_per_mm - 0.5

    def _averaged(self, picture: Picture) -> Picture:
        if self._shrink == 1.0:
            return picture
        scale = 1 / self._shrink
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.uint8)

    def _straight_map(self) -> Matrix:
        """From rectified pixels to pixels of the averaged picture."""
        to_mm = np.array([(1, 0, 0.5), (0, 1, 0.5), (0, 0, self.px_per_mm)])
        half = (1 / self._shrink - 1) / 2
        shrunk = np.array([(1 / self._shrink, 0, half), (0, 1 / self._shrink, half), (0, 0, 1)])
        return np.asarray(shrunk @ self.plane.homography @ to_mm)

    def _table(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
        rows, columns = np.mgrid[0 : self.height_px, 0 : self.width_px]
        places = self.to_picture(np.column_stack((columns.ravel(), rows.ravel())))
        places = ((places + 0.5) / self._shrink - 0.5).astype(np.float32)
        grid = places.reshape(self.height_px, self.width_px, 2)
        whole, fraction = cv2.convertMaps(grid[..., 0], grid[..., 1], cv2.CV_16SC2)
        return np.asarray(whole, np.int16), np.asarray(fraction, np.uint16)


def is_usable(matrix: Matrix, width_mm: float, height_mm: float) -> bool:
    """Whether the whole area is before the camera, right way round and not squeezed to a line."""
    if not (np.isfinite(matrix).all() and np.abs(matrix).max() < 1e12):
        return False
    corners = np.array([(0, 0, 1), (width_mm, 0, 1), (width_mm, height_mm, 1), (0, height_mm, 1)])
    x, y, depth = matrix @ corners.T
    if not depth.min() > 1e-6 * np.abs(depth).max():
        return False
    quad_px = np.column_stack((x / depth, y / depth))
    return bool(np.abs(quad_px).max() < _FARTHEST_PX) and _is_upright(quad_px)


def _is_upright(quad_px: Points) -> bool:
    """Every corner turns clockwise, and none is sharper than a view from the side would make it."""
    ahead = np.roll(quad_px, -1, axis=0) - quad_px
    back = np.roll(quad_px, 1, axis=0) - quad_px
    lengths = np.linalg.norm(ahead, axis=1) * np.linalg.norm(back, axis=1)
    turns = ahead[:, 0] * back[:, 1] - ahead[:, 1] * back[:, 0]
    return bool((turns > 0.02 * lengths).all() and lengths.min() > 1)


def _mapped(points: Points, matrix: Matrix) -> Points:
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    x, y, depth = matrix @ np.column_stack((flat, np.ones(len(flat)))).T
    # A point on the horizon has no image; a huge one keeps every number finite.
    depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    return np.column_stack((x / depth, y / depth))
