"""The printed board before a simulated lens, in front of a plain wall."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.devices.camera.contract import CameraFrame
from referee.simulation.calibration_hands import ALL_SIDES, BoardPose, with_board
from referee.vision.pictures import Picture
from referee.vision.tray.lens import Lens

__all__ = ["ALL_SIDES", "LENS", "board_picture", "frames"]

LENS = Lens(1280, 720, (1010.0, 1018.0), (652.0, 349.0), (-0.09, 0.03, 0.0008, -0.0005))


def board_picture(*hold: float, lens: Lens = LENS) -> Picture:
    """The board with its middle at this place of the picture (0 … 1), turned around both axes."""
    wall = np.full((lens.height_px, lens.width_px, 3), (90, 110, 120), np.uint8)
    return with_board(wall, lens, BoardPose(*hold))


def frames(picture: Picture, count: int = 2, seed: int = 1) -> Iterator[CameraFrame]:
    """The same view some frames long, each with its own noise."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        noisy = np.clip(picture + rng.normal(0, 2.0, picture.shape), 0, 255).astype(np.uint8)
        yield CameraFrame(noisy, number / 30, number)
