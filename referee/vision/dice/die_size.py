"""Where a die ends: how clear the edges of its top face are, and how wide unknown dice are.

A speck on the table may look like a single pip, but nothing ends around it. For the width the
network looks at several sizes and they vote; only for pictures without a calibrated tray, for a
table knows its dice.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from referee.vision.dice.centres import NOMINAL_PX, Centre, CentreFinder, cut_top_face
from referee.vision.dice.pips import FACE_PX
from referee.vision.pictures import Picture

CLEAR = 24.0
"""An edge this strong could not be clearer."""

# The cut shows so many die widths; an edge is looked for this far from where it should be: as far
# as the close look is wrong, and not as far as the neighbouring die. The weights of the confidence
# were fitted with these numbers.
_CUT_WIDTHS = 1.6
_REACH_WIDTHS = 0.2
_ALONG_WIDTHS = 0.6
_STEP_PX = 3


def edge_strength(picture: Picture, centre: Centre) -> float:
    """The mean of the two faintest edges, in steps of Lab colour, at most `CLEAR`."""
    wide = cut_top_face(picture, replace(centre, width_px=centre.width_px * _CUT_WIDTHS))
    colours = np.asarray(cv2.cvtColor(wide, cv2.COLOR_BGR2Lab), np.uint8)
    faintest = sorted(_steepest(side) for side in _sides(colours))[:2]
    return min(CLEAR, sum(faintest) / 2)


def _sides(colours: Picture) -> Iterator[Picture]:
    """What lies along each edge: rows along it, columns across."""
    width_px = FACE_PX / _CUT_WIDTHS
    middle = FACE_PX / 2
    reach_px, along_px = _REACH_WIDTHS * width_px, _ALONG_WIDTHS * width_px / 2
    along = slice(round(middle - along_px), round(middle + along_px))
    edge = middle - width_px / 2
    near = slice(round(edge - reach_px), round(edge + reach_px))
    far = slice(FACE_PX - near.stop, FACE_PX - near.start)
    for across in (near, far):
        yield colours[along, across]
        yield colours[across, along].transpose(1, 0, 2)


def _steepest(side: Picture) -> float:
    """The steepest change of colour across an edge, averaged along it."""
    profile = side.sum(axis=0, dtype=np.float32) / len(side)
    steps = profile[_STEP_PX:] - profile[:-_STEP_PX]
    return float(np.sqrt((steps * steps).sum(axis=1).max()))


SMALLEST_PX, GOOD_PX = 16.0, 24.0
"""Smaller dice are not read. Below the second, chosen by hand, they are read less surely;
with more, people are asked to come nearer for nothing."""
# A die is never a smaller part of a picture than this, and never a larger one.
_LEAST_SHARE = 1 / 60
_LARGEST_SHARE = 0.85
# Chosen by hand on photographs without a tray: finer steps or lower scores cost time and let specks
# vote; coarser steps leave sizes between two looks.
_STEP = 1.5
_LEAST_SCORE = 0.4
# Beyond this the network judges sizes it was not trained with (natural logarithm).
_TRUSTED = 0.42
_SAME_SIZE = 0.3
_EDGE_ENOUGH = 10.0
_NEARLY = 0.7

Strength = Callable[[Centre], float]
"""How strongly a centre looks like a die, 0 … 1."""


def estimate_die_px(picture: Picture, finder: CentreFinder, strength: Strength) -> float | None:
    """The usual width of a die; None if nothing looks like one."""
    seen = [centre for size_px in _sizes(picture) for centre in _look(picture, size_px, finder)]

    def outlined(centre: Centre) -> float:
        # A pip or a speck may look like a small die, but it does not end like one.
        return strength(centre) * min(1.0, edge_strength(picture, centre) / _EDGE_ENOUGH)

    weighed = {centre: outlined(centre) for centre in seen}
    dice = strongest(seen, weighed.__getitem__)
    return _usual_width(dice, weighed.__getitem__) if dice else None


def scaled(picture: Picture, factor: float) -> Picture:
    """Larger or smaller without losing pips between the pixels."""
    if abs(factor - 1) < 0.01:
        return picture
    # Nearly as large, a plain resize loses nothing either, and is six times as fast.
    way = cv2.INTER_AREA if factor < _NEARLY else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=way), np.uint8)


def _sizes(picture: Picture) -> Iterator[float]:
    height, width = picture.shape[:2]
    size_px = max(SMALLEST_PX, max(height, width) * _LEAST_SHARE)
    while size_px < min(height, width) * _LARGEST_SHARE:
        yield size_px
        size_px *= _STEP


def _look(picture: Picture, size_px: float, finder: CentreFinder) -> list[Centre]:
    factor = NOMINAL_PX / size_px
    found = finder.find(scaled(picture, factor), _LEAST_SCORE)
    return [
        centre.moved(1 / factor)
        for centre in found
        if abs(np.log(centre.width_px / NOMINAL_PX)) < _TRUSTED
    ]


def strongest(centres: Sequence[Centre], strength: Strength) -> list[Centre]:
    """Of all that claims the same place at different sizes only the strongest."""
    kept: list[Centre] = []
    for centre in sorted(centres, key=strength, reverse=True):
        if not any(_share_place(centre, other) for other in kept):
            kept.append(centre)
    return kept


def _share_place(centre: Centre, other: Centre) -> bool:
    away = float(np.hypot(centre.x - other.x, centre.y - other.y))
    return away < 0.5 * max(centre.width_px, other.width_px)


def _usual_width(dice: Sequence[Centre], strength: Strength) -> float:
    logs = np.log([die.width_px for die in dice])
    weights = np.array([strength(die) ** 2 for die in dice])
    votes = (np.abs(logs[:, None] - logs[None, :]) < _SAME_SIZE) @ weights
    peers = np.abs(logs - logs[int(np.argmax(votes))]) < _SAME_SIZE
    order = np.argsort(logs[peers])
    running = np.cumsum(weights[peers][order])
    middle = int(np.searchsorted(running, running[-1] / 2))
    return float(np.exp(logs[peers][order][middle]))
