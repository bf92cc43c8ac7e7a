"""Cards that touch or overlap: rectangles of one card's size, laid at the corners of the outline.

Every card of a game has the same size. So at each convex corner of the common outline a card is
imagined, upright and across, and kept if there are edges in the picture along its sides, apart from
where a card that was found before hides it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.cards.outline import CardShape, Mask, area_of, clockwise, sharpened, snapped
from referee.vision.pictures import Picture
from referee.vision.tray.perspective import mapped
from referee.vision.tray.sheet import Points

PLACES = 40
"""How many places on each side are looked at."""

_SHARES = np.linspace(0.08, 0.92, PLACES)[None, :, None]  # without the round corners
_STEPS = np.linspace(-1, 1, 5)
_LEAST_STEEP = 6.0  # brightness a pixel
_LEAST_ACROSS = 0.9  # cosine between the gradient and the direction across the side


class RimEdges:
    """Looks for edges that run along a side, in the picture and in the outline of the blob."""

    def __init__(self, picture: Picture, blob: Mask, reach_px: float) -> None:
        self._reach_px = reach_px
        self._slope = _steepest(picture)
        rim = cv2.morphologyEx(blob, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        far = cv2.distanceTransform(255 - np.asarray(rim, np.uint8), cv2.DIST_L2, 3)
        self._is_rim = np.asarray(np.asarray(far) <= reach_px, np.bool_)

    def along(
        self, quad: Points
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], npt.NDArray[np.intp]]:
        """For each side and place: is there an edge along it, is it on the outline, where is it."""
        ahead = np.roll(quad, -1, axis=0)
        sides = ahead - quad
        lengths = np.maximum(np.linalg.norm(sides, axis=1, keepdims=True), 1e-9)
        across = np.column_stack((sides[:, 1], -sides[:, 0])) / lengths
        places = quad[:, None] * (1 - _SHARES) + ahead[:, None] * _SHARES
        offsets = self._reach_px * _STEPS[None, None, :, None] * across[:, None, None]
        at = self._whole(places[:, :, None] + offsets)
        slope = self._slope[at[..., 1], at[..., 0]]
        steep = np.hypot(slope[..., 0], slope[..., 1])
        straight = np.abs((slope * across[:, None, None]).sum(axis=-1))
        is_edge = ((steep >= _LEAST_STEEP) & (straight >= _LEAST_ACROSS * steep)).any(axis=2)
        place = self._whole(places)
        is_rim = self._is_rim[place[..., 1], place[..., 0]]
        return is_edge | is_rim, is_rim, place

    def _whole(self, places: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
        height, width = self._is_rim.shape
        return np.asarray(np.clip(np.rint(places), 0, (width - 1, height - 1)), np.intp)


def _steepest(picture: Picture) -> npt.NDArray[np.float32]:
    """The gradient of that colour which changes most, x and y."""
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
    across = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 1, 0)) / 8
    down = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 0, 1)) / 8
    best = np.argmax(across**2 + down**2, axis=2)[:, :, None]
    both = (np.take_along_axis(each, best, axis=2) for each in (across, down))
    return np.asarray(np.concatenate(tuple(both), axis=2), np.float32)


_LEAST_EDGES = 0.8  # of the visible rim, with an edge along it
_LEAST_SIDE = 0.5  # of each side that can be seen
_LEAST_SEEN = 0.45  # of the rim must not be hidden by other cards
_LEAST_INSIDE = 0.94  # of the card must be on the common blob
_MOST_SHARED = 0.6  # of a card's area may lie under cards found before
_REACH = 0.03  # of a card's width: how near an edge must be
_SIZES = (1.0, 0.95, 1.05)  # the size is known from elsewhere in the picture, not exactly
_MOST_CORNERS = 40
_MOST_CARDS = 12

_Scale = tuple[npt.NDArray[np.float64], tuple[float, float]]
"""The way from a flat table to the picture, and a card's size on that table."""


@dataclass(frozen=True, slots=True)
class _Guess:
    quad: Points
    edges: float
    seen: float
    outline: float


def split_cards(
    picture: Picture, blob: Mask, shape: CardShape, known: Points | None = None
) -> list[Points]:
    """The cards in a blob, the topmost first. `known` is a card that lies alone, for the size."""
    corners = _corners(blob)
    scales = _scales(corners, shape, known)
    guesses = _all_imagined(corners, scales, blob)
    if not guesses:
        return []
    width = float(np.sqrt(np.median([area_of(quad) for quad in guesses]) / shape.aspect))
    look = RimEdges(picture, blob, max(1.5, _REACH * width))
    outline = _outline(blob)
    found: list[Points] = []
    rest, covered = blob.copy(), np.zeros_like(blob)
    while len(found) < _MOST_CARDS and (best := _best(guesses, look, covered)) is not None:
        quad = snapped(best.quad, outline, width)
        found.append(quad)
        for mask, value in ((rest, 0), (covered, 255)):
            cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), value)
        # What is left has new corners: those of the card in the middle of a row.
        guesses += _all_imagined(_corners(_opened(rest, width)), scales, blob)
        guesses = [guess for guess in guesses if _inside(guess, covered) <= _MOST_SHARED]
    return found


def _best(guesses: list[Points], look: RimEdges, covered: Mask) -> _Guess | None:
    """The imagined card with the most edges along its visible rim, if that is enough."""
    rated = (_rated(quad, look, covered) for quad in guesses)
    good = [guess for guess in rated if guess is not None]
    return max(good, key=lambda guess: guess.edges + guess.seen + guess.outline, default=None)


def _rated(quad: Points, look: RimEdges, covered: Mask) -> _Guess | None:
    is_edge, is_rim, place = look.along(quad)
    is_seen = covered[place[..., 1], place[..., 0]] == 0
    seen = float(is_seen.mean())
    if seen < _LEAST_SEEN:
        return None
    each_seen = is_seen.sum(axis=1)
    is_long = each_seen > PLACES // 4
    shares = (is_edge & is_seen).sum(axis=1)[is_long] / each_seen[is_long]
    edges = float((is_edge & is_seen).sum() / is_seen.sum())
    is_good = edges >= _LEAST_EDGES and shares.min() >= _LEAST_SIDE
    # A frame printed inside the card has edges all around as well, but is not on the outline.
    return _Guess(quad, edges, seen, float(is_rim.mean())) if is_good else None


def _all_imagined(corners: Points, scales: list[_Scale], blob: Mask) -> list[Points]:
    guesses = [
        quad
        for to_picture, (width, height) in scales
        for size in _SIZES
        for quad in _imagined(corners, to_picture, (size * width, size * height))
    ]
    return [quad for quad in guesses if _inside(quad, blob) >= _LEAST_INSIDE]


def _opened(rest: Mask, width: float) -> Mask:
    """Without the slivers that remain beside a card that was taken out."""
    kernel = np.ones((max(3, round(0.1 * width)),) * 2, np.uint8)
    return np.asarray(cv2.morphologyEx(rest, cv2.MORPH_OPEN, kernel), np.uint8)


def _outline(blob: Mask) -> Points:
    outlines, _ = cv2.findContours(blob, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    longest = max(outlines, key=cv2.contourArea, default=np.empty((0, 2)))
    return np.asarray(longest, np.float64).reshape(-1, 2)


def _corners(blob: Mask) -> Points:
    """The outlines as polygons, clockwise, their corners where the straight sides would meet."""
    outline = _outline(blob)
    if not len(outline):
        return outline
    length = cv2.arcLength(outline.astype(np.float32), True)
    polygon = cv2.approxPolyDP(outline.astype(np.float32), 0.008 * length, True)
    points = np.asarray(polygon, np.float64).reshape(-1, 2)[:_MOST_CORNERS]
    points = points if cv2.contourArea(points.astype(np.float32), True) > 0 else points[::-1]
    return sharpened(points, outline, 0.01 * length)


def _scales(corners: Points, shape: CardShape, known: Points | None) -> list[_Scale]:
    """Ways from a flat table to the picture, with a card's size on that table."""
    if known is not None:
        card = np.array([(0, 0), (1, 0), (1, shape.aspect), (0, shape.aspect)], np.float32)
        to_picture = cv2.getPerspectiveTransform(card, known.astype(np.float32))
        return [(np.asarray(to_picture, np.float64), (1.0, shape.aspect))]
    # Seen from above, any side between two convex corners may be a whole side of a card.
    flat = np.eye(3)
    lengths = _whole_sides(corners)
    return [(flat, (side, side * shape.aspect)) for side in lengths] + [
        (flat, (side / shape.aspect, side)) for side in lengths
    ]


def _whole_sides(corners: Points) -> list[float]:
    if len(corners) < 3:
        return []
    is_convex = _turns(corners) > 0
    ahead = np.roll(corners, -1, axis=0)
    lengths = np.linalg.norm(ahead - corners, axis=1)
    whole = lengths[is_convex & np.roll(is_convex, -1) & (lengths > 0.25 * lengths.max())]
    return [float(length) for length in whole[:8]]


def _turns(corners: Points) -> npt.NDArray[np.float64]:
    """Sine of the turn at each corner; above zero where the outline is convex."""
    back, ahead = corners - np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(back, axis=1) * np.linalg.norm(ahead, axis=1)
    cross = back[:, 0] * ahead[:, 1] - back[:, 1] * ahead[:, 0]
    return np.asarray(cross / np.maximum(lengths, 1e-9), np.float64)


def _imagined(
    corners: Points, to_picture: npt.NDArray[np.float64], size: tuple[float, float]
) -> list[Points]:
    """A card in both directions at every corner that is nearly a right angle on the table."""
    if len(corners) < 3:
        return []
    table = mapped(corners, np.asarray(np.linalg.inv(to_picture), np.float64))
    quads = []
    for index in np.flatnonzero(_turns(table) > 0.9):
        corner, before, after = table[index], table[index - 1], table[(index + 1) % len(table)]
        one, other = _unit(after - corner), _unit(before - corner)
        for along, across in (size, size[::-1]):
            steps = np.array([(0, 0), (along, 0), (along, across), (0, across)])
            square = corner + steps @ np.array([one, other])
            quads.append(clockwise(mapped(square, to_picture)))
    return quads


def _unit(vector: Points) -> Points:
    return vector / max(float(np.linalg.norm(vector)), 1e-9)


def _inside(quad: Points, blob: Mask) -> float:
    """How much of the quadrilateral lies on the blob."""
    area = area_of(quad)
    if not (area > 0 and np.abs(quad).max() < 4 * max(blob.shape)):
        return 0.0
    # Only the part of the picture around the card is looked at: there are many cards to try.
    left, top = np.maximum(np.floor(quad.min(axis=0)), 0).astype(int)
    right, bottom = np.maximum(np.ceil(quad.max(axis=0)) + 1, 0).astype(int)
    part = blob[top:bottom, left:right]
    card = np.zeros(part.shape, np.uint8)
    if card.size:
        cv2.fillConvexPoly(card, np.rint(quad - (left, top)).astype(np.int32), 255)
    return float(np.count_nonzero(card & part)) / max(area, 1.0)
