"""How the same card may look another time: other light, less sharp, corners not quite found."""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision.cards.faces import FACE_HEIGHT, FACE_WIDTH
from referee.vision.pictures import Picture

_CORNERS = np.array(
    [(0, 0), (FACE_WIDTH, 0), (FACE_WIDTH, FACE_HEIGHT), (0, FACE_HEIGHT)], np.float32
)

# Corner shifts as shares of the width, blur, brightness and how it slopes across the card.
_VARIATIONS = (
    (((1, 1), (-1, 1), (-1, -1), (1, -1)), 0.6, 0.7, 0.3),
    (((-1, 0), (0, 1), (1, 0), (0, -1)), 1.0, 1.1, -0.3),
    (((0, -1), (1, 0), (0, 1), (-1, 0)), 1.3, 0.55, 0.0),
    (((-1, -1), (1, -1), (1, 1), (-1, 1)), 0.4, 0.9, -0.4),
)
_OFF = 0.012


def variations(face: Picture) -> list[Picture]:
    """The face as four other pictures of the same card might show it; always the same four."""
    return [_varied(face, np.array(moves), *rest) for moves, *rest in _VARIATIONS]


def _varied(
    face: Picture, moves: np.ndarray, blur_px: float, light: float, slope: float
) -> Picture:
    moved = _CORNERS + (_OFF * FACE_WIDTH * moves).astype(np.float32)
    warp = cv2.getPerspectiveTransform(_CORNERS, moved.astype(np.float32))
    size = (FACE_WIDTH, FACE_HEIGHT)
    seen = cv2.warpPerspective(face, warp, size, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(seen, (0, 0), blur_px).astype(np.float32)
    ramp = light * (1 + slope * np.linspace(-0.5, 0.5, FACE_WIDTH))[None, :, None]
    return np.asarray(np.clip(soft * ramp, 0, 255), np.uint8)
