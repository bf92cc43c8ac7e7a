from __future__ import annotations

import numpy as np

from referee.app.face_sets import load_faces
from referee.games.boxes import shipped_sets
from referee.vision.faces.teaching import learn_faces
from scripts.face_pictures import face_pictures


def test_the_sets_that_come_along_are_what_is_learned_from_their_pictures() -> None:
    """If this fails, the drawings or the learning changed: run scripts.face_pictures --teach."""
    for name, die in shipped_sets().items():
        shipped, learned = load_faces(die.gallery), learn_faces(name, face_pictures(name))
        assert shipped.counts == learned.counts
        for face in shipped.faces:
            for kept, cut in zip(shipped.cuts[face], learned.cuts[face], strict=True):
                # Another processor rounds a little differently, and a file is a little coarse.
                assert np.abs(kept.astype(float) - cut).mean() < 4
