"""A roll of dice as a camera sees it: drawn dice slide and turn, stop, and lie still."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np

from referee.clock import ManualClock
from referee.devices.camera.contract import (
    CameraDeviceStatus,
    CameraFrame,
    CameraState,
    LightSettings,
)
from referee.devices.device import OpensAndCloses
from referee.simulation.drawing.solids import PlacedDie, TrayCamera, turned
from referee.vision.pictures import Picture
from scripts.drawn_scenes.tray_shots import draw_tray, throw_dice

RATE_HZ = 30.0
_MOVING_FRAMES = 6
_STILL_PICTURES = 4
_WAY_MM = 60.0
_TURN_RAD = 2.0
_CAMERA = TrayCamera(tilt_deg=15.0, around_deg=20.0)


class DrawnRoll(msgspec.Struct, frozen=True, eq=False):
    """The pictures of dice that roll, those of the same dice at rest, and what they show."""

    moving: tuple[Picture, ...]
    still: tuple[Picture, ...]
    faces: tuple[str, ...]


def draw_roll(
    chance: np.random.Generator, count: int = 5, camera: TrayCamera = _CAMERA
) -> DrawnRoll:
    """A roll of so many dice with any faces."""
    faces = tuple(sorted(str(value) for value in chance.integers(1, 7, count)))
    dice = throw_dice(chance, faces)
    ways = [_WAY_MM * (1 - step / _MOVING_FRAMES) ** 2 for step in range(1, _MOVING_FRAMES)]
    moving = [_picture(chance, [_moved(die, way_mm) for die in dice], camera) for way_mm in ways]
    rest = _picture(chance, dice, camera)
    return DrawnRoll(tuple(moving), _with_noise(chance, rest), faces)


def _picture(
    chance: np.random.Generator, dice: list[PlacedDie] | tuple[PlacedDie, ...], camera: TrayCamera
) -> Picture:
    return draw_tray(chance, dice, camera).picture


def _moved(die: PlacedDie, way_mm: float) -> PlacedDie:
    """The die so far before its place, and turned as far."""
    turn = turned(_TURN_RAD * way_mm / _WAY_MM)
    return replace(die, centre=die.centre + np.array([way_mm, 0.3 * way_mm, 0.0]), rotation=turn)


def _with_noise(chance: np.random.Generator, picture: Picture) -> tuple[Picture, ...]:
    """The same scene several times, each with another noise of the sensor."""
    pictures = []
    for _ in range(_STILL_PICTURES):
        noise = chance.integers(-2, 3, picture.shape, np.int16)
        pictures.append(np.clip(picture + noise, 0, 255).astype(np.uint8))
    return tuple(pictures)


class RollCamera(OpensAndCloses):
    """Gives the newest frame of a roll at the time of its clock; a frame that is late is missed."""

    def __init__(self, clock: ManualClock, rate_hz: float = RATE_HZ) -> None:
        self.clock = clock
        self._rate_hz = rate_hz
        self._roll: DrawnRoll | None = None
        self._began = 0
        self._given = -1

    def roll(self, roll: DrawnRoll) -> None:
        """The next frame is the first of this roll."""
        self._roll = roll
        self._began = self._number() + 1

    @property
    def rested_s(self) -> float:
        """When the first frame was taken that shows the dice where they stay."""
        moving = 0 if self._roll is None else len(self._roll.moving)
        return (self._began + moving) / self._rate_hz

    @property
    def is_resting(self) -> bool:
        """Whether the dice lie still by now."""
        return self.clock.monotonic_s() >= self.rested_s

    def wait_for_frame(self) -> None:
        """Let time pass until there is a frame that was not given yet."""
        due_s = max(self._given + 1, self._began) / self._rate_hz
        self.clock.advance_s(max(0.0, due_s - self.clock.monotonic_s()))

    def _number(self) -> int:
        return int(self.clock.monotonic_s() * self._rate_hz + 1e-6)

    def open(self) -> None:
        """Nothing to open."""

    def close(self) -> None:
        """Nothing to close."""

    def latest(self, timeout_s: float = 0.0) -> CameraFrame | None:  # noqa: ARG002 - the contract
        """The newest frame, if it was not given yet."""
        number = self._number()
        if self._roll is None or number <= self._given or number < self._began:
            return None
        missed, self._given = number - self._given - 1, number
        return CameraFrame(
            self._picture(number - self._began), number / self._rate_hz, number, missed
        )

    def _picture(self, place: int) -> Picture:
        roll = self._roll
        if roll is None:
            raise RuntimeError("No dice were rolled before this camera.")
        if place < len(roll.moving):
            return roll.moving[place]
        return roll.still[place % len(roll.still)]

    def status(self) -> CameraDeviceStatus:
        """Always well."""
        return CameraDeviceStatus(state=CameraState.STREAMING, rate_hz=self._rate_hz)

    def lock(
        self,
        settings: LightSettings | None = None,
        timeout_s: float = 5.0,  # noqa: ARG002 - the contract
    ) -> LightSettings | None:
        """There is no light to hold."""
        return settings

    def unlock(self) -> None:
        """There is no light to let go."""
