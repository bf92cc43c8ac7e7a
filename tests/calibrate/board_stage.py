"""The printed board before a simulated lens: bent as the lens bends, leaning as it is held."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from referee.calibrate.page import page_picture
from referee.calibrate.targets import board_page
from referee.devices.camera.contract import Frame
from referee.language import language
from referee.vision.tray.lens import Lens

LENS = Lens(1280, 720, (1010.0, 1018.0), (652.0, 349.0), (-0.09, 0.03, 0.0008, -0.0005))
_PX_PER_MM = 6.0
_PAGE = board_page(language("en"))
_PRINT = cv2.GaussianBlur(page_picture(_PAGE, _PX_PER_MM), (0, 0), 1.5)


@cache
def _straight_pixels(lens: Lens):
    """Where every pixel would be without distortion."""
    columns, rows = np.meshgrid(np.arange(lens.width_px), np.arange(lens.height_px))
    return lens.straighten(np.column_stack((columns.ravel(), rows.ravel())).astype(float))


def board_picture(
    x: float,
    y: float,
    around_x_deg: float = 0.0,
    around_y_deg: float = 0.0,
    away_mm: float = 420.0,
    *,
    lens: Lens = LENS,
):
    """The board with its middle at this place of the picture (0 … 1), turned around both axes."""
    turn = cv2.Rodrigues(np.radians([around_x_deg, 0.0, 0.0]))[0]
    turn = cv2.Rodrigues(np.radians([0.0, around_y_deg, 0.0]))[0] @ turn
    ray = np.linalg.inv(lens.matrix) @ (x * lens.width_px, y * lens.height_px, 1.0)
    middle = ray * away_mm
    to_mm = np.diag([1 / _PX_PER_MM, 1 / _PX_PER_MM, 1.0])
    to_mm[:2, 2] = 0.5 / _PX_PER_MM - np.array([_PAGE.width_mm, _PAGE.height_mm]) / 2
    plane = lens.matrix @ np.column_stack((turn[:, :2], middle))
    # Where each pixel of the bent picture comes from on the paper.
    straight = _straight_pixels(lens)
    back = np.linalg.inv(plane @ to_mm)
    paper = back @ np.column_stack((straight, np.ones(len(straight)))).T
    places = (paper[:2] / paper[2]).T.reshape(lens.height_px, lens.width_px, 2).astype(np.float32)
    return cv2.remap(
        _PRINT, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderValue=(90, 110, 120)
    )


ALL_SIDES = (
    (0.2, 0.25, 0, 0, 420), (0.8, 0.25, 0, 0, 420), (0.2, 0.75, 0, 0, 420), (0.8, 0.75, 0, 0, 420),
    (0.5, 0.5, 25, 0, 420), (0.5, 0.5, -25, 0, 420), (0.5, 0.5, 0, 25, 420),
    (0.5, 0.5, 0, -25, 420), (0.35, 0.4, 20, 20, 400), (0.65, 0.6, -20, 20, 400),
    (0.5, 0.5, 0, 0, 300),
)  # fmt: skip


def frames(picture, count: int = 2, seed: int = 1):
    """The same view some frames long, each with its own noise."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        noisy = np.clip(picture + rng.normal(0, 2.0, picture.shape), 0, 255).astype(np.uint8)
        yield Frame(noisy, number / 30, number)
