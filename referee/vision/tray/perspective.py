"""Where the camera is over the flat sheet, and planes over the tray seen straight from above.

Without calibration the lens is fitted along with the pose: its focal length, its centre, and the
strongest part of its distortion. How much a picture tells about them depends on the tilt: from
straight above it tells nothing about the focal length. So the fit leans on what is usual, with the
weight that the picture leaves open, and no threshold between the two is needed.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import LARGEST_PIXELS, Picture, shrunk
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
        points_px = mapped(points_mm, self.homography)
        return self.lens.bend(points_px) if self.lens else points_px

    def to_plane(self, points_px: Points) -> Points:
        """Which points of the plane the picture shows at these pixels."""
        straight = np.asarray(points_px, np.float64).reshape(-1, 2)
        return mapped(self.lens.straighten(straight) if self.lens else straight, self._inverse)

    def px_per_mm(self) -> float:
        """How large a millimetre is in the picture, in the middle of the tray."""
        middle = np.array([self.width_mm, self.height_mm]) / 2
        square = self.to_picture(middle + np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64))
        return float(np.sqrt(abs(cv2.contourArea(square.astype(np.float32)))))


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
        source = shrunk(picture, 1 / self._shrink)
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


def mapped(points: Points, matrix: Matrix) -> Points:
    """The points after a homography."""
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    x, y, depth = matrix @ np.column_stack((flat, np.ones(len(flat)))).T
    # A point on the horizon has no image; a huge one keeps every number finite.
    depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    return np.column_stack((x / depth, y / depth))


Numbers = npt.NDArray[np.float64]

_USUAL_SPREAD = np.array([0.2, 0.08, 0.01, 0.01])
"""How far lenses are from the usual one: the focal length as a share of it, the first distortion
number, and the centre in focal lengths. Webcams, Pi cameras and phones have 0.72 to 0.9 widths; the
rest is chosen by hand: wider, and a noisy corner bends the lens; narrower, and a wide-angle lens
does not fit."""

_CORNER_PX = 0.15
"""How far a measured corner is off: usual in drawn trays (`tests/vision/test_tray_view.py`, at most
0.25)."""

_POSE = 6  # three numbers for the turn, three for the place
_FOCAL, _BEND, _ACROSS, _DOWN = range(_POSE, _POSE + 4)
_LEANING = np.hstack((np.zeros((len(_USUAL_SPREAD), _POSE)), np.diag(1 / _USUAL_SPREAD)))
_MOST_STEPS = 20


@dataclass(frozen=True, slots=True, eq=False)
class CameraPose:
    """Turn and place of the sheet before the camera, and the lens that goes with it."""

    turn: Numbers
    place_mm: Numbers
    lens: Lens

    def plane(self, height_mm: float) -> Matrix:
        """Homography from millimetres at this height above the sheet to undistorted pixels."""
        turn = np.asarray(cv2.Rodrigues(self.turn)[0], np.float64)
        # x goes right and y down, so z goes down through the sheet: above it is negative.
        lifted = self.place_mm - height_mm * turn[:, 2]
        return np.asarray(self.lens.matrix @ np.column_stack((turn[:, 0], turn[:, 1], lifted)))


def fit_pose(
    points_mm: Points, points_px: Points, lens: Lens, *, is_measured: bool
) -> CameraPose | None:
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

    def refined(self, guess: Numbers) -> CameraPose | None:
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

    def _pose(self, guess: Numbers, curve: Numbers) -> CameraPose | None:
        if not (np.isfinite(guess).all() and np.isfinite(curve).all()) or guess[5] <= 0:
            return None
        lens = self._lens if self._is_measured else self._fitted_lens(guess)
        return CameraPose(guess[:3], guess[3:6], lens)

    def _fitted_lens(self, guess: Numbers) -> Lens:
        camera = self._camera(guess)
        focal = (float(camera[0, 0]), float(camera[1, 1]))
        bend = (float(guess[_BEND]), 0.0, 0.0, 0.0)
        return Lens(*self._lens.size, focal, (float(camera[0, 2]), float(camera[1, 2])), bend)
