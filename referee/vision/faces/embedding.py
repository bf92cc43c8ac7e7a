"""A face as a few numbers, by which it is compared with taught ones: alike for the same face.

A network was trained with thousands of symbols of many artists, on drawn dice of every colour, so
that material, light and a slightly wrong place hardly count. It never saw the faces that it is
asked about. `cut_face` cuts a face out with some air around it, as taught sets keep it; a view is
what the network looks at.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from referee.vision.faces.top_face import cut_square
from referee.vision.network import OnnxNetwork, Told, shipped_model
from referee.vision.pictures import Picture

CUT_PX, CUT_WIDTHS = 80, 1.6
"""A cut-out that is kept: so many pixels, and so many die widths, so that it can be cut again."""

VIEW_PX, VIEW_WIDTHS = 40, 1.16
"""A view of a face: a little more than the face, so that its edges are seen."""

# What the network says of a place is not believed farther than it was trained: in die widths, and
# as a logarithm of the width.
_FARTHEST, _MOST_WIDER = 0.12, 0.16
# Differences of less than so many grey levels are noise: a blank face stays blank.
_NOISE_LEVELS = 8.0

NUMBERS = 64
"""How many numbers tell a face; after them the network says where it lies in the view."""

Rows = npt.NDArray[np.float32]
"""What the network says: a row of length 1 for each view."""


@dataclass(frozen=True, slots=True)
class FacePlace:
    """Where a top face lies in a picture: its middle, its width, and how it is turned."""

    x: float
    y: float
    die_px: float
    angle_rad: float

    def mended(self, told: Told, *, is_width_known: bool = False) -> "FacePlace":
        """The place after a look from which the network told where the face really lies."""
        right, down = told[:2].clip(-_FARTHEST, _FARTHEST) * self.die_px
        cos, sin = np.cos(self.angle_rad), np.sin(self.angle_rad)
        wider = 1.0 if is_width_known else float(np.exp(told[3].clip(-_MOST_WIDER, _MOST_WIDER)))
        return FacePlace(
            x=self.x + float(cos * right - sin * down),
            y=self.y + float(sin * right + cos * down),
            die_px=self.die_px * wider,
            angle_rad=self.angle_rad + float(told[2]),
        )


def cut_face(picture: Picture, place: FacePlace) -> Picture:
    """A top face with the air around it, its edges upright."""
    centre_px, width_px = (place.x, place.y), CUT_WIDTHS * place.die_px
    return cut_square(picture, centre_px, width_px, place.angle_rad, size_px=CUT_PX)


def view_of(picture: Picture, place: FacePlace) -> Picture:
    """What the network looks at, out of any picture."""
    centre_px, width_px = (place.x, place.y), VIEW_WIDTHS * place.die_px
    return cut_square(picture, centre_px, width_px, place.angle_rad, size_px=VIEW_PX)


def view_of_cut(cut: Picture, *, turn_rad: float = 0.0, size: float = 1.0) -> Picture:
    """The same out of a cut-out; the die is `size` times as wide as the cut-out says."""
    middle = (CUT_PX - 1) / 2
    return view_of(cut, FacePlace(middle, middle, size * CUT_PX / CUT_WIDTHS, turn_rad))


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
        """A row for each view. One by one: another number of them would be a new setting up."""
        return np.concatenate([self._told(view) for view in views])[:, :NUMBERS]

    def look(self, picture: Picture, place: FacePlace) -> tuple[Rows, Told]:
        """The row of a face in a picture, and how far beside its place it really lies."""
        told = self._told(view_of(picture, place))
        return told[:, :NUMBERS], told[0, NUMBERS:]

    def _told(self, view: Picture) -> Told:
        return self._network.tell_of(evened(view)[None])


@cache
def shipped_embedding() -> FaceEmbedding:
    """The network that comes with the program."""
    return FaceEmbedding()
