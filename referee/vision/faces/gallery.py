"""Taught faces: which of them is this, and is it any of them?

Faces are compared by their ink, without knowing which colour is ink. The three colours of a face
span a small space of pictures: brightness, the difference between body and ink, marbling. A
template is compared with the whole space: how much of it can be mixed from the face's own colours?
Light ink on a dark die and dark ink on a light one then match alike. Slow changes of light, broad
marbling and the shade of rounded edges are taken out before.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.dice.pips import FACE_PX
from referee.vision.pictures import Picture
from referee.vision.readings import Likely

GRID_PX = 32
"""Faces are compared on a grid of this size: finer than what a die of 36 pixels shows."""

# Chosen with the thresholds on drawn dice (docs/dice-faces.md). How far from the middle ink is
# looked for, in die widths: rounded edges and neighbours stay out.
_REACH = 0.42
_CORNER_REACH = 0.525
_EDGE_SHADE_FROM = 0.2
# Colours that vary less than this many grey levels are noise.
_NOISE_LEVELS = 1.5
# What changes more slowly than this is marbling or light, not a drawing. In grid points.
_BROAD_PX = 3.5

InkMap = npt.NDArray[np.float32]
Rows = npt.NDArray[np.float32]


@cache
def _axes() -> tuple[InkMap, InkMap]:
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


def _drawing(plane: InkMap) -> InkMap:
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


INK_PX = 64
"""An ink map is a square of this size, the die's edges at its borders."""

# A face is cut out a little askew; the gallery holds every template so. In die widths and degrees.
_SHIFTS = (-0.06, -0.03, 0.0, 0.03, 0.06)
_COARSE_SHIFTS = (-0.05, 0.0, 0.05)
_TURNS_DEG = (-5.0, 0.0, 5.0)
_SIZES = (0.95, 1.05)
_SOFTNESS = 1.0
# Both chosen on drawn dice of other seeds than those of docs/dice-faces.md. How much likelier a
# face is for being this much more alike: higher, and close rivals are certain; lower, and nothing
# ever is.
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


def _askew(ink: InkMap, shift: tuple[float, float], turn_deg: float, size: float) -> InkMap:
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


def turned_ink(ink: InkMap, turn: int) -> InkMap:
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
    inks: Mapping[str, InkMap]
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
