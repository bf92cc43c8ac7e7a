"""Dice with taught faces: the networks say where a top face is, the gallery what it shows."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from referee.vision.dice.centres import Centre
from referee.vision.dice.face_reading import FoundDie, ToldFace, face_strength
from referee.vision.faces.embedding import shipped_embedding, view_of
from referee.vision.faces.gallery import CERTAIN_FROM, FaceMatch, Scores, TaughtFaces
from referee.vision.faces.top_face import top_face
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, DieFinding, Likely

# Another look does not make a die of this.
_HOPELESS_CENTRE = 0.4
# Something fainter that shows no taught face is no die.
_SURELY_A_DIE = 0.6
# Round edges let a die look smaller than it is.
_OTHER_WIDTHS = (0.9, 1.12)


class TaughtFaceReader:
    """Reads the faces of a taught set; what was never taught is unknown, not guessed."""

    # The gallery has the last word, so the network may be faint.
    least_strength = 0.3

    def __init__(self, taught: TaughtFaces) -> None:
        self._taught = taught

    @property
    def taught(self) -> TaughtFaces:
        """The set by which faces are read."""
        return self._taught

    def use(self, taught: TaughtFaces) -> None:
        """Read the same faces by this set from the next die on; from any thread."""
        self._taught = taught

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
        likely = _as_likely(match)
        if match.face is None and face_strength(found.centre) < _SURELY_A_DIE:
            return None
        if match.face is None:
            untaught = (DieFinding.UNTAUGHT,)
            return ToldFace("", match.confidence, Certainty.UNKNOWN, likely, untaught)
        is_sure = match.confidence >= CERTAIN_FROM
        certainty = Certainty.CERTAIN if is_sure else Certainty.DOUBTFUL
        return ToldFace(match.face, match.confidence, certainty, likely)

    def _match(self, picture: Picture, found: FoundDie) -> FaceMatch:
        """The best match of several places: the network places a face only roughly.

        They are looked at two by two: another number of views would set the network up anew.
        """
        taught = self._taught
        scores: Scores = np.full(len(taught.faces), -1.0)
        for pair in _places(picture, found):
            views = [
                view_of(picture, (place.x, place.y), place.width_px, place.angle_rad)
                for place in pair
            ]
            scores = max(scores, taught.scores(shipped_embedding().rows(views)), key=np.max)
            if taught.judged(scores).confidence >= CERTAIN_FROM:
                break
        return taught.judged(scores)


def _as_likely(match: FaceMatch) -> tuple[Likely, ...]:
    """How likely the faces are: only as likely as it is that the best of them is right.

    Otherwise several frames that each doubt the same face would together be sure of it.
    """
    return tuple(Likely(each.face, each.probability * match.confidence) for each in match.likely)


def _places(picture: Picture, found: FoundDie) -> Iterator[tuple[Centre, Centre]]:
    """Where the network says that the face is, and the edges; other widths if that may be wrong."""
    centre = found.centre
    fitted = top_face(picture, (centre.x, centre.y), centre.width_px, centre.angle_rad)
    x, y = fitted.centre_px
    width_px = centre.width_px if found.is_width_known else fitted.die_px
    yield centre, replace(centre, x=x, y=y, width_px=width_px, angle_rad=fitted.angle_rad)
    if found.is_width_known:
        return
    smaller, larger = (replace(centre, width_px=centre.width_px * n) for n in _OTHER_WIDTHS)
    # A frame or a small die that is printed on the face may pass for the die.
    told = larger if found.told_px is None else replace(centre, width_px=found.told_px)
    yield smaller, larger
    yield told, replace(told, x=x, y=y, angle_rad=fitted.angle_rad)
