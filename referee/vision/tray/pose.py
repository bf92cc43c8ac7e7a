"""Where the camera is, from points of the flat sheet; with or without a calibrated lens.

Without calibration the lens is fitted along with the pose: its focal length, its centre, and the
strongest part of its distortion. How much a picture tells about them depends on the tilt: from
straight above it tells nothing about the focal length. So the fit leans on what is usual, with the
weight that the picture leaves open, and no threshold between the two is needed.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.tray.lens import Lens, Matrix
from referee.vision.tray.sheet import Points

Numbers = npt.NDArray[np.float64]

_USUAL_SPREAD = np.array([0.2, 0.08, 0.01, 0.01])
"""How far lenses are from the usual one: the focal length as a share of it, the first distortion
number, and the centre in focal lengths."""

_CORNER_PX = 0.15
"""How far a measured corner is off."""

_POSE = 6  # three numbers for the turn, three for the place
_FOCAL, _BEND, _ACROSS, _DOWN = range(_POSE, _POSE + 4)
_LEANING = np.hstack((np.zeros((len(_USUAL_SPREAD), _POSE)), np.diag(1 / _USUAL_SPREAD)))
_MOST_STEPS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Turn and place of the sheet before the camera, and the lens that goes with it."""

    turn: Numbers
    place_mm: Numbers
    lens: Lens
    focal_spread: float
    """Standard deviation of the focal length as a share of it; 0 if it is calibrated."""

    def plane(self, height_mm: float) -> Matrix:
        """Homography from millimetres at this height above the sheet to undistorted pixels."""
        turn = np.asarray(cv2.Rodrigues(self.turn)[0], np.float64)
        # x goes right and y down, so z goes down through the sheet: above it is negative.
        lifted = self.place_mm - height_mm * turn[:, 2]
        return np.asarray(self.lens.matrix @ np.column_stack((turn[:, 0], turn[:, 1], lifted)))

    @property
    def eye_mm(self) -> Numbers:
        """Where the camera is over the sheet: x, y and its height."""
        turn = np.asarray(cv2.Rodrigues(self.turn)[0], np.float64)
        x, y, z = -turn.T @ self.place_mm
        return np.array([x, y, -z])


def fit_pose(points_mm: Points, points_px: Points, lens: Lens, *, is_measured: bool) -> Pose | None:
    """The pose that explains the points of a picture best; None if none does."""
    straight_px = lens.straighten(points_px)
    start = _first_guess(points_mm, straight_px, lens.matrix)
    if start is None:
        return None
    return _Fit(points_mm, straight_px, lens, is_measured=is_measured).refined(start)


def _first_guess(points_mm: Points, points_px: Points, camera: Matrix) -> Numbers | None:
    try:
        is_found, turn, place = cv2.solvePnP(
            _flat(points_mm), points_px, camera, None, flags=cv2.SOLVEPNP_IPPE
        )
    except cv2.error:
        return None
    guess = np.concatenate((np.ravel(turn), np.ravel(place), [0.0] * len(_USUAL_SPREAD)))
    return guess if is_found and bool(np.isfinite(guess).all()) else None


def _flat(points_mm: Points) -> Numbers:
    return np.column_stack((points_mm, np.zeros(len(points_mm))))


def _solved(matrix: Numbers, values: Numbers) -> Numbers:
    """The solution; zeros, which make no step, if there is none."""
    try:
        return np.asarray(np.linalg.solve(matrix, values), np.float64)
    except np.linalg.LinAlgError:
        return np.zeros_like(values)


class _Fit:
    """Least squares over turn, place, the logarithm of focal to usual length, and the bend."""

    def __init__(
        self, points_mm: Points, points_px: Points, lens: Lens, *, is_measured: bool
    ) -> None:
        self._points = _flat(points_mm)
        self._seen = points_px
        self._lens = lens
        self._is_measured = is_measured
        self._free = _POSE if is_measured else _POSE + len(_USUAL_SPREAD)

    def refined(self, guess: Numbers) -> Pose | None:
        """Gauss–Newton with damping; every step must make the fit better."""
        damping, (cost, slope, curve) = 1e-4, self._model(guess)
        for _ in range(_MOST_STEPS):
            step = np.zeros(len(guess))
            step[: self._free] = _solved(curve + damping * np.diag(np.diag(curve)), -slope)
            trial = self._model(guess + step)
            if not trial[0] < cost:
                damping *= 10
                continue
            is_done = cost - trial[0] < 1e-6 * (1 + cost)
            guess, (cost, slope, curve), damping = guess + step, trial, damping / 10
            if is_done:
                break
        return self._pose(guess, curve)

    def _model(self, guess: Numbers) -> tuple[float, Numbers, Numbers]:
        """Cost, gradient and curvature; infinite cost where nothing can be projected."""
        camera, bend = self._camera(guess), np.array([guess[_BEND], 0.0, 0.0, 0.0])
        projected, slopes_px = cv2.projectPoints(self._points, guess[:3], guess[3:6], camera, bend)
        slopes = np.asarray(slopes_px, np.float64)
        off = (np.asarray(projected, np.float64).reshape(-1, 2) - self._seen).ravel() / _CORNER_PX
        jacobian = np.column_stack((slopes[:, :_POSE], self._by_lens(slopes, camera))) / _CORNER_PX
        if not self._is_measured:
            off = np.append(off, guess[_POSE:] / _USUAL_SPREAD)
            jacobian = np.vstack((jacobian, _LEANING))
        jacobian = jacobian[:, : self._free]
        cost = float(off @ off)
        return (cost if np.isfinite(cost) else np.inf), jacobian.T @ off, jacobian.T @ jacobian

    def _by_lens(self, slopes: Numbers, camera: Matrix) -> Numbers:
        """OpenCV's derivatives by focal lengths, centre and distortion, as those of our numbers."""
        by_focal = slopes[:, 6] * camera[0, 0] + slopes[:, 7] * camera[1, 1]
        usual = self._lens.focal_px[0]
        return np.column_stack(
            (by_focal, slopes[:, 10], slopes[:, 8] * usual, slopes[:, 9] * usual)
        )

    def _camera(self, guess: Numbers) -> Matrix:
        camera = self._lens.matrix
        camera[[0, 1], [0, 1]] *= np.exp(np.clip(guess[_FOCAL], -3.0, 3.0))
        camera[:2, 2] += self._lens.focal_px[0] * guess[[_ACROSS, _DOWN]]
        return camera

    def _pose(self, guess: Numbers, curve: Numbers) -> Pose | None:
        if not (np.isfinite(guess).all() and np.isfinite(curve).all()) or guess[5] <= 0:
            return None
        if self._is_measured:
            return Pose(guess[:3], guess[3:6], self._lens, 0.0)
        spread = float(np.sqrt(max(0.0, np.linalg.pinv(curve)[_FOCAL, _FOCAL])))
        return Pose(guess[:3], guess[3:6], self._fitted_lens(guess), spread)

    def _fitted_lens(self, guess: Numbers) -> Lens:
        camera = self._camera(guess)
        focal = (float(camera[0, 0]), float(camera[1, 1]))
        bend = (float(guess[_BEND]), 0.0, 0.0, 0.0)
        return Lens(*self._lens.size, focal, (float(camera[0, 2]), float(camera[1, 2])), bend)
