"""What lies on the table: where the picture differs from the empty table.

Lamps are switched and clouds pass, so the empty table is first lit like the picture: the ratio of
the two, smoothed over everything that has not changed. Without a picture of the empty table the
colours along the edge of the picture must do.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import Picture, PictureError

Mask = npt.NDArray[np.uint8]
"""255 where something lies, else 0."""

WORKING_PX = 640
"""Longest side of the copy in which cards are looked for."""

_DARK = 10.0  # added to every value, so that noise in the dark makes no large ratio
_UNCHANGED = 0.25  # of the logarithm of the ratio
_LEAST_DIFFERENCE = 16.0
_NOISES = 5.0
_EDGE_SHARE = 0.06
_RARE = 0.06  # of how common the commonest colour of the edge is


def working_scale(picture: Picture) -> float:
    """How much smaller the copy is in which cards are looked for."""
    return min(1.0, WORKING_PX / float(max(picture.shape[:2])))


def shrunk(picture: Picture, scale: float) -> Picture:
    """The smaller copy."""
    if scale == 1.0:
        return picture
    return np.asarray(
        cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )


def lying_on(picture: Picture, empty: Picture | None) -> Mask:
    """Where something lies on the table; the picture should be small already."""
    if empty is None:
        return _cleaned(_unlike_edge(picture))
    if empty.shape != picture.shape:
        raise PictureError(
            "The picture of the empty table has another size: take it again with this camera."
        )
    return _cleaned(_unlike_empty(picture, empty))


def _unlike_empty(picture: Picture, empty: Picture) -> Mask:
    now, before = picture.astype(np.float32) + _DARK, empty.astype(np.float32) + _DARK
    ratio = np.log(now / before)
    usual = np.median(ratio[::4, ::4], axis=(0, 1))
    same = np.asarray(np.abs(ratio - usual).max(axis=2) < _UNCHANGED, np.float32)
    lit = before * np.exp(_smooth_ratio(ratio, same, usual))
    difference = np.abs(now - lit).max(axis=2)
    quiet = difference[same > 0]
    noise = 1.48 * float(np.median(quiet)) if quiet.size else 0.0
    return _as_mask(difference > max(_LEAST_DIFFERENCE, _NOISES * noise))


def _smooth_ratio(
    ratio: npt.NDArray[np.float32], same: npt.NDArray[np.float32], usual: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    """How the light has changed, from unchanged places nearby; as usual where there are none."""
    reach = max(3, max(ratio.shape) // 6) | 1
    weight = cv2.blur(same, (reach, reach))[:, :, None] + 0.0
    total = cv2.blur(ratio * same[:, :, None], (reach, reach))
    trust = 0.05
    return np.asarray((total + trust * usual) / (weight + trust), np.float32)


def _unlike_edge(picture: Picture) -> Mask:
    """Colours that are rare along the edge of the picture, where the table is."""
    soft = cv2.medianBlur(picture, 5)
    bins = np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB), np.int32) // 8
    index = (bins[..., 0] * 32 + bins[..., 1]) * 32 + bins[..., 2]
    width = max(2, int(_EDGE_SHARE * min(index.shape)))
    inside = index[width:-width, width:-width]
    count = np.bincount(index.ravel(), minlength=32**3) - np.bincount(
        inside.ravel(), minlength=32**3
    )
    common = _spread(count.reshape(32, 32, 32).astype(np.float32)).ravel()
    return _as_mask(common[index] < _RARE * common.max())


def _spread(count: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Neighbouring colours count too."""
    for axis in range(3):
        count = count + 0.7 * (np.roll(count, 1, axis) + np.roll(count, -1, axis))
    return count


def _as_mask(is_there: npt.NDArray[np.bool_]) -> Mask:
    return np.asarray(is_there, np.uint8) * np.uint8(255)


def _cleaned(mask: Mask) -> Mask:
    """Without specks and with closed gaps, and with everything inside an outline filled."""
    width = max(3, round(max(mask.shape) / 160)) | 1
    kernel = np.ones((width, width), np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel), np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), outlines, -1, 255, cv2.FILLED))
