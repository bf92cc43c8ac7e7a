"""The printed targets are read back from their own files, in real size."""

from __future__ import annotations

import re
import shutil
import subprocess
import zlib
from pathlib import Path

import numpy as np
import pytest

from referee.calibrate.printed_targets import (
    Page,
    PrintedBar,
    bars_picture,
    board_page,
    page_pdf,
    page_picture,
    page_svg,
    ruler_page,
    target_pages,
    tray_page,
)
from referee.language import language
from referee.vision.pictures import load_picture
from referee.vision.tray.lens import STANDARD_BOARD, Lens, find_board
from referee.vision.tray.sheet import STANDARD_SHEET
from referee.vision.tray.view import view_tray
from tests.tools_expected import missing

PX_PER_MM = 4.0
WORDS = language("en")


def bars_of_svg(text: str) -> list[PrintedBar]:
    found = re.findall(
        r'<rect x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)" fill="#(..)', text
    )
    bars = []
    for *place, grey in found:
        x, y, width, height = map(float, place)
        bars.append(PrintedBar(x, y, width, height, int(grey, 16) / 255))
    return bars


def bars_of_pdf(data: bytes, height_mm: float) -> list[PrintedBar]:
    stream = re.search(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    assert stream
    text = zlib.decompress(stream[1]).decode("ascii")
    bars = []
    for row in re.findall(r"(\S+) g (\S+) (\S+) (\S+) (\S+) re f", text):
        grey, x, y, width, height = map(float, row)
        bars.append(PrintedBar(x, height_mm - y - height, width, height, grey))
    return bars


def drawings(page: Page) -> dict[str, np.ndarray]:
    size = (page.width_mm, page.height_mm)
    return {
        "page": page_picture(page, PX_PER_MM),
        "svg": bars_picture(bars_of_svg(page_svg(page)), size, PX_PER_MM),
        "pdf": bars_picture(bars_of_pdf(page_pdf([page]), page.height_mm), size, PX_PER_MM),
    }


def printed(page: Page, folder: Path) -> np.ndarray:
    """The page as a printer's program draws the PDF."""
    if shutil.which("pdftoppm") is None:
        missing("needs pdftoppm (package poppler-utils)")
    (folder / "page.pdf").write_bytes(page_pdf([page]))
    words = ["pdftoppm", "-r", str(25.4 * PX_PER_MM), "-png", "-singlefile", "page.pdf", "page"]
    subprocess.run(words, check=True, cwd=folder, timeout=60)
    return load_picture(folder / "page.png")


def assert_tray_sheet_at_its_size(picture: np.ndarray) -> None:
    height, width = picture.shape[:2]
    # A scan has no perspective: a lens from very far away.
    view = view_tray(picture, STANDARD_SHEET, Lens.usual(width, height, focal=50.0))
    assert view is not None
    assert sorted(view.markers_px) == [0, 1, 2, 3]
    assert view.ground_plane.px_per_mm() == pytest.approx(PX_PER_MM, rel=0.002)
    inner = view.ground_plane.to_picture(STANDARD_SHEET.inner_corners_mm) / PX_PER_MM
    assert inner[0] == pytest.approx((80.0, 58.5), abs=0.3)


def assert_board_at_its_size(picture: np.ndarray) -> None:
    found = find_board(picture)
    assert found is not None
    assert len(found.points_mm) == (STANDARD_BOARD.across - 1) * (STANDARD_BOARD.down - 1)
    shift = found.points_px / PX_PER_MM - found.points_mm
    assert np.ptp(shift, axis=0).max() < 0.15


@pytest.mark.parametrize("kind", ["page", "svg", "pdf"])
def test_both_targets_are_found_at_their_size(kind: str) -> None:
    assert_tray_sheet_at_its_size(drawings(tray_page(WORDS))[kind])
    assert_board_at_its_size(drawings(board_page(WORDS))[kind])


def test_both_targets_are_found_on_the_rendered_pages(tmp_path: Path) -> None:
    assert_tray_sheet_at_its_size(printed(tray_page(WORDS), tmp_path))
    assert_board_at_its_size(printed(board_page(WORDS), tmp_path))


def test_a_page_printed_too_small_is_seen_in_the_pixels() -> None:
    page = tray_page(WORDS)
    picture = page_picture(page, PX_PER_MM * 0.96)
    view = view_tray(
        picture, STANDARD_SHEET, Lens.usual(picture.shape[1], picture.shape[0], focal=50.0)
    )
    assert view is not None
    assert view.ground_plane.px_per_mm() == pytest.approx(PX_PER_MM * 0.96, rel=0.002)


def test_the_rulers_count_millimetres_and_do_not_cross() -> None:
    dark = page_picture(ruler_page(WORDS), 10.0)[:, :, 0] < 128
    across, down = dark[int(33.2 * 10)], dark[int(40.0 * 10) : int(190.0 * 10), int(23.2 * 10)]
    for line, length_mm in ((across, 250), (down, 140)):
        starts = np.flatnonzero(np.diff(line.astype(int)) == 1)
        assert len(starts) == length_mm + 1
        assert (starts[-1] - starts[0]) / 10.0 == pytest.approx(length_mm)
    numbers = [label.text for label in ruler_page(WORDS).labels if label.text.isdigit()]
    assert numbers == [str(mm) for length in (250, 140) for mm in range(0, length + 1, 10)]


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_page_has_a_line_to_measure_and_fits_the_paper(code: str) -> None:
    for page in target_pages(language(code)):
        assert any(bar.width_mm == 100.0 for bar in page.bars)
        assert any("100" in label.text for label in page.labels)
        for bar in page.bars:
            # Most printers leave five millimetres free.
            assert min(bar.x_mm, bar.y_mm) > 4.9
            assert bar.x_mm + bar.width_mm < page.width_mm - 4.9
            assert bar.y_mm + bar.height_mm < page.height_mm - 4.9


def test_the_pdf_is_well_formed() -> None:
    data = page_pdf(target_pages(language("fr")))
    assert data.startswith(b"%PDF-1.4")
    assert data.count(b"/Type /Page ") == 3
    place = re.search(rb"startxref\n(\d+)", data)
    assert place
    table = int(place[1])
    assert data[table:].startswith(b"xref")
    for number, start in enumerate(re.findall(rb"(\d{10}) 00000 n", data), start=1):
        assert data[int(start) :].startswith(f"{number} 0 obj".encode())


def test_texts_are_escaped() -> None:
    from referee.calibrate.printed_targets import PrintedLabel

    page = Page("x", 10, 10, (), (PrintedLabel(1, 5, "(é) <b> \\"),))
    assert "(é) &lt;b&gt;" in page_svg(page)
    stream = re.search(rb"stream\n(.*?)\nendstream", page_pdf([page]), re.DOTALL)
    assert stream
    assert rb"(\050\351\051 <b> \134) Tj" in zlib.decompress(stream[1])
