"""A face as a few numbers, by which it is compared with taught ones: alike for the same face.

A network was trained with thousands of symbols of many artists, on drawn dice of every colour, so
that material, light and a slightly wrong place hardly count. It never saw the faces that it is
asked about. `cut_face` cuts a face out with some air around it, as taught sets keep it; a view is
what the network looks at.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from referee.vision.faces.top_face import cut_square
from referee.vision.network import OnnxNetwork, shipped_model
from referee.vision.pictures import Picture
from referee.vision.readings import Point

CUT_PX, CUT_WIDTHS = 80, 1.6
"""A cut-out that is kept: so many pixels, and so many die widths, so that it can be cut again."""

VIEW_PX, VIEW_WIDTHS = 40, 1.16
"""A view of a face: a little more than the face, so that its edges are seen."""

# Differences of less than so many grey levels are noise: a blank face stays blank.
_NOISE_LEVELS = 8.0

Rows = npt.NDArray[np.float32]
"""What the network says: a row of length 1 for each view."""


def cut_face(picture: Picture, centre_px: Point, die_px: float, angle_rad: float) -> Picture:
    """A top face with the air around it, its edges upright."""
    return cut_square(picture, centre_px, CUT_WIDTHS * die_px, angle_rad, size_px=CUT_PX)


def view_of(picture: Picture, centre_px: Point, die_px: float, angle_rad: float) -> Picture:
    """What the network looks at, out of any picture."""
    return cut_square(picture, centre_px, VIEW_WIDTHS * die_px, angle_rad, size_px=VIEW_PX)


def view_of_cut(cut: Picture, *, turn_rad: float = 0.0, size: float = 1.0) -> Picture:
    """The same out of a cut-out; the die is `size` times as wide as the cut-out says."""
    middle = (CUT_PX - 1) / 2
    return view_of(cut, (middle, middle), size * CUT_PX / CUT_WIDTHS, turn_rad)


def evened(view: Picture) -> npt.NDArray[np.float32]:
    """A view without its brightness and contrast: (colours, rows, columns)."""
    levels = view.astype(np.float32)
    levels -= levels.mean(axis=(0, 1))
    levels /= float(levels.std()) + _NOISE_LEVELS
    return np.ascontiguousarray(levels.transpose(2, 0, 1))


def quarter_turns(view: Picture) -> list[Picture]:
    """The view in all four quarter turns, counter-clockwise."""
    return [np.ascontiguousarray(np.rot90(view, turn)) for turn in range(4)]


class FaceEmbedding:
    """Runs the network; it is loaded once for all sets."""

    def __init__(self, model: bytes | None = None) -> None:
        self._network = OnnxNetwork(model or shipped_model("faces.onnx"))

    def rows(self, views: Sequence[Picture]) -> Rows:
        """A row for each view."""
        return self._network.tell_of(np.stack([evened(view) for view in views]))

    def rows_of_many(self, views: Sequence[Picture]) -> Rows:
        """The same in parts of one size, so that the network is set up once."""
        parts = [self.rows(_filled(views[at : at + _PART])) for at in range(0, len(views), _PART)]
        return np.concatenate(parts)[: len(views)]


_PART = 8


def _filled(views: Sequence[Picture]) -> list[Picture]:
    return [*views, *[views[-1]] * (_PART - len(views))]


@cache
def shipped_embedding() -> FaceEmbedding:
    """The network that comes with the program."""
    return FaceEmbedding()
