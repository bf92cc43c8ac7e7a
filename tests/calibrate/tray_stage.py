"""A simulated tray before a camera, and a guide that is shown its frames."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from referee.calibrate.guide import Guide
from referee.clock import ManualClock
from referee.devices.camera.contract import CameraFrame
from referee.simulation.drawing.solids import TrayCamera
from referee.simulation.tray.camera import LockstepCamera
from referee.simulation.tray.world import TrayWorld
from referee.vision.pictures import Picture


def messages(guide: Guide[CameraFrame]) -> list[str]:
    return [each.message.removeprefix("calibrate-") for each in guide.view().troubles]


def advice(guide: Guide[CameraFrame]) -> list[str]:
    return [each.message.removeprefix("calibrate-") for each in guide.view().advice]


class TrayStage:
    """World, camera and clock."""

    def __init__(self, camera: TrayCamera | None = None, seed: int = 5) -> None:
        self.clock = ManualClock()
        at_an_angle = TrayCamera(tilt_deg=24.0, around_deg=20.0, away_mm=430.0)
        self.world = TrayWorld(
            np.random.default_rng(seed), self.clock, camera=camera or at_an_angle
        )
        self.camera = LockstepCamera(self.world, self.clock)
        self.camera.open()

    def frame(self) -> CameraFrame:
        while True:
            self.clock.advance_s(0.1)
            frame = self.camera.latest()
            if frame is not None:
                return frame

    def show(
        self,
        guide: Guide[CameraFrame],
        frames: int = 1,
        change: Callable[[Picture], np.ndarray] = lambda picture: picture,
    ) -> None:
        for _ in range(frames):
            frame = self.frame()
            guide.see(
                CameraFrame(np.asarray(change(frame.picture), np.uint8), frame.at_s, frame.seq)
            )

    def settle(self) -> None:
        while self.world.is_busy:
            self.clock.advance_s(0.2)


def shifted(picture: Picture, x_px: float, y_px: float = 0.0) -> Picture:
    """The same as if the camera was knocked."""
    matrix = np.array([(1, 0, x_px), (0, 1, y_px)], np.float64)
    size = (picture.shape[1], picture.shape[0])
    moved = cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)
