"""A printed page: filled rectangles and short texts, in millimetres from its top left corner.

That is all a target needs, so one page can be written as SVG, as PDF and as pixels.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from referee.vision.pictures import Picture

_POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Bar:
    """A filled rectangle; `grey` is 0 for black and 1 for white."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class Label:
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
    bars: tuple[Bar, ...]
    labels: tuple[Label, ...] = ()


def frame_bars(
    x_mm: float, y_mm: float, width_mm: float, height_mm: float, line_mm: float = 0.3
) -> list[Bar]:
    """The four thin lines around an area, outside of it."""
    right, bottom = x_mm + width_mm, y_mm + height_mm
    grey, across, down = 0.6, width_mm + 2 * line_mm, height_mm + 2 * line_mm
    return [
        Bar(x_mm - line_mm, y_mm - line_mm, across, line_mm, grey),
        Bar(x_mm - line_mm, bottom, across, line_mm, grey),
        Bar(x_mm - line_mm, y_mm - line_mm, line_mm, down, grey),
        Bar(right, y_mm - line_mm, line_mm, down, grey),
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


def _svg_bar(bar: Bar) -> str:
    shade = f"{round(255 * bar.grey):02x}"
    return (
        f'<rect x="{bar.x_mm:.6g}" y="{bar.y_mm:.6g}" width="{bar.width_mm:.6g}"'
        f' height="{bar.height_mm:.6g}" fill="#{shade * 3}"/>'
    )


def _svg_label(label: Label) -> str:
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


def bars_picture(bars: Iterable[Bar], size_mm: tuple[float, float], px_per_mm: float) -> Picture:
    """Bars on white paper of this size."""
    width, height = (round(each * px_per_mm) for each in size_mm)
    paper = np.full((height, width, 3), 255, np.uint8)
    for bar in bars:
        left, top = round(bar.x_mm * px_per_mm), round(bar.y_mm * px_per_mm)
        right = round((bar.x_mm + bar.width_mm) * px_per_mm)
        bottom = round((bar.y_mm + bar.height_mm) * px_per_mm)
        paper[max(0, top) : bottom, max(0, left) : right] = round(255 * bar.grey)
    return paper
