"""What dice are thrown on: felt, wood, paper, cloth, printed boards, cork, tiles, leather."""

from __future__ import annotations

import colorsys
from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.materials import Field, Rng, fractal, grain, soft_noise
from referee.vision.pictures import Picture
from scripts.drawn_scenes.looks import LOOKS, Domain
from scripts.drawn_scenes.materials import mixed, slope, step

Colour = npt.NDArray[np.float32]

Shape = tuple[int, int]
_Painter = Callable[[Rng, Shape, float], Field]


def _colour(rng: Rng, saturation: float = 0.6) -> Colour:
    value = rng.uniform(0.12, 1.0)
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, saturation), value)
    return np.array([blue, green, red], np.float32) * np.float32(255)


def _quiet_colour(rng: Rng) -> Colour:
    """Table tops and papers are mostly grey, white or brown."""
    if rng.random() < 0.6:
        grey = rng.uniform(90, 245)
        return np.clip(grey + rng.normal(0, 8, 3), 0, 255).astype(np.float32)
    return _colour(rng, 0.5)


def _plain(rng: Rng, shape: Shape, die_px: float) -> Field:
    return mixed(grain(rng, shape, 0.02), _quiet_colour(rng), (255, 255, 255)) + 0 * die_px


def _felt(rng: Rng, shape: Shape, die_px: float) -> Field:
    colour = _colour(rng, 0.9) * np.float32(0.8)
    fluff = fractal(rng, shape, shape[0] / die_px * rng.uniform(3, 8)) * np.float32(0.03)
    return np.asarray(colour * (1 + fluff + grain(rng, shape, rng.uniform(0.02, 0.1)))[..., None])


def _wood(rng: Rng, shape: Shape, die_px: float) -> Field:
    lines = shape[0] / die_px * rng.uniform(1.5, 7)
    field = soft_noise(rng, shape, (lines, 3)) + 0.6 * soft_noise(rng, shape, (lines * 3, 4))
    if rng.random() < 0.5:
        field = field.T if shape[0] == shape[1] else field
    light = np.array(
        [rng.uniform(60, 190), rng.uniform(110, 205), rng.uniform(150, 225)], np.float32
    )
    return mixed(step(field, 0, 5), light * np.float32(rng.uniform(0.6, 0.95)), light)


def _paper(rng: Rng, shape: Shape, die_px: float) -> Field:
    sheet = mixed(fractal(rng, shape, 3) * np.float32(0.03), _quiet_colour(rng), (255, 255, 255))
    pitch, ink = max(3, round(die_px * rng.uniform(0.4, 1.2))), _colour(rng)
    if rng.random() < 0.5:
        sheet[::pitch, :] = ink
        if rng.random() < 0.6:
            sheet[:, ::pitch] = ink
    return sheet


def _check(rng: Rng, shape: Shape, die_px: float) -> Field:
    turn, pitch = rng.uniform(0, np.pi), die_px / shape[0] * rng.uniform(0.3, 2.5)
    across = np.sin(slope(shape, turn) * np.float32(np.pi / pitch))
    down = np.sin(slope(shape, turn + np.pi / 2) * np.float32(np.pi / pitch))
    first, second = _colour(rng), _colour(rng)
    cloth = mixed(step(across, 0, 0.3) * 0.5 + step(down, 0, 0.3) * 0.5, first, second)
    return cloth + grain(rng, shape, 6)[..., None]


def _stripes(rng: Rng, shape: Shape, die_px: float) -> Field:
    pitch = die_px / shape[0] * rng.uniform(0.15, 2)
    waves = np.sin(slope(shape, rng.uniform(0, np.pi)) * np.float32(np.pi / pitch))
    return mixed(step(waves, rng.uniform(-0.7, 0.7), 0.2), _colour(rng), _colour(rng))


def _board(rng: Rng, shape: Shape, die_px: float) -> Field:
    sheet = mixed(step(fractal(rng, shape, 5), 0, 1), _colour(rng, 0.8), _colour(rng, 0.8))
    picture = np.clip(sheet, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(3, 14))):
        _print_something(rng, picture, die_px)
    return picture.astype(np.float32)


def _print_something(rng: Rng, picture: Picture, die_px: float) -> None:
    colour = tuple(float(c) for c in _colour(rng, 0.9))
    x, y = (int(at) for at in rng.integers(0, picture.shape[0], 2))
    radius = round(die_px * rng.uniform(0.3, 2.0))
    kind = rng.random()
    if kind < 0.35:
        box = (x - radius, y - radius // 2), (x + radius, y + radius)
        cv2.rectangle(picture, *box, colour, -1 if rng.random() < 0.5 else 2)
    elif kind < 0.6:
        cv2.circle(picture, (x, y), radius, colour, -1 if rng.random() < 0.5 else 2, cv2.LINE_AA)
    elif kind < 0.8:
        text = "".join(chr(int(c)) for c in rng.integers(65, 91, 4))
        cv2.putText(picture, text, (x, y), 0, die_px / 30 * rng.uniform(0.4, 1.4), colour, 2, 16)
    else:
        far = tuple(int(at) for at in rng.integers(0, picture.shape[0], 2))
        cv2.line(picture, (x, y), far, colour, max(1, round(die_px * 0.08)), cv2.LINE_AA)


def _hexes(rng: Rng, shape: Shape, die_px: float) -> Field:
    picture = np.full((*shape, 3), _colour(rng, 0.5), np.float32).astype(np.uint8)
    radius = die_px * rng.uniform(1.2, 2.5)
    corners = np.arange(6) * np.pi / 3
    for row in range(int(shape[0] / radius / 1.5) + 2):
        for column in range(int(shape[1] / radius / 1.7) + 2):
            middle = np.array([(column + row % 2 / 2) * radius * 1.732, row * radius * 1.5])
            ring = middle + 0.95 * radius * np.column_stack((np.sin(corners), np.cos(corners)))
            colour = tuple(float(c) for c in _colour(rng, 0.8))
            cv2.fillConvexPoly(picture, np.rint(ring).astype(np.int32), colour, cv2.LINE_AA)
    return picture + grain(rng, shape, 8)[..., None]


def _noise(rng: Rng, shape: Shape, die_px: float) -> Field:
    cells = shape[0] / die_px * np.exp(rng.uniform(-1, 2))
    return mixed(step(fractal(rng, shape, cells, 4), 0, 3), _colour(rng), _colour(rng))


def _cork(rng: Rng, shape: Shape, die_px: float) -> Field:
    crumbs = soft_noise(rng, shape, (shape[0] / die_px * 9, shape[1] / die_px * 9))
    light = np.array([110, 160, 200], np.float32) * np.float32(rng.uniform(0.7, 1.1))
    return mixed(step(crumbs + grain(rng, shape, 0.3), -0.4, 2.5), light * 0.6, light)


def _tile(rng: Rng, shape: Shape, die_px: float) -> Field:
    veins = step(np.abs(fractal(rng, shape, 4, 4)), 0.1, 0.5)
    grey = np.float32(rng.uniform(60, 245))
    sheet = mixed(veins, (grey * 0.7, grey * 0.7, grey * 0.72), (grey, grey, grey))
    pitch = round(die_px * rng.uniform(2, 5))
    sheet[::pitch, :] *= np.float32(0.6)
    sheet[:, ::pitch] *= np.float32(0.6)
    return sheet


def _leather(rng: Rng, shape: Shape, die_px: float) -> Field:
    bumps = soft_noise(rng, shape, (shape[0] / die_px * 5, shape[1] / die_px * 5))
    relief = np.gradient(bumps, axis=0) * np.float32(die_px / 30)
    return np.asarray(_colour(rng, 0.8) * (0.8 + np.clip(relief, -0.3, 0.3))[..., None])


_PAINTERS: dict[str, _Painter] = {
    "plain": _plain,
    "felt": _felt,
    "wood": _wood,
    "paper": _paper,
    "check": _check,
    "stripes": _stripes,
    "board": _board,
    "hexes": _hexes,
    "noise": _noise,
    "cork": _cork,
    "tile": _tile,
    "leather": _leather,
}


def random_ground(rng: Rng, domain: Domain, shape: Shape, die_px: float) -> Picture:
    """A ground of the domain, as large as the picture."""
    kinds = LOOKS[domain].grounds
    painter = _PAINTERS[kinds[int(rng.integers(len(kinds)))]]
    painted = np.clip(painter(rng, shape, die_px), 0, 255)
    return np.ascontiguousarray(painted, np.uint8)
