"""Symbols that nobody has seen before: polygons, stars, rings, letters, blobs, and pairs of them.

They teach "a die's top face" without naming it, and they stand for untaught faces.
"""

from collections.abc import Callable

import cv2
import numpy as np

from referee.vision.artwork.canvas import (
    Canvas,
    FaceSet,
    InkMask,
    as_mask,
    blank_canvas,
    disc,
    polygon,
)
from referee.vision.artwork.canvas import ring as draw_ring
from referee.vision.artwork.canvas import stroke as draw_stroke

_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ234567?!&%$#@+*"

Rng = np.random.Generator
_Drawer = Callable[[Canvas, Rng, tuple[float, float], float], None]


def _around(
    rng: Rng, centre: tuple[float, float], radius: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    angles = np.arange(len(radius)) * (2 * np.pi / len(radius)) + rng.uniform(0, 2 * np.pi)
    return np.column_stack(
        (centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles))
    )


def _polygon(canvas: Canvas, rng: Rng, centre: tuple[float, float], radius: float) -> None:
    points = _around(rng, centre, np.full(int(rng.integers(3, 8)), radius))
    if rng.random() < 0.4:
        draw_stroke(canvas, points, radius * rng.uniform(0.15, 0.4), closed=True)
    else:
        polygon(canvas, points)


def _star(canvas: Canvas, rng: Rng, centre: tuple[float, float], radius: float) -> None:
    spikes = int(rng.integers(3, 9))
    inner = radius * rng.uniform(0.25, 0.65)
    polygon(canvas, _around(rng, centre, np.tile((radius, inner), spikes)))


def _ring(canvas: Canvas, rng: Rng, centre: tuple[float, float], radius: float) -> None:
    draw_ring(canvas, centre, radius * 0.8, radius * rng.uniform(0.15, 0.45))
    if rng.random() < 0.5:
        disc(canvas, centre, radius * rng.uniform(0.15, 0.35))


def _letter(canvas: Canvas, rng: Rng, centre: tuple[float, float], radius: float) -> None:
    letter = _LETTERS[int(rng.integers(len(_LETTERS)))]
    font = _FONTS[int(rng.integers(len(_FONTS)))]
    size = canvas.shape[0]
    thick = max(1, round(size * radius * rng.uniform(0.08, 0.3)))
    scale = radius * size * 2 / 30
    (wide, high), _ = cv2.getTextSize(letter, font, scale, thick)
    at = (round(centre[0] * size - wide / 2), round(centre[1] * size + high / 2))
    cv2.putText(canvas, letter, at, font, scale, 255, thick, cv2.LINE_AA)


def _blob(canvas: Canvas, rng: Rng, centre: tuple[float, float], radius: float) -> None:
    waves = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    edge = np.ones(40)
    for order in (2, 3, 4, 5):
        edge += rng.uniform(0, 0.7 / order) * np.cos(order * waves + rng.uniform(0, 6.3))
    polygon(canvas, _around(rng, centre, radius * edge / max(1.0, float(edge.max()))))


def _scribble(canvas: Canvas, rng: Rng, centre: tuple[float, float], radius: float) -> None:
    points = np.asarray(centre) + rng.uniform(-radius, radius, (int(rng.integers(3, 7)), 2))
    draw_stroke(canvas, points, radius * rng.uniform(0.12, 0.35))


def _lobes(canvas: Canvas, rng: Rng, centre: tuple[float, float], radius: float) -> None:
    count = int(rng.integers(2, 6))
    for x, y in _around(rng, centre, np.full(count, radius * 0.55)):
        disc(canvas, (float(x), float(y)), radius * rng.uniform(0.55, 0.7))
    if rng.random() < 0.5:
        draw_stroke(canvas, [centre, (centre[0], centre[1] + radius)], radius * 0.25)


_DRAWERS: tuple[_Drawer, ...] = (_polygon, _star, _ring, _letter, _blob, _scribble, _lobes, _letter)


def random_symbol(rng: Rng, *, size_px: int = 96) -> InkMask:
    """One face's artwork: a single symbol, a double one, or a symbol with something cut out."""
    canvas = blank_canvas(size_px)
    drawer = _DRAWERS[int(rng.integers(len(_DRAWERS)))]
    if rng.random() < 0.2:
        shift = rng.uniform(0.14, 0.2)
        for sign in (-1, 1):
            drawer(canvas, rng, (0.5 + sign * shift, 0.5 + sign * shift * rng.uniform(0, 1)), 0.17)
        return as_mask(canvas)
    drawer(canvas, rng, (0.5, 0.5), rng.uniform(0.24, 0.38))
    if rng.random() < 0.25:
        _cut_out(canvas, rng)
    if rng.random() < 0.1:
        draw_stroke(canvas, [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)], 0.04, closed=True)
    return as_mask(canvas)


def _cut_out(canvas: Canvas, rng: Rng) -> None:
    hole = np.zeros_like(canvas)
    drawer = _DRAWERS[int(rng.integers(len(_DRAWERS)))]
    drawer(hole, rng, (0.5 + rng.uniform(-0.1, 0.1), 0.5 + rng.uniform(-0.1, 0.1)), 0.14)
    canvas[hole > 127] = 0


def random_faces(rng: Rng, *, size_px: int = 96) -> FaceSet:
    """A die with symbols that exist nowhere else, named "symbol-1" and so on."""
    faces = {f"symbol-{i + 1}": random_symbol(rng, size_px=size_px) for i in range(6)}
    return FaceSet("random", faces)
