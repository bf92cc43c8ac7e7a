"""Four straight sides around one card, from its outline."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.tray.sheet import Points

_LARGEST_AREA = 4_000_000
_ROUGH_REACH, _REACH = 0.06, 0.02  # of a card's width
_LEAST_SPREAD = 0.3  # of a side, over which edge points must be found
_MIDDLE = 0.7  # the share of a side that is straight: corners of cards are round


@dataclass(frozen=True, slots=True)
class CardShape:
    """Height by width of the cards, and how far a tilted view may change that."""

    aspect: float = 1.4
    tolerance: float = 0.4

    def fits(self, quad: Points) -> bool:
        """Whether the sides could be those of a card, whichever way it lies."""
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        across, along = sides[0] + sides[2], sides[1] + sides[3]
        ratio = max(across, along) / max(min(across, along), 1e-6)
        return bool(abs(np.log(ratio / self.aspect)) <= np.log1p(self.tolerance))


def quad_around(outline: Points) -> Points | None:
    """The four-sided figure around a convex outline, clockwise; None if it has other corners."""
    hull = np.asarray(cv2.convexHull(outline.astype(np.float32)), np.float32)
    length = cv2.arcLength(hull, True)
    for share in (0.02, 0.03, 0.045, 0.06, 0.08):
        corners = cv2.approxPolyDP(hull, share * length, True)
        if len(corners) == 4:
            return clockwise(np.asarray(corners, np.float64).reshape(4, 2))
        if len(corners) < 4:
            break
    return None


def likeness(outline: Points, quad: Points) -> float:
    """The area that both enclose by the area that either does: 1 if they are the same."""
    both = np.vstack((outline, quad))
    left, top = np.floor(both.min(axis=0))
    width, height = np.ceil(np.ptp(both, axis=0)).astype(int) + 3
    if not width * height < _LARGEST_AREA:
        return 0.0
    drawn = np.zeros((2, height, width), np.uint8)
    for page, figure in zip(drawn, (outline, quad), strict=True):
        cv2.fillPoly(page, [np.rint(figure - (left, top)).astype(np.int32)], 1)
    return float(drawn.min(axis=0).sum() / max(1, drawn.max(axis=0).sum()))


def area_of(quad: Points) -> float:
    """The area in square pixels."""
    return float(cv2.contourArea(quad.astype(np.float32)))


def straightened(quad: Points, edge_points: Points, reach: float) -> Points:
    """The quadrilateral with each side laid through the edge points within reach of it."""
    moved = sharpened(quad, edge_points, reach)
    # A side that was laid through something else spoils two corners: then nothing is changed.
    return moved if np.abs(moved - quad).max() <= 3 * reach else quad


def snapped(quad: Points, edge_points: Points, width: float) -> Points:
    """The sides laid through the edge points around them, roughly and then exactly."""
    rough = straightened(quad, edge_points, max(2.0, _ROUGH_REACH * width))
    return straightened(rough, edge_points, max(1.5, _REACH * width))


def sharpened(polygon: Points, edge_points: Points, reach: float) -> Points:
    """The polygon with its corners where the lines along its sides meet."""
    ahead = np.roll(polygon, -1, axis=0)
    sides = np.array(
        [_side(*ends, edge_points, reach) for ends in zip(polygon, ahead, strict=True)]
    )
    meeting = np.cross(np.roll(sides, 1, axis=0), sides)
    is_crossing = np.abs(meeting[:, 2]) > 0.2  # not where two sides go on in one direction
    depth = np.where(is_crossing, meeting[:, 2], 1.0)
    corners = meeting[:, :2] / depth[:, None]
    is_near = is_crossing & (np.abs(corners - polygon).max(axis=1) <= 4 * reach)
    return np.where(is_near[:, None], corners, polygon)


def clockwise(quad: Points) -> Points:
    """The corners clockwise in the picture, where y goes down."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    turn = (cx - ax) * (dy - by) - (cy - ay) * (dx - bx)
    return quad if turn > 0 else quad[::-1].copy()


def upright(quad: Points) -> Points:
    """The corners with a short side first, of the two the one that is higher in the picture."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    is_short_first = sides[0] + sides[2] <= sides[1] + sides[3]
    quad = quad if is_short_first else np.roll(quad, -1, axis=0)
    is_higher = quad[:2, 1].sum() <= quad[2:, 1].sum()
    return quad if is_higher else np.roll(quad, 2, axis=0)


def _side(start: Points, end: Points, points: Points, reach: float) -> Points:
    """The line a·x + b·y + c = 0 of one side; as given if few points are near it."""
    length = max(float(np.linalg.norm(end - start)), 1e-9)
    along = (end - start) / length
    normal = np.array([-along[1], along[0]])
    places = (points - start) @ along / length
    is_near = (np.abs((points - start) @ normal) <= reach) & (np.abs(places - 0.5) <= _MIDDLE / 2)
    near = points[is_near]
    # Points must be there along a good part of the side, else they may belong to something else.
    if len(near) >= 8 and np.ptp(places[is_near]) >= _LEAST_SPREAD:
        vx, vy, x, y = np.ravel(cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01))
        return np.array([-vy, vx, vy * x - vx * y], np.float64)
    return np.array([*normal, -normal @ start])


Mask = npt.NDArray[np.uint8]
"""255 where something lies, else 0."""
