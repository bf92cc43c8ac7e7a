"""The printed markers in a picture, their corners to a small part of a pixel.

They are looked for in a small copy of the picture, where they are found four times as fast, and
their edges are then measured in the picture itself. A straight line through many places of each
side is far steadier than the corner alone, and blur does not move it. All squares are measured at
once, for the sake of speed.
"""

from functools import cache
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import Picture, shrunk
from referee.vision.tray.sheet import MARKER_IDS, MARKERS, Points

Numbers = npt.NDArray[np.float64]

_PLACES = 16  # along each side
_STEPS = 15  # across each side
_SIDE_KEPT = 0.72  # near its ends a side is blurred into the next one
_REACH = 0.09  # how far across, in lengths of the side: less than a marker's cell (1/6)
_SHORTEST_SIDE_PX = 8.0
_SHARES = np.linspace(0.5 - _SIDE_KEPT / 2, 0.5 + _SIDE_KEPT / 2, _PLACES)
_ACROSS = np.linspace(-1, 1, _STEPS)


def refine_quads(grey: npt.NDArray[np.uint8], quads: Numbers) -> Numbers:
    """Corners where the lines of the four sides meet; as given where the sides are unclear.

    `quads` has four corners each, clockwise.
    """
    refined = quads
    # Twice: the second time the measured places lie exactly across the side.
    for _ in range(2):
        refined = _measured(grey, refined)
    lengths = np.linalg.norm(quads[:, [1, 2, 3, 0]] - quads, axis=2)
    moved = np.abs(refined - quads).max(axis=(1, 2))
    is_good = (moved <= _REACH * lengths.max(axis=1) + 1.0) & (
        lengths.min(axis=1) >= _SHORTEST_SIDE_PX
    )
    return np.where(is_good[:, None, None], refined, quads)


def _measured(grey: npt.NDArray[np.uint8], quads: Numbers) -> Numbers:
    along = quads[:, [1, 2, 3, 0]] - quads
    lengths = np.maximum(np.linalg.norm(along, axis=2), 1e-6)
    outwards = np.stack((along[..., 1], -along[..., 0]), axis=-1) / lengths[..., None]
    steps = _ACROSS * np.maximum(_REACH * lengths, 2.0)[..., None]
    places = quads[:, :, None] + _SHARES[:, None] * along[:, :, None]
    samples = places[:, :, :, None] + steps[:, :, None, :, None] * outwards[:, :, None, None]
    offsets, weights = _edges(_brightness(grey, samples), steps)
    lines = _lines(places + offsets[..., None] * outwards[:, :, None], weights)
    return _crossings(lines, quads)


def _brightness(grey: npt.NDArray[np.uint8], samples: Numbers) -> Numbers:
    """Brightness between the pixels; `cv2.remap` would round places to 1/32 and values to 1."""
    height, width = grey.shape
    inside = np.clip(np.nan_to_num(samples), 0.0, [width - 1.001, height - 1.001])
    whole = inside.astype(np.intp)
    at = whole[..., 1] * width + whole[..., 0]
    flat = grey.ravel()
    u, v = (inside - whole)[..., 0], (inside - whole)[..., 1]
    above = flat[at] * (1 - u) + flat[at + 1] * u
    below = flat[at + width] * (1 - u) + flat[at + width + 1] * u
    return np.asarray(above * (1 - v) + below * v, np.float64)


def _edges(profiles: Numbers, steps: Numbers) -> tuple[Numbers, Numbers]:
    """How far outside the expected place dark turns bright, and 0 or 1 for whether it does."""
    rises = np.diff(profiles, axis=-1)
    # Small rises are noise, and would pull every result towards the middle.
    rises = np.maximum(rises - 0.25 * rises.max(axis=-1, keepdims=True), 0.0)
    total = rises.sum(axis=-1)
    middles = (steps[..., 1:] + steps[..., :-1]) / 2
    contrast = profiles.max(axis=-1) - profiles.min(axis=-1)
    is_edge = (total > 0) & (contrast > 0.4 * np.median(contrast, axis=(1, 2), keepdims=True))
    centre = (rises * middles[:, :, None]).sum(axis=-1) / np.where(is_edge, total, 1.0)
    return np.where(is_edge, centre, 0.0), is_edge.astype(np.float64)


def _lines(points: Numbers, weights: Numbers) -> Numbers:
    """The lines a·x + b·y + c = 0 through most of the points: a glare spot may spoil some.

    A line with too few good points is NaN.
    """
    lines = _fitted(points, weights)
    off = np.abs((points * lines[:, :, None, :2]).sum(axis=-1) + lines[:, :, None, 2])
    limit = 2.5 * np.median(off, axis=-1, keepdims=True) + 1e-6
    weights = weights * (off <= limit)
    lines = _fitted(points, weights)
    lines[weights.sum(axis=-1) < _PLACES / 3] = np.nan
    return lines


def _fitted(points: Numbers, weights: Numbers) -> Numbers:
    total = np.maximum(weights.sum(axis=-1), 1.0)[..., None]
    middle = (points * weights[..., None]).sum(axis=2) / total
    x, y = np.moveaxis((points - middle[:, :, None]) * weights[..., None], -1, 0)
    angle_rad = 0.5 * np.arctan2(2 * (x * y).sum(-1), (x * x).sum(-1) - (y * y).sum(-1))
    a, b = -np.sin(angle_rad), np.cos(angle_rad)
    return np.stack((a, b, -a * middle[..., 0] - b * middle[..., 1]), axis=-1)


def _crossings(lines: Numbers, quads: Numbers) -> Numbers:
    """Where each side meets the one before it; the given corners if they do not."""
    before = lines[:, [3, 0, 1, 2]]
    (a, b, c), (d, e, f) = np.moveaxis(before, -1, 0), np.moveaxis(lines, -1, 0)
    depth = a * e - b * d
    is_crossing = np.abs(depth) > 1e-6  # false for NaN as well
    safe = np.where(is_crossing, depth, 1.0)
    meeting = np.stack(((b * f - c * e) / safe, (c * d - a * f) / safe), axis=-1)
    is_whole = is_crossing.all(axis=1) & np.isfinite(meeting).all(axis=(1, 2))
    return np.where(is_whole[:, None, None], meeting, quads)


Candidates = dict[int, list[Points]]
"""For each marker number the corners of everything that looks like it, clockwise."""

_Grey = npt.NDArray[np.uint8]

LEAST_MARKERS = 3
"""One may be covered by a hand."""

FIRST_SEARCH_PX, SECOND_SEARCH_PX = 640, 1280
_MOST_ALIKE = 2  # clutter may look like a marker; more copies than this are not worth trying


def find_markers(picture: Picture) -> Candidates:
    """The sheet's markers; an id is missing if it is covered, and may be found more than once."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    found = _search(grey, FIRST_SEARCH_PX)
    if len(found) < LEAST_MARKERS and max(grey.shape) > FIRST_SEARCH_PX:
        # Far markers are too small in the small copy; what it has found stays found.
        found = {**found, **_search(grey, SECOND_SEARCH_PX)}
    return _refined(grey, {marker: quads[:_MOST_ALIKE] for marker, quads in found.items()})


def choices(candidates: Candidates) -> list[dict[int, Points]]:
    """Every way to take one candidate of each marker, or to leave one marker out."""
    full = [dict(zip(candidates, picked, strict=True)) for picked in product(*candidates.values())]
    fewer = [
        {marker: corners for marker, corners in choice.items() if marker != left_out}
        for choice in full
        for left_out in choice
    ]
    return full + fewer


def _refined(grey: _Grey, found: Candidates) -> Candidates:
    markers = [marker for marker, quads in found.items() for _ in quads]
    if not markers:
        return {}
    refined: Candidates = {}
    corners = refine_quads(grey, np.array([quad for quads in found.values() for quad in quads]))
    for marker, quad in zip(markers, corners, strict=True):
        refined.setdefault(marker, []).append(quad)
    return refined


def _search(grey: _Grey, longest_px: int) -> Candidates:
    scale = min(1.0, longest_px / max(grey.shape))
    corners, ids, _ = _detector().detectMarkers(shrunk(grey, scale))
    found: Candidates = {}
    for quad, marker in zip(corners, np.ravel(ids), strict=False):  # without any, ids is None
        if int(marker) in MARKER_IDS:
            points = (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) / scale - 0.5
            found.setdefault(int(marker), []).append(points)
    return found


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    # Small and blurred markers: only the middle of each cell counts, and a wrong cell is forgiven,
    # because whatever is no marker will not fit the sheet. Finds 90 % instead of 67 % of them.
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.25
    parameters.errorCorrectionRate = 1.0
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKERS), parameters)
