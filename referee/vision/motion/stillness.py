"""Whether everything in the picture lies still, frame by frame, whatever the light does.

Give whole camera pictures, not rectified ones: flicker leaves bands along the rows of the sensor.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from referee.vision.motion import small_pictures
from referee.vision.pictures import Picture
from referee.vision.readings import Point

_NOISE_TIMES = 5.0
"""Chosen by hand, as `_MOVED_DICE`, on drawn rolls in flickering light
(`tests/vision/test_stillness.py`): higher, and a die that turns on its corner is at rest; lower,
and noise never lets the tray rest."""
_LEAST_CHANGE = 4.0
"""Grey levels; less than that is compression and rounding."""
_MOVED_DICE = 0.06
"""A die has moved or turned if so much of a die's area changed within one die's width."""
_FORGET_S = 1.0


class StillnessWatch:
    """Compares each picture with the one that was last still, so that a slow roll adds up."""

    def __init__(
        self, die_px: float | None = None, region_px: Sequence[Point] | None = None
    ) -> None:
        self._die_px = die_px
        self._region_px = region_px
        self._view: small_pictures.SmallView | None = None
        self._mask: small_pictures.Mask | None = None
        self._last: small_pictures.Grey | None = None
        self._last_s = 0.0

    def see(self, t_s: float, picture: Picture) -> bool:
        """Whether the picture of this moment shows what the ones before showed."""
        view = self._view
        if view is None or (view.height_px, view.width_px) != picture.shape[:2]:
            view = small_pictures.small_view_of(picture, self._die_px)
        return self.see_small(t_s, small_pictures.shrink(picture, view), view)

    def see_small(self, t_s: float, small: Picture, view: small_pictures.SmallView) -> bool:
        """The same for a picture that is small already; the first of all is not still."""
        if view != self._view:
            self._begin(view)
        now = small_pictures.grey_of(small)
        last, passed_s = self._last, max(0.0, t_s - self._last_s)
        self._last_s = t_s
        if last is None:
            self._last = now
            return False
        return self._compare(last, now, view, passed_s)

    def _begin(self, view: small_pictures.SmallView) -> None:
        self._view, self._last = view, None
        self._mask = small_pictures.region_mask(view, self._region_px)

    def _compare(
        self,
        last: small_pictures.Grey,
        now: small_pictures.Grey,
        view: small_pictures.SmallView,
        passed_s: float,
    ) -> bool:
        older = small_pictures.relit(last, now)
        limit = _LEAST_CHANGE + _NOISE_TIMES * older.noise
        changed = _changed(small_pictures.change(older.picture, now), limit, self._mask)
        is_still = moved_dice(changed, view.die_small_px) < _MOVED_DICE
        if is_still:
            # Light that changes slowly is learnt; a die that moves slowly is not, within a second.
            share = float(1.0 - np.exp(-passed_s / _FORGET_S))
            self._last = older.picture
            cv2.addWeighted(older.picture, 1.0 - share, now, share, 0.0, self._last)
        else:
            self._last = now
        return is_still


def moved_dice(changed: small_pictures.Mask, die_small_px: float) -> float:
    """The largest changed area within a die's width, as a share of a die's face."""
    # Most frames show nothing at all, and then there is nothing to add up.
    if cv2.countNonZero(changed) < _MOVED_DICE * die_small_px**2:
        return 0.0
    side = max(1, round(die_small_px))
    shares = cv2.boxFilter(changed, cv2.CV_32F, (side, side), borderType=cv2.BORDER_CONSTANT)
    return float(shares.max()) * (side / die_small_px) ** 2


def _changed(
    difference: small_pictures.Grey, limit: float, mask: small_pictures.Mask | None
) -> small_pictures.Mask:
    found = np.greater(difference, limit).view(np.uint8)
    return found if mask is None else np.asarray(cv2.bitwise_and(found, mask), np.uint8)
