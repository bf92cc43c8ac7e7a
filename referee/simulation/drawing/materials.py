"""What drawn things are made of: soft random fields, and the material of a die."""

from dataclasses import dataclass

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


BODY_PX = 96

Colour = tuple[float, float, float]
"""Blue, green, red from 0 to 255."""


def colour_of(code: str) -> Colour:
    """The colour that `#rrggbb` stands for."""
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return blue, green, red


@dataclass(frozen=True, slots=True)
class Material:
    """One kind of die. Lengths in die widths, strengths from 0 to 1."""

    body: Field
    ink: Colour
    roundness: float = 0.12
    gloss: float = 0.3
    shininess: float = 30.0
    bulge: float = 0.15
    translucency: float = 0.0
    engraving: float = 0.3
    pip_inset: float = 0.26
    pip_radius: float = 0.09
    ink_wear: float = 0.0
    ink_strength: float = 1.0


def plain_material(body: Colour = (235, 240, 240), ink: Colour = (25, 25, 25)) -> Material:
    """A die of one colour."""
    return Material(np.full((BODY_PX, BODY_PX, 3), body, np.float32), ink)
