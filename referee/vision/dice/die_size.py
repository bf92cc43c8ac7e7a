"""How wide the dice of a picture are when nobody has told: found before anything is read.

The light network looks at a few sizes, from large to small, and the close look judges the strongest
of what it points at. A die is seen at two neighbouring sizes, at the same place, as wide and with
the same face; weave, print and single pips are not. Dice of one roll are alike, so the widths vote,
and large dice count more, because pips and grain are always smaller than dice and always more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot, log

import cv2
import numpy as np

from referee.vision.dice.centres import NOMINAL_PX, Centre, CentreFinder
from referee.vision.dice.close_look import CloseLook
from referee.vision.dice.edges import edge_strength
from referee.vision.dice.face_reading import FaceReader
from referee.vision.pictures import Picture

SMALLEST_PX, GOOD_PX = 16.0, 24.0
"""Smaller dice are not read. Below the second, chosen by hand, they are read less surely;
with more, people are asked to come nearer for nothing."""

# In a look the dice are so wide: measured on photographs, the light network finds them from 0.6 to
# 1.4 of it, and half as many pixels as the usual 36 take half the time.
_LOOK_PX = 26.0
_TRUSTED = 0.36
_STEP = 1.4
_LARGEST_SHARE = 0.8
# The finest look has no more pixels than this, so that no picture takes seconds; and looks finer
# than the second are worth their time only if nothing was seen before.
_MOST_PIXELS, _CHEAP_PIXELS = 1_600_000, 850_000
# Chosen on the choosing halves of docs/dice.md: what is fainter is no die, more of it is texture.
_LEAST_SCORE, _LEAST_STRENGTH = 0.15, 0.3
_MOST_JUDGED = 24
_EDGE_ENOUGH = 10.0
_NEARLY = 0.7
# Two looks see the same die: in widths, and as a logarithm of the width.
_SAME_PLACE, _SAME_WIDTH = 0.3, 0.25
# Dice of one group differ by less, those of another group by more.
_ONE_GROUP, _OTHER_GROUP = 0.3, 0.45
# A second group must be nearly as sure as the first.
_SECOND_STRENGTH, _SECOND_SHARE = 0.65, 0.25
_CLEAR_OF = 0.9


@dataclass(frozen=True, slots=True)
class SeenDie:
    """What looks like a die at one size, in pixels of the picture."""

    centre: Centre
    face: int
    strength: float


def scaled(picture: Picture, factor: float) -> Picture:
    """Larger or smaller without losing pips between the pixels."""
    if abs(factor - 1) < 0.01:
        return picture
    # Nearly as large, a plain resize loses nothing either, and is six times as fast.
    way = cv2.INTER_AREA if factor < _NEARLY else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=way), np.uint8)


class SizeSearch:
    """Finds how wide dice are; `finder` is the light network."""

    def __init__(self, finder: CentreFinder, close_look: CloseLook, faces: FaceReader) -> None:
        self._finder = finder
        self._close_look = close_look
        self._faces = faces

    def widths_px(self, picture: Picture) -> tuple[float, ...]:
        """The usual width of each group of dice, at most two; none if nothing looks like a die."""
        return tuple(_usual_width(group) for group in groups(self._dice(picture)))

    def _dice(self, picture: Picture) -> list[SeenDie]:
        """What two neighbouring looks agree on."""
        dice: list[SeenDie] = []
        coarser: Sequence[SeenDie] = ()
        for size_px in look_sizes(picture):
            is_cheap = _pixels(picture, size_px) <= _CHEAP_PIXELS
            if dice and not is_cheap:
                break
            seen = self.look(picture, size_px)
            dice += agreed(coarser, seen)
            coarser = seen
        return dice

    def look(self, picture: Picture, size_px: float) -> list[SeenDie]:
        """What looks like a die about this wide."""
        factor = _LOOK_PX / size_px
        found = self._finder.find(scaled(picture, factor), _LEAST_SCORE)
        trusted = [each for each in found if abs(log(each.width_px / _LOOK_PX)) < _TRUSTED]
        trusted.sort(key=self._faces.first_strength, reverse=True)
        close = min(1.0, NOMINAL_PX / size_px)
        candidates = [each.moved(close / factor) for each in trusted[:_MOST_JUDGED]]
        return self._judged(scaled(picture, close), candidates, close)

    def _judged(self, picture: Picture, seen: Sequence[Centre], factor: float) -> list[SeenDie]:
        told = []
        for each in self._close_look.judge(picture, seen):
            strength = self._faces.strength(each)
            if strength > _LEAST_STRENGTH:
                # A pip or a speck may look like a small die, but it does not end like one.
                strength *= min(1.0, edge_strength(picture, each) / _EDGE_ENOUGH)
                told.append(SeenDie(each.moved(1 / factor), int(np.argmax(each.shares)), strength))
        return told


def look_sizes(picture: Picture) -> Iterator[float]:
    """The sizes of the looks, the largest first."""
    height, width = picture.shape[:2]
    size_px = max(SMALLEST_PX, _LOOK_PX * (height * width / _MOST_PIXELS) ** 0.5)
    sizes = []
    while size_px < min(height, width) * _LARGEST_SHARE:
        sizes.append(size_px)
        size_px *= _STEP
    yield from reversed(sizes)


def _pixels(picture: Picture, size_px: float) -> float:
    return float(picture.shape[0] * picture.shape[1] * (_LOOK_PX / size_px) ** 2)


def agreed(coarser: Sequence[SeenDie], finer: Sequence[SeenDie]) -> list[SeenDie]:
    """What both looks see, as strong as the fainter of them."""
    both = []
    for one in coarser:
        same = [other.strength for other in finer if _are_same(one, other)]
        if same:
            both.append(SeenDie(one.centre, one.face, min(one.strength, max(same))))
    return both


def _are_same(one: SeenDie, other: SeenDie) -> bool:
    wider = abs(log(one.centre.width_px / other.centre.width_px))
    is_near = _away(one, other) < _SAME_PLACE * one.centre.width_px
    return one.face == other.face and is_near and wider < _SAME_WIDTH


def _away(one: SeenDie, other: SeenDie) -> float:
    return hypot(one.centre.x - other.centre.x, one.centre.y - other.centre.y)


def groups(dice: Sequence[SeenDie]) -> list[list[SeenDie]]:
    """The dice of the usual width, and perhaps those of another."""
    first = _largest_group(dice)
    if not first:
        return []
    width_px = _usual_width(first)
    others = [
        die
        for die in dice
        if die.strength >= _SECOND_STRENGTH
        and abs(log(die.centre.width_px / width_px)) > _OTHER_GROUP
        and all(_is_clear_of(die, each) for each in first)
    ]
    second = _largest_group(others)
    is_worth = second and _votes(second) >= _SECOND_SHARE * _votes(first)
    return [first, second] if is_worth else [first]


def _largest_group(dice: Sequence[SeenDie]) -> list[SeenDie]:
    alike = [
        [die for die in dice if abs(log(die.centre.width_px / middle.centre.width_px)) < _ONE_GROUP]
        for middle in dice
    ]
    return max(alike, key=_votes, default=[])


def _votes(group: Sequence[SeenDie]) -> float:
    """Large dice count more: what is printed or grown is smaller than they are, and more."""
    return sum(die.strength**2 * die.centre.width_px for die in group)


def _is_clear_of(die: SeenDie, other: SeenDie) -> bool:
    reach = _CLEAR_OF * max(die.centre.width_px, other.centre.width_px)
    return _away(die, other) > reach


def _usual_width(group: Sequence[SeenDie]) -> float:
    order = sorted(group, key=lambda die: die.centre.width_px)
    running = np.cumsum([die.strength**2 for die in order])
    return order[int(np.searchsorted(running, running[-1] / 2))].centre.width_px
