"""What spoils a photograph: light, noise, motion, focus, a coder, glare, few pixels, a turn.

Each is known by a name and has a strength, so that readings can be measured under every one; the
fit of the confidence mixes them by chance.

>>> sorted(DISTURBANCES)[:3]
['blur', 'cold', 'dark']
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from referee.vision.pictures import Picture

Rng = np.random.Generator
Disturb = Callable[[Picture, Rng, float], Picture]
"""The picture, spoilt; the last is a die's width in it, by which blur and glare are measured."""


def _lit(picture: Picture, gains: object) -> Picture:
    """Brighter or darker, colour by colour; light adds up linearly, pixels do not."""
    light = (picture.astype(np.float32) / 255) ** 2.2 * np.asarray(gains, np.float32)
    return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def _dark(picture: Picture, rng: Rng, _die_px: float) -> Picture:
    return _noisy(_lit(picture, 0.25), rng, 2.0)


def _bright(picture: Picture, _rng: Rng, _die_px: float) -> Picture:
    return _lit(picture, 2.0)


def _warm(picture: Picture, _rng: Rng, _die_px: float) -> Picture:
    return _lit(picture, (0.45, 0.85, 1.25))


def _cold(picture: Picture, _rng: Rng, _die_px: float) -> Picture:
    return _lit(picture, (1.3, 1.0, 0.55))


def _noise(picture: Picture, rng: Rng, _die_px: float) -> Picture:
    return _noisy(picture, rng, 14.0)


def _noisy(picture: Picture, rng: Rng, strength: float) -> Picture:
    noise = rng.normal(0, strength, picture.shape).astype(np.float32)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def _motion(picture: Picture, rng: Rng, die_px: float) -> Picture:
    length = max(3, round(0.14 * die_px))
    turn, kernel = rng.uniform(0, 180), np.zeros((length, length), np.float32)
    kernel[length // 2] = 1
    matrix = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), turn, 1.0)
    turned = cv2.warpAffine(kernel, matrix, (length, length))
    return np.asarray(cv2.filter2D(picture, -1, turned / turned.sum()), np.uint8)


def _blur(picture: Picture, _rng: Rng, die_px: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.6, 0.045 * die_px)), np.uint8)


def _jpeg(picture: Picture, _rng: Rng, _die_px: float) -> Picture:
    _, code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 30])
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def _glare(picture: Picture, rng: Rng, die_px: float) -> Picture:
    """A few soft white spots, each about as wide as half a die."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    light = np.zeros((height, width), np.float32)
    for _ in range(max(1, round(height * width / (40 * die_px * die_px)))):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        light += np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * (0.22 * die_px) ** 2))
    glared = picture + 230 * np.minimum(light, 1)[..., None]
    return np.asarray(np.clip(glared, 0, 255), np.uint8)


def _half(picture: Picture, _rng: Rng, _die_px: float) -> Picture:
    """Half as many pixels; it stays as large, so that labels hold."""
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (picture.shape[1], picture.shape[0])), np.uint8)


DISTURBANCES: dict[str, Disturb] = {
    "dark": _dark,
    "bright": _bright,
    "warm": _warm,
    "cold": _cold,
    "noise": _noise,
    "motion": _motion,
    "blur": _blur,
    "jpeg": _jpeg,
    "glare": _glare,
    "half": _half,
}


def disturbed(picture: Picture, rng: Rng, die_px: float) -> Picture:
    """One of them, by chance."""
    names = list(DISTURBANCES)
    return DISTURBANCES[names[int(rng.integers(len(names)))]](picture, rng, die_px)
