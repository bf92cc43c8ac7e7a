"""Cards on the table as quadrilaterals, alone, touching or overlapping."""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision.cards.ground import Mask, lying_on, shrunk, working_scale
from referee.vision.cards.outline import (
    CardShape,
    Points,
    area_of,
    likeness,
    quad_around,
    snapped,
    upright,
)
from referee.vision.cards.splitting import split_cards
from referee.vision.pictures import Picture, as_picture

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
    alone before: two cards side by side have the shape of one lying card, and only the size tells.
    """
    picture = as_picture(picture)
    shape = shape or CardShape()
    scale = working_scale(picture)
    small = shrunk(picture, scale)
    ground = None if empty is None else shrunk(as_picture(empty, name="The empty table"), scale)
    known = None if known is None else (known + 0.5) * scale - 0.5
    mask = lying_on(small, ground)
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
