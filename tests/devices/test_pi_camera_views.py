"""What the Pi's cameras see from above the tray, as the page about cameras says."""

from __future__ import annotations

from math import radians, tan
from pathlib import Path

import numpy as np
import pytest

from referee.devices.camera.opencv_capture import CaptureSize
from referee.vision.dice.die_size import GOOD_PX
from referee.vision.tray.sheet import MARKER_IDS, STANDARD_SHEET

PAGE = (Path(__file__).parents[2] / "docs/camera.md").read_text(encoding="utf-8")
DIE_MM = 16.0
HEIGHTS_MM = (400.0, 500.0, 600.0)
# Degrees across and down of the whole sensor, from Raspberry Pi's documentation of its cameras.
VIEWS = {
    "Camera Module 3": (66.0, 41.0),
    "Camera Module 3 Wide": (102.0, 67.0),
    "Camera Module 2": (62.2, 48.8),
    "Camera Module 1": (53.5, 41.41),
}
ROOM = 1.05
"""Nobody hangs a camera to the millimetre."""


def seen_mm(view: tuple[float, float], height_mm: float) -> tuple[float, float]:
    """What a picture of the usual shape shows: all of the sensor across, what fits of it down."""
    across, down = (2 * height_mm * tan(radians(degrees) / 2) for degrees in view)
    size = CaptureSize()
    return across, min(down, across * size.height_px / size.width_px)


def cell(view: tuple[float, float], height_mm: float) -> str:
    across_mm, down_mm = seen_mm(view, height_mm)
    die_px = CaptureSize().width_px / across_mm * DIE_MM
    corners = [STANDARD_SHEET.marker_corners_mm(marker) for marker in MARKER_IDS]
    wanted_mm = ROOM * np.ptp(np.concatenate(corners), axis=0)
    problem = ""
    if across_mm < wanted_mm[0] or down_mm < wanted_mm[1]:
        problem = ": too near"
    elif die_px < GOOD_PX:
        problem = ": dice too small"
    return f"{across_mm:.0f} × {down_mm:.0f} mm, {die_px:.0f} px{problem}"


@pytest.mark.parametrize("module", VIEWS)
def test_the_page_says_what_each_module_sees(module: str) -> None:
    cells = [cell(VIEWS[module], height_mm) for height_mm in HEIGHTS_MM]
    assert f"| {' | '.join([module, *cells])} |" in PAGE


def test_the_module_of_the_parts_list_sees_the_sheet_from_every_height_that_is_stated() -> None:
    guide = (Path(__file__).parents[2] / "docs/build-a-table.md").read_text(encoding="utf-8")
    assert "Camera Module 3" in guide
    assert "40 to 60 cm above the tray" in guide
    assert not any(":" in cell(VIEWS["Camera Module 3"], height) for height in HEIGHTS_MM)
