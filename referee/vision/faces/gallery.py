"""Taught faces: which of them is this, and is it any of them?

A set keeps the cut-outs from which it was taught; what the network says about them is worked out
when it is opened, so that a later network reads the same file. A face is compared with every
taught one in all quarter turns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import exp, radians

import numpy as np
import numpy.typing as npt

from referee.vision.faces.embedding import (
    CUT_PX,
    FacePlace,
    Rows,
    quarter_turns,
    shipped_embedding,
    view_of,
    view_of_cut,
)
from referee.vision.pictures import Picture
from referee.vision.readings import Likely

# A cut-out is looked at as it is, turned by a little, larger and smaller, and blurred: a finder
# places a face only roughly, and another camera may be less sharp.
_TURNS_RAD = (radians(-4), radians(4))
_SIZES = (0.95, 1.06)
# More looks than this mend the place no further; then it is looked at in all quarter turns.
_LOOKS = 2
# What counts is how alike it is to the nearest cut-out of a face, and, by this share, to all of
# them together: chosen on the symbols with which the confidence was fitted.
_TOGETHER = 0.25
# Fitted by `python -m scripts.train_faces.confidence` on symbols that the network was not trained
# with: an offset, the likeness to the best face, and its lead over the next one.
_WEIGHTS = (-9.5, 16.9, 2.7)
LARGEST_LEAD = 0.5
"""More than this says no more."""
# How much likelier a face is for being this much more alike.
_SHARPNESS = 18.0
KNOWN_FROM = 0.5
"""Below this chance of being right a face is called untaught."""
CERTAIN_FROM = 0.9
"""From this chance on nobody is asked. A third of the dice by which it was fitted were strangers,
which hardly ever lie on a table; of the 2,142 others none was wrong above 0.9, one above 0.6."""
ONE_LOOK_FROM = 0.95
"""From this chance on one look is enough."""
# However alike it is, with a smaller lead nobody knows which of two faces it is. On the symbols by
# which the confidence was fitted this costs one certain reading in 700.
_LEAST_LEAD = 0.08

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FaceMatch:
    """What a face was taken for; `face` is None if it was never taught.

    `score` is the likeness to the best taught face, `margin` how far the next one is behind.
    """

    face: str | None
    score: float
    margin: float
    confidence: float
    likely: tuple[Likely, ...]

    def is_surer_than(self, least: float) -> bool:
        """Whether it is right with this chance, and no other face nearly as alike."""
        return self.confidence >= least and self.margin >= _LEAST_LEAD


@dataclass(frozen=True)
class TaughtFaces:
    """A set of faces that was learned from cut-outs of each."""

    name: str
    cuts: Mapping[str, tuple[Picture, ...]]

    @property
    def faces(self) -> tuple[str, ...]:
        """The names of the faces."""
        return tuple(self.cuts)

    @property
    def counts(self) -> dict[str, int]:
        """How many cut-outs each face was learned from."""
        return {face: len(cuts) for face, cuts in self.cuts.items()}

    def closest(self) -> tuple[float, str, str]:
        """How far apart the two faces are that look most alike, and which they are."""
        return min(
            (1 - likeness(first, second[-1]), one, other)
            for (one, first), (other, second) in combinations(
                zip(self.faces, self._known, strict=True), 2
            )
        )

    def without(self, face: str, number: int) -> "TaughtFaces":
        """The set as it would be without one of its cut-outs."""
        kept = tuple(cut for at, cut in enumerate(self.cuts[face]) if at != number)
        return TaughtFaces(self.name, {**self.cuts, face: kept or self.cuts[face]})

    @cached_property
    def _known(self) -> tuple[Rows, ...]:
        """For each face: its cut-outs in all quarter turns, and all of them together."""
        return tuple(known_rows(cuts) for cuts in self.cuts.values())

    def read(
        self, picture: Picture, place: FacePlace, *, is_width_known: bool = False
    ) -> FaceMatch:
        """The taught face at a place of a picture that is known roughly, if any.

        Each look tells the next one where the face really lies. What is not certain then is looked
        at from all sides.
        """
        for _ in range(_LOOKS):
            rows, told = shipped_embedding().look(picture, place)
            match = self.judged(self.scores(rows))
            if match.is_surer_than(ONE_LOOK_FROM):
                return match
            place = place.mended(told, is_width_known=is_width_known)
        return self.match(quarter_turns(view_of(picture, place)))

    def match(self, views: Sequence[Picture]) -> FaceMatch:
        """The taught face that is shown, if any, by one view or by all its quarter turns."""
        return self.judged(self.scores(shipped_embedding().rows(views)))

    def scores(self, rows: Rows) -> Scores:
        """For each taught face how alike it is to a view, or to all its quarter turns."""
        return np.array([likeness(known, rows) for known in self._known])

    def judged(self, scores: Scores) -> FaceMatch:
        """What follows from the likeness to every taught face."""
        order = np.argsort(scores)[::-1]
        best = int(order[0])
        margin = float(scores[best] - scores[order[1]]) if len(order) > 1 else float(scores[best])
        confidence = chance_of(float(scores[best]), margin)
        weights = np.exp(_SHARPNESS * (scores - scores[best]))
        shares = weights / weights.sum()
        return FaceMatch(
            face=self.faces[best] if confidence >= KNOWN_FROM else None,
            score=float(scores[best]),
            margin=margin,
            confidence=confidence,
            likely=tuple(Likely(self.faces[int(n)], round(float(shares[n]), 4)) for n in order[:3]),
        )


def chance_of(score: float, margin: float) -> float:
    """How likely it is that the best face is the right one."""
    offset, alike, lead = _WEIGHTS
    return 1 / (1 + exp(-(offset + alike * score + lead * min(margin, LARGEST_LEAD))))


def likeness(known: Rows, rows: Rows) -> float:
    """How alike a view, or the mean of its quarter turns, is to a face as it fits best."""
    shown = np.mean([np.roll(known @ row, -turn, 1) for turn, row in enumerate(rows)], axis=0)
    together, nearest = shown[-1], shown[:-1].max(0)
    return float((_TOGETHER * together + (1 - _TOGETHER) * nearest).max())


def known_rows(cuts: Sequence[Picture]) -> Rows:
    """What is compared: (cut-outs and last all of them together, quarter turns, numbers)."""
    return _with_all_together(np.stack([_rows_of(cut.tobytes()) for cut in cuts]))


@lru_cache(maxsize=512)
def _rows_of(cut_bytes: bytes) -> Rows:
    """A cut-out in all quarter turns. Kept, because sets are tried again without one of them."""
    cut = np.frombuffer(cut_bytes, np.uint8).reshape(CUT_PX, CUT_PX, 3)
    views = [view for way in _ways(cut) for view in quarter_turns(way)]
    told = shipped_embedding().rows(views)
    return _unit(told.reshape(-1, 4, told.shape[1]).mean(0))


def _ways(cut: Picture) -> list[Picture]:
    turned = [view_of_cut(cut, turn_rad=turn) for turn in _TURNS_RAD]
    sized = [view_of_cut(cut, size=size) for size in _SIZES]
    return [view_of_cut(cut), *turned, *sized]


def _with_all_together(each: Rows) -> Rows:
    """Cut-outs of one face may be turned by quarters against each other: first they are aligned."""
    together = each[0].copy()
    aligned = [each[0]]
    for rows in each[1:]:
        turned = [np.roll(rows, -turn, axis=0) for turn in range(4)]
        best = max(turned, key=lambda rows: float((rows * together).sum()))
        aligned.append(best)
        together = _unit(np.mean(aligned, axis=0))
    return np.stack([*aligned, together])


def _unit(rows: Rows) -> Rows:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), np.float32)
