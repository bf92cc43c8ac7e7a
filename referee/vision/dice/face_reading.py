"""What a found die shows: pips, which everybody knows, or faces that somebody taught.

Both kinds say how strongly a centre looks like one of their dice, whether it needs a second look,
and what it shows with which confidence.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from math import sqrt
from typing import Protocol

import numpy as np

from referee.vision.dice.centres import VALUES, Centre, cut_top_face
from referee.vision.dice.close_look import NO_FACE
from referee.vision.dice.confidence import (
    CERTAIN_FROM,
    ROOM_ENOUGH,
    DieEvidence,
    certainty_of,
    likely_faces,
    probability,
)
from referee.vision.dice.edges import CLEAR, edge_strength
from referee.vision.dice.pips import PipFit, fit_pips
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, DieFinding, Likely

PIPS = tuple("123456")
# All limits here were chosen on the photographs and drawn heaps of docs/dice.md, whose figures tell
# what they give: higher ones lose dice or look twice at clear ones, lower ones let keys, coins and
# sides pass for dice.
# From here on one close look is enough, if the first look saw something like a die.
_CLEAR, _CLEAR_AT_FIRST = 0.95, 0.3
# Another look may find a die stronger, but not much.
_HOPELESS = 0.7
# Below this it is rather a key, a coin or the side of a die than a die.
_LEAST_CONFIDENCE = 0.3
# Keys and coins do not lie in a tray, but dice that cannot be read do, and they must not be lost.
_LEAST_IN_OWN_PLACE = 0.05
_RATHER_NONE = 0.3
_ROOM_OF_A_DIE = 0.95
# In a tray the side of a die lies right beside its top.
_BESIDE_A_DIE, _LEAST_BESIDE = 1.1, 0.7
# From here on it is a die, even if the others look far more like one.
_FAIRLY_SURE = 0.9
# A weak value whose odds to be a die at all are so much worse than the usual ones is none.
_POOR_VALUE = 0.57
_FAR_LESS = 0.3
# Off the tray nothing is certain whose outline is fainter, or that is less sure; chosen on the
# choosing halves of docs/dice.md.
_OUTLINED, _CERTAIN_OFF_TRAY = 0.4, 0.985

# Marbled dice whose pips fit badly reach these three.
_PLAIN_FACE, _PLAIN_OUTLINE, _PLAIN_SIZE = 0.8, 0.9, 0.4
# So they are never certain, and alone they are not shown: dotted cards are plainly dice, too. But
# without their pips real ones are surer than any card, and then they are shown alone.
_NEVER_SURE, _SURER_THAN_CARDS, _SHOWN_ALONE = 0.97, 0.996, 0.98


@dataclass(frozen=True, slots=True)
class ToldFace:
    """What a die shows; "" if that is unknown."""

    face: str
    confidence: float
    certainty: Certainty
    likely: tuple[Likely, ...] = ()
    findings: tuple[DieFinding, ...] = ()
    is_plain: bool = False
    """Off the tray: it is a die, whatever it shows."""


class DiePlace(Enum):
    """What the table knows about a place from where the camera hangs."""

    ANY = auto()
    """Nothing: a side of another die may lie here."""

    ITS_OWN = auto()
    """No side of another die lies here."""

    ON_A_SIDE = auto()
    """A side of a stronger one lies just here."""


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A centre among the others of its picture.

    `usual_px` is the usual width of a die there, `usual_face` how surely the usual one is a die,
    `room` how many widths the nearest stronger centre is away. `told_px` is about how wide it is,
    where that is a guess: off the tray; `is_width_known` if the table told it exactly.
    """

    centre: Centre
    usual_px: float
    usual_face: float
    room: float = ROOM_ENOUGH
    told_px: float | None = None
    is_width_known: bool = False
    place: DiePlace = DiePlace.ANY

    @property
    def is_off_tray(self) -> bool:
        """Whether nobody knows the plane."""
        return self.told_px is not None


class FaceReader(Protocol):
    """Reads one kind of faces. Centres weaker than `least_strength` are not read."""

    least_strength: float
    needs_company: bool
    """Whether off the tray a doubtful die is only believed beside a certain one, and none whose
    side may pass for its top."""

    def first_strength(self, centre: Centre) -> float:
        """How strongly this looks like a die of this kind at first, 0 … 1."""
        ...

    def strength(self, centre: Centre) -> float:
        """How strongly it does after a close look, 0 … 1."""
        ...

    def is_worth_another_look(self, centre: Centre) -> bool:
        """Whether one close look is not enough to tell."""
        ...

    def read(self, picture: Picture, found: FoundDie) -> ToldFace | None:
        """What the die shows; None if it is no die after all."""
        ...


class PipFaceReader:
    """Pip values: the network reads them, and the layout check agrees or does not."""

    least_strength = 0.15
    needs_company = True

    def first_strength(self, centre: Centre) -> float:
        """A top face, and a value on it."""
        return sqrt(centre.face * max(centre.values))

    def strength(self, centre: Centre) -> float:
        """Both looks see pips."""
        return sqrt(sum(centre.shares[:VALUES]) * self.first_strength(centre))

    def is_worth_another_look(self, centre: Centre) -> bool:
        """Whether it may be a die, but nothing is clear."""
        best = int(np.argmax(centre.shares))
        if centre.shares[best] > _CLEAR and (best == NO_FACE or centre.face > _CLEAR_AT_FIRST):
            return False
        return self.strength(centre) > _HOPELESS * self.least_strength

    def read(self, picture: Picture, found: FoundDie) -> ToldFace | None:
        """The value, as sure as both methods together are."""
        centre = found.centre
        fit = fit_pips(cut_top_face(picture, centre))
        evidence = evidence_of(picture, found, fit)
        usual = probability(evidence)
        is_plain = evidence.is_off_tray and _is_plainly_a_die(centre, evidence)
        confidence = max(usual, _but_for_its_pips(evidence)) if is_plain else usual
        if not _is_die(found, confidence):
            return None
        strengths = [
            value * (0.2 + share)
            for value, share in zip(value_strengths(centre), fit.probabilities, strict=True)
        ]
        best = best_value(centre)
        strengths[best] = 2.0
        return ToldFace(
            face=PIPS[best],
            confidence=confidence,
            certainty=_certainty(evidence, confidence),
            likely=likely_faces(PIPS, strengths, confidence),
            findings=(DieFinding.FAINT,) if confidence > usual else (),
            is_plain=is_plain,
        )


def _is_plainly_a_die(centre: Centre, evidence: DieEvidence) -> bool:
    """Marbling may hide how the pips lie, but not that this is a die: it is asked about."""
    is_face = face_strength(centre) > _PLAIN_FACE and evidence.size < _PLAIN_SIZE
    return is_face and evidence.edge > _PLAIN_OUTLINE


def _but_for_its_pips(evidence: DieEvidence) -> float:
    """How sure the value is if nobody asks how the pips lie; it is never certain."""
    as_in_tray = probability(replace(evidence, is_off_tray=False))
    return min(as_in_tray, _SHOWN_ALONE if as_in_tray > _SURER_THAN_CARDS else _NEVER_SURE)


def _certainty(evidence: DieEvidence, confidence: float) -> Certainty:
    """While the size is a guess, nothing is certain that does not end like a die."""
    if evidence.is_off_tray and (evidence.edge < _OUTLINED or confidence < _CERTAIN_OFF_TRAY):
        return Certainty.DOUBTFUL
    return certainty_of(confidence)


def _is_die(found: FoundDie, confidence: float) -> bool:
    """Whether it is worth asking about."""
    if found.is_off_tray:
        return confidence >= _LEAST_CONFIDENCE
    if found.place is DiePlace.ON_A_SIDE and confidence < CERTAIN_FROM:
        return False
    if found.place is DiePlace.ITS_OWN and found.room >= _ROOM_OF_A_DIE:
        is_face = found.centre.shares[NO_FACE] < _RATHER_NONE
        return confidence >= (_LEAST_IN_OWN_PLACE if is_face else _LEAST_CONFIDENCE)
    may_be_side = found.is_width_known and found.room < _BESIDE_A_DIE
    if confidence < (_LEAST_BESIDE if may_be_side else _LEAST_CONFIDENCE):
        return False
    return confidence >= _FAIRLY_SURE or not _is_out_of_place(found)


def _is_out_of_place(found: FoundDie) -> bool:
    """Whether the usual die of the picture looks far more like one than this does."""
    face, best = found.centre.face, max(found.centre.values)
    odds, usual = face / (1 - face + 1e-6), found.usual_face / (1 - found.usual_face + 1e-6)
    return best < _POOR_VALUE and odds < _FAR_LESS * usual


def evidence_of(picture: Picture, found: FoundDie, fit: PipFit) -> DieEvidence:
    """What the network, the layout check and the outline say about a die."""
    centre = found.centre
    best = best_value(centre)
    others = fit.fits[:best] + fit.fits[best + 1 :]
    return DieEvidence(
        face=centre.face,
        value=centre.values[best],
        share=centre.shares[best],
        other=max(centre.shares[:best] + centre.shares[best + 1 :]),
        fit=fit.fits[best],
        lead=fit.fits[best] - max(others),
        size=abs(float(np.log(centre.width_px / found.usual_px))),
        room=found.room,
        usual_face=found.usual_face,
        edge=edge_strength(picture, centre) / CLEAR,
        is_off_tray=found.is_off_tray,
    )


def face_strength(centre: Centre) -> float:
    """How surely both looks see a top face, whatever it shows, 0 … 1."""
    return float((1 - centre.shares[NO_FACE]) ** 0.75 * centre.face**0.25)


def value_strengths(centre: Centre) -> list[float]:
    """How strongly both looks together say each value; the close one knows it better."""
    return [
        share * sqrt(value)
        for share, value in zip(centre.shares[:VALUES], centre.values, strict=True)
    ]


def best_value(centre: Centre) -> int:
    """The place of the strongest value, 0 … 5."""
    return int(np.argmax(value_strengths(centre)))
