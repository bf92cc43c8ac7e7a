"""The top face of a die as a straight square: where its four edges are.

In a picture that is rectified to the plane of the top faces, a die that lies flat shows a square of
known size. The edges are looked for where the colours change along a whole side; a die that leans
has its strongest edges elsewhere.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.dice.pips import FACE_PX
from referee.vision.pictures import Picture, shrunk
from referee.vision.readings import Point

_UNIT_PX = 32
_PATCH_PX = 2 * _UNIT_PX
# All numbers are in die widths unless they say otherwise, and were chosen by hand on drawn dice
# (`tests/vision/test_top_face.py`): wider searches find the edges of pips, frames and neighbours.
# The part of a side that is looked at: round corners tell nothing.
_BAND = 0.38
_SHIFT = 0.2
_SIZES = (0.9, 1.1)
# Clear edges move the square; without any, the hints stay. In standard deviations of the profile.
_TRUST = 2.0
_LITTLE_TRUST = 0.15
# How good the hints usually are, in die widths and as a share of the size.
_TRUSTED_SHIFT = 0.05
_TRUSTED_SIZE = 0.06
_TURNS_DEG = (-6.0, 0.0, 6.0)
_CLOSE_TURNS_DEG = (-3.0, 3.0)
_ALL_TURNS_DEG = tuple(float(turn) for turn in range(-45, 45, 9))

# For a picture of a single die: what share of it the die may fill, and when an edge is one.
_SHARES = (0.95, 0.83, 0.72, 0.63, 0.55, 0.48)
_INSIDE = 0.09
_NEARLY = 0.72
_CLEAR = 4.0
_LARGEST_PX = 256

Profile = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class TopFace:
    """A rectified face of 64 × 64 pixels and the square it was cut from."""

    face: Picture
    centre_px: Point
    angle_rad: float
    die_px: float


@dataclass(frozen=True, slots=True)
class _Fit:
    """A square in a patch: offset and size in die widths of the hint."""

    turn_rad: float
    across: float
    down: float
    size: float
    strength: float


def _patch(
    picture: Picture, centre_px: Point, angle_rad: float, die_px: float, size: tuple[int, float]
) -> Picture:
    """A straight square cut-out; `size` is its pixels and its width in dice."""
    pixels, dice = size
    scale = dice * die_px / pixels
    cos, sin = scale * math.cos(angle_rad), scale * math.sin(angle_rad)
    middle = (pixels - 1) / 2
    matrix = np.array(
        [
            [cos, -sin, centre_px[0] - middle * (cos - sin)],
            [sin, cos, centre_px[1] - middle * (sin + cos)],
        ]
    )
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(
        picture, matrix, (pixels, pixels), flags=how, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)


def _profiles(patch: Picture) -> tuple[Profile, Profile]:
    """How strongly the colours change at each column and at each row, along a die's side."""
    pixels = patch.astype(np.float32)
    band = round(_BAND * _UNIT_PX)
    middle = slice(_PATCH_PX // 2 - band, _PATCH_PX // 2 + band)
    strip_x, strip_y = pixels[middle], pixels[:, middle].transpose(1, 0, 2)
    return _profile(strip_x), _profile(strip_y)


def _profile(strip: npt.NDArray[np.float32]) -> Profile:
    change = np.zeros(_PATCH_PX)
    # The root keeps a few strong ink edges from outweighing a weak edge along the whole side.
    step = np.sqrt(np.abs(strip[:, 2:] - strip[:, :-2]).max(2))
    change[1:-1] = step.mean(0)
    change = change - np.median(change)
    return np.asarray(change / max(float(change.std()), 1e-3))


@cache
def _pair_places(
    sizes: tuple[float, float], trust: float
) -> tuple[Places, Places, Profile, Profile]:
    """Where two opposite edges may lie in a profile: by middle (rows) and size (columns)."""
    spans = np.arange(round(sizes[0] * _UNIT_PX), round(sizes[1] * _UNIT_PX) + 1)
    reach = round(_SHIFT * _UNIT_PX)
    middles = np.arange(-reach, reach + 1)
    left = np.rint((_PATCH_PX - 1) / 2 + middles[:, None] - spans / 2).astype(np.intp)
    cost = trust * (middles / _UNIT_PX / _TRUSTED_SHIFT) ** 2
    return left, left + spans, spans / _UNIT_PX, cost


def _pairs(profile: Profile, sizes: tuple[float, float], trust: float) -> tuple[Profile, Profile]:
    """For each size the best two opposite edges: their strength, and their middle."""
    left, right, spans, cost = _pair_places(sizes, trust)
    both = profile[left] + profile[right] - cost[:, None]
    best = both.argmax(0)
    edges = left[best, np.arange(len(spans))] + right[best, np.arange(len(spans))]
    return both.max(0), (edges / 2 - (_PATCH_PX - 1) / 2) / _UNIT_PX


def _fit(picture: Picture, centre_px: Point, die_px: float, turn_rad: float, trust: float) -> _Fit:
    patch = _patch(picture, centre_px, turn_rad, die_px, (_PATCH_PX, 2.0))
    across, down = _profiles(patch)
    strong_x, middle_x = _pairs(across, _SIZES, trust)
    strong_y, middle_y = _pairs(down, _SIZES, trust)
    sizes = _pair_places(_SIZES, trust)[2]
    total = strong_x + strong_y - trust * ((sizes - 1) / _TRUSTED_SIZE) ** 2
    best = int(total.argmax())
    return _Fit(
        turn_rad=turn_rad,
        across=float(middle_x[best]),
        down=float(middle_y[best]),
        size=float(sizes[best]),
        strength=float(total[best]),
    )


def _best_fit(
    picture: Picture, centre_px: Point, die_px: float, turns_rad: Sequence[float], trust: float
) -> _Fit:
    fits = [_fit(picture, centre_px, die_px, turn, trust) for turn in turns_rad]
    return max(fits, key=lambda fit: fit.strength)


def cut_square(
    picture: Picture, centre_px: Point, die_px: float, angle_rad: float, *, size_px: int = FACE_PX
) -> Picture:
    """The face as a straight square, exactly as told."""
    return _patch(picture, centre_px, angle_rad, die_px, (size_px, 1.0))


def top_face(
    picture: Picture, centre_px: Point, die_px: float, angle_hint_rad: float | None = None
) -> TopFace:
    """The top face near a centre: clear edges correct the hints, by ±0.2 die, ±10 % size and ±9°.

    Without an angle every turn is tried. Quarter turns are all the same here.
    """
    known = angle_hint_rad is not None
    turns = [
        (angle_hint_rad or 0.0) + t for t in np.radians(_TURNS_DEG if known else _ALL_TURNS_DEG)
    ]
    return _finished(
        picture, centre_px, die_px, _searched(picture, centre_px, die_px, turns, _TRUST)
    )


def _searched(
    picture: Picture, centre_px: Point, die_px: float, turns_rad: Sequence[float], trust: float
) -> _Fit:
    fit = _best_fit(picture, centre_px, die_px, turns_rad, trust)
    close = [fit.turn_rad + float(np.radians(turn)) for turn in _CLOSE_TURNS_DEG]
    return max(fit, _best_fit(picture, centre_px, die_px, close, trust), key=lambda f: f.strength)


def _finished(picture: Picture, centre_px: Point, die_px: float, fit: _Fit) -> TopFace:
    cos, sin = np.cos(fit.turn_rad), np.sin(fit.turn_rad)
    x = float(centre_px[0] + die_px * (cos * fit.across - sin * fit.down))
    y = float(centre_px[1] + die_px * (sin * fit.across + cos * fit.down))
    size = die_px * fit.size
    return TopFace(
        face=cut_square(picture, (x, y), size, fit.turn_rad),
        centre_px=(x, y),
        angle_rad=float(fit.turn_rad),
        die_px=size,
    )


def possible_faces(picture: Picture) -> list[TopFace]:
    """Where the face may be in a picture that shows one die from above; the likeliest comes first.

    The die may have some air around it or none.
    """
    picture = shrunk(picture, _LARGEST_PX / max(picture.shape[:2]))
    high, wide = picture.shape[:2]
    middle, least = ((wide - 1) / 2, (high - 1) / 2), float(min(high, wide))
    turns = [float(turn) for turn in np.radians(_ALL_TURNS_DEG)]
    tried = [
        (share * least, _searched(picture, middle, share * least, turns, _LITTLE_TRUST))
        for share in _SHARES
    ]
    best = max(fit.strength for _, fit in tried)
    # The largest clear square: a printed frame is smaller than the die. At the end of its range a
    # fit only points to a better one of another size.
    clear = [
        (die_px, fit)
        for die_px, fit in tried
        if fit.strength >= max(_CLEAR, _NEARLY * best)
        and (abs(fit.size - 1) < _INSIDE or fit.strength == best)
    ]
    sure = {die_px for die_px, _ in clear}
    others = [pair for pair in tried if pair[0] not in sure]
    found = [_finished(picture, middle, die_px, fit) for die_px, fit in (*clear, *others)]
    whole = top_face(picture, middle, least, 0.0)
    return [*found, whole] if clear else [whole, *found]
