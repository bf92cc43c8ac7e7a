"""The artwork of special dice, from the pictures in the folders of the games."""

from functools import cache

import numpy as np

from referee.games.dice import DieInfo
from referee.vision.artwork.canvas import FaceSet, InkMask
from referee.vision.pictures import load_picture


@cache
def face_set(die: DieInfo) -> FaceSet:
    """The printed faces of this die, read once."""
    return FaceSet(die.set, {face: _mask(die, face) for face in die.faces}, die.net)


def _mask(die: DieInfo, face: str) -> InkMask:
    """The picture is grey: any of its channels is the ink."""
    ink = load_picture(die.folder / f"{face}.png")[..., 0]
    return np.asarray(ink, np.float32) / np.float32(255)
