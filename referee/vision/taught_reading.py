"""Dice with taught faces: the network says where a top face is, the gallery what it shows."""

from __future__ import annotations

from referee.vision.centres import Centre
from referee.vision.face_reading import FoundDie, ToldFace, leaning
from referee.vision.faces_gallery import TaughtFaces
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, DieFinding
from referee.vision.top_cut import cut_face

# From here on the network needs no second look to say that a top face is there.
_CLEAR = 0.8
_CERTAIN_FROM = 0.95


class TaughtDice:
    """Reads the faces of a taught set; what was never taught is unknown, not guessed."""

    def __init__(self, taught: TaughtFaces) -> None:
        self._taught = taught

    def is_clear(self, centre: Centre) -> bool:
        """Whether there is surely a top face."""
        return centre.face > _CLEAR

    def strength(self, centre: Centre) -> float:
        """How surely there is a top face, whatever it shows."""
        return centre.face

    def read(self, picture: Picture, found: FoundDie) -> ToldFace | None:
        """The taught face that is most alike, if it is alike enough."""
        match = self._taught.match(cut_face(picture, found.centre))
        findings = leaning(found.centre)
        if match.face is None:
            findings = (*findings, DieFinding.UNTAUGHT)
            return ToldFace("", match.confidence, Certainty.UNKNOWN, match.likely, findings)
        is_sure = match.confidence >= _CERTAIN_FROM and not findings
        certainty = Certainty.CERTAIN if is_sure else Certainty.DOUBTFUL
        return ToldFace(match.face, match.confidence, certainty, match.likely, findings)
