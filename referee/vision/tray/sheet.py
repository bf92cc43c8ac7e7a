"""The sheet in the tray: where its four printed markers are, in millimetres.

The origin is the top left corner of the inner area in which dice may lie, x to the right and y
down, as on the printed page. Heights above the sheet count upwards, towards the camera.
"""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from referee.errors import InputError
from referee.vision.pictures import Picture

Points = npt.NDArray[np.float64]
"""One point a row: x, y."""

MARKER_IDS = (0, 1, 2, 3)
"""Top left, top right, bottom right, bottom left."""

MARKERS = cv2.aruco.DICT_4X4_50
_MARKER_CELLS = 6
_LARGEST_MM = 5_000.0


class TrayError(InputError):
    """A tray, a lens or a plane that cannot be."""


class TraySheet(msgspec.Struct, frozen=True):
    """Inner size, size of the markers, and the top left corner of each marker by its number."""

    inner_width_mm: float
    inner_height_mm: float
    marker_mm: float
    marker_places_mm: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        sizes = (self.inner_width_mm, self.inner_height_mm, self.marker_mm)
        numbers = np.array([*sizes, *np.ravel(self.marker_places_mm)], np.float64)
        if len(self.marker_places_mm) != len(MARKER_IDS) or numbers.size != 3 + 2 * len(MARKER_IDS):
            raise TrayError("A tray sheet has four markers: give the place of each, x and y.")
        if not (min(sizes) > 0 and np.abs(numbers).max() < _LARGEST_MM):
            raise TrayError("The tray sheet has an impossible size: give millimetres above zero.")

    @classmethod
    def around(
        cls, inner_width_mm: float, inner_height_mm: float, *, marker_mm: float, gap_mm: float
    ) -> TraySheet:
        """A sheet with its markers just outside the four corners of the inner area."""
        near = -gap_mm - marker_mm
        right, below = inner_width_mm + gap_mm, inner_height_mm + gap_mm
        places = ((near, near), (right, near), (right, below), (near, below))
        return cls(inner_width_mm, inner_height_mm, marker_mm, places)

    def marker_corners_mm(self, marker: int) -> Points:
        """The four corners of a marker, clockwise from its top left one."""
        square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)
        return np.array(self.marker_places_mm[marker]) + self.marker_mm * square

    @property
    def inner_corners_mm(self) -> Points:
        """The four corners of the inner area, clockwise from its top left one."""
        width, height = self.inner_width_mm, self.inner_height_mm
        return np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)


STANDARD_SHEET = TraySheet.around(260.0, 180.0, marker_mm=24.0, gap_mm=4.0)
"""Room for twelve dice, and with its markers just within an A3 page."""


def sheet_picture(sheet: TraySheet, px_per_mm: float, margin_mm: float = 8.0) -> Picture:
    """The sheet as it is printed: black markers on white, the inner area framed by a thin line."""
    corners = np.vstack([sheet.marker_corners_mm(marker) for marker in MARKER_IDS])
    origin_mm = sheet_origin_mm(sheet, margin_mm)
    size = np.maximum(corners.max(axis=0), sheet.inner_corners_mm[2]) + margin_mm - origin_mm
    width, height = np.ceil(size * px_per_mm).astype(int)
    page = np.full((height, width, 3), 255, np.uint8)
    _draw_frame(page, (sheet.inner_corners_mm - origin_mm) * px_per_mm)
    for marker in MARKER_IDS:
        _draw_marker(page, marker, (sheet.marker_corners_mm(marker) - origin_mm) * px_per_mm)
    return page


def sheet_origin_mm(sheet: TraySheet, margin_mm: float = 8.0) -> Points:
    """Where the top left corner of the printed page is."""
    corners = np.vstack([sheet.marker_corners_mm(marker) for marker in MARKER_IDS])
    return np.asarray(np.minimum(corners.min(axis=0), 0.0) - margin_mm, np.float64)


def marker_cells(marker: int) -> Picture:
    """The cells of a printed marker, one pixel each."""
    dictionary = cv2.aruco.getPredefinedDictionary(MARKERS)
    cells = cv2.aruco.generateImageMarker(dictionary, marker, _MARKER_CELLS)
    return np.asarray(cells, np.uint8)


def _draw_frame(page: Picture, corners_px: Points) -> None:
    start, end = np.rint(corners_px[0]).astype(int), np.rint(corners_px[2]).astype(int) - 1
    grey = (190, 190, 190)
    cv2.rectangle(page, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), grey)


def _draw_marker(page: Picture, marker: int, corners_px: Points) -> None:
    left, top = np.rint(corners_px[0]).astype(int)
    right, bottom = np.rint(corners_px[2]).astype(int)
    size = (int(right - left), int(bottom - top))
    marked = cv2.resize(marker_cells(marker), size, interpolation=cv2.INTER_NEAREST)
    page[top:bottom, left:right] = marked[:, :, None]
