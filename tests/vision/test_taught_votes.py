"""Doubt about a taught face stays doubt, however often it is seen."""

from __future__ import annotations

import numpy as np
import pytest

from referee.vision.dice.centres import Centre
from referee.vision.dice.face_reading import FoundDie
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.faces.gallery import FaceMatch, TaughtFaces
from referee.vision.motion.voting import vote
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, Likely
from tests.vision.read_dice import a_die, a_reading

FOUND = FoundDie(Centre(40, 40, 0.9, (0.5,) * 6, 0.0, 40, (0.1,) * 8), 40, 0.9)


def doubting(confidence: float, face: str | None) -> TaughtFaceReader:
    """A reader that is never sure which face it is, and sure that it is no other."""

    class Doubting(TaughtFaceReader):
        def match(self, picture: Picture, found: FoundDie) -> FaceMatch:
            likely = (Likely("eye", 0.97), Likely("trunk", 0.03))
            return FaceMatch(face, 0.7, 0.2, confidence, likely)

    return Doubting(TaughtFaces("none", {}))


@pytest.mark.parametrize(
    ("confidence", "face", "certainty"),
    [(0.7, "eye", Certainty.DOUBTFUL), (0.2, None, Certainty.UNKNOWN)],
)
def test_frames_that_doubt_the_same_face_ask_with_it_first(
    confidence: float, face: str | None, certainty: Certainty
) -> None:
    told = doubting(confidence, face).read(np.zeros((80, 80, 3), np.uint8), FOUND)
    assert told is not None
    seen = a_die(told.face, 40, 40, told.confidence, told.certainty, likely=told.likely)
    (voted,) = vote([a_reading(seen)] * 6).dice
    assert (voted.face, voted.certainty) == (face or "", certainty)
    assert voted.likely[0].face == "eye"
