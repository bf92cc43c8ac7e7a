"""Dice with taught faces: the network says where a top face is, the gallery what it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.vision.dice.centres import Centre, cut_top_face
from referee.vision.dice.face_reading import FoundDie, ToldFace, face_strength
from referee.vision.faces.gallery import FaceMatch, TaughtFaces
from referee.vision.faces.top_face import top_face
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, DieFinding

# Chosen on drawn dice of other seeds than those of docs/dice-faces.md: higher limits refuse taught
# faces, lower ones take strangers for them; more cuts cost time and let strangers look alike.
# Another look does not make a die of this.
_HOPELESS_CENTRE = 0.4
_TAUGHT_CERTAIN_FROM = 0.95
# Something fainter that shows no taught face is no die.
_SURELY_A_DIE = 0.6
# Where the width is known, what is less alike than this is no taught face, however it is cut.
_HOPELESS = 0.5
# How far a better cut is looked for, in die widths, first far and then near.
_REACHES = (0.1, 0.06, 0.06, 0.04)
# Round edges let a die look smaller than it is.
_OTHER_WIDTHS = (0.9, 1.12, 1.24)
# Looking for the best of many cuts, strangers too become more alike.
_SEARCH_RAISES = 0.11


class TaughtFaceReader:
    """Reads the faces of a taught set; what was never taught is unknown, not guessed."""

    # The gallery has the last word, so the network may be faint.
    least_strength = 0.5

    def __init__(self, taught: TaughtFaces) -> None:
        self._taught = replace(taught, threshold=taught.threshold + _SEARCH_RAISES)

    def first_strength(self, centre: Centre) -> float:
        """How surely there is a top face at first, whatever it shows."""
        return centre.face

    def strength(self, centre: Centre) -> float:
        """How surely both looks say that there is one."""
        return face_strength(centre)

    def is_worth_another_look(self, centre: Centre) -> bool:
        """Always: the better the place, the more alike a face is to the taught one."""
        return face_strength(centre) > _HOPELESS_CENTRE

    def read(self, picture: Picture, found: FoundDie) -> ToldFace | None:
        """The taught face that is most alike, if it is alike enough."""
        match = self._match(picture, found)
        if match.face is None and face_strength(found.centre) < _SURELY_A_DIE:
            return None
        if match.face is None:
            untaught = (DieFinding.UNTAUGHT,)
            return ToldFace("", match.confidence, Certainty.UNKNOWN, match.likely, untaught)
        is_sure = match.confidence >= _TAUGHT_CERTAIN_FROM
        certainty = Certainty.CERTAIN if is_sure else Certainty.DOUBTFUL
        return ToldFace(match.face, match.confidence, certainty, match.likely)

    def _match(self, picture: Picture, found: FoundDie) -> FaceMatch:
        """The best match of several cuts: the network places a face only roughly.

        It begins with the network's place and with the one that the edges of the face give, and
        moves on from the best of them as long as the face becomes more alike.
        """
        best = self._best(picture, [found.centre])
        if not self._is_enough(best):
            best = max(best, self._best(picture, _other_starts(picture, found)), key=_score)
        if found.is_width_known and best.score < _HOPELESS:
            return self._taught.judged(best.scores, best.turns)
        for reach in _REACHES:
            if self._is_enough(best):
                break
            around = _around(best.cut, reach, is_width_known=found.is_width_known)
            best = max(best, self._best(picture, around), key=_score)
        return self._taught.judged(best.scores, best.turns)

    def _is_enough(self, tried: _Tried) -> bool:
        """Whether a better cut would change nothing: it is certain already."""
        return self._taught.judged(tried.scores, tried.turns).confidence >= _TAUGHT_CERTAIN_FROM

    def _best(self, picture: Picture, cuts: Iterable[Centre]) -> _Tried:
        tried = (_Tried(cut, *self._taught.scores(cut_top_face(picture, cut))) for cut in cuts)
        return max(tried, key=_score)


@dataclass(frozen=True, slots=True)
class _Tried:
    """A cut, and how much alike it is to each taught face, at which turn."""

    cut: Centre
    scores: npt.NDArray[np.float64]
    turns: npt.NDArray[np.intp]

    @property
    def score(self) -> float:
        """The likeness to the face that is most alike."""
        return float(self.scores.max())


def _score(tried: _Tried) -> float:
    return tried.score


def _other_starts(picture: Picture, found: FoundDie) -> Iterator[Centre]:
    """Where the edges say that the face is, and other widths if that may be wrong."""
    centre = found.centre
    fitted = top_face(picture, (centre.x, centre.y), centre.width_px, centre.angle_rad)
    x, y = fitted.centre_px
    if found.is_width_known:
        yield replace(centre, x=x, y=y, angle_rad=fitted.angle_rad)
        return
    yield replace(centre, x=x, y=y, width_px=fitted.die_px, angle_rad=fitted.angle_rad)
    for times in _OTHER_WIDTHS:
        yield replace(centre, width_px=centre.width_px * times)
    if found.told_px is not None:
        # A frame or a small die that is printed on the face may pass for the die.
        yield replace(centre, width_px=found.told_px)


def _around(centre: Centre, reach: float, *, is_width_known: bool) -> Iterator[Centre]:
    """The same die a little aside, turned, larger and smaller."""
    for sign in (-1.0, 1.0):
        shift = sign * reach * centre.width_px
        yield replace(centre, x=centre.x + shift)
        yield replace(centre, y=centre.y + shift)
        yield replace(centre, angle_rad=centre.angle_rad + 1.5 * sign * reach)
        if not is_width_known:
            yield replace(centre, width_px=centre.width_px * (1 + 1.3 * sign * reach))
