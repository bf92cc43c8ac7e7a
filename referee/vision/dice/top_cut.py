"""A die's top face cut out of the picture, as the network places it."""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision.dice.centres import Centre
from referee.vision.dice.pips import FACE_PX
from referee.vision.pictures import Picture
from referee.vision.readings import Point

_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


def square_corners(centre: Centre) -> tuple[Point, Point, Point, Point]:
    """The corners of the top face, clockwise on the screen."""
    across = centre.width_px * np.cos(centre.angle_rad)
    down = centre.width_px * np.sin(centre.angle_rad)
    first, second, third, fourth = (
        (float(centre.x + u * across - v * down), float(centre.y + u * down + v * across))
        for u, v in _CORNERS
    )
    return first, second, third, fourth


def cut_face(picture: Picture, centre: Centre) -> Picture:
    """The top face as a square of `FACE_PX`."""
    corners = np.array(square_corners(centre)[:3], np.float32)
    edge = FACE_PX - 0.5
    wanted = np.array([(-0.5, -0.5), (edge, -0.5), (edge, edge)], np.float32)
    matrix = cv2.getAffineTransform(corners, wanted)
    cut = cv2.warpAffine(picture, matrix, (FACE_PX, FACE_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)
