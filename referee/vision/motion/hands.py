"""A hand or a sleeve over the tray: something large that reaches in from outside.

The picture is compared with the one of the settled tray. A die inside the tray never reaches out of
it, a hand always does; that, and not a colour, tells them apart.
"""

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from referee.vision.motion.small_pictures import Grey, Mask, SmallView, change, region_mask, relit
from referee.vision.pictures import Picture
from referee.vision.readings import Point

_HALF = 2
"""Hands are large, so every second pixel of the small picture is left out again."""
_LEAST_CHANGE = 24.0
"""Grey levels, added up over the colours."""
_NOISE_TIMES = 4.0
"""Chosen by hand, as are the sizes below, on drawn hands, sleeves and heaps in six kinds of light
(`tests/vision/test_hands.py`): with larger numbers fingers are missed, with smaller ones light or a
row of dice at the wall is a hand."""
_MIN_HAND_DICE = 2.5
"""A hand or a finger covers at least so many die faces; a die at the border covers one."""
_MIN_WITHIN_DICE = 0.8
_MIN_BEYOND_DICE = 0.3
"""So much of a hand lies beyond the border."""
_MIN_DOUBTFUL_DICE = 4.0
"""A hand of the table's own colour is seen only inside; so large, it may be one."""
_BORDER_DICE = 0.5
_FIELDS, _FIELDS_CHANGED, _FIELD_CHANGED = 4, 15, 0.1
"""The camera was moved, or covered, if a tenth changed of nearly every field, of four by four. An
arm leaves a corner of the picture as it was: simulated hands reach into seven fields."""


class Cover(msgspec.Struct, frozen=True):
    """What covers the settled tray, in die faces: hands, and what may be one."""

    hand_dice: float = 0.0
    doubtful_dice: float = 0.0
    is_all_over: bool = False
    """Whether nothing is where it was."""

    @property
    def is_hand(self) -> bool:
        """Whether a hand is over the tray."""
        return self.hand_dice > 0

    @property
    def may_be_hand(self) -> bool:
        """Whether it is a hand or a heap of dice; the heap will lie still."""
        return self.is_hand or self.doubtful_dice > 0


class HandWatch:
    """Looks for hands against the last settled picture; without one it sees none."""

    def __init__(self, region_px: Sequence[Point] | None = None) -> None:
        self._region_px = region_px
        self._view: SmallView | None = None
        self._inside: Mask | None = None
        self._settled: list[Grey] = []

    def settle(self, small: Picture, view: SmallView) -> None:
        """This is the tray without a hand."""
        if view != self._view:
            self._view = view
            self._inside = _inside(view, self._region_px)
        self._settled = _channels(small)

    def look(self, small: Picture, view: SmallView) -> Cover:
        """What covers the tray in a small picture of the same view."""
        if view != self._view or self._inside is None:
            return Cover()
        now = _channels(small)
        if len(now) != len(self._settled):  # a camera that went from colours to grey
            return Cover()
        changed = self._changed(now)
        die_area = (view.die_small_px / _HALF) ** 2
        if cv2.countNonZero(changed) < _MIN_HAND_DICE * die_area:
            return Cover()
        return _cover(_joined(changed, view), self._inside, view.die_small_px / _HALF)

    def _changed(self, now: list[Grey]) -> Mask:
        total, noise = np.zeros_like(now[0]), 0.0
        for settled, channel in zip(self._settled, now, strict=True):
            older = relit(settled, channel)
            total += change(older.picture, channel)
            noise += older.noise
        return np.greater(total, _LEAST_CHANGE + _NOISE_TIMES * noise).view(np.uint8)


def _channels(small: Picture) -> list[Grey]:
    """The colours one by one, at half the size."""
    height, width = small.shape[0] // _HALF, small.shape[1] // _HALF
    half = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_AREA), np.float32)
    return [half] if half.ndim == 2 else [np.ascontiguousarray(half[:, :, c]) for c in range(3)]


def _inside(view: SmallView, region_px: Sequence[Point] | None) -> Mask:
    """Everything that is inside the border: of the tray if it is known, else of the picture."""
    width, height = (side // _HALF for side in view.small_size)
    border = max(1, round(_BORDER_DICE * view.die_small_px / _HALF))
    whole = region_mask(view, region_px)
    if whole is None:
        inside: Mask = np.zeros((height, width), np.uint8)
        inside[border : height - border, border : width - border] = 1
        return inside
    # Seen at an angle, a die at the wall stands out of the tray's floor by half its width.
    half = cv2.resize(whole, (width, height), interpolation=cv2.INTER_NEAREST)
    kernel = np.ones((2 * border + 1, 2 * border + 1), np.uint8)
    return np.asarray(cv2.dilate(half, kernel) > 0, np.uint8)


def _joined(changed: Mask, view: SmallView) -> Mask:
    """The same without gaps, such as a ring on a finger or a fold of a sleeve."""
    side = max(1, round(view.die_small_px / _HALF / 3))
    kernel = np.ones((side, side), np.uint8)
    return np.asarray(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, kernel), np.uint8)


def _cover(changed: Mask, inside: Mask, die_px: float) -> Cover:
    hand_dice = doubtful_dice = 0.0
    for part in _large_parts(changed, die_px):
        within_dice = _area(part, inside) / die_px**2
        beyond_dice = cv2.countNonZero(part) / die_px**2 - within_dice
        if within_dice >= _MIN_WITHIN_DICE and beyond_dice >= _MIN_BEYOND_DICE:
            hand_dice += within_dice
        elif within_dice >= _MIN_DOUBTFUL_DICE:
            doubtful_dice += within_dice
    return Cover(hand_dice, doubtful_dice, _is_all_over(changed))


def _is_all_over(changed: Mask) -> bool:
    size = (_FIELDS, _FIELDS)
    shares = cv2.resize(changed.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    return int(np.count_nonzero(shares > _FIELD_CHANGED)) >= _FIELDS_CHANGED


def _large_parts(changed: Mask, die_px: float) -> list[Mask]:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
    is_large = np.asarray(stats)[:, cv2.CC_STAT_AREA] >= _MIN_HAND_DICE * die_px**2
    large = [int(number) for number in np.flatnonzero(is_large) if number]  # 0 is the ground
    return [np.equal(labels, number).view(np.uint8) for number in large]


def _area(part: Mask, inside: Mask) -> int:
    return cv2.countNonZero(cv2.bitwise_and(part, inside))
