"""What a found die shows: pips, which everybody knows, or faces that somebody taught.

Both kinds say how strongly a centre looks like one of their dice, whether it needs a second look,
and what it shows with which confidence.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Protocol

import numpy as np

from referee.vision.dice.centres import Centre
from referee.vision.dice.confidence import (
    ROOM_ENOUGH,
    Evidence,
    certainty_of,
    likely_faces,
    probability,
)
from referee.vision.dice.outline import CLEAR, edge_strength
from referee.vision.dice.pips import PipFit, fit_pips
from referee.vision.dice.top_cut import cut_face
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, DieFinding, Likely

PIPS = tuple("123456")
# From here on the network needs no second look.
_CLEAR = 0.6
_NO_OTHER = 0.35
_LEANING = 0.6
# Below this it is rather a key, a coin or the side of a die than a die.
_LEAST_CONFIDENCE = 0.3
# Keys and coins do not lie in a tray, but dice that cannot be read do, and they must not be lost.
_LEAST_IN_OWN_PLACE = 0.05
_ROOM_OF_A_DIE = 0.95
# From here on it is a die, even if the others look far more like one.
_FAIRLY_SURE = 0.9
# A weak value whose odds to be a die at all are so much worse than the usual ones is none.
_POOR_VALUE = 0.57
_FAR_LESS = 0.3


@dataclass(frozen=True, slots=True)
class ToldFace:
    """What a die shows; "" if that is unknown."""

    face: str
    confidence: float
    certainty: Certainty
    likely: tuple[Likely, ...] = ()
    findings: tuple[DieFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A centre among the others of its picture.

    `usual_px` is the usual width of a die there, `usual_face` how surely the usual one is a die,
    `room` how many widths the nearest stronger centre is away. `is_width_known` if the table told
    it, not the network; `has_own_place` if the table knows that no side of another die lies here.
    """

    centre: Centre
    usual_px: float
    usual_face: float
    room: float = ROOM_ENOUGH
    is_width_known: bool = False
    has_own_place: bool = False


class FaceReader(Protocol):
    """Reads one kind of faces. Centres weaker than `least_strength` are not looked at."""

    least_strength: float

    def is_clear(self, centre: Centre) -> bool:
        """Whether the network's first look is enough."""
        ...

    def strength(self, centre: Centre) -> float:
        """How strongly this looks like a die of this kind, 0 … 1."""
        ...

    def read(self, picture: Picture, found: FoundDie) -> ToldFace | None:
        """What the die shows; None if it is no die after all."""
        ...


class PipFaces:
    """Pip values: the network reads them, and the layout check agrees or does not."""

    least_strength = 0.3

    def is_clear(self, centre: Centre) -> bool:
        """Whether the network sees one value and no other."""
        second, best = sorted(centre.values)[-2:]
        return min(centre.face, best) > _CLEAR and second < _NO_OTHER

    def strength(self, centre: Centre) -> float:
        """A top face, and a value on it."""
        return sqrt(centre.face * max(centre.values))

    def read(self, picture: Picture, found: FoundDie) -> ToldFace | None:
        """The value, as sure as both methods together are."""
        centre = found.centre
        fit = fit_pips(cut_face(picture, centre))
        confidence = probability(evidence_of(picture, found, fit))
        if not _is_die(found, confidence):
            return None
        findings = leaning(centre)
        best = int(np.argmax(centre.values))
        strengths = [
            value * (0.2 + share)
            for value, share in zip(centre.values, fit.probabilities, strict=True)
        ]
        strengths[best] = 2.0
        return ToldFace(
            face=PIPS[best],
            confidence=confidence,
            certainty=Certainty.DOUBTFUL if findings else certainty_of(confidence),
            likely=likely_faces(PIPS, strengths, confidence),
            findings=findings,
        )


def _is_die(found: FoundDie, confidence: float) -> bool:
    """Whether it is worth asking about."""
    if found.has_own_place and found.room >= _ROOM_OF_A_DIE:
        return confidence >= _LEAST_IN_OWN_PLACE
    if confidence < _LEAST_CONFIDENCE:
        return False
    return confidence >= _FAIRLY_SURE or not _is_out_of_place(found)


def _is_out_of_place(found: FoundDie) -> bool:
    """Whether the usual die of the picture looks far more like one than this does."""
    face, best = found.centre.face, max(found.centre.values)
    odds, usual = face / (1 - face + 1e-6), found.usual_face / (1 - found.usual_face + 1e-6)
    return best < _POOR_VALUE and odds < _FAR_LESS * usual


def leaning(centre: Centre) -> tuple[DieFinding, ...]:
    """The finding about a die that is not flat."""
    return (DieFinding.COCKED,) if centre.leaning > _LEANING else ()


def evidence_of(picture: Picture, found: FoundDie, fit: PipFit) -> Evidence:
    """What the network, the layout check and the outline say about a die."""
    centre = found.centre
    order = sorted(range(len(centre.values)), key=lambda at: -centre.values[at])
    best, second = order[0], order[1]
    others = max(fit.fits[:best] + fit.fits[best + 1 :])
    return Evidence(
        face=centre.face,
        best=centre.values[best],
        second=centre.values[second],
        fit=fit.fits[best],
        lead=fit.fits[best] - others,
        size=abs(float(np.log(centre.width_px / found.usual_px))),
        leaning=centre.leaning,
        room=found.room,
        usual_face=found.usual_face,
        edge=edge_strength(picture, centre) / CLEAR,
    )
