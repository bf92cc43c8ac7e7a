"""A perceptual hash: 64 bits that hardly change when a picture is blurred or lit otherwise."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.float32]

_SMALL = 32
_KEPT = 8
HASH_BITS = _KEPT * _KEPT


def perceptual_hash(grey: Grey) -> npt.NDArray[np.uint8]:
    """The signs of the lowest cosine waves of the picture, packed into eight bytes."""
    small = cv2.resize(np.asarray(grey, np.float32), (_SMALL, _SMALL), interpolation=cv2.INTER_AREA)
    waves = np.asarray(cv2.dct(np.asarray(small, np.float32)))
    # The first row and column are left out: they hold the brightness and how evenly it is lit.
    low = waves[1 : _KEPT + 1, 1 : _KEPT + 1].ravel()
    return np.packbits(low > np.median(low))


def bits_apart(one: npt.NDArray[np.uint8], others: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """In how many of the 64 bits each of the other hashes differs."""
    different = np.bitwise_xor(others.reshape(-1, _KEPT), one.reshape(1, _KEPT))
    return np.asarray(np.unpackbits(different, axis=1).sum(axis=1), np.int64)
