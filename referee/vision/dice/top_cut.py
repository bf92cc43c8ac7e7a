"""A die's top face cut out of the picture, as the network places it."""

from __future__ import annotations

import numpy as np

from referee.vision.dice.centres import Centre
from referee.vision.faces import square
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
    return square.cut_face(picture, (centre.x, centre.y), centre.width_px, centre.angle_rad)
