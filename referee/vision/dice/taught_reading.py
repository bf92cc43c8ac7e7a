"""Dice with taught faces: the network says where a top face is, the gallery what it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.vision.dice.centres import Centre
from referee.vision.dice.face_reading import FoundDie, ToldFace, leaning
from referee.vision.dice.top_cut import cut_face
from referee.vision.faces.gallery import FaceMatch, TaughtFaces
from referee.vision.faces.square import TopFace, top_face
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, DieFinding

# From here on the network needs no second look to say that a top face is there.
_CLEAR = 0.8
_CERTAIN_FROM = 0.95
# Something fainter that shows no taught face is no die.
_SURELY_A_DIE = 0.35
# So much alike is a face only to itself.
_ALIKE_ENOUGH = 0.85
# How far a better cut is looked for, in die widths, first far and then near.
_REACHES = (0.1, 0.1, 0.06)
# Looking for the best of many cuts, strangers too become more alike.
_SEARCH_RAISES = 0.09


class TaughtDice:
    """Reads the faces of a taught set; what was never taught is unknown, not guessed."""

    # The gallery has the last word, so the network may be faint.
    least_strength = 0.12

    def __init__(self, taught: TaughtFaces) -> None:
        self._taught = replace(taught, threshold=taught.threshold + _SEARCH_RAISES)

    def is_clear(self, centre: Centre) -> bool:
        """Whether there is surely a top face."""
        return centre.face > _CLEAR

    def strength(self, centre: Centre) -> float:
        """How surely there is a top face, whatever it shows."""
        return centre.face

    def read(self, picture: Picture, found: FoundDie) -> ToldFace | None:
        """The taught face that is most alike, if it is alike enough."""
        match = self._match(picture, found.centre)
        findings = leaning(found.centre)
        if match.face is None and found.centre.face < _SURELY_A_DIE:
            return None
        if match.face is None:
            findings = (*findings, DieFinding.UNTAUGHT)
            return ToldFace("", match.confidence, Certainty.UNKNOWN, match.likely, findings)
        is_sure = match.confidence >= _CERTAIN_FROM and not findings
        certainty = Certainty.CERTAIN if is_sure else Certainty.DOUBTFUL
        return ToldFace(match.face, match.confidence, certainty, match.likely, findings)

    def _match(self, picture: Picture, centre: Centre) -> FaceMatch:
        """The best match of several cuts: the network places a face only roughly.

        It begins with the network's place and with the one that the edges of the face give, and
        moves on from the better of the two as long as the face becomes more alike.
        """
        fitted = top_face(picture, (centre.x, centre.y), centre.width_px, centre.angle_rad)
        starts = (centre, _placed_as(fitted, centre))
        best, match = self._best(picture, starts)
        for reach in _REACHES:
            if match.score > _ALIKE_ENOUGH:
                break
            better, found = self._best(picture, _around(best, reach))
            if found.score > match.score:
                best, match = better, found
        return match

    def _best(self, picture: Picture, cuts: Iterable[Centre]) -> tuple[Centre, FaceMatch]:
        tried = [(cut, self._taught.match(cut_face(picture, cut))) for cut in cuts]
        return max(tried, key=lambda each: each[1].score)


def _placed_as(fitted: TopFace, centre: Centre) -> Centre:
    x, y = fitted.centre_px
    return replace(centre, x=x, y=y, width_px=fitted.die_px, angle_rad=fitted.angle_rad)


def _around(centre: Centre, reach: float) -> Iterator[Centre]:
    """The same die a little aside, turned, larger and smaller."""
    for sign in (-1.0, 1.0):
        shift = sign * reach * centre.width_px
        yield replace(centre, x=centre.x + shift)
        yield replace(centre, y=centre.y + shift)
        yield replace(centre, angle_rad=centre.angle_rad + 1.5 * sign * reach)
        yield replace(centre, width_px=centre.width_px * (1 + 1.3 * sign * reach))
