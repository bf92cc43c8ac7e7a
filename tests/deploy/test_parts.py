"""The parts to print and to cut fit each other, the sheet, the cell and the camera."""

from __future__ import annotations

import re
from math import atan2, cos, degrees, hypot, radians, tan
from pathlib import Path
from shutil import which
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from referee.devices.camera.opencv_capture import CaptureSize
from referee.vision.tray.sheet import MARKER_IDS, STANDARD_SHEET, sheet_origin_mm
from tests.deploy.test_wiring import drawer as drawer  # noqa: PLC0414 - a fixture
from tests.deploy.test_wiring import script

SOURCE = Path(__file__).parents[2] / "calibration/parts/parts.scad"
PAGE = (Path(__file__).parents[2] / "docs/build-a-table.md").read_text(encoding="utf-8")
CAMERAS = (Path(__file__).parents[2] / "docs/camera.md").read_text(encoding="utf-8")
HEIGHTS_MM = (400.0, 500.0, 600.0)
MODULE_3_DEG = 66.0
LEAST_DIE_PX = 24.0
PRINTER_MM = (220.0, 220.0, 250.0)


@pytest.fixture(scope="module")
def sizes(drawer: ModuleType) -> dict[str, Any]:
    found: dict[str, Any] = drawer.part_sizes()
    return found


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    return script("make_parts")


def test_the_sheet_lies_in_the_tray_with_its_white_edge(sizes: dict[str, Any]) -> None:
    corners = np.vstack([STANDARD_SHEET.marker_corners_mm(marker) for marker in MARKER_IDS])
    margin = corners.min(axis=0) - sheet_origin_mm(STANDARD_SHEET)
    assert np.ptp(corners, axis=0) + 2 * margin == pytest.approx(sizes["sheet"])
    tray = [each + 2 * sizes["wall"] for each in sizes["sheet"]]
    assert tray[0] <= sizes["board"][0]
    behind = sizes["mast_gap"] + sizes["foot"][1]
    assert 10 + tray[1] + behind <= sizes["board"][1], "the foot stands on the same board"


def test_plate_and_base_hold_the_cell_by_its_ends_alone(sizes: dict[str, Any]) -> None:
    length, width, _ = sizes["cell"]
    holes = [*sizes["fixed_holes"], *sizes["free_holes"]]
    assert all(abs(hole) + sizes["fixed_screw"] / 2 < length / 2 for hole in holes)
    assert max(sizes["fixed_holes"]) < 0 < min(sizes["free_holes"])
    assert max(sizes["fixed_screw"], sizes["free_screw"]) < width
    assert length < sizes["plate"] <= sizes["base"]


def hinge_behind_mm(sizes: dict[str, Any]) -> float:
    """How far behind the middle of the tray the camera hangs."""
    tray = sizes["sheet"][1] + 2 * sizes["wall"]
    mast = tray / 2 + sizes["mast_gap"] + sizes["foot"][1] / 2
    return float(mast - sizes["mast"] / 2 - sizes["reach"])


@pytest.mark.parametrize("height_mm", HEIGHTS_MM)
def test_from_the_arm_all_markers_are_seen_at_a_good_angle(
    sizes: dict[str, Any], height_mm: float
) -> None:
    """At every height that the page about cameras states, with the module of the parts list."""
    behind_mm = hinge_behind_mm(sizes)
    tilt = atan2(behind_mm, height_mm)
    assert 11 <= round(degrees(tilt)) <= 16
    assert f"{behind_mm:g} mm behind the middle of the tray" in CAMERAS
    size = CaptureSize()
    reach = tan(radians(MODULE_3_DEG / 2))
    corners = np.vstack([STANDARD_SHEET.marker_corners_mm(marker) for marker in MARKER_IDS])
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    for across, along in corners - middle:
        depth = height_mm * cos(tilt) + (behind_mm - along) * np.sin(tilt)
        down = height_mm * np.sin(tilt) - (behind_mm - along) * cos(tilt)
        assert abs(across / depth) < 0.95 * reach
        assert abs(down / depth) < 0.95 * reach * size.height_px / size.width_px
    farthest = hypot(height_mm, behind_mm) + np.ptp(corners[:, 1]) / 2 * np.sin(tilt)
    assert size.width_px / (2 * farthest * reach) * 16 >= LEAST_DIE_PX


def test_the_slider_reaches_these_heights_on_the_mast(sizes: dict[str, Any]) -> None:
    lens_below_hinge, hinge_in_slider, slider, foot = 23.0, 7.0, 36.0, 50.0
    for height_mm in HEIGHTS_MM:
        bottom = sizes["wall"] + height_mm + lens_below_hinge - hinge_in_slider
        assert foot < bottom
        assert bottom + slider - 6 <= sizes["mast_length"] + 6


def test_the_page_says_these_sizes(sizes: dict[str, Any]) -> None:
    for words in (
        f"{sizes['mast']} × {sizes['mast']} mm, {sizes['mast_length']} mm long",
        f"{sizes['board'][0]} × {sizes['board'][1]} mm",
        f"{sizes['sheet'][0]} × {sizes['sheet'][1]} mm",
    ):
        assert words in PAGE


def test_every_part_that_is_made_is_one_of_the_source(maker: ModuleType) -> None:
    known = re.findall(r'part == "([a-z-]+)"', SOURCE.read_text(encoding="utf-8"))
    assert set(known) - {"tray"} == {*maker.PRINTED, *maker.CUT}


def holes_mm(svg: str) -> list[tuple[float, float, float]]:
    """Middle and width of every outline, the largest first."""
    found = []
    for outline in re.findall(r"M [^z]+z", svg):
        points = np.array(re.findall(r"(-?[\d.e-]+),(-?[\d.e-]+)", outline), np.float64)
        low, high = points.min(axis=0), points.max(axis=0)
        x, y = (low + high) / 2
        found.append((round(float(x), 2), round(float(y), 2), round(float(high[0] - low[0]), 2)))
    return sorted(found, key=lambda each: -each[2])


@pytest.mark.slow
def test_openscad_makes_them_whole_and_as_large_as_they_should_be(
    maker: ModuleType, sizes: dict[str, Any], tmp_path: Path
) -> None:
    if which("openscad") is None:
        pytest.skip("needs OpenSCAD: make parts")
    made = {name: maker.make(name, tmp_path) for name in (*maker.PRINTED, *maker.CUT)}
    for name in maker.PRINTED:
        assert all(
            has <= most for has, most in zip(maker.size_mm(made[name]), PRINTER_MM, strict=True)
        )
    plate, base = sizes["plate"], sizes["base"]
    assert maker.size_mm(made["plate"]) == (plate, plate, sizes["plate_thickness"])
    assert maker.size_mm(made["base"]) == (base, base, sizes["base_thickness"])
    for name, end in (("plate-cut", "free"), ("base-cut", "fixed")):
        outlines = holes_mm(made[name].read_text(encoding="utf-8"))
        for hole in sizes[f"{end}_holes"]:
            assert (hole, 0.0, sizes[f"{end}_screw"]) in outlines
