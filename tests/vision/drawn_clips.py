"""Drawn clips of a tray: dice that roll, hands that reach in, lamps that flicker, sensor noise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
SIZE = (640, 360)
DIE_PX = 30.0
FELT, WOOD = (70, 110, 40), (60, 90, 130)
SKIN, DARK_SKIN, SLEEVE = (130, 160, 215), (50, 70, 110), (70, 40, 30)
FPS = 30.0
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}


@dataclass(frozen=True)
class DrawnDie:
    """A die by its centre, turn and value."""

    x: float
    y: float
    turn: float = 0.2
    value: int = 5
    colour: tuple[int, int, int] = (235, 235, 230)
    pips: tuple[int, int, int] = (20, 20, 20)
    size: float = DIE_PX


@dataclass(frozen=True)
class Scene:
    """What lies on the table, and in which light; `hand` is a polygon."""

    dice: Sequence[DrawnDie] = ()
    hand: Sequence[tuple[float, float]] = ()
    hand_colour: tuple[int, int, int] = SKIN
    gain: float = 1.0
    colour_gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    flicker: float = 0.0
    flicker_phase: float = 0.0
    noise: float = 2.0
    tray_margin: int = 40
    is_on_cloth: bool = False
    """Without a tray, on a cloth with folds and a weave."""
    shift_px: tuple[float, float] = (0.0, 0.0)
    """Where the camera has wandered to."""


def draw(scene: Scene, chance: np.random.Generator, size: tuple[int, int] = SIZE) -> Picture:
    """The picture a camera would give."""
    ground = _cloth(size) if scene.is_on_cloth else _table(size, scene.tray_margin)
    picture = ground.copy()
    for die in scene.dice:
        _draw_die(picture, die)
    if scene.hand:
        corners = np.rint(np.asarray(scene.hand) * 16).astype(np.int32)
        cv2.fillPoly(picture, [corners], scene.hand_colour, cv2.LINE_AA, 4)
    if any(scene.shift_px):
        # A camera in a hand is never quite sharp.
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)
        way = np.array([(1.0, 0.0, scene.shift_px[0]), (0.0, 1.0, scene.shift_px[1])])
        moved = cv2.warpAffine(picture, way, size, None, cv2.INTER_CUBIC, cv2.BORDER_REPLICATE)
        picture = np.asarray(moved, np.uint8)
    return _lit(picture, scene, chance)


def clip(
    scenes: Sequence[Scene], chance: np.random.Generator, start_s: float = 0.0, fps: float = FPS
) -> Iterator[tuple[float, Picture]]:
    """The scenes one after another with their times."""
    for number, scene in enumerate(scenes):
        yield start_s + number / fps, draw(scene, chance)


def flickering(scenes: Sequence[Scene], depth: float, fps: float = FPS) -> list[Scene]:
    """The same under a lamp of 100 Hz: bands that wander through the picture."""
    return [
        replace(scene, flicker=depth, flicker_phase=2 * np.pi * 100.0 * number / fps)
        for number, scene in enumerate(scenes)
    ]


def shaking(scenes: Sequence[Scene], px: float) -> list[Scene]:
    """The same from a hand that wavers by so many pixels, to and fro and around."""
    phases = 2 * np.pi * np.arange(len(scenes)) / 9
    return [
        replace(scene, shift_px=(float(px * np.sin(phase)), float(px * np.cos(0.7 * phase))))
        for scene, phase in zip(scenes, phases, strict=True)
    ]


def rolling(start: DrawnDie, end: DrawnDie, frames: int) -> list[DrawnDie]:
    """A die on its way: slower and slower, turning, its value changing."""
    path = []
    for number in range(frames):
        way = 1 - (1 - (number + 1) / frames) ** 2
        path.append(
            replace(
                end,
                x=start.x + way * (end.x - start.x),
                y=start.y + way * (end.y - start.y),
                turn=end.turn + 6 * (1 - way),
                value=end.value if way > 0.9 else number // 3 % 6 + 1,
            )
        )
    return path


@cache
def _table(size: tuple[int, int], margin: int) -> Picture:
    width, height = size
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = WOOD
    picture[margin : height - margin, margin : width - margin] = FELT
    grain = np.random.default_rng(3).normal(0, 6, (height, width, 1))
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


@cache
def _cloth(size: tuple[int, int]) -> Picture:
    chance = np.random.default_rng(3)
    width, height = size
    folds = np.zeros((height, width), np.float32)
    for blur_px, depth in ((3.0, 90.0), (9.0, 220.0)):
        rough = chance.standard_normal((height, width), np.float32)
        folds += np.float32(depth) * cv2.GaussianBlur(rough, (0, 0), blur_px)
    return np.clip(np.asarray(WOOD) + folds[..., None], 0, 255).astype(np.uint8)


def _draw_die(picture: Picture, die: DrawnDie) -> None:
    half = die.size / 2
    turn = np.array([[np.cos(die.turn), -np.sin(die.turn)], [np.sin(die.turn), np.cos(die.turn)]])
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) @ turn.T
    shadow = square + (die.x + die.size * 0.1, die.y + die.size * 0.12)
    for corners, colour in ((shadow, (35, 55, 20)), (square + (die.x, die.y), die.colour)):
        cv2.fillPoly(picture, [np.rint(corners * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    for pip in PIPS[die.value]:
        x, y = np.array(pip) * die.size * 0.26 @ turn.T + (die.x, die.y)
        centre = (round(x * 16), round(y * 16))
        cv2.circle(picture, centre, round(die.size * 0.09 * 16), die.pips, -1, cv2.LINE_AA, 4)


def _lit(picture: Picture, scene: Scene, chance: np.random.Generator) -> Picture:
    light = picture * np.asarray(scene.colour_gain, np.float32) * np.float32(scene.gain)
    if scene.flicker:
        rows = 2 * np.pi * 3.3 * np.arange(len(picture), dtype=np.float32) / len(picture)
        light *= 1 + scene.flicker * np.sin(rows + scene.flicker_phase)[:, None, None]
    light += np.float32(scene.noise) * _noise(picture.shape, int(chance.integers(_NOISES)))
    return np.clip(light, 0, 255, out=light).astype(np.uint8)


_NOISES = 7


@cache
def _noise(shape: tuple[int, ...], number: int) -> npt.NDArray[np.float32]:
    """One of a few patterns of noise; drawing them anew for each frame takes most of the time."""
    return np.random.default_rng(number).standard_normal(shape, np.float32)
