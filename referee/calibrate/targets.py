"""The pages to print: the sheet for the tray, the board for the lens, and a ruler to check both.

A printer that "fits to page" makes everything a little smaller, and then every millimetre the
table knows is wrong; so each page carries a line whose length can be measured.
"""

from __future__ import annotations

import cv2
import numpy as np

from referee.calibrate.page import Bar, Label, Page, frame_bars
from referee.language import Language
from referee.vision.tray.lens import (
    BOARD_MARKER_CELLS,
    BOARD_MARKERS,
    STANDARD_BOARD,
    LensBoard,
    opencv_board,
)
from referee.vision.tray.sheet import MARKER_IDS, MARKERS, STANDARD_SHEET, TraySheet

_A3_MM = (420.0, 297.0)
_A4_MM = (297.0, 210.0)
_CHECK_MM = 100.0
_TRAY_CELLS = 6
_ACROSS_MM, _DOWN_MM = 250, 140


def target_pages(words: Language, sheet: TraySheet = STANDARD_SHEET) -> tuple[Page, ...]:
    """Every page a table needs."""
    return tray_page(words, sheet), board_page(words), ruler_page(words)


def tray_page(words: Language, sheet: TraySheet = STANDARD_SHEET) -> Page:
    """The sheet for the floor of the tray, on A3."""
    left, top = _sheet_corner_mm(sheet)
    bars = frame_bars(left, top, sheet.inner_width_mm, sheet.inner_height_mm)
    for marker in MARKER_IDS:
        x, y = sheet.marker_places_mm[marker]
        bars += marker_bars(MARKERS, marker, _TRAY_CELLS, (left + x, top + y), sheet.marker_mm)
    checks, labels = _check_line(words, _A3_MM, "calibrate-page-tray")
    return Page("tray-sheet", *_A3_MM, (*bars, *checks), labels)


def _sheet_corner_mm(sheet: TraySheet) -> tuple[float, float]:
    """Where the inner area begins if the whole sheet sits in the middle of the page."""
    corners = np.vstack([sheet.marker_corners_mm(marker) for marker in MARKER_IDS])
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    left, top = np.array(_A3_MM) / 2 - middle
    return float(left), float(top)


def board_page(words: Language, board: LensBoard = STANDARD_BOARD) -> Page:
    """The board for the lens, on A4."""
    left = (_A4_MM[0] - board.across * board.square_mm) / 2
    top = (_A4_MM[1] - board.down * board.square_mm) / 2 - 6.0
    bars = [
        Bar(left + column * board.square_mm, top + row * board.square_mm, *[board.square_mm] * 2)
        for row in range(board.down)
        for column in range(board.across)
        if (row + column) % 2 == 0
    ]
    places = zip(opencv_board(board).getIds(), opencv_board(board).getObjPoints(), strict=True)
    for marker, corners in places:
        x, y = np.asarray(corners, np.float64).reshape(-1, 3)[0, :2]
        at = (left + float(x), top + float(y))
        bars += marker_bars(
            BOARD_MARKERS, int(np.ravel(marker)[0]), BOARD_MARKER_CELLS, at, board.marker_mm
        )
    checks, labels = _check_line(words, _A4_MM, "calibrate-page-board")
    return Page("lens-board", *_A4_MM, (*bars, *checks), labels)


def marker_bars(
    family: int, marker: int, cells: int, at_mm: tuple[float, float], size_mm: float
) -> list[Bar]:
    """A marker: a black square with its white cells, runs of neighbours in one piece."""
    dictionary = cv2.aruco.getPredefinedDictionary(family)
    drawn = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, cells)) > 127
    cell_mm = size_mm / cells
    bars = [Bar(*at_mm, size_mm, size_mm)]
    for row, line in enumerate(drawn):
        edges = np.flatnonzero(np.diff(np.concatenate(([False], line, [False])).astype(np.int8)))
        for start, end in edges.reshape(-1, 2).tolist():
            x, y = at_mm[0] + start * cell_mm, at_mm[1] + row * cell_mm
            bars.append(Bar(x, y, (end - start) * cell_mm, cell_mm, 1.0))
    return bars


def ruler_page(words: Language) -> Page:
    """A ruler across and one down, on A4, to check a printer once and for all."""
    left, top, below = 20.0, 30.0, 48.0
    across = [Bar(left + mm, top, 0.2, _tick_mm(mm)) for mm in range(_ACROSS_MM + 1)]
    down = [Bar(left, below + mm, _tick_mm(mm), 0.2) for mm in range(_DOWN_MM + 1)]
    numbers = [
        *(Label(left + mm - 1.5, top + 14.0, str(mm), 3.0) for mm in range(0, _ACROSS_MM + 1, 10)),
        *(Label(left + 11.0, below + mm + 1.0, str(mm), 3.0) for mm in range(0, _DOWN_MM + 1, 10)),
    ]
    checks, told = _check_line(words, _A4_MM, "calibrate-page-ruler")
    return Page("ruler", *_A4_MM, (*across, *down, *checks), (*numbers, *told))


def _tick_mm(mm: int) -> float:
    return 9.0 if mm % 10 == 0 else 6.0 if mm % 5 == 0 else 3.5


def _check_line(
    words: Language, size_mm: tuple[float, float], title: str
) -> tuple[list[Bar], tuple[Label, ...]]:
    """A line of a known length at the foot of the page, and what to do with it."""
    left, foot = 20.0, size_mm[1] - 9.0
    ends = [Bar(left, foot - 2, 0.3, 4.3), Bar(left + _CHECK_MM - 0.3, foot - 2, 0.3, 4.3)]
    told = words.say("calibrate-page-check", length=round(_CHECK_MM))
    labels = (
        Label(left, 10.0, words.say(title), 4.0),
        Label(left + _CHECK_MM + 5, foot + 1, told, 3.2),
    )
    return [Bar(left, foot, _CHECK_MM, 0.3), *ends], labels
