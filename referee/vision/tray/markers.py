"""The printed markers in a picture, their corners to a small part of a pixel.

They are looked for in a small copy of the picture, where they are found four times as fast, and
their edges are then measured in the picture itself.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import Picture
from referee.vision.tray.edges import refine_quads
from referee.vision.tray.sheet import MARKER_IDS, MARKERS, Points

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
    small = grey if scale == 1.0 else _shrunk(grey, scale)
    corners, ids, _ = _detector().detectMarkers(small)
    found: Candidates = {}
    for quad, marker in zip(corners, np.ravel(ids), strict=False):  # without any, ids is None
        if int(marker) in MARKER_IDS:
            points = (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) / scale - 0.5
            found.setdefault(int(marker), []).append(points)
    return found


def _shrunk(grey: _Grey, scale: float) -> _Grey:
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


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
