from __future__ import annotations

from pathlib import Path

import numpy as np

from referee.app.face_sets import TAUGHT, load_faces, shipped_sets
from scripts.face_pictures import teach_shipped_sets


def test_the_sets_that_come_along_are_what_is_learned_from_their_pictures(tmp_path: Path) -> None:
    """If this fails, the artwork or the learning changed: run python -m referee.app.face_sets."""
    teach_shipped_sets(tmp_path)
    for name in shipped_sets():
        shipped, learned = (
            load_faces(folder / f"{name}.faces.json") for folder in (TAUGHT, tmp_path)
        )
        assert shipped.faces == learned.faces
        assert abs(shipped.threshold - learned.threshold) < 0.02
        for face in shipped.faces:
            # Another processor rounds a little differently.
            assert np.abs(shipped.inks[face] - learned.inks[face]).mean() < 0.02
