"""Reads the dice of one picture: the network finds and reads them, a second method checks it.

>>> import numpy as np
>>> DiceReader().read(np.full((120, 160, 3), 200, np.uint8)).findings
(<ReadingFinding.NO_DICE: 'no-dice'>,)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.errors import InputError
from referee.vision.centres import NOMINAL_PX, Centre, CentreFinder, apart
from referee.vision.confidence import Evidence, certainty_of, likely_faces, probability
from referee.vision.die_size import SMALLEST_PX, estimate_die_px, scaled
from referee.vision.pictures import Picture, as_picture
from referee.vision.pips import PipFit, fit_pips
from referee.vision.readings import (
    Certainty,
    DieFinding,
    Point,
    ReadDie,
    Reading,
    ReadingFinding,
)
from referee.vision.second_look import look_again
from referee.vision.top_cut import cut_face, square_corners

PIPS = tuple("123456")
_FIRST_LEAST = 0.12
_LEAST_SCORE = 0.3
# From here on the network needs no second look.
_CLEAR = 0.9
_LEANING = 0.6
_LARGEST_NETWORK_PX = 12_000_000


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of a picture, in pixels."""

    left: int
    top: int
    width: int
    height: int


class DiceReader:
    """Reads pip dice in pictures; keeps the network, so make one and use it often."""

    def __init__(self, finder: CentreFinder | None = None) -> None:
        self._finder = finder or CentreFinder()

    def read(
        self,
        picture: Picture,
        *,
        die_px: float | None = None,
        region: Region | None = None,
        expected: int | None = None,
    ) -> Reading:
        """The dice of a picture; `die_px` is how wide a die is, if that is known."""
        whole = as_picture(picture)
        part, left, top = _part(whole, region)
        width_px = die_px or estimate_die_px(part, self._finder)
        if width_px is None:
            return Reading((), 0.0, _count_findings(0, expected))
        centres = self.centres(part, width_px)
        usual_px = float(np.median([each.width_px for each in centres])) if centres else width_px
        dice = [_read_die(part, centre, usual_px, left, top) for centre in centres]
        findings = _size_findings(width_px) + _count_findings(len(dice), expected)
        return Reading(tuple(sorted(dice, key=_place)), width_px, findings)

    def centres(self, picture: Picture, die_px: float) -> list[Centre]:
        """Where dice are, after a second look at the unclear ones."""
        factor = _network_factor(picture, die_px)
        first = [
            centre.moved(1 / factor)
            for centre in self._finder.find(scaled(picture, factor), _FIRST_LEAST)
        ]
        clear = [centre for centre in first if _is_clear(centre)]
        unclear = look_again(
            picture, [centre for centre in first if not _is_clear(centre)], self._finder
        )
        found = sorted([*clear, *unclear], key=lambda centre: -_score(centre))
        return [centre for centre in apart(found) if _score(centre) > _LEAST_SCORE]


def _part(picture: Picture, region: Region | None) -> tuple[Picture, float, float]:
    if region is None:
        return picture, 0.0, 0.0
    height, width = picture.shape[:2]
    left, top = max(0, region.left), max(0, region.top)
    right, bottom = min(width, region.left + region.width), min(height, region.top + region.height)
    if right - left < SMALLEST_PX or bottom - top < SMALLEST_PX:
        raise InputError(
            f"The region lies outside the picture of {width} × {height} pixels, or is smaller "
            f"than a die: give another one as x,y,w,h."
        )
    return np.ascontiguousarray(picture[top:bottom, left:right]), float(left), float(top)


def _network_factor(picture: Picture, die_px: float) -> float:
    if not 4 <= die_px <= 4000:
        raise InputError(f"A die {die_px:g} pixels wide cannot be read: give 16 to 1000.")
    factor = NOMINAL_PX / die_px
    if picture.shape[0] * picture.shape[1] * factor * factor > _LARGEST_NETWORK_PX:
        raise InputError(
            f"Dice only {die_px:g} pixels wide in so large a picture are too much to search: "
            "name the part with the dice as a region x,y,w,h."
        )
    return factor


def _is_clear(centre: Centre) -> bool:
    best = max(centre.values)
    others = sorted(centre.values)[-2]
    return min(centre.face, best) > _CLEAR and others < 1 - _CLEAR


def _score(centre: Centre) -> float:
    return float(np.sqrt(centre.face * max(centre.values)))


def _place(die: ReadDie) -> tuple[float, float]:
    return die.centre_px[1], die.centre_px[0]


def _size_findings(die_px: float) -> tuple[ReadingFinding, ...]:
    return (ReadingFinding.DICE_TOO_SMALL,) if die_px < SMALLEST_PX else ()


def _count_findings(count: int, expected: int | None) -> tuple[ReadingFinding, ...]:
    none = (ReadingFinding.NO_DICE,) if count == 0 else ()
    wrong = (ReadingFinding.WRONG_COUNT,) if expected is not None and count != expected else ()
    return none + wrong


def _read_die(
    picture: Picture, centre: Centre, usual_px: float, left: float, top: float
) -> ReadDie:
    fit = fit_pips(cut_face(picture, centre))
    confidence = probability(evidence_of(centre, fit, usual_px))
    findings = (DieFinding.COCKED,) if centre.leaning > _LEANING else ()
    strengths = [value * (0.2 + fit.probabilities[at]) for at, value in enumerate(centre.values)]
    best = int(np.argmax(centre.values))
    strengths[best] = max(strengths) + 1e-6
    corners = square_corners(centre.moved(1.0, left, top))
    certainty = Certainty.DOUBTFUL if findings else certainty_of(confidence)
    return ReadDie(
        face=PIPS[best],
        centre_px=(centre.x + left, centre.y + top),
        corners_px=corners,
        box_px=_box(corners),
        confidence=confidence,
        certainty=certainty,
        likely=likely_faces(PIPS, strengths, confidence),
        findings=findings,
    )


def evidence_of(centre: Centre, fit: PipFit, usual_px: float) -> Evidence:
    """What the network and the layout check say about a die."""
    order = sorted(range(len(centre.values)), key=lambda at: -centre.values[at])
    best, second = order[0], order[1]
    others = max(fit.fits[:best] + fit.fits[best + 1 :])
    return Evidence(
        face=centre.face,
        best=centre.values[best],
        second=centre.values[second],
        fit=fit.fits[best],
        lead=fit.fits[best] - others,
        size=abs(float(np.log(centre.width_px / usual_px))),
        leaning=centre.leaning,
    )


def _box(corners: Sequence[Point]) -> tuple[float, float, float, float]:
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(down), max(across) - min(across), max(down) - min(down)
