"""The board with which a lens is measured: a chessboard with a marker in every white square.

Its markers come from another family than the tray's, so that the one is never taken for the other.
"""

from __future__ import annotations

from functools import cache

import cv2
import msgspec
import numpy as np

from referee.vision.pictures import Picture
from referee.vision.tray.sheet import Points

BOARD_MARKERS = cv2.aruco.DICT_5X5_100
BOARD_MARKER_CELLS = 7
LEAST_CORNERS = 12


class LensBoard(msgspec.Struct, frozen=True):
    """How many squares across and down, how large they and the markers in them are."""

    across: int
    down: int
    square_mm: float
    marker_mm: float

    @property
    def corner_count(self) -> int:
        """How many inner corners the board has."""
        return (self.across - 1) * (self.down - 1)


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
