"""Cards on the table as quadrilaterals, alone, touching or overlapping.

First, what lies on the table: where the picture differs from the empty table. Lamps are switched
and clouds pass, so the empty table is lit like the picture before: the ratio of the two, smoothed
over everything that has not changed. Without a picture of the empty table the colours along the
edge of the picture must do. Then the outlines: one card each, or several that must be split.
"""

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.cards.outline import (
    CardShape,
    Mask,
    area_of,
    likeness,
    quad_around,
    snapped,
    upright,
)
from referee.vision.cards.overlaps import split_cards
from referee.vision.pictures import Picture, PictureError, as_picture, shrunk
from referee.vision.tray.sheet import Points

WORKING_PX = 640
"""Longest side of the copy in which cards are looked for."""

# Here and in `overlaps` and `outline` all numbers were chosen by hand on drawn tables
# (`tests/vision/test_card_detection.py`); no real table was measured. Stricter ones lose cards in
# dim or uneven light, looser ones find cards in a carpet.
_DARK = 10.0  # added to every value, so that noise in the dark makes no large ratio
_UNCHANGED = 0.25  # of the logarithm of the ratio
_LEAST_DIFFERENCE = 16.0
_NOISES = 5.0
_EDGE_SHARE = 0.06
_RARE = 0.06  # of how common the commonest colour of the edge is


def working_scale(picture: Picture) -> float:
    """How much smaller the copy is in which cards are looked for."""
    return min(1.0, WORKING_PX / float(max(picture.shape[:2])))


def occupied_mask(picture: Picture, empty: Picture | None) -> Mask:
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
    trust = 0.05  # of unchanged pixels nearby: with fewer the whole picture's light is believed
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


_LEAST_AREA = 0.002  # of the picture
_LEAST_LIKENESS = 0.94  # of the outline and the four-sided figure around it
_MUCH_LARGER = 1.6


def find_cards(
    picture: Picture,
    empty: Picture | None = None,
    shape: CardShape | None = None,
    known: Points | None = None,
) -> list[Points]:
    """The corners of every card, clockwise from one end of a short side, top to bottom.

    `empty` is the same table without cards. Without it only cards that lie alone and differ from
    the colours along the edge of the picture are found. `known` are the corners of a card seen
    alone before: two cards side by side have the shape of one that lies across, and only the size
    tells.
    """
    picture = as_picture(picture)
    shape = shape or CardShape()
    scale = working_scale(picture)
    small = shrunk(picture, scale)
    ground = None if empty is None else shrunk(as_picture(empty, name="The empty table"), scale)
    known = None if known is None else (known + 0.5) * scale - 0.5
    mask = occupied_mask(small, ground)
    quads = _in_small(small, mask, shape, known, is_sure=ground is not None)
    full = [upright((quad + 0.5) / scale - 0.5) for quad in quads]
    return sorted(full, key=lambda quad: (quad[:, 1].mean(), quad[:, 0].mean()))


def _in_small(
    picture: Picture, mask: Mask, shape: CardShape, known: Points | None, *, is_sure: bool
) -> list[Points]:
    singles: list[Points] = []
    heaps: list[Mask] = []
    for outline in _outlines(mask):
        single = _single(outline, shape)
        if single is not None:
            singles.append(single)
        else:
            heaps.append(_filled(outline, mask))
    singles = [single for single in singles if _is_whole(single, mask)]
    singles, odd = _alike(singles, known)
    heaps += [_filled(quad, mask) for quad in odd]
    if not is_sure:  # a carpet is full of outlines that are no cards
        return singles
    known = upright(singles[0]) if singles else known
    split = [quad for heap in heaps for quad in split_cards(picture, heap, shape, known)]
    return singles + [quad for quad in split if _is_whole(quad, mask)]


def _is_whole(quad: Points, mask: Mask) -> bool:
    """Whether all corners are in the picture: sleeves come in over its edge, cards do not."""
    height, width = mask.shape
    return bool((quad >= 1).all() and (quad <= (width - 2, height - 2)).all())


def _outlines(mask: Mask) -> list[Points]:
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least = _LEAST_AREA * mask.size
    return [
        np.asarray(outline, np.float64).reshape(-1, 2)
        for outline in found
        if cv2.contourArea(outline) >= least
    ]


def _single(outline: Points, shape: CardShape) -> Points | None:
    """The card, if this is the outline of just one."""
    quad = quad_around(outline)
    if quad is None or not shape.fits(quad):
        return None
    width = np.sqrt(area_of(quad) / shape.aspect)
    quad = snapped(quad, outline, float(width))
    is_alike = shape.fits(quad) and likeness(outline, quad) >= _LEAST_LIKENESS
    return quad if is_alike else None


def _alike(quads: list[Points], known: Points | None) -> tuple[list[Points], list[Points]]:
    """Cards of one size, and figures much larger than that: several cards side by side."""
    areas = sorted(area_of(quad) for quad in quads)
    if not areas:
        return [], []
    usual = area_of(known) if known is not None else areas[(len(areas) - 1) // 2]
    normal = [quad for quad in quads if area_of(quad) <= _MUCH_LARGER * usual]
    return normal, [quad for quad in quads if area_of(quad) > _MUCH_LARGER * usual]


def _filled(outline: Points, mask: Mask) -> Mask:
    blob = np.zeros_like(mask)
    cv2.fillPoly(blob, [np.rint(outline).astype(np.int32)], 255)
    return blob
