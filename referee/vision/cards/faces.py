"""One card, upright and always the same size, as numbers that can be compared.

Light is taken out: what is left is where a card is brighter or darker than around, and how its
colours differ over the card. A card is compared at a few small shifts, because its corners are
never found exactly.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.cards.outline import Points
from referee.vision.pictures import Picture

Numbers = npt.NDArray[np.float32]

FACE_WIDTH, FACE_HEIGHT = 70, 98
_SHIFT = 3  # pixels of a face to every side
_SHIFTS = tuple(product(range(-_SHIFT, _SHIFT + 1), range(-_SHIFT, _SHIFT + 1)))
INNER_WIDTH, INNER_HEIGHT = FACE_WIDTH - 2 * _SHIFT, FACE_HEIGHT - 2 * _SHIFT
_COARSE = 4  # colours are compared in squares of so many pixels
_COLOUR_SHARE = 0.6  # a clear colour difference counts as much as this part of a brightness one
_CLEAR_COLOUR = 12.0  # in units of Lab
_FINEST = 4


def cut_face(picture: Picture, quad: Points, turned: bool = False) -> Picture:
    """The card with these corners, the first at its top left, or turned by half."""
    corners = np.roll(quad, 2, axis=0) if turned else quad
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    # Cut larger and averaged down: a card that fills the picture has fine lines.
    fine = int(np.clip(np.ceil(np.nan_to_num(sides.max()) / FACE_HEIGHT), 1, _FINEST))
    size = (fine * FACE_WIDTH, fine * FACE_HEIGHT)
    flat = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), flat)
    cut = cv2.warpPerspective(picture, warp, size, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(cut, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def half_turn(face: Picture) -> Picture:
    """The face upside down."""
    return np.ascontiguousarray(face[::-1, ::-1])


def features(face: Picture) -> Numbers:
    """The face as one row of numbers."""
    return np.asarray(_rows(face, ((0, 0),))[0], np.float32)


def shifted_features(face: Picture) -> Numbers:
    """One row for each small shift of the face, the unshifted one among them."""
    return _rows(face, _SHIFTS)


def _rows(face: Picture, shifts: tuple[tuple[int, int], ...]) -> Numbers:
    bright, colour = _brightness(face), _colour(face)
    rows = []
    for dx, dy in shifts:
        left, top = _SHIFT + dx, _SHIFT + dy
        window = (slice(top, top + INNER_HEIGHT), slice(left, left + INNER_WIDTH))
        rows.append(np.concatenate((bright[window].ravel(), _coarse(colour[window]).ravel())))
    return np.asarray(rows, np.float32)


def _brightness(face: Picture) -> Numbers:
    """Brighter or darker than around, in units of how much that varies around."""
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.float32)
    around = FACE_WIDTH / 6
    detail = grey - cv2.GaussianBlur(grey, (0, 0), around)
    strength = np.sqrt(cv2.GaussianBlur(detail * detail, (0, 0), around))
    # Plain areas must not blow up their noise.
    floor = 0.35 * float(np.sqrt((detail * detail).mean())) + 2.0
    return np.asarray(np.clip(detail / (strength + floor), -2.5, 2.5), np.float32)


def _colour(face: Picture) -> Numbers:
    lab = cv2.cvtColor(face, cv2.COLOR_BGR2LAB).astype(np.float32)[:, :, 1:]
    return np.asarray(lab - lab.mean(axis=(0, 1)), np.float32)


def _coarse(colour: Numbers) -> Numbers:
    size = (INNER_WIDTH // _COARSE, INNER_HEIGHT // _COARSE)
    small = cv2.resize(colour, size, interpolation=cv2.INTER_AREA)
    # Each coarse square stands for many pixels of brightness.
    return np.asarray(small * (_COLOUR_SHARE * _COARSE / _CLEAR_COLOUR), np.float32)


def unit_rows(rows: Numbers) -> Numbers:
    """Every row without its mean and of length one."""
    centred = rows - rows.mean(axis=-1, keepdims=True)
    length = np.linalg.norm(centred, axis=-1, keepdims=True)
    return np.asarray(centred / np.maximum(length, 1e-6), np.float32)
