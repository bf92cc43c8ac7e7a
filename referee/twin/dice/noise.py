"""Soft random fields, the raw stuff of marbling, felt, wood and stone."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Field = npt.NDArray[np.float32]
Rng = np.random.Generator


def soft_noise(rng: Rng, shape: tuple[int, int], cells: tuple[float, float]) -> Field:
    """Smooth noise around 0 with spread about 1; `cells` says how many bumps lie along y and x."""
    rough = rng.standard_normal((max(2, round(cells[0])), max(2, round(cells[1]))), np.float32)
    size = (shape[1], shape[0])
    return np.asarray(cv2.resize(rough, size, interpolation=cv2.INTER_CUBIC), np.float32)


def fractal(rng: Rng, shape: tuple[int, int], cells: float, octaves: int = 3) -> Field:
    """Clouds: noise of several sizes, each finer one half as strong."""
    total = soft_noise(rng, shape, (cells, cells))
    for octave in range(1, octaves):
        fine = cells * 2**octave
        total += soft_noise(rng, shape, (fine, fine)) * np.float32(0.5**octave)
    return total


def grain(rng: Rng, shape: tuple[int, int], strength: float) -> Field:
    """Pixel-fine noise."""
    return np.asarray(rng.standard_normal(shape, np.float32) * np.float32(strength), np.float32)


def slope(shape: tuple[int, int], angle_rad: float) -> Field:
    """A ramp from about −1 to 1 along a direction."""
    y = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, shape[1], dtype=np.float32)[None, :]
    return np.asarray(np.cos(angle_rad) * x + np.sin(angle_rad) * y, np.float32)


def step(field: Field, at: float, width: float) -> Field:
    """0 below `at`, 1 above, with a soft edge."""
    ramp = (field - np.float32(at)) / np.float32(width) + np.float32(0.5)
    return np.asarray(np.clip(ramp, 0, 1), np.float32)


def mixed(weight: Field, low: npt.ArrayLike, high: npt.ArrayLike) -> Field:
    """Two colours blended by a field of weights."""
    first, second = np.asarray(low, np.float32), np.asarray(high, np.float32)
    return np.asarray(cv2.transform(weight, np.column_stack((second - first, first))), np.float32)
