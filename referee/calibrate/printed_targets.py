"""The pages to print: the sheet for the tray, the board for the lens, and a ruler to check both.

A page is filled rectangles and short texts, in millimetres from its top left corner.
"""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import cv2
import numpy as np

from referee.language import Language
from referee.vision.pictures import Picture
from referee.vision.tray.lens import (
    BOARD_MARKER_CELLS,
    BOARD_MARKERS,
    STANDARD_BOARD,
    LensBoard,
    opencv_board,
)
from referee.vision.tray.sheet import MARKER_IDS, MARKERS, STANDARD_SHEET, TraySheet

_POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class PrintedBar:
    """A filled rectangle; `grey` is 0 for black and 1 for white."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class PrintedLabel:
    """A text that begins here; `y_mm` is where its letters stand."""

    x_mm: float
    y_mm: float
    text: str
    size_mm: float = 4.0


@dataclass(frozen=True, slots=True)
class Page:
    """One page by its name, with everything that is on it; later bars cover earlier ones."""

    name: str
    width_mm: float
    height_mm: float
    bars: tuple[PrintedBar, ...]
    labels: tuple[PrintedLabel, ...] = ()


def frame_bars(
    x_mm: float, y_mm: float, width_mm: float, height_mm: float, line_mm: float = 0.3
) -> list[PrintedBar]:
    """The four thin lines around an area, outside of it."""
    right, bottom = x_mm + width_mm, y_mm + height_mm
    grey, across, down = 0.6, width_mm + 2 * line_mm, height_mm + 2 * line_mm
    return [
        PrintedBar(x_mm - line_mm, y_mm - line_mm, across, line_mm, grey),
        PrintedBar(x_mm - line_mm, bottom, across, line_mm, grey),
        PrintedBar(x_mm - line_mm, y_mm - line_mm, line_mm, down, grey),
        PrintedBar(right, y_mm - line_mm, line_mm, down, grey),
    ]


def page_svg(page: Page) -> str:
    """The page as an SVG file in real size."""
    width, height = f"{page.width_mm:g}", f"{page.height_mm:g}"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" shape-rendering="crispEdges"',
        f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="#ffffff"/>',
        *(_svg_bar(bar) for bar in page.bars),
        *(_svg_label(label) for label in page.labels),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _svg_bar(bar: PrintedBar) -> str:
    shade = f"{round(255 * bar.grey):02x}"
    return (
        f'<rect x="{bar.x_mm:.6g}" y="{bar.y_mm:.6g}" width="{bar.width_mm:.6g}"'
        f' height="{bar.height_mm:.6g}" fill="#{shade * 3}"/>'
    )


def _svg_label(label: PrintedLabel) -> str:
    return (
        f'<text x="{label.x_mm:.6g}" y="{label.y_mm:.6g}" font-family="Helvetica, sans-serif"'
        f' font-size="{label.size_mm:g}">{escape(label.text)}</text>'
    )


def page_pdf(pages: Sequence[Page]) -> bytes:
    """The pages as one PDF file in real size."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    objects.append(
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    )
    places = []
    for page in pages:
        places.append(len(objects) + 1)
        objects += [_pdf_page(page, len(objects) + 2), _pdf_stream(page)]
    kids = " ".join(f"{place} 0 R" for place in places)
    objects[1] = f"<< /Type /Pages /Kids [{kids}] /Count {len(places)} >>".encode()
    return _pdf_file(objects)


def _pdf_page(page: Page, content: int) -> bytes:
    width, height = page.width_mm * _POINTS_PER_MM, page.height_mm * _POINTS_PER_MM
    return (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.4f} {height:.4f}]"
        f" /Resources << /Font << /F1 3 0 R >> >> /Contents {content} 0 R >>"
    ).encode()


def _pdf_stream(page: Page) -> bytes:
    lines = "\n".join(_pdf_drawing(page)).encode("ascii")
    packed = zlib.compress(lines, 9)
    head = f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
    return head + packed + b"\nendstream"


def _pdf_drawing(page: Page) -> Iterable[str]:
    # From here on a unit is a millimetre; y still counts upwards, as PDF wants it.
    yield f"{_POINTS_PER_MM:.9f} 0 0 {_POINTS_PER_MM:.9f} 0 0 cm"
    for bar in page.bars:
        bottom = page.height_mm - bar.y_mm - bar.height_mm
        place = f"{bar.x_mm:.5f} {bottom:.5f} {bar.width_mm:.5f} {bar.height_mm:.5f}"
        yield f"{bar.grey:g} g {place} re f"
    for label in page.labels:
        start = f"{label.x_mm:.4f} {page.height_mm - label.y_mm:.4f}"
        yield f"0 g BT /F1 {label.size_mm:g} Tf {start} Td ({_pdf_text(label.text)}) Tj ET"


def _pdf_text(text: str) -> str:
    codes = text.encode("cp1252", "replace")
    plain = [32 <= code < 127 and chr(code) not in "()\\" for code in codes]
    return "".join(
        chr(code) if is_plain else f"\\{code:03o}"
        for code, is_plain in zip(codes, plain, strict=True)
    )


def _pdf_file(objects: Sequence[bytes]) -> bytes:
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, content in enumerate(objects, start=1):
        starts.append(len(file))
        file += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = len(file)
    file += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    file += b"".join(f"{start:010d} 00000 n \n".encode() for start in starts)
    file += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n".encode()
    return bytes(file) + f"startxref\n{table}\n%%EOF\n".encode()


def page_picture(page: Page, px_per_mm: float) -> Picture:
    """The bars of the page as pixels, as a printer without texts would put them on paper."""
    return bars_picture(page.bars, (page.width_mm, page.height_mm), px_per_mm)


def bars_picture(
    bars: Iterable[PrintedBar], size_mm: tuple[float, float], px_per_mm: float
) -> Picture:
    """Bars on white paper of this size."""
    width, height = (round(each * px_per_mm) for each in size_mm)
    paper = np.full((height, width, 3), 255, np.uint8)
    for bar in bars:
        left, top = round(bar.x_mm * px_per_mm), round(bar.y_mm * px_per_mm)
        right = round((bar.x_mm + bar.width_mm) * px_per_mm)
        bottom = round((bar.y_mm + bar.height_mm) * px_per_mm)
        paper[max(0, top) : bottom, max(0, left) : right] = round(255 * bar.grey)
    return paper


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
        PrintedBar(
            left + column * board.square_mm, top + row * board.square_mm, *[board.square_mm] * 2
        )
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
) -> list[PrintedBar]:
    """A marker: a black square with its white cells, runs of neighbours in one piece."""
    dictionary = cv2.aruco.getPredefinedDictionary(family)
    drawn = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, cells)) > 127
    cell_mm = size_mm / cells
    bars = [PrintedBar(*at_mm, size_mm, size_mm)]
    for row, line in enumerate(drawn):
        edges = np.flatnonzero(np.diff(np.concatenate(([False], line, [False])).astype(np.int8)))
        for start, end in edges.reshape(-1, 2).tolist():
            x, y = at_mm[0] + start * cell_mm, at_mm[1] + row * cell_mm
            bars.append(PrintedBar(x, y, (end - start) * cell_mm, cell_mm, 1.0))
    return bars


def ruler_page(words: Language) -> Page:
    """A ruler across and one down, on A4, to check a printer once and for all."""
    left, top, below = 20.0, 30.0, 48.0
    across = [PrintedBar(left + mm, top, 0.2, _tick_mm(mm)) for mm in range(_ACROSS_MM + 1)]
    down = [PrintedBar(left, below + mm, _tick_mm(mm), 0.2) for mm in range(_DOWN_MM + 1)]
    numbers = [
        *(
            PrintedLabel(left + mm - 1.5, top + 14.0, str(mm), 3.0)
            for mm in range(0, _ACROSS_MM + 1, 10)
        ),
        *(
            PrintedLabel(left + 11.0, below + mm + 1.0, str(mm), 3.0)
            for mm in range(0, _DOWN_MM + 1, 10)
        ),
    ]
    checks, told = _check_line(words, _A4_MM, "calibrate-page-ruler")
    return Page("ruler", *_A4_MM, (*across, *down, *checks), (*numbers, *told))


def _tick_mm(mm: int) -> float:
    return 9.0 if mm % 10 == 0 else 6.0 if mm % 5 == 0 else 3.5


def _check_line(
    words: Language, size_mm: tuple[float, float], title: str
) -> tuple[list[PrintedBar], tuple[PrintedLabel, ...]]:
    """A line of a known length at the foot of the page, and what to do with it."""
    left, foot = 20.0, size_mm[1] - 9.0
    ends = [
        PrintedBar(left, foot - 2, 0.3, 4.3),
        PrintedBar(left + _CHECK_MM - 0.3, foot - 2, 0.3, 4.3),
    ]
    told = words.say("calibrate-page-check", length=round(_CHECK_MM))
    labels = (
        PrintedLabel(left, 10.0, words.say(title), 4.0),
        PrintedLabel(left + _CHECK_MM + 5, foot + 1, told, 3.2),
    )
    return [PrintedBar(left, foot, _CHECK_MM, 0.3), *ends], labels
