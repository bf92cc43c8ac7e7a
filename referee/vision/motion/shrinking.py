"""Small pictures for what is looked at in every frame: is anything moving, is a hand there.

A small picture takes every n-th pixel of every n-th row. That is a twentieth of the work of a
proper average, and what it costs in noise is won back by a blur afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import Picture
from referee.vision.readings import Point

Grey = npt.NDArray[np.float32]
"""Brightness from 0 to `WHITE`, rows and columns."""

Mask = npt.NDArray[np.uint8]
"""Not zero where something is."""

WHITE = 250.0
"""Brighter is blown out: it tells no more than that it is at least so bright."""

_MOST_PIXELS = 320 * 240
_LEAST_SIDE = 16
_DIE_SMALL_PX = 9.0
"""So wide a die still shows its pips, and a turning die is seen to turn."""
_DICE_ACROSS = 28.0
"""A picture whose dice are not measured yet is taken to be so many dice wide."""


class View(msgspec.Struct, frozen=True):
    """How pictures of one camera are made small: every `step`-th pixel; a die is `die_px` wide."""

    width_px: int
    height_px: int
    step: int
    die_px: float

    @property
    def die_small_px(self) -> float:
        """A die's width in the small picture."""
        return self.die_px / self.step

    @property
    def small_size(self) -> tuple[int, int]:
        """Width and height of the small picture."""
        return -(-self.width_px // self.step), -(-self.height_px // self.step)


def view_of(picture: Picture, die_px: float | None = None) -> View:
    """The view of a camera that gives such pictures; `die_px` is a die's width, if it is known."""
    height, width = picture.shape[:2]
    if die_px is None or not die_px > 0:
        die_px = width / _DICE_ACROSS
    affordable = int(np.ceil(np.sqrt(height * width / _MOST_PIXELS)))
    wanted = max(affordable, int(die_px / _DIE_SMALL_PX))
    return View(width, height, max(1, min(wanted, min(height, width) // _LEAST_SIDE)), die_px)


def shrink(picture: Picture, view: View) -> Picture:
    """The small picture, with the colours of the large one."""
    if view.step == 1:
        return picture
    small = cv2.resize(picture, view.small_size, interpolation=cv2.INTER_NEAREST)
    return np.asarray(small, np.uint8)


def grey_of(small: Picture) -> Grey:
    """The brightness of a small picture, its noise softened."""
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    _, soft = cv2.threshold(cv2.blur(grey, (3, 3)), WHITE, 0.0, cv2.THRESH_TRUNC)
    return np.asarray(soft, np.float32)


def region_mask(view: View, corners_px: Sequence[Point] | None) -> Mask | None:
    """The small picture of a region, such as the tray; None if everything is meant."""
    if corners_px is None:
        return None
    width, height = view.small_size
    mask = np.zeros((height, width), np.uint8)
    corners = np.rint(np.asarray(corners_px, np.float64) / view.step).astype(np.int32)
    cv2.fillPoly(mask, [corners], (255.0,))
    return mask
