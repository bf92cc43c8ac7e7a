"""The lens of the camera: what is usual, or what pictures of a board measured.

The board is a chessboard with a marker in every white square. Its markers come from another family
than the tray's, so that the one is never taken for the other. A lens is known only where it was
looked through, so the board must have been seen in every part of the picture; and its focal length
only from boards that lean, in both directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from math import atan2, degrees

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import Picture
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


BOARD_MARKERS = cv2.aruco.DICT_5X5_100
BOARD_MARKER_CELLS = 7
LEAST_CORNERS = 12


class LensBoard(msgspec.Struct, frozen=True):
    """How many squares across and down, how large they and the markers in them are."""

    across: int
    down: int
    square_mm: float
    marker_mm: float


STANDARD_BOARD = LensBoard(9, 6, 28.0, 21.0)
"""Fills an A4 page."""


class BoardCorners(msgspec.Struct, frozen=True, eq=False):
    """The inner corners of the board that one picture shows: on the board and in the picture."""

    points_mm: Points
    points_px: Points


def opencv_board(board: LensBoard) -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it."""
    dictionary = cv2.aruco.getPredefinedDictionary(BOARD_MARKERS)
    size = (board.across, board.down)
    return cv2.aruco.CharucoBoard(size, board.square_mm, board.marker_mm, dictionary)


@cache
def _detector(board: LensBoard) -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(opencv_board(board))


def find_board(picture: Picture, board: LensBoard = STANDARD_BOARD) -> BoardCorners | None:
    """The corners of the board in this picture; None if there are too few to measure with."""
    corners, numbers, _, _ = _detector(board).detectBoard(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    # Without any corner OpenCV gives None.
    if np.size(numbers) < LEAST_CORNERS:
        return None
    places_mm = np.asarray(opencv_board(board).getChessboardCorners(), np.float64)[:, :2]
    found_mm = places_mm[np.asarray(numbers).ravel()]
    if np.linalg.matrix_rank(found_mm - found_mm[0], tol=1e-6) < 2:
        return None
    return BoardCorners(found_mm, np.asarray(corners, np.float64).reshape(-1, 2))


FEWEST_VIEWS = 8
_CELLS = 3
# Chosen by hand: a flatter board tells little about the focal length, a steeper one is hard to
# hold.
_LEANING_DEG = 12.0
_WORST = 3.0  # times the usual error of a view: it was moved while the picture was taken


class PicturePart(StrEnum):
    """A ninth of the picture; each has a word `calibrate-part-…`."""

    TOP_LEFT = "top-left"
    TOP = "top"
    TOP_RIGHT = "top-right"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    BOTTOM_LEFT = "bottom-left"
    BOTTOM = "bottom"
    BOTTOM_RIGHT = "bottom-right"


class BoardLean(StrEnum):
    """Which edge of the board is nearer to the camera; each has a word `calibrate-lean-…`."""

    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"


class LensFit(msgspec.Struct, frozen=True):
    """A lens and how far the corners of each view are from where it puts them, in pixels."""

    lens: Lens
    error_px: float
    view_errors_px: tuple[float, ...]

    @property
    def odd_views(self) -> tuple[int, ...]:
        """Views that fit much worse than the others, by their number from zero."""
        usual = float(np.median(self.view_errors_px))
        errors = enumerate(self.view_errors_px)
        return tuple(number for number, error in errors if error > _WORST * max(usual, 0.05))


def parts_of(view: BoardCorners, size: tuple[int, int]) -> frozenset[PicturePart]:
    """The parts of the picture in which this view has corners."""
    cells = np.floor(view.points_px / np.array(size) * _CELLS).astype(int)
    inside = cells[((cells >= 0) & (cells < _CELLS)).all(axis=1)]
    return frozenset(tuple(PicturePart)[row * _CELLS + column] for column, row in inside.tolist())


def lean_of(view: BoardCorners, size: tuple[int, int]) -> BoardLean | None:
    """How the board leans, if it clearly does; a usual lens is good enough to tell."""
    flat = np.column_stack((view.points_mm, np.zeros(len(view.points_mm))))
    camera = Lens.usual(*size).matrix
    is_found, turn, _ = cv2.solvePnP(flat, view.points_px, camera, np.zeros(4))
    if not is_found:
        return None
    x, y, z = (float(each) for each in np.asarray(cv2.Rodrigues(turn)[0])[:, 2])
    facing = -1.0 if z > 0 else 1.0
    if degrees(atan2(np.hypot(x, y), abs(z))) < _LEANING_DEG:
        return None
    # The board's normal points away from its nearer edge.
    quarter = round(degrees(atan2(-facing * y, -facing * x)) / 90) % 4
    return (BoardLean.RIGHT, BoardLean.BOTTOM, BoardLean.LEFT, BoardLean.TOP)[quarter]


def missing_parts(views: Sequence[BoardCorners], size: tuple[int, int]) -> tuple[PicturePart, ...]:
    """Where the board was never seen."""
    seen = frozenset[PicturePart]().union(*(parts_of(view, size) for view in views))
    return tuple(part for part in PicturePart if part not in seen)


def missing_leans(views: Sequence[BoardCorners], size: tuple[int, int]) -> tuple[BoardLean, ...]:
    """How the board never leaned."""
    seen = {lean_of(view, size) for view in views}
    return tuple(lean for lean in BoardLean if lean not in seen)


def fit_lens(views: Sequence[BoardCorners], size: tuple[int, int]) -> LensFit:
    """The lens that explains these views best."""
    boards = [_on_board(view) for view in views]
    corners = [view.points_px.astype(np.float32) for view in views]
    guess = Lens.usual(*size).matrix
    # The third radial term only follows noise at the rim of usual lenses.
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_K3
    _, camera, bend, turns, places = cv2.calibrateCamera(
        boards, corners, size, guess, np.zeros(5), flags=flags
    )
    numbers = np.asarray(bend, np.float64).ravel()[:4]
    lens = Lens(
        *size,
        (float(camera[0, 0]), float(camera[1, 1])),
        (float(camera[0, 2]), float(camera[1, 2])),
        tuple(float(each) for each in numbers),
    )
    errors = []
    for board, seen, turn, place in zip(boards, corners, turns, places, strict=True):
        drawn, _ = cv2.projectPoints(board, turn, place, lens.matrix, numbers)
        off = np.asarray(drawn).reshape(-1, 2) - seen
        errors.append(float(np.sqrt((off**2).sum(axis=1).mean())))
    total = float(np.sqrt(np.mean(np.square(errors))))
    return LensFit(lens, total, tuple(errors))


def _on_board(view: BoardCorners) -> np.typing.NDArray[np.float32]:
    return np.column_stack((view.points_mm, np.zeros(len(view.points_mm)))).astype(np.float32)


def coverage_picture(picture: Picture, views: Sequence[BoardCorners]) -> Picture:
    """What the camera sees now, every corner that was taken, and in red where none was yet."""
    drawn = np.asarray(picture // 2 + 64, np.uint8)
    height, width = picture.shape[:2]
    missing = missing_parts(views, (width, height))
    for number, part in enumerate(PicturePart):
        row, column = divmod(number, _CELLS)
        start = (column * width // _CELLS, row * height // _CELLS)
        end = ((column + 1) * width // _CELLS - 1, (row + 1) * height // _CELLS - 1)
        colour = (60, 60, 220) if part in missing else (120, 160, 120)
        cv2.rectangle(drawn, start, end, colour, max(2, width // 200))
    for view in views:
        for x, y in np.rint(view.points_px).astype(int).tolist():
            cv2.circle(drawn, (x, y), max(2, width // 300), (40, 200, 40), -1)
    return drawn
