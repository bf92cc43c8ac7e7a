"""Can the taught faces be told apart? Each picture is read by what the other pictures taught."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.learning import (
    check_pictures,
    common_ink,
    learn_rectified,
    rectified,
)
from referee.vision.pictures import Picture

# Faces whose pictures are further apart than this are safe.
_SAFE_MARGIN = 0.15
_NARROW_MARGIN = 0.06


class Verdict(StrEnum):
    """How safely the faces are told apart; each has a sentence `eye-teach-…`."""

    CLEAR = "clear"
    NARROW = "narrow"
    ALIKE = "alike"


@dataclass(frozen=True, slots=True)
class Separability:
    """A confusion table over the taught pictures, and the two faces that look most alike.

    `confusion[shown][taken_for]` counts pictures; "" stands for "untaught". `margin` is how far the
    closest of all pictures was from being taken for another face.
    """

    faces: tuple[str, ...]
    confusion: Mapping[str, Mapping[str, int]]
    closest: tuple[str, str]
    margin: float

    @property
    def right(self) -> float:
        """The share of pictures that were read rightly."""
        total = sum(sum(row.values()) for row in self.confusion.values())
        return sum(self.confusion[face].get(face, 0) for face in self.faces) / max(total, 1)

    @property
    def verdict(self) -> Verdict:
        """Whether a game may begin with these faces."""
        if self.right < 1 or self.margin < _NARROW_MARGIN:
            return Verdict.ALIKE
        return Verdict.CLEAR if self.margin >= _SAFE_MARGIN else Verdict.NARROW


def teach(name: str, pictures: Mapping[str, Sequence[Picture]]) -> tuple[TaughtFaces, Separability]:
    """The taught faces and how well they can be told apart."""
    check_pictures(pictures)
    faces = rectified(pictures)
    taught = learn_rectified(name, faces)
    return taught, separability(taught, faces)


def separability(taught: TaughtFaces, faces: Mapping[str, Sequence[Picture]]) -> Separability:
    """Reads every rectified picture with a set that was learned without it."""
    confusion = {shown: dict.fromkeys((*taught.faces, ""), 0) for shown in taught.faces}
    closest, margin = (taught.faces[0], taught.faces[1]), np.inf
    for shown in taught.faces:
        for number, picture in enumerate(faces[shown]):
            others = [face for at, face in enumerate(faces[shown]) if at != number]
            judge = TaughtFaces(
                name=taught.name,
                inks={**taught.inks, shown: common_ink(others)},
                threshold=taught.threshold,
                counts=taught.counts,
            )
            scores, turns = judge.scores(picture)
            confusion[shown][judge.judged(scores, turns).face or ""] += 1
            own = taught.faces.index(shown)
            rival = max((at for at in range(len(scores)) if at != own), key=lambda n: scores[n])
            if scores[own] - scores[rival] < margin:
                margin = float(scores[own] - scores[rival])
                closest = (shown, taught.faces[rival])
    return Separability(taught.faces, confusion, closest, margin)
