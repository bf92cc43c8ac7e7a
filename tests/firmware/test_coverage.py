"""The scenarios together reach nearly every instruction of the firmware."""

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.firmware.scenarios import ALL
from tests.firmware.simulated_board import TEST_ELF, run

REQUIRED_SHARE = 0.95


def instructions() -> dict[int, str]:
    """The address of every instruction and the function it belongs to."""
    listing = subprocess.run(
        ["avr-objdump", "-d", str(TEST_ELF)], capture_output=True, text=True, check=True
    ).stdout
    places, function = {}, ""
    for line in listing.splitlines():
        if heading := re.match(r"[0-9a-f]+ <(.+)>:", line):
            function = heading[1]
        elif row := re.match(r"\s+([0-9a-f]+):\t", line):
            places[int(row[1], 16)] = function
    return places


def executed_together(folder: Path) -> set[int]:
    """The addresses that any of the scenarios reaches."""
    reached: set[int] = set()
    for scenario in ALL:
        run(scenario, folder)
        reached |= {int(row, 16) for row in (folder / "coverage").read_text("ascii").split()}
    return reached


@pytest.mark.slow
def test_nearly_every_instruction_is_executed(tmp_path: Path) -> None:
    places = instructions()
    reached = executed_together(tmp_path)

    missed = Counter(name for address, name in places.items() if address not in reached)
    share = 1 - missed.total() / len(places)
    assert share >= REQUIRED_SHARE, f"{share:.1%}; not reached: {dict(missed)}"
