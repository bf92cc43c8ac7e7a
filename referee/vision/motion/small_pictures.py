"""Small pictures for what is looked at in every frame, and one of them in the light of another.

A small picture takes few pixels, four for each of its own. That is a fifth of the work of a proper
average, and what it costs in noise is won back by a blur afterwards.

Lamps flicker, clouds pass, and cameras change their exposure. So a picture is compared with an
older one only after the older one was *relit*: made brighter or darker as a whole and, because a
lamp that flickers a hundred times a second leaves bands across the picture, row by row. What
really changed in the scene is left out of that fit.
"""

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import JpegPicture, Picture, SentPicture, width_and_height
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
_DICE_ACROSS = 16.0
"""A picture whose dice are not measured yet is taken to be so many dice wide, were it a square.
Tables that were photographed have 9 to 21: with more, a die at the edge passes for a hand; with
fewer, one that turns on its corner is at rest."""


class SmallView(msgspec.Struct, frozen=True):
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


def small_view_of(picture: SentPicture, die_px: float | None = None) -> SmallView:
    """The view of a camera that gives such pictures; `die_px` is a die's width, if it is known."""
    width, height = width_and_height(picture)
    if die_px is None or not die_px > 0:
        die_px = float(np.sqrt(height * width)) / _DICE_ACROSS
    affordable = int(np.ceil(np.sqrt(height * width / _MOST_PIXELS)))
    wanted = max(affordable, int(die_px / _DIE_SMALL_PX))
    return SmallView(width, height, max(1, min(wanted, min(height, width) // _LEAST_SIDE)), die_px)


def shrink(picture: SentPicture, view: SmallView) -> Picture:
    """The small picture, with the colours of the large one."""
    width, height = view.small_size
    if isinstance(picture, JpegPicture):
        # Always from the reduced one, even if the whole is there: they differ at every edge.
        few = picture.reduced(view.step)
        is_small = few.shape[:2] == (height, width)
        return few if is_small else _averaged(few, width, height)
    if view.step == 1:
        return picture
    # Of each pixel four places: with one, an edge would jump when the camera shakes by a hair.
    fine = cv2.resize(picture, (2 * width, 2 * height), interpolation=cv2.INTER_NEAREST)
    return _averaged(fine, width, height)


def _averaged(fine: cv2.typing.MatLike, width: int, height: int) -> Picture:
    return np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def grey_of(small: Picture) -> Grey:
    """The brightness of a small picture, its noise softened."""
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    _, soft = cv2.threshold(cv2.blur(grey, (3, 3)), WHITE, 0.0, cv2.THRESH_TRUNC)
    return np.asarray(soft, np.float32)


def region_mask(view: SmallView, corners_px: Sequence[Point] | None) -> Mask | None:
    """The small picture of a region, such as the tray; None if everything is meant."""
    if corners_px is None:
        return None
    width, height = view.small_size
    mask = np.zeros((height, width), np.uint8)
    corners = np.rint(np.asarray(corners_px, np.float64) / view.step).astype(np.int32)
    cv2.fillPoly(mask, [corners], (255.0,))
    return mask


_BAND = 0.45
"""Bands of flicker are at most so much brighter or darker than the whole. Chosen by hand: flicker
of ±14 % passes (docs/camera.md); wider, and a hand in a row of pixels passes for light."""
_SLACK = 6.0
"""Grey levels, chosen by hand: in the dark, where the band is narrow, noise is no change."""
_MIN_TRUSTED_SHARE = 0.15
_FEW_COLUMNS = 40
"""So many columns are enough to learn the light."""

_MEDIAN_TO_DEVIATION = 1.48

Weights = npt.NDArray[np.float32]


class Relit(msgspec.Struct, frozen=True, eq=False):
    """An older picture in today's light; `noise` is what is left between unchanged pixels."""

    picture: Grey
    noise: float


def relit(older: Grey, now: Grey) -> Relit:
    """The older picture in the light of the picture now."""
    step = max(1, now.shape[1] // _FEW_COLUMNS)
    few_older, few_now = np.array(older[:, ::step]), np.array(now[:, ::step])
    gain = _common_gain(few_older[::4], few_now[::4])
    predicted = few_older * np.float32(gain)
    trusted = _trusted(predicted, few_now)
    rows = _row_gains(predicted, few_now, trusted)
    noise = _noise((predicted * rows)[::5], few_now[::5], trusted[::5])
    picture = older * (rows * np.float32(gain))
    cv2.threshold(picture, WHITE, 0.0, cv2.THRESH_TRUNC, picture)
    return Relit(picture, noise)


def change(relit_older: Grey, now: Grey) -> Grey:
    """How much each pixel differs from the relit older picture."""
    return np.asarray(cv2.absdiff(relit_older, now), np.float32)


def _common_gain(older: Grey, now: Grey) -> float:
    """The median of the ratio between two pictures; half of the scene may have changed."""
    ratio = ((now + 1.0) / (older + 1.0)).ravel()
    return float(_middle(ratio)) if ratio.size else 1.0


def _trusted(predicted: Grey, now: Grey) -> Weights:
    """One for pixels that show what they showed, as far as flicker allows to tell, else zero."""
    is_like = np.abs(now - predicted) < _BAND * predicted + _SLACK
    # Blown-out whites tell nothing about the light.
    return np.asarray(is_like & (now < WHITE) & (predicted < WHITE), np.float32)


def _row_gains(predicted: Grey, now: Grey, trusted: Weights) -> Weights:
    of_older = np.einsum("ij,ij->i", predicted, trusted)
    of_now = np.einsum("ij,ij->i", now, trusted)
    is_sure = trusted.mean(axis=1) > _MIN_TRUSTED_SHARE
    gains = np.where(is_sure, (of_now + 1.0) / (of_older + 1.0), 1.0)
    return np.clip(gains, 1 - _BAND, 1 + _BAND).astype(np.float32)[:, None]


def _noise(predicted: Grey, now: Grey, trusted: Weights) -> float:
    """The usual deviation; a median, because trusted pixels may still hold a change or two."""
    left = np.abs(now - predicted)[trusted > 0]
    return _MEDIAN_TO_DEVIATION * float(_middle(left)) if left.size else 0.0


def _middle(values: Weights) -> np.float32:
    """The median, but for the mean of two middle ones; three times as fast."""
    middle = values.size // 2
    return np.float32(np.partition(values, middle)[middle])
