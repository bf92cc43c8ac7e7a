"""Views of kept faces as a finder would cut them out: a little beside, relit, blurred, noisy.

`pairs` gives two different views of each of many symbols, and beside each symbol one of those that
look most like it: those are what has to be told apart.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.materials import Rng
from referee.vision.faces.embedding import VIEW_PX, VIEW_WIDTHS, evened
from referee.vision.pictures import Picture
from scripts.train_faces.cuts import PATCH_PX, PATCH_WIDTHS, Labels
from scripts.train_faces.symbols import Masks, likeness

# How far beside its place the finder cuts symbols of drawn dice, as a standard deviation: in die
# widths, degrees, and as a share of the width; and the farthest.
_PLACE, _TURN_DEG, _WIDTH, _FARTHEST = 0.045, 3.5, 0.06, 2.2
_NEAREST = 6
# Every so manieth symbol is never trained with: limits and confidence are chosen with these.
_CHOOSING_STEP = 10
# Symbols more alike than this are the same to people.
_SAME = 0.93
Views = npt.NDArray[np.float32]
_View = tuple[Views, tuple[float, float, float, float]]


def _beside(rng: Rng, spread: float) -> float:
    return float(np.clip(rng.normal(), -_FARTHEST, _FARTHEST)) * spread


def cut(
    rng: Rng, patch: Picture, quarter: int, *, is_mirrored: bool
) -> tuple[Picture, tuple[float, float, float, float]]:
    """A view of a patch, cut a little beside its place, and where the face lies in it.

    The place: right and down in die widths, its turn in radians, the logarithm of its width.
    """
    die_px = VIEW_PX / VIEW_WIDTHS
    size, turn_deg = 1 + _beside(rng, _WIDTH), _beside(rng, _TURN_DEG)
    x, y = _beside(rng, _PLACE), _beside(rng, _PLACE)
    middle = (PATCH_PX - 1) / 2
    scale = die_px / (PATCH_PX / PATCH_WIDTHS) * size
    matrix = cv2.getRotationMatrix2D((middle, middle), 90.0 * quarter + turn_deg, scale)
    matrix[0, 2] += (VIEW_PX - 1) / 2 - middle + x * die_px
    matrix[1, 2] += (VIEW_PX - 1) / 2 - middle + y * die_px
    whole = np.ascontiguousarray(patch[:, ::-1]) if is_mirrored else patch
    view = cv2.warpAffine(whole, matrix, (VIEW_PX, VIEW_PX), borderMode=cv2.BORDER_REPLICATE)
    # OpenCV turns against the clock, angles in pictures run with it.
    return np.asarray(view, np.uint8), (x, y, -float(np.radians(turn_deg)), float(np.log(size)))


def disturbed(rng: Rng, view: Picture) -> Picture:
    """As another lamp and another camera would show it."""
    if rng.random() < 0.35:
        small = round(VIEW_PX * float(rng.uniform(0.55, 1.0)))
        shrunk = cv2.resize(view, (small, small), interpolation=cv2.INTER_AREA)
        view = np.asarray(cv2.resize(shrunk, (VIEW_PX, VIEW_PX)), np.uint8)
    if rng.random() < 0.25:
        view = np.asarray(cv2.GaussianBlur(view, (0, 0), float(rng.uniform(0.4, 1.3))), np.uint8)
    light = view.astype(np.float32)
    if rng.random() < 0.5:
        light = light[..., rng.permutation(3)]
    if rng.random() < 0.3:
        light = 255 - light
    light = 255 * np.power(np.clip(light / 255, 0, 1), float(np.exp(rng.normal(0, 0.35))))
    light *= float(np.exp(rng.normal(0, 0.3))) * np.exp(rng.normal(0, 0.12, 3))
    if rng.random() < 0.4:
        light *= _slope(rng)
    if rng.random() < 0.2:
        light += _glare(rng)
    if rng.random() < 0.4:
        light += _marbling(rng)
    light += rng.normal(0, float(rng.exponential(2.5)), light.shape)
    view = np.clip(light, 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        quality = int(rng.uniform(25, 80))
        code = cv2.imencode(".jpg", view, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        view = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return view


def _slope(rng: Rng) -> Views:
    across, down = np.meshgrid(*(np.linspace(-1, 1, VIEW_PX, dtype=np.float32),) * 2)
    around, much = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.4)
    ramp = np.cos(around) * across + np.sin(around) * down
    return np.asarray(np.exp(much * ramp)[..., None], np.float32)


def _glare(rng: Rng) -> Views:
    across, down = np.meshgrid(*(np.linspace(-1, 1, VIEW_PX, dtype=np.float32),) * 2)
    x, y = rng.uniform(-0.8, 0.8, 2)
    wide = rng.uniform(0.08, 0.3)
    spot = np.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * wide * wide))
    return np.asarray(rng.uniform(60, 220) * spot[..., None], np.float32)


def _marbling(rng: Rng) -> Views:
    """Spots of any size, as in bodies of stone, marbled or brushed: grey or coloured."""
    rows, columns = (int(each) for each in rng.integers(4, 24, 2))
    spots = rng.normal(0, 1, (rows, columns, 3)).astype(np.float32)
    if rng.random() < 0.6:
        spots[...] = spots[..., :1]
    much = float(min(30.0, rng.exponential(9.0)))
    return np.asarray(much * cv2.resize(spots, (VIEW_PX, VIEW_PX)), np.float32)


def is_for_choosing(number: int, symbols: int) -> bool:
    """Whether a symbol is kept from training, to choose limits with; pips and blanks never are."""
    return number < symbols and number % _CHOOSING_STEP == 0


class FacePairs:
    """Draws symbols with two views each, without end."""

    def __init__(self, labels: Labels, patches: npt.NDArray[np.uint8], symbols: Masks) -> None:
        order = np.argsort(labels, kind="stable")
        numbers, starts = np.unique(labels[order], return_index=True)
        self._places = dict(zip(numbers.tolist(), np.split(order, starts[1:]), strict=True))
        self._places = {
            number: at
            for number, at in self._places.items()
            if len(at) > 1 and not is_for_choosing(number, len(symbols))
        }
        self._numbers = list(self._places)
        self._patches = patches
        alike = likeness(symbols, symbols)
        np.fill_diagonal(alike, -1)
        self._nearest = np.argpartition(-alike, _NEAREST, axis=1)[:, :_NEAREST]
        self._same = alike > _SAME

    def pairs(self, rng: Rng, count: int) -> Iterator[tuple[Views, Views, npt.NDArray[np.bool_]]]:
        """All first, then all second views; their places; which symbols people take for one."""
        while True:
            numbers = self._chosen(rng, count)
            turns = [(int(rng.integers(4)), bool(rng.random() < 0.5)) for _ in numbers]
            two = [self._two(rng, *each) for each in zip(numbers, turns, strict=True)]
            views, places = zip(*(each[n] for n in range(2) for each in two), strict=True)
            yield np.stack(views), np.array(places, np.float32), self._are_same(numbers)

    def _chosen(self, rng: Rng, count: int) -> list[int]:
        chosen: dict[int, None] = {}
        while len(chosen) < count:
            number = self._numbers[int(rng.integers(len(self._numbers)))]
            if rng.random() < 0.06:
                # Pips and blanks are few kinds, and on many tables.
                number = len(self._nearest) + int(rng.integers(7))
            chosen[number] = None
            if number < len(self._nearest):
                near = int(self._nearest[number][int(rng.integers(_NEAREST))])
                if near in self._places:
                    chosen[near] = None
        return list(chosen)[:count]

    def _two(self, rng: Rng, number: int, turn: tuple[int, bool]) -> list[_View]:
        return [
            self._view(rng, int(at), turn)
            for at in rng.choice(self._places[number], 2, replace=False)
        ]

    def _view(self, rng: Rng, at: int, turn: tuple[int, bool]) -> _View:
        quarter, is_mirrored = turn
        view, place = cut(rng, self._patches[at], quarter, is_mirrored=is_mirrored)
        return evened(disturbed(rng, view)), place

    def _are_same(self, numbers: list[int]) -> npt.NDArray[np.bool_]:
        known = np.array(numbers) < len(self._same)
        at = np.where(known, numbers, 0)
        return np.asarray(self._same[np.ix_(at, at)] & known & known[:, None], np.bool_)
