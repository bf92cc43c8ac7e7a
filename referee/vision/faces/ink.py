"""What is printed on a face, whatever its colours: ink without knowing which colour is ink.

The three colours of a face span a small space of pictures: brightness, the difference between body
and ink, marbling. A template is compared with the whole space: how much of it can be mixed from the
face's own colours? Light ink on a dark die and dark ink on a light one then match alike. Slow
changes of light, broad marbling and the shade of rounded edges are taken out before.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.dice.pips import FACE_PX
from referee.vision.pictures import Picture

GRID_PX = 32
"""Faces are compared on a grid of this size: finer than what a die of 36 pixels shows."""

# How far from the middle ink is looked for, in die widths: rounded edges and neighbours stay out.
_REACH = 0.42
_CORNER_REACH = 0.525
_EDGE_SHADE_FROM = 0.2
# Colours that vary less than this many grey levels are noise.
_NOISE_LEVELS = 1.5
# What changes more slowly than this is marbling or light, not a drawing. In grid points.
_BROAD_PX = 3.5

Plane = npt.NDArray[np.float32]
Rows = npt.NDArray[np.float32]


@cache
def _axes() -> tuple[Plane, Plane]:
    at = (np.arange(GRID_PX, dtype=np.float32) + np.float32(0.5)) / GRID_PX - np.float32(0.5)
    across, down = np.meshgrid(at, at)
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


@cache
def inner() -> npt.NDArray[np.bool_]:
    """Which points of the flattened grid are compared."""
    across, down = _axes()
    square = np.maximum(np.abs(across), np.abs(down)) < _REACH
    return np.asarray((square & (np.hypot(across, down) < _CORNER_REACH)).ravel())


@cache
def _light() -> Rows:
    """What light does to a face without ink: slow changes, and shade towards each edge."""
    x, y = _axes()
    fields = [np.ones_like(x), x, y, x * x, y * y, x * y]
    fields += [np.clip(edge - _EDGE_SHADE_FROM, 0, None) ** 2 for edge in (x, -x, y, -y)]
    columns = np.stack([field.ravel()[inner()] for field in fields], axis=1)
    return np.asarray(np.linalg.qr(columns)[0].T, np.float32)


def _drawing(plane: Plane) -> Plane:
    """The plane without what changes slowly."""
    broad = cv2.GaussianBlur(plane, (0, 0), _BROAD_PX, borderType=cv2.BORDER_REFLECT)
    return np.asarray(plane - broad, np.float32)


def without_light(rows: Rows) -> Rows:
    """The rows (over the inner points) without what light alone could explain."""
    light = _light()
    return np.asarray(rows - (rows @ light.T) @ light, np.float32)


def unit_rows(planes: npt.NDArray[np.float32]) -> Rows:
    """Ink maps on the grid as rows of length 1, ready to be compared."""
    drawn = np.stack([_drawing(plane) for plane in planes])
    rows = without_light(drawn.reshape(len(planes), -1)[:, inner()])
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(length, 1e-6), np.float32)


def colour_space(face: Picture) -> Rows:
    """Three rows that span what the colours of a rectified face can show, noise weighed down."""
    if face.shape[0] != FACE_PX:
        face = np.asarray(cv2.resize(face, (FACE_PX, FACE_PX)), np.uint8)
    soft = cv2.GaussianBlur(face, (0, 0), FACE_PX / 64)
    grid = cv2.resize(soft, (GRID_PX, GRID_PX), interpolation=cv2.INTER_AREA)
    drawn = _drawing(np.asarray(grid, np.float32))
    rows = without_light(np.asarray(drawn.reshape(-1, 3).T[:, inner()], np.float32))
    _, size, space = np.linalg.svd(rows, full_matrices=False)
    noise = _NOISE_LEVELS**2 * rows.shape[1]
    return np.asarray((size / np.sqrt(size**2 + noise))[:, None] * space, np.float32)


def likeness(templates: Rows, space: Rows) -> npt.NDArray[np.float32]:
    """From 0 to 1: how much of each template the colours of a face can show."""
    shown = templates @ space.T
    return np.asarray(np.sqrt((shown * shown).sum(1)), np.float32)
