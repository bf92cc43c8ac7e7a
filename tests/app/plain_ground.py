"""Pictures of dice on a plain ground, as a webcam over a bare table sees them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from referee.simulation.drawing.dice import draw_dice
from referee.simulation.drawing.solids import turned
from referee.simulation.drawing.surfaces import lamp
from referee.vision.pictures import Picture
from scripts.drawn_scenes.tray_shots import throw_dice
from tests.table.eye_stage import CAMERA

_GROUND = (88, 104, 116)


@cache
def plain_ground(faces: str = "", *, light: float = 1.0, way_mm: float = 0.0) -> Picture:
    """Dice that show these faces, in so much light; they still have so far to go."""
    chance = np.random.default_rng(3)
    dice = throw_dice(chance, tuple(faces)) if faces else ()
    if way_mm:
        shift, turn = np.array([way_mm, 0.3 * way_mm, 0.0]), turned(way_mm / 30)
        dice = tuple(replace(die, centre=die.centre + shift, rotation=turn) for die in dice)
    # No lamp lights a table evenly.
    fall_off = np.linspace(1.1, 0.9, CAMERA.width_px)[None, :, None]
    ground = np.full((CAMERA.height_px, 1, 3), _GROUND, np.uint8) * fall_off
    picture, _ = draw_dice(
        ground.astype(np.uint8), dice, CAMERA.projection(), lamp(62.0, 130.0), chance
    )
    noisy = picture + chance.normal(0.0, 1.5, picture.shape)
    return np.clip(light * noisy, 0, 255).astype(np.uint8)


def blurred(picture: Picture, radius_px: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), radius_px), np.uint8)


def film(folder: Path, pictures: Iterable[tuple[Picture, int]]) -> str:
    """The URL of a camera that shows each picture for so many tenths of a second, for ever."""
    folder.mkdir()
    number = 0
    for picture, times in pictures:
        content = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, 95))[1].tobytes()
        for _ in range(times):
            (folder / f"{number:04}.jpg").write_bytes(content)
            number += 1
    return f"file:{folder}?loop=1"
