"""The drawings and the page for builders say what the firmware and the profile say."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/build-a-table.md").read_text(encoding="utf-8")
NAMES = ("scale.svg", "panel.svg", "plate.svg")


def script(name: str) -> ModuleType:
    """A script of the project, imported under its name."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"scripts/{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    # A dataclass looks for its module here.
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def drawer() -> ModuleType:
    return script("draw_wiring")


def words_of(name: str) -> list[str]:
    tree = ET.parse(ROOT / "docs/wiring" / name)  # noqa: S314 - our own file
    return [element.text or "" for element in tree.iter() if element.tag.endswith("text")]


def test_the_drawings_are_what_would_be_drawn_now(drawer: ModuleType) -> None:
    assert drawer.stale() == []


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_shown_or_linked(name: str) -> None:
    assert f"wiring/{name}" in PAGE


def test_pins_are_read_off_the_firmware(drawer: ModuleType) -> None:
    text = "#define PIN_DOUT PD7 /* D7 */\n#define PIN_SDA PC1\n"
    assert drawer.firmware_pins(text) == {"PIN_DOUT": "D7", "PIN_SDA": "A1"}
    moved = drawer.firmware_pins(drawer.PINS.read_text(encoding="utf-8")) | {"PIN_DOUT": "D9"}
    assert drawer.draw_scale(moved).svg() != (ROOT / "docs/wiring/scale.svg").read_text()


def test_the_page_names_the_pins_of_the_firmware(drawer: ModuleType) -> None:
    pins = drawer.firmware_pins(drawer.PINS.read_text(encoding="utf-8"))
    row = {"PIN_DOUT": "DT", "PIN_SCK": "SCK", "PIN_TILT": "tilt", "PIN_RATE": "RATE"}
    for name, part in row.items():
        assert re.search(rf"^\| {pins[name]} \| .*{part}", PAGE, re.MULTILINE), name
    assert f"| {pins['PIN_SDA']}, {pins['PIN_SCL']} | MPU-6050 SDA, SCL |" in PAGE


def test_every_pin_of_the_panel_is_drawn(drawer: ModuleType) -> None:
    profile = tomllib.loads(drawer.PROFILE.read_text(encoding="utf-8"))
    used = drawer.panel_pins(profile)
    assert len(used) == 4 * len(profile["panel"]["pins"]["seats"]) + 1
    words = words_of("panel.svg")
    for pin, (what, _) in used.items():
        assert f"GPIO {pin}" in words
        assert what in words


def test_the_header_has_every_pin_once(drawer: ModuleType) -> None:
    pins = [pin for pair in drawer._HEADER for pin in pair]
    assert len(pins) == 40
    assert sorted(pin for pin in pins if isinstance(pin, int)) == list(range(28))
    assert (pins.count("GND"), pins.count("5V"), pins.count("3V3")) == (8, 2, 2)


def test_the_plate_is_to_scale_on_a4() -> None:
    plate = ET.parse(ROOT / "docs/wiring/plate.svg").getroot()  # noqa: S314 - our own file
    assert (plate.get("width"), plate.get("height")) == ("210mm", "297mm")
    assert plate.get("viewBox") == "0 0 210 297"


def test_scripts_and_units_on_the_page_exist() -> None:
    for name in re.findall(r"deploy/\w+\.sh", PAGE):
        assert (ROOT / name).is_file(), name
    for unit in re.findall(r"systemctl \w+ (table-referee[\w-]*)", PAGE):
        assert (ROOT / f"deploy/systemd/{unit}.service").is_file(), unit


def test_the_contents_lead_to_every_section() -> None:
    headings = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) == anchors
