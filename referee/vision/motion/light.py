"""One scene in another light: lamps flicker, clouds pass, and cameras change their exposure.

A picture is compared with an older one only after the older one was *relit*: made brighter or
darker as a whole and, because a lamp that flickers a hundred times a second leaves bands across
the picture, row by row. What really changed in the scene is left out of that fit.
"""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from referee.vision.motion.shrinking import WHITE, Grey

_BAND = 0.45
"""Bands of flicker are at most so much brighter or darker than the whole."""
_SLACK = 6.0
_MIN_TRUSTED_SHARE = 0.15
_FEW_COLUMNS = 40
"""So many columns are enough to learn the light."""

_MEDIAN_TO_DEVIATION = 1.48

Weights = npt.NDArray[np.float32]


class Relit(msgspec.Struct, frozen=True, eq=False):
    """An older picture in today's light; `noise` is what is left between unchanged pixels."""

    picture: Grey
    gain: float
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
    return Relit(picture, gain, noise)


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
