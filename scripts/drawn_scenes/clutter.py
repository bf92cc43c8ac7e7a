"""What else lies on a table and is no die: magnets, coins, cards, pens, cables, other dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.simulation.drawing.materials import Colour, Rng
from referee.vision.pictures import Picture
from referee.vision.tray.sheet import Points
from scripts.drawn_scenes.looks import LOOKS, Domain

_SHIFT = 4


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a thing goes: its middle in pixels, a turn, and a die's width."""

    x: float
    y: float
    turn_rad: float
    die_px: float

    def points(self, shape: npt.ArrayLike) -> Points:
        """Points of the thing, given in die widths around its middle, in pixels."""
        cos, sin = np.cos(self.turn_rad), np.sin(self.turn_rad)
        turned = np.asarray(shape, float) @ np.array([[cos, sin], [-sin, cos]])
        return np.asarray(turned * self.die_px + (self.x, self.y))


def _colour(rng: Rng) -> Colour:
    if rng.random() < 0.5:
        grey = float(rng.uniform(10, 245))
        return (grey, grey, grey)
    blue, green, red = (float(c) for c in rng.uniform(10, 245, 3))
    return (blue, green, red)


def _darker(colour: Colour, by: float) -> Colour:
    return (colour[0] * by, colour[1] * by, colour[2] * by)


def _fill(picture: Picture, points: Points, colour: Colour) -> None:
    fixed = np.rint(points * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(picture, [fixed], colour, cv2.LINE_AA, _SHIFT)


def _line(picture: Picture, points: Points, width_px: float, colour: Colour) -> None:
    fixed = np.rint(points * (1 << _SHIFT)).astype(np.int32)
    cv2.polylines(picture, [fixed], False, colour, max(1, round(width_px)), cv2.LINE_AA, _SHIFT)


def _circle(
    picture: Picture, place: _Place, radius: float, colour: Colour, line: float = 0
) -> None:
    thick = max(1, round(line * place.die_px)) if line else -1
    at = (round(place.x * (1 << _SHIFT)), round(place.y * (1 << _SHIFT)))
    size = max(1, round(radius * place.die_px * (1 << _SHIFT)))
    cv2.circle(picture, at, size, colour, thick, cv2.LINE_AA, _SHIFT)


def _ring_of(count: int, radius: float) -> Points:
    angles = np.arange(count) * 2 * np.pi / count
    return radius * np.column_stack((np.cos(angles), np.sin(angles)))


def _magnet(rng: Rng, picture: Picture, place: _Place) -> None:
    radius, colour = rng.uniform(0.3, 0.6), _colour(rng)
    _circle(picture, place, radius * 1.06, _darker(colour, 0.6))
    _circle(picture, place, radius, colour)


def _coin(rng: Rng, picture: Picture, place: _Place) -> None:
    radius = rng.uniform(0.4, 0.9)
    metal = (rng.uniform(60, 190), rng.uniform(110, 195), rng.uniform(150, 205))
    _circle(picture, place, radius, metal)
    _circle(picture, place, radius * 0.9, _darker(metal, rng.uniform(0.7, 1.2)), 0.03)
    text = str(int(rng.choice((1, 2, 5, 10, 20))))
    at = (round(place.x - radius * place.die_px * 0.3), round(place.y + radius * place.die_px / 3))
    scale = radius * place.die_px / 25
    cv2.putText(picture, text, at, 0, scale, _darker(metal, 0.6), 2, cv2.LINE_AA)


def _card(rng: Rng, picture: Picture, place: _Place) -> None:
    wide, high = rng.uniform(1.5, 4), rng.uniform(2, 6)
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    colour = _colour(rng)
    _fill(picture, place.points(corners * 1.02), _darker(colour, 0.5))
    _fill(picture, place.points(corners), colour)
    _fill(picture, place.points(corners * rng.uniform(0.4, 0.9)), _colour(rng))


def _pen(rng: Rng, picture: Picture, place: _Place) -> None:
    ends = place.points([(-rng.uniform(2, 6), 0), (0, 0), (rng.uniform(2, 6), 0)])
    width, colour = place.die_px * rng.uniform(0.15, 0.5), _colour(rng)
    _line(picture, ends, width * 1.15, _darker(colour, 0.5))
    _line(picture, ends, width, colour)
    _line(picture, ends[1:], width * rng.uniform(0.3, 1), _colour(rng))


def _cable(rng: Rng, picture: Picture, place: _Place) -> None:
    along = np.linspace(-6, 6, 30)
    bend = rng.uniform(0.3, 1.5) * np.sin(along * rng.uniform(0.3, 1) + rng.uniform(0, 6))
    curve = place.points(np.column_stack((along, bend)))
    width = place.die_px * rng.uniform(0.08, 0.3)
    colour = _colour(rng) if rng.random() < 0.3 else (25.0, 22.0, 22.0)
    _line(picture, curve, width, colour)
    _line(picture, curve - width * 0.2, width * 0.2, _darker(colour, 1.6))


def _polyhedron(rng: Rng, picture: Picture, place: _Place) -> None:
    sides = int(rng.choice((5, 6, 10)))
    rim = _ring_of(sides, rng.uniform(0.5, 0.75))
    colour, inner = _colour(rng), _ring_of(3, rng.uniform(0.3, 0.45))
    for number in range(sides):
        facet = np.array([rim[number], rim[(number + 1) % sides], inner[number * 3 // sides]])
        _fill(picture, place.points(facet), _darker(colour, rng.uniform(0.5, 1.2)))
    _fill(picture, place.points(inner), colour)
    at = (round(place.x - place.die_px * 0.15), round(place.y + place.die_px * 0.12))
    ink = _darker(colour, 0.3) if sum(colour) > 350 else (240.0, 240.0, 240.0)
    text = str(int(rng.integers(1, 21)))
    cv2.putText(picture, text, at, 0, place.die_px / 80, ink, 1, cv2.LINE_AA)


def _button(rng: Rng, picture: Picture, place: _Place) -> None:
    radius, colour = rng.uniform(0.35, 0.6), _colour(rng)
    _circle(picture, place, radius, colour)
    _circle(picture, place, radius * 0.8, _darker(colour, 0.8), 0.05)
    for x, y in place.points(_ring_of(int(rng.choice((2, 4))), radius * 0.25)):
        hole = _Place(float(x), float(y), 0, place.die_px)
        _circle(picture, hole, 0.07, _darker(colour, 0.3))


def _dots(rng: Rng, picture: Picture, place: _Place) -> None:
    colour, radius = _colour(rng), rng.uniform(0.05, 0.11)
    pitch = rng.uniform(0.25, 0.8)
    rows, columns = (int(n) for n in rng.integers(1, 6, 2))
    spots = [(pitch * c, pitch * r) for r in range(rows) for c in range(columns)]
    for x, y in place.points(spots):
        _circle(picture, _Place(float(x), float(y), 0, place.die_px), radius, colour)


def _wall(rng: Rng, picture: Picture, place: _Place) -> None:
    thick, colour = rng.uniform(0.3, 1.2), _colour(rng)
    strip = np.array([(-12, 0), (12, 0), (12, thick), (-12, thick)])
    _fill(picture, place.points(strip), colour)
    _fill(
        picture, place.points(strip + np.array([0, thick])), _darker(colour, rng.uniform(0.5, 0.85))
    )
    if rng.random() < 0.5:
        _fill(picture, place.points(strip * (1, 20) + np.array([0, 2 * thick])), _colour(rng))


def _tray(rng: Rng, picture: Picture, place: _Place) -> None:
    half = rng.uniform(2.2, 3.2)
    corners = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)])
    colour = _colour(rng)
    _line(picture, place.points(corners), place.die_px * rng.uniform(0.2, 0.6), colour)
    _line(picture, place.points(corners * 0.95), place.die_px * 0.12, _darker(colour, 0.6))


def _keys(rng: Rng, picture: Picture, place: _Place) -> None:
    """A piece of a keyboard: flat caps in shifted rows, with small letters."""
    pitch, half = rng.uniform(0.75, 1.5), rng.uniform(0.40, 0.47)
    dark = float(rng.uniform(15, 90)) if rng.random() < 0.7 else float(rng.uniform(150, 240))
    cap, rows = (dark, dark, dark), int(rng.integers(2, 5))
    board = pitch * np.array([(-3.6, -0.7), (3.6, -0.7), (3.6, rows - 0.3), (-3.6, rows - 0.3)])
    _fill(picture, place.points(board), _darker(cap, rng.uniform(0.4, 1.4)))
    cut = half - 0.07
    outline = [(-half, -cut), (-cut, -half), (cut, -half), (half, -cut)]
    shape = np.array(outline + [(-x, -y) for x, y in outline])
    for row in range(rows):
        for column in range(-3, 3):
            middle = np.array([column + 0.3 * row + 0.1, row])
            _fill(picture, place.points(pitch * (shape + middle)), _darker(cap, 0.8))
            _fill(picture, place.points(pitch * (0.88 * shape + middle)), cap)
            _print(rng, picture, place, pitch * middle, 0.9 * pitch)


def _print(rng: Rng, picture: Picture, place: _Place, middle: Points, size: float) -> None:
    """A small character, rarely in the middle of its cap."""
    shift = size * rng.uniform(-0.25, 0.05, 2)
    x, y = place.points([middle + shift])[0]
    text = chr(int(rng.integers(33, 91)))
    ink = (230.0, 230.0, 230.0) if picture[_inside(picture, x, y)].mean() < 110 else (20.0,) * 3
    scale = size * place.die_px * rng.uniform(0.008, 0.018)
    at = (round(float(x)), round(float(y) + 10 * scale))
    cv2.putText(picture, text, at, 0, scale, ink, 1, cv2.LINE_AA)


def _inside(picture: Picture, x: float, y: float) -> tuple[int, int]:
    high, wide = picture.shape[:2]
    return min(high - 1, max(0, round(float(y)))), min(wide - 1, max(0, round(float(x))))


def _label(rng: Rng, picture: Picture, place: _Place) -> None:
    """A sticker with lines of print, or bars."""
    wide, high = rng.uniform(0.8, 3.5), rng.uniform(0.6, 2.0)
    paper = (float(rng.uniform(170, 250)),) * 3 if rng.random() < 0.7 else _colour(rng)
    ink = _darker(paper, rng.uniform(0.05, 0.5))
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    _fill(picture, place.points(corners * 1.03), _darker(paper, 0.6))
    _fill(picture, place.points(corners), paper)
    step = rng.uniform(0.15, 0.4)
    for down in np.arange(-high / 2 + step, high / 2 - step / 2, step):
        ends = np.sort(rng.uniform(-0.45, 0.45, 4)) * wide
        for left, right in (ends[:2], ends[2:]):
            line = place.points([(left, down), (right, down)])
            _line(picture, line, place.die_px * step * rng.uniform(0.2, 0.5), ink)


def _washer(rng: Rng, picture: Picture, place: _Place) -> None:
    _circle(picture, place, rng.uniform(0.25, 0.5), _colour(rng), rng.uniform(0.08, 0.2))


def _clip(rng: Rng, picture: Picture, place: _Place) -> None:
    bends = [(-0.6, 0.1), (0.6, 0.1), (0.6, -0.2), (-0.7, -0.2), (-0.7, 0.2), (0.5, 0.25)]
    _line(picture, place.points(bends), place.die_px * 0.05, _colour(rng))


def _gem(rng: Rng, picture: Picture, place: _Place) -> None:
    rim, colour = _ring_of(8, rng.uniform(0.3, 0.55)), _colour(rng)
    for number in range(8):
        facet = np.array([rim[number], rim[(number + 1) % 8], (0, 0)])
        _fill(picture, place.points(facet), _darker(colour, rng.uniform(0.5, 1.3)))


def _ruler(rng: Rng, picture: Picture, place: _Place) -> None:
    body = np.array([(-7, -0.5), (7, -0.5), (7, 0.5), (-7, 0.5)])
    _fill(picture, place.points(body), _colour(rng))
    ink = _colour(rng)
    for at in np.arange(-7, 7, rng.uniform(0.15, 0.4)):
        _line(picture, place.points([(at, -0.5), (at, -0.2)]), place.die_px * 0.03, ink)


def _match(rng: Rng, picture: Picture, place: _Place) -> None:
    stick = place.points([(-1.2, 0), (1.2, 0)])
    _line(picture, stick, place.die_px * 0.12, (130.0, 180.0, 210.0))
    head = _Place(float(stick[1, 0]), float(stick[1, 1]), 0, place.die_px)
    _circle(picture, head, 0.12, _colour(rng))


def _bead(rng: Rng, picture: Picture, place: _Place) -> None:
    for x, y in place.points(rng.uniform(-1, 1, (int(rng.integers(1, 6)), 2))):
        bead = _Place(float(x), float(y), 0, place.die_px)
        colour = _colour(rng)
        _circle(picture, bead, 0.22, colour)
        _circle(picture, bead, 0.06, _darker(colour, 0.3))


_DRAWERS: dict[str, Callable[[Rng, Picture, _Place], None]] = {
    "magnet": _magnet,
    "coin": _coin,
    "card": _card,
    "pen": _pen,
    "cable": _cable,
    "polyhedron": _polyhedron,
    "button": _button,
    "dots": _dots,
    "wall": _wall,
    "tray": _tray,
    "keys": _keys,
    "label": _label,
    "washer": _washer,
    "clip": _clip,
    "gem": _gem,
    "ruler": _ruler,
    "match": _match,
    "bead": _bead,
}


def scatter_clutter(rng: Rng, domain: Domain, picture: Picture, die_px: float) -> None:
    """Puts a few things of the domain on the ground, or none."""
    kinds = LOOKS[domain].clutter
    count = 0 if rng.random() < 0.35 else int(rng.integers(1, 5))
    for _ in range(count):
        x, y = rng.uniform(0, picture.shape[1]), rng.uniform(0, picture.shape[0])
        place = _Place(float(x), float(y), float(rng.uniform(0, 2 * np.pi)), die_px)
        _DRAWERS[kinds[int(rng.integers(len(kinds)))]](rng, picture, place)
