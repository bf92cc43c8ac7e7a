"""The lens from pictures of the board: its numbers, how well they fit, and which views are missing.

A lens is known only where it was looked through, so the board must have been seen in every part of
the picture; and its focal length only from boards that lean, in both directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import atan2, degrees

import cv2
import msgspec
import numpy as np

from referee.vision.pictures import Picture
from referee.vision.tray.calibration_board import BoardCorners
from referee.vision.tray.lens import Lens

FEWEST_VIEWS = 8
_CELLS = 3
_LEANING_DEG = 12.0
_WORST = 3.0


class Part(StrEnum):
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


class Lean(StrEnum):
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


def parts_of(view: BoardCorners, size: tuple[int, int]) -> frozenset[Part]:
    """The parts of the picture in which this view has corners."""
    cells = np.floor(view.points_px / np.array(size) * _CELLS).astype(int)
    inside = cells[((cells >= 0) & (cells < _CELLS)).all(axis=1)]
    return frozenset(tuple(Part)[row * _CELLS + column] for column, row in inside.tolist())


def lean_of(view: BoardCorners, size: tuple[int, int]) -> Lean | None:
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
    return (Lean.RIGHT, Lean.BOTTOM, Lean.LEFT, Lean.TOP)[quarter]


def missing_parts(views: Sequence[BoardCorners], size: tuple[int, int]) -> tuple[Part, ...]:
    """Where the board was never seen."""
    seen = frozenset[Part]().union(*(parts_of(view, size) for view in views))
    return tuple(part for part in Part if part not in seen)


def missing_leans(views: Sequence[BoardCorners], size: tuple[int, int]) -> tuple[Lean, ...]:
    """How the board never leaned."""
    seen = {lean_of(view, size) for view in views}
    return tuple(lean for lean in Lean if lean not in seen)


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
    for number, part in enumerate(Part):
        row, column = divmod(number, _CELLS)
        start = (column * width // _CELLS, row * height // _CELLS)
        end = ((column + 1) * width // _CELLS - 1, (row + 1) * height // _CELLS - 1)
        colour = (60, 60, 220) if part in missing else (120, 160, 120)
        cv2.rectangle(drawn, start, end, colour, max(2, width // 200))
    for view in views:
        for x, y in np.rint(view.points_px).astype(int).tolist():
            cv2.circle(drawn, (x, y), max(2, width // 300), (40, 200, 40), -1)
    return drawn
