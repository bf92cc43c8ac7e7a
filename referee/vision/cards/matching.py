"""Which taught card a face is: a shortlist by perceptual hash, then a comparison of every place.

Cards of one set often share their layout and differ in a number only. So places where the taught
cards differ from each other count more than places where they are all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.cards.faces import (
    INNER_HEIGHT,
    INNER_WIDTH,
    Numbers,
    features,
    half_turn,
    shifted_features,
    unit_rows,
)
from referee.vision.cards.hashing import HASH_BITS, bits_apart, perceptual_hash
from referee.vision.pictures import Picture

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
        self._whole = unit_rows(np.array([features(face) for face in faces]))
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
        rows = unit_rows(shifted_features(face))
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
        return unit_rows((rows - self._common) * self._weights)

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
