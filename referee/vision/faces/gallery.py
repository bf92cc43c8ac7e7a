"""Taught faces: which of them is this, and is it any of them?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.faces.ink import GRID_PX, Plane, Rows, colour_space, likeness, unit_rows
from referee.vision.pictures import Picture
from referee.vision.readings import Likely

INK_PX = 64
"""An ink map is a square of this size, the die's edges at its borders."""

# A face is cut out a little askew; the gallery holds every template so. In die widths and degrees.
_SHIFTS = (-0.06, -0.03, 0.0, 0.03, 0.06)
_COARSE_SHIFTS = (-0.05, 0.0, 0.05)
_TURNS_DEG = (-5.0, 0.0, 5.0)
_SIZES = (0.95, 1.05)
_SOFTNESS = 1.0
# How much likelier a face is for being this much more alike.
_SHARPNESS = 30.0
# A face that is far from all others but one needs less likeness to be that one.
_MARGIN_WEIGHT = 0.3


@dataclass(frozen=True, slots=True)
class FaceMatch:
    """What a face was taken for; `face` is None if it was never taught.

    `score` is the likeness to the best taught face, `margin` how far the next one is behind,
    `turn` how many quarter turns (counter-clockwise) the taught face was turned to fit.
    """

    face: str | None
    score: float
    margin: float
    confidence: float
    likely: tuple[Likely, ...]
    turn: int = 0


def _askew(ink: Plane, shift: tuple[float, float], turn_deg: float, size: float) -> Plane:
    middle = (INK_PX - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), turn_deg, size)
    matrix[:, 2] += np.asarray(shift) * INK_PX
    moved = cv2.warpAffine(ink, matrix, (INK_PX, INK_PX), flags=cv2.INTER_LINEAR)
    return np.asarray(
        cv2.resize(moved, (GRID_PX, GRID_PX), interpolation=cv2.INTER_AREA), np.float32
    )


def _all_askew(key: bytes, turn: int, shifts: tuple[float, ...], sizes: tuple[float, ...]) -> Rows:
    ink = np.frombuffer(key, np.float32).reshape(INK_PX, INK_PX)
    soft = cv2.GaussianBlur(turned_ink(ink, turn), (0, 0), _SOFTNESS * INK_PX / GRID_PX)
    planes = [
        _askew(np.asarray(soft, np.float32), (x, y), turn_deg, size)
        for x, y, turn_deg, size in product(shifts, shifts, _TURNS_DEG, sizes)
    ]
    return unit_rows(np.stack(planes))


@lru_cache(maxsize=32)
def _coarse_rows(key: bytes) -> Rows:
    """A face in all quarter turns and a few places: for a first look."""
    return np.vstack([_all_askew(key, turn, _COARSE_SHIFTS, (1.0,)) for turn in range(4)])


@lru_cache(maxsize=64)
def _fine_rows(key: bytes, turn: int) -> Rows:
    """A face in one quarter turn and every place."""
    return _all_askew(key, turn, _SHIFTS, _SIZES)


def turned_ink(ink: Plane, turn: int) -> Plane:
    """The ink map after so many quarter turns."""
    return np.ascontiguousarray(np.rot90(ink, turn))


def margin_of(scores: npt.NDArray[np.float64]) -> float:
    """How far the second best is behind the best."""
    ordered = np.sort(scores)
    return float(ordered[-1] - ordered[-2]) if len(ordered) > 1 else float(ordered[-1])


def standing(scores: npt.NDArray[np.float64]) -> float:
    """What is compared with the threshold: the best likeness, and some of its margin."""
    return float(scores.max()) + _MARGIN_WEIGHT * margin_of(scores)


@dataclass(frozen=True)
class TaughtFaces:
    """A set of faces that was learned from pictures.

    `inks` holds one ink map for each face, `threshold` the standing below which a face counts as
    untaught, `counts` the number of pictures it was learned from.
    """

    name: str
    inks: Mapping[str, Plane]
    threshold: float
    counts: Mapping[str, int]

    @property
    def faces(self) -> tuple[str, ...]:
        """The names of the faces."""
        return tuple(self.inks)

    @cached_property
    def _keys(self) -> tuple[bytes, ...]:
        return tuple(ink.astype(np.float32).tobytes() for ink in self.inks.values())

    @cached_property
    def _coarse(self) -> Rows:
        return np.vstack([_coarse_rows(key) for key in self._keys])

    def scores(self, face: Picture) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.intp]]:
        """For each taught face the likeness of this rectified face, and at which turn."""
        return self.scores_of(colour_space(face))

    def scores_of(self, space: Rows) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.intp]]:
        """As `scores`, for a face of which the colour space is known already."""
        first = likeness(self._coarse, space).reshape(len(self.inks), 4, -1).max(2)
        turns = first.argmax(1)
        best = first.max(1).astype(float)
        # The close contenders are looked at again, at their best turn.
        for number in np.argsort(best)[-3:]:
            fine = likeness(_fine_rows(self._keys[number], int(turns[number])), space)
            best[number] = max(best[number], float(fine.max()))
        return best, turns

    def match(self, face: Picture) -> FaceMatch:
        """The taught face that a rectified top face shows, if any."""
        scores, turns = self.scores(face)
        return self.judged(scores, turns)

    def judged(self, scores: npt.NDArray[np.float64], turns: npt.NDArray[np.intp]) -> FaceMatch:
        """What follows from the likeness to every taught face."""
        order = np.argsort(scores)[::-1]
        best = int(order[0])
        margin, stands = margin_of(scores), standing(scores)
        weights = np.exp(_SHARPNESS * (scores - scores[best]))
        shares = weights / weights.sum()
        known = 1 / (1 + np.exp(-_SHARPNESS * (stands - self.threshold)))
        likely = tuple(Likely(self.faces[int(n)], round(float(shares[n]), 4)) for n in order[:3])
        return FaceMatch(
            face=self.faces[best] if stands >= self.threshold else None,
            score=float(scores[best]),
            margin=margin,
            confidence=float(known * shares[best]),
            likely=likely,
            turn=int(turns[best]),
        )
