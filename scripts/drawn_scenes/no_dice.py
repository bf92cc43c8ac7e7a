"""Pictures without any die that look as if there were some: cards, print, keys, studs, weave.

What is drawn here has pips, squares or both, at any size, and is never a die; networks learn from
it what a die is not.

>>> draw_no_dice(np.random.default_rng(3)).shape
(360, 480, 3)
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from referee.simulation.drawing.materials import Rng
from referee.vision.pictures import Picture
from referee.vision.tray.sheet import Points
from scripts.drawn_scenes.clutter import scatter_clutter
from scripts.drawn_scenes.grounds import random_ground
from scripts.drawn_scenes.lens import SceneView, photographed
from scripts.drawn_scenes.looks import Domain

_SIZE = (360, 480)
_SHIFT = 4
Ink = tuple[float, float, float]
Mark = Callable[[Picture, Points, float, Ink], None]
Place = Callable[[object], Points]

# Where the pips of a playing card stand, in widths of the card from its middle.
_COLUMN, _ROW = 0.25, 0.5
_CARD_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5)),
    8: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5), (0, 0.5)),
    9: (*((x, y) for x in (-1, 1) for y in (-1, -0.33, 0.33, 1)), (0, 0)),
    10: (*((x, y) for x in (-1, 1) for y in (-1, -0.33, 0.33, 1)), (0, -0.66), (0, 0.66)),
}


def _fixed(points: Points) -> Points:
    return np.rint(np.asarray(points) * (1 << _SHIFT)).astype(np.int32)


def _fill(picture: Picture, points: Points, ink: Ink) -> None:
    cv2.fillPoly(picture, [_fixed(points)], ink, cv2.LINE_AA, _SHIFT)


def _disc(picture: Picture, at: Points, radius: float, ink: Ink) -> None:
    x, y = (int(each) for each in _fixed(at))
    cv2.circle(picture, (x, y), max(1, round(radius * (1 << _SHIFT))), ink, -1, cv2.LINE_AA, _SHIFT)


def _diamond(picture: Picture, at: Points, size: float, ink: Ink) -> None:
    _fill(picture, at + size * np.array([(0, -1), (0.75, 0), (0, 1), (-0.75, 0)]), ink)


def _heart(picture: Picture, at: Points, size: float, ink: Ink) -> None:
    for side in (-1, 1):
        _disc(picture, at + size * np.array([0.42 * side, -0.3]), 0.5 * size, ink)
    _fill(picture, at + size * np.array([(-0.88, -0.1), (0.88, -0.1), (0, 1)]), ink)


def _spade(picture: Picture, at: Points, size: float, ink: Ink) -> None:
    for side in (-1, 1):
        _disc(picture, at + size * np.array([0.42 * side, 0.2]), 0.48 * size, ink)
    _fill(picture, at + size * np.array([(-0.85, 0.1), (0.85, 0.1), (0, -1)]), ink)
    _fill(picture, at + size * np.array([(-0.3, 1), (0.3, 1), (0, 0)]), ink)


def _club(picture: Picture, at: Points, size: float, ink: Ink) -> None:
    for x, y in ((0, -0.5), (-0.5, 0.2), (0.5, 0.2)):
        _disc(picture, at + size * np.array([x, y]), 0.45 * size, ink)
    _fill(picture, at + size * np.array([(-0.3, 1), (0.3, 1), (0, 0)]), ink)


def _dot(picture: Picture, at: Points, size: float, ink: Ink) -> None:
    _disc(picture, at, 0.8 * size, ink)


_MARKS: tuple[Mark, ...] = (_heart, _diamond, _spade, _club, _dot, _dot)


def _ink(rng: Rng) -> Ink:
    if rng.random() < 0.6:
        return ((25.0, 20.0, 20.0), (40.0, 30.0, 190.0))[int(rng.integers(2))]
    blue, green, red = (float(each) for each in rng.uniform(0, 255, 3))
    return blue, green, red


def _paper(rng: Rng) -> Ink:
    if rng.random() < 0.6:
        grey = float(rng.uniform(190, 255))
        return grey, grey, grey
    return _ink(rng)


def _placed(rng: Rng, size_px: float) -> Place:
    """Points of a thing, in widths around its middle, as pixels of the picture."""
    turn, shear = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.12)
    cos, sin = np.cos(turn), np.sin(turn)
    matrix = np.array([[cos, sin], [-sin, cos]]) @ np.array([[1, shear], [0, rng.uniform(0.78, 1)]])
    middle = rng.uniform(0, 1, 2) * (_SIZE[1], _SIZE[0])
    return lambda points: np.asarray(points, float) @ matrix.T * size_px + middle


def _cards(rng: Rng, picture: Picture, size_px: float) -> None:
    """A few playing cards, some over others."""
    for _ in range(int(rng.integers(1, 5))):
        at, paper, ink = _placed(rng, size_px), _paper(rng), _ink(rng)
        outline = np.array([(-0.5, -0.7), (0.5, -0.7), (0.5, 0.7), (-0.5, 0.7)])
        _fill(picture, at(outline * 1.02), (60.0, 60.0, 60.0))
        _fill(picture, at(outline), paper)
        mark, size = _MARKS[int(rng.integers(len(_MARKS)))], size_px * rng.uniform(0.06, 0.12)
        pips = _CARD_PIPS[int(rng.integers(1, 11))]
        for x, y in pips:
            mark(picture, at((x * _COLUMN, y * _ROW)), size * (2.5 if len(pips) == 1 else 1), ink)
        for corner in ((-0.42, -0.6), (0.42, 0.6)):
            mark(picture, at(corner), size * 0.5, ink)


def _dominoes(rng: Rng, picture: Picture, size_px: float) -> None:
    """Tiles twice as long as wide, and so no dice."""
    paper, ink = _paper(rng), _ink(rng)
    for _ in range(int(rng.integers(1, 4))):
        at = _placed(rng, 0.5 * size_px)
        outline = np.array([(-0.5, -1), (0.5, -1), (0.5, 1), (-0.5, 1)])
        _fill(picture, at(outline), paper)
        _fill(picture, at([(-0.5, -0.02), (0.5, -0.02), (0.5, 0.02), (-0.5, 0.02)]), ink)
        # A whole half would be a face; a quarter more on both sides of the middle is none.
        for y in np.linspace(-0.8, 0.8, int(rng.integers(4, 7))):
            for x in (-0.27, 0.27):
                _disc(picture, at((x, y)), 0.045 * size_px, ink)


def _lattice(rng: Rng, picture: Picture, size_px: float) -> None:
    """Dots in rows: polka dots, perforated metal, studs, woven cloth."""
    pitch, mark = max(4.0, size_px * rng.uniform(0.15, 0.6)), _MARKS[int(rng.integers(len(_MARKS)))]
    at, ink, radius = _placed(rng, pitch), _ink(rng), pitch * rng.uniform(0.12, 0.42)
    reach = int(min(40, 700 / pitch))
    shifted = rng.random() < 0.5
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            mark(picture, at((column + 0.5 * (shifted and row % 2), row)), radius, ink)


def _tiles(rng: Rng, picture: Picture, size_px: float) -> None:
    """Squares in rows with something on some of them: keys, a calendar, a chess board."""
    at, pitch = _placed(rng, size_px), rng.uniform(1.02, 1.4)
    papers, ink = [_paper(rng) for _ in range(2)], _ink(rng)
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    for row in range(-4, 5):
        for column in range(-5, 6):
            middle = np.array([column, row]) * pitch
            _fill(picture, at(square + middle), papers[(row + column) % 2])
            if rng.random() < 0.6:
                x, y = at(middle + rng.uniform(-0.3, 0.1, 2))
                text = "".join(chr(int(rng.integers(33, 123))) for _ in range(rng.integers(1, 3)))
                scale = size_px * rng.uniform(0.008, 0.022)
                place = (round(float(x)), round(float(y)))
                cv2.putText(picture, text, place, 0, scale, ink, max(1, round(scale * 1.6)))


def _print(rng: Rng, picture: Picture, size_px: float) -> None:
    """Lines of text in any size, some of it round letters and stops."""
    ink, scale = _ink(rng), max(0.25, size_px * rng.uniform(0.004, 0.03))
    letters = "oO0.:;8%&B@abcdegpq  " if rng.random() < 0.4 else "etaoinshrdlucmfw.,  XYZ"
    for y in range(0, _SIZE[0] + 40, max(6, round(30 * scale))):
        line = "".join(letters[int(each)] for each in rng.integers(0, len(letters), 40))
        cv2.putText(picture, line, (-10, y), int(rng.integers(0, 5)), scale, ink, 1 + (scale > 0.8))


def _rounds(rng: Rng, picture: Picture, size_px: float) -> None:
    """Coins, buttons, caps and rings, some with holes like pips."""
    for _ in range(int(rng.integers(2, 9))):
        at, body, ink = _placed(rng, 0.5 * size_px), _paper(rng), _ink(rng)
        ring = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        circle = np.column_stack((np.cos(ring), np.sin(ring)))
        _fill(picture, at(circle * 1.04), (50.0, 50.0, 50.0))
        _fill(picture, at(circle), body)
        for _ in range(int(rng.integers(0, 7))):
            _disc(picture, at(rng.uniform(-0.55, 0.55, 2)), 0.07 * size_px, ink)


_THINGS = (_cards, _cards, _dominoes, _lattice, _tiles, _print, _rounds)


def draw_no_dice(
    rng: Rng, ground: Picture | None = None, domain: Domain = Domain.TRAINING
) -> Picture:
    """A random picture without dice; on the given ground, or on a drawn one of the domain."""
    die_px = float(np.exp(rng.uniform(np.log(20), np.log(200))))
    if ground is None:
        ground = random_ground(rng, domain, (_SIZE[1], _SIZE[1]), die_px)
    whole = np.asarray(cv2.resize(ground, (_SIZE[1], _SIZE[1])), np.uint8)
    picture = np.ascontiguousarray(whole[: _SIZE[0]])
    for _ in range(int(rng.integers(0, 3))):
        _THINGS[int(rng.integers(len(_THINGS)))](rng, picture, die_px)
    scatter_clutter(rng, domain, picture, die_px)
    view = SceneView(float(rng.uniform(0, 0.7)), float(rng.uniform(0, 6.28)), 30.0)
    return photographed(rng, picture, domain, die_px=die_px, view=view)
