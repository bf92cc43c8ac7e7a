"""The lens of the camera: what a calibration measured, or what is usual."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from referee.vision.tray.sheet import Points, TrayError

Matrix = npt.NDArray[np.float64]

USUAL_FOCAL = 0.8
"""Focal length of webcams, Pi cameras and phones, in widths of the picture: 0.72 to 0.9."""


class Lens(msgspec.Struct, frozen=True):
    """Focal lengths, principal point and OpenCV distortion, for pictures of one size."""

    width_px: int
    height_px: int
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        numbers = np.array([*self.focal_px, *self.centre_px, *self.distortion], np.float64)
        if not (np.isfinite(numbers).all() and min(self.focal_px) > 0):
            raise TrayError("The lens has impossible numbers: calibrate the camera again.")
        if len(self.distortion) not in {0, 4, 5, 8, 12, 14} or min(self.size) < 1:
            raise TrayError("The lens is not complete: calibrate the camera again.")

    @classmethod
    def usual(cls, width_px: int, height_px: int, focal: float = USUAL_FOCAL) -> Lens:
        """A lens without distortion; `focal` counts longer sides of the picture."""
        focal_px = focal * max(width_px, height_px)
        centre = ((width_px - 1) / 2, (height_px - 1) / 2)
        return cls(width_px, height_px, (focal_px, focal_px), centre)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures it was measured with."""
        return self.width_px, self.height_px

    def at(self, width_px: int, height_px: int) -> Lens:
        """The same lens in a picture of another size, if that has the same shape."""
        across, down = width_px / self.width_px, height_px / self.height_px
        if abs(across / down - 1) > 0.01:
            raise TrayError(
                f"The camera was calibrated at {self.width_px} × {self.height_px} pixels and gives"
                f" {width_px} × {height_px}: set the old size or calibrate it again."
            )
        focal = (self.focal_px[0] * across, self.focal_px[1] * down)
        # Pixel centres are whole numbers, so the picture's corner is at -0.5.
        centre = ((self.centre_px[0] + 0.5) * across - 0.5, (self.centre_px[1] + 0.5) * down - 0.5)
        return Lens(width_px, height_px, focal, centre, self.distortion)

    @property
    def matrix(self) -> Matrix:
        """The camera matrix."""
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return np.array([(fx, 0, cx), (0, fy, cy), (0, 0, 1)], np.float64)

    def straighten(self, points_px: Points) -> Points:
        """Where the points of a picture would be without distortion."""
        if not self.distortion:
            return points_px
        bent = np.ascontiguousarray(points_px, np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(bent, self.matrix, np.array(self.distortion), P=self.matrix)
        return np.asarray(straight, np.float64).reshape(-1, 2)

    def bend(self, points_px: Points) -> Points:
        """Where points without distortion are in the picture."""
        if not self.distortion:
            return points_px
        rays = (points_px - np.array(self.centre_px)) / np.array(self.focal_px)
        rays = np.column_stack((rays, np.ones(len(rays))))
        still = np.zeros(3)
        bent, _ = cv2.projectPoints(rays, still, still, self.matrix, np.array(self.distortion))
        return np.asarray(bent, np.float64).reshape(-1, 2)
