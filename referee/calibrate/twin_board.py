"""The printed board before the simulated camera: bent as the lens bends, leaning as it is held."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from referee.calibrate.page import page_picture
from referee.calibrate.targets import board_page
from referee.language import language
from referee.vision.pictures import Picture
from referee.vision.tray.lens import Lens

_PX_PER_MM = 6.0
_PRINT_BLUR_PX = 1.5


class Hold(NamedTuple):
    """Where the middle of the board is in the picture (0 … 1), how it leans, how far away it is."""

    x: float
    y: float
    around_x_deg: float = 0.0
    around_y_deg: float = 0.0
    away_mm: float = 420.0


ALL_SIDES = (
    Hold(0.2, 0.25),
    Hold(0.8, 0.25),
    Hold(0.2, 0.75),
    Hold(0.8, 0.75),
    Hold(0.5, 0.5, 25.0, 0.0),
    Hold(0.5, 0.5, -25.0, 0.0),
    Hold(0.5, 0.5, 0.0, 25.0),
    Hold(0.5, 0.5, 0.0, -25.0),
    Hold(0.35, 0.4, 20.0, 20.0, 400.0),
    Hold(0.65, 0.6, -20.0, 20.0, 400.0),
    Hold(0.5, 0.5, 0.0, 0.0, 300.0),
)
"""Enough to know a lens: every part of the picture, and leaning to every side."""


def with_board(picture: Picture, lens: Lens, hold: Hold) -> Picture:
    """What this lens makes of the picture when somebody holds the board into it."""
    straight = _straight_pixels(lens)
    paper = np.linalg.inv(_paper_to_picture(lens, hold)) @ straight
    places = (paper[:2] / paper[2]).T.reshape(lens.height_px, lens.width_px, 2).astype(np.float32)
    drawn = picture.copy()
    cv2.remap(
        _printed(),
        places[..., 0],
        places[..., 1],
        cv2.INTER_LINEAR,
        dst=drawn,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    return drawn


def _paper_to_picture(lens: Lens, hold: Hold) -> npt.NDArray[np.float64]:
    """From pixels of the print to pixels of a picture without distortion."""
    page = board_page(language("en"))
    turn = _turn(1, hold.around_y_deg) @ _turn(0, hold.around_x_deg)
    ray = np.linalg.inv(lens.matrix) @ (hold.x * lens.width_px, hold.y * lens.height_px, 1.0)
    to_mm = np.diag([1 / _PX_PER_MM, 1 / _PX_PER_MM, 1.0])
    to_mm[:2, 2] = 0.5 / _PX_PER_MM - np.array([page.width_mm, page.height_mm]) / 2
    plane: npt.NDArray[np.float64] = lens.matrix @ np.column_stack(
        (turn[:, :2], ray * hold.away_mm)
    )
    return plane @ to_mm


def _turn(axis: int, degrees: float) -> npt.NDArray[np.float64]:
    around = np.zeros(3)
    around[axis] = np.radians(degrees)
    return np.asarray(cv2.Rodrigues(around)[0], np.float64)


@cache
def _printed() -> Picture:
    page = page_picture(board_page(language("en")), _PX_PER_MM)
    return np.asarray(cv2.GaussianBlur(page, (0, 0), _PRINT_BLUR_PX), np.uint8)


@cache
def _straight_pixels(lens: Lens) -> npt.NDArray[np.float64]:
    """Where every pixel would be without distortion, as columns x, y, 1."""
    columns, rows = np.meshgrid(np.arange(lens.width_px), np.arange(lens.height_px))
    pixels = np.column_stack((columns.ravel(), rows.ravel())).astype(np.float64)
    return np.vstack((lens.straighten(pixels).T, np.ones(len(pixels))))
