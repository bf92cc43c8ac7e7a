"""Whether everything in the picture lies still, frame by frame, whatever the light does.

Give whole camera pictures, not rectified ones: flicker leaves bands along the rows of the sensor.
"""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

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
_ALIKE_NOISE = 2.0
"""Grey levels, chosen by hand: more is a camera that has moved, and between its edges a die could
hide; sensors have less in all but the dimmest light."""

# All chosen by hand on clips of a camera in somebody's hand over blankets, and so that a camera
# that hangs still is never said to shake (`tests/vision/test_stillness.py`).
_SHAKEN_DICE = 0.5
"""A hand that shakes changes less than this between two frames, a die that rolls more."""
_SHAKE_PX = 0.05
"""In pixels of the small picture, at its corners; less is a camera that hangs still."""
_MOST_SLACK = 0.12
"""A shake is found to so much of the step from one pixel to the next but one; with more, a die that
spins is at rest."""
_SHAKEN_FORGET_S = 0.1
"""A picture that is moved again and again gets blurred, and is replaced the sooner."""
_STEADYING = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 20, 1e-4)


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
        forget_s = _FORGET_S
        older, changed = _changed(last, now, self._mask)
        moved = moved_dice(changed, view.die_small_px)
        # Where a tray is known its camera hangs still, and what shifts is the tray.
        if self._mask is None and _MOVED_DICE <= moved < _SHAKEN_DICE:
            way = _way(last, now, changed, view)
            shake_px = _longest_px(way, now)
            if shake_px > _SHAKE_PX:
                slack = min(_MOST_SLACK, shake_px) * _steps(now)
                older, changed = _changed(_shifted(last, now, way), now, None, slack)
                moved = moved_dice(changed, view.die_small_px)
                forget_s = _SHAKEN_FORGET_S
        if moved < _MOVED_DICE:
            # Light that changes slowly is learnt; a die that moves slowly is not, within a second.
            share = float(1.0 - np.exp(-passed_s / forget_s))
            self._last = older.picture
            cv2.addWeighted(older.picture, 1.0 - share, now, share, 0.0, self._last)
            return True
        self._last = now
        return False


def is_alike(older: small_pictures.Grey, now: small_pictures.Grey, die_small_px: float) -> bool:
    """Whether two pictures surely differ by less than a die, whatever the light does."""
    if older.shape != now.shape:
        return False
    lit, changed = _changed(older, now, None)
    return lit.noise < _ALIKE_NOISE and moved_dice(changed, die_small_px) < _MOVED_DICE


def _changed(
    last: small_pictures.Grey,
    now: small_pictures.Grey,
    mask: small_pictures.Mask | None,
    slack: small_pictures.Grey | None = None,
) -> tuple[small_pictures.Relit, small_pictures.Mask]:
    """The older picture in today's light, and where it differs by more than noise and slack."""
    older = small_pictures.relit(last, now)
    difference = small_pictures.change(older.picture, now)
    if slack is not None:
        difference -= slack
    found = np.greater(difference, _LEAST_CHANGE + _NOISE_TIMES * older.noise).view(np.uint8)
    if mask is None:
        return older, found
    return older, np.asarray(cv2.bitwise_and(found, mask), np.uint8)


def moved_dice(changed: small_pictures.Mask, die_small_px: float) -> float:
    """The largest changed area within a die's width, as a share of a die's face."""
    # Most frames show nothing at all, and then there is nothing to add up.
    if cv2.countNonZero(changed) < _MOVED_DICE * die_small_px**2:
        return 0.0
    side = max(1, round(die_small_px))
    shares = cv2.boxFilter(changed, cv2.CV_32F, (side, side), borderType=cv2.BORDER_CONSTANT)
    return float(shares.max()) * (side / die_small_px) ** 2


Way = npt.NDArray[np.float32]
"""How a camera moved: the two rows of an affine map."""


def _way(
    last: small_pictures.Grey,
    now: small_pictures.Grey,
    changed: small_pictures.Mask,
    view: small_pictures.SmallView,
) -> Way:
    """Where the places of the picture were in the older one, as the unchanged ground tells it.

    What changed has no say: a die that slides over a plain surface is no camera that moves.
    """
    side = max(3, round(view.die_small_px))
    ground = 1 - cv2.dilate(changed, np.ones((side, side), np.uint8))
    way: Way = np.eye(2, 3, dtype=np.float32)
    try:
        cv2.findTransformECC(now, last, way, cv2.MOTION_AFFINE, _STEADYING, ground, 3)
    except cv2.error:  # no ground is left, or nothing on it that could tell
        return np.eye(2, 3, dtype=np.float32)
    return way


def _longest_px(way: Way, now: small_pictures.Grey) -> float:
    """How far the corner of the picture moved that moved farthest."""
    height, width = now.shape
    corners = np.array([(0, 0, 1), (width, 0, 1), (0, height, 1), (width, height, 1)], np.float32)
    return float(np.abs(corners @ way.T - corners[:, :2]).max())


def _shifted(last: small_pictures.Grey, now: small_pictures.Grey, way: Way) -> small_pictures.Grey:
    """The older picture from where the camera is now; beyond its edges what is seen now."""
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (now.shape[1], now.shape[0])
    seen = cv2.warpAffine(last, way, size, now.copy(), how, cv2.BORDER_TRANSPARENT)
    return np.asarray(seen, np.float32)


def _steps(now: small_pictures.Grey) -> small_pictures.Grey:
    """How steep the picture is at each pixel."""
    steps = cv2.morphologyEx(now, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray(steps, np.float32)
