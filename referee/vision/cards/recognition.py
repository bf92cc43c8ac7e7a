"""Which taught card a face is: a shortlist by perceptual hash, then a comparison of every place.

A card is cut out upright and always at one size, and light is taken out: what is left is where it
is brighter or darker than around, and how its colours differ over the card. It is compared at a
few small shifts, because its corners are never found exactly. Cards of one set often share their
layout and differ in a number only, so places where the taught cards differ count more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import Picture
from referee.vision.tray.sheet import Points

Numbers = npt.NDArray[np.float32]

FACE_WIDTH, FACE_HEIGHT = 70, 98
# Chosen by hand on drawn sets, as all numbers of this module: larger shifts and shortlists cost
# time.
_SHIFT = 3  # pixels of a face to every side: corners may be off by 4 % of a card's width
_SHIFTS = tuple(product(range(-_SHIFT, _SHIFT + 1), range(-_SHIFT, _SHIFT + 1)))
INNER_WIDTH, INNER_HEIGHT = FACE_WIDTH - 2 * _SHIFT, FACE_HEIGHT - 2 * _SHIFT
_COARSE = 4  # colours are compared in squares of so many pixels
_COLOUR_SHARE = 0.6  # a clear colour difference counts as much as this part of a brightness one
_CLEAR_COLOUR = 12.0  # in units of Lab
_FINEST = 4


def cut_card(picture: Picture, quad: Points) -> Picture:
    """The card with these corners, the first at its top left."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    # Cut larger and averaged down: a card that fills the picture has fine lines.
    fine = int(np.clip(np.ceil(np.nan_to_num(sides.max()) / FACE_HEIGHT), 1, _FINEST))
    size = (fine * FACE_WIDTH, fine * FACE_HEIGHT)
    flat = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(quad.astype(np.float32), flat)
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


def centred_unit_rows(rows: Numbers) -> Numbers:
    """Every row without its mean and of length one."""
    centred = rows - rows.mean(axis=-1, keepdims=True)
    length = np.linalg.norm(centred, axis=-1, keepdims=True)
    return np.asarray(centred / np.maximum(length, 1e-6), np.float32)


Grey = npt.NDArray[np.float32]

_SMALL = 32
_KEPT = 8
HASH_BITS = _KEPT * _KEPT


def perceptual_hash(grey: Grey) -> npt.NDArray[np.uint8]:
    """The signs of the lowest cosine waves of the picture, packed into eight bytes."""
    small = cv2.resize(np.asarray(grey, np.float32), (_SMALL, _SMALL), interpolation=cv2.INTER_AREA)
    waves = np.asarray(cv2.dct(np.asarray(small, np.float32)))
    # The first row and column are left out: they hold the brightness and how evenly it is lit.
    low = waves[1 : _KEPT + 1, 1 : _KEPT + 1].ravel()
    return np.packbits(low > np.median(low))


def bits_apart(one: npt.NDArray[np.uint8], others: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """In how many of the 64 bits each of the other hashes differs."""
    different = np.bitwise_xor(others.reshape(-1, _KEPT), one.reshape(1, _KEPT))
    return np.asarray(np.unpackbits(different, axis=1).sum(axis=1), np.int64)


_SHORTLIST = 5
_HASH_SLACK = 8  # bits: cards that look alike from afar are all compared
_LEAST_WEIGHT = 0.03
_ODD = 1.8  # how much more than usual a card of another layout differs from the median


@dataclass(frozen=True, slots=True)
class CardScore:
    """How like a taught card a face is; 1 is the same picture."""

    card: str
    telling: float
    """Where the taught cards differ from each other."""

    whole: float
    """Everywhere."""

    is_turned: bool


class CardGallery:
    """The faces of all taught cards, ready to be compared with."""

    def __init__(self, names: Sequence[str], faces: Sequence[Picture]) -> None:
        self.names = tuple(names)
        self._whole = centred_unit_rows(np.array([features(face) for face in faces]))
        self._common, self._weights = _telling(self._whole, self.names)
        self._marked = self._differences(self._whole)
        self._hashes = np.array([_hash(face) for face in faces])

    def scores(self, face: Picture, skipped: range = range(0)) -> list[CardScore]:
        """The shortlisted cards, the likeliest first; some of the taught faces may be skipped."""
        best: dict[str, CardScore] = {}
        for is_turned in (False, True):
            seen = half_turn(face) if is_turned else face
            for score in self._one_way(seen, skipped, is_turned=is_turned):
                if score.card not in best or score.telling > best[score.card].telling:
                    best[score.card] = score
        return sorted(best.values(), key=lambda score: -score.telling)

    def _one_way(self, face: Picture, skipped: range, *, is_turned: bool) -> list[CardScore]:
        chosen = self._shortlist(face, skipped)
        rows = centred_unit_rows(shifted_features(face))
        telling = self._differences(rows) @ self._marked[chosen].T
        whole = rows @ self._whole[chosen].T
        at = np.argmax(telling + whole, axis=0)
        columns = np.arange(len(chosen))
        return [
            CardScore(self.names[index], float(marked), float(plain), is_turned)
            for index, marked, plain in zip(
                chosen, telling[at, columns], whole[at, columns], strict=True
            )
        ]

    def _differences(self, rows: Numbers) -> Numbers:
        """What is left when the common layout is taken away, where it tells most."""
        return centred_unit_rows((rows - self._common) * self._weights)

    def _shortlist(self, face: Picture, skipped: range) -> npt.NDArray[np.intp]:
        apart = bits_apart(_hash(face), self._hashes)
        apart[list(skipped)] = HASH_BITS + 1
        nearest = dict.fromkeys(self.names, HASH_BITS + 1)
        for name, bits in zip(self.names, apart, strict=True):
            nearest[name] = min(nearest[name], int(bits))
        ranked = sorted(nearest, key=lambda name: nearest[name])
        limit = nearest[ranked[0]] + _HASH_SLACK
        kept = set(ranked[:_SHORTLIST]) | {name for name in ranked if nearest[name] <= limit}
        is_kept = [name in kept and at not in skipped for at, name in enumerate(self.names)]
        return np.flatnonzero(is_kept)


def _hash(face: Picture) -> npt.NDArray[np.uint8]:
    return perceptual_hash(np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), np.float32))


def _telling(rows: Numbers, names: tuple[str, ...]) -> tuple[Numbers, Numbers]:
    """The common layout, and how much each place tells beyond it.

    A place tells much where cards differ more from each other than one does from time to time.
    """
    members = [rows[[name == kind for name in names]] for kind in sorted(set(names))]
    means = np.array([each.mean(axis=0) for each in members])
    means = means[_is_usual(means)]
    within = np.mean([each.var(axis=0) for each in members], axis=0)
    # Noise of a place that never changes must not look like agreement.
    floor = 0.1 * float(rows.var(axis=0).mean()) + 1e-12
    ratio = np.sqrt(_smoothed(means.var(axis=0)) / (_smoothed(within) + floor))
    ratio = ratio / max(float(np.quantile(ratio, 0.98)), 1e-6)
    weights = np.clip(ratio, _LEAST_WEIGHT, 1.0)
    return np.asarray(means.mean(axis=0), np.float32), np.asarray(weights, np.float32)


def _is_usual(means: Numbers) -> npt.NDArray[np.bool_]:
    """Which cards share the layout: the back would make every face look like the others."""
    off = np.linalg.norm(means - np.median(means, axis=0), axis=1)
    return np.asarray(off <= _ODD * np.median(off) + 1e-6, np.bool_)


def _smoothed(places: Numbers) -> Numbers:
    """Brightness places smoothed over the card: a number never sits exactly where it was taught."""
    count = INNER_HEIGHT * INNER_WIDTH
    bright = places[:count].reshape(INNER_HEIGHT, INNER_WIDTH)
    soft = np.asarray(cv2.GaussianBlur(bright, (0, 0), 1.5), np.float32)
    return np.concatenate((soft.ravel(), places[count:]))
