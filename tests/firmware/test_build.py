"""The firmware fits the chip and is laid out for every way to build it."""

import re
from pathlib import Path

import pytest

from tests.firmware.simulated_board import BUILD, FIRMWARE, build

FLASH_BYTES = 30_720  # what the larger of the two bootloaders leaves
RAM_BYTES = 2_048


def test_it_leaves_half_of_the_chip_free() -> None:
    said = re.search(r"flash (\d+) of 30720 bytes, RAM (\d+) of 2048 bytes", build("all"))

    assert said
    assert int(said[1]) < FLASH_BYTES / 2
    assert int(said[2]) < RAM_BYTES / 2


def test_the_hex_file_leaves_the_board_id_alone() -> None:
    """The EEPROM has a place of its own in such files, far above the flash."""
    records = (BUILD / "referee.hex").read_text(encoding="ascii").splitlines()

    assert records[-1] == ":00000001FF"
    assert all(record[7:9] in {"00", "01"} for record in records)
    assert sum(int(record[1:3], 16) for record in records if record[7:9] == "00") < FLASH_BYTES


def test_it_is_a_sketch_with_its_own_main() -> None:
    folder = FIRMWARE / "referee"

    sketch = (folder / f"{folder.name}.ino").read_text(encoding="utf-8")

    assert not re.search(r"^(?!//).+", sketch, re.MULTILINE)
    assert "int main(void)" in (folder / "main.c").read_text(encoding="utf-8")
    assert "src_dir = referee" in (FIRMWARE / "platformio.ini").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted((FIRMWARE / "referee").glob("*.c")), ids=lambda p: p.name)
def test_one_idea_per_file(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300
