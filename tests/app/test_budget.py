"""What a table costs is measured from outside, and compared with what the page promises."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.app.doctor.budget import (
    BUDGETS,
    PC,
    Cost,
    ProcessLook,
    cost_of,
    look_at,
    started_table,
)
from referee.cli.doctor import cost_table
from referee.clock import SystemClock
from referee.errors import RefereeError
from referee.language import language
from scripts.bench.soak import camera_app, drawn_stream, growth_of
from tests.app.test_running_table import NOTHING, profile

PAGE = Path(__file__).parents[2] / "docs" / "budget.md"


def test_the_page_names_the_figures_that_the_doctor_compares_with() -> None:
    rows = re.findall(
        r"^\| [^|]+ \| ([\d.]+) [%MBs]+ \| ([\d.]+) [%MBs]+ \|$", PAGE.read_text(), re.MULTILINE
    )
    on_pc, on_board = (Cost(*map(float, column)) for column in zip(*rows[:3], strict=True))
    assert on_pc == PC
    assert {"aarch64": on_board} == BUDGETS


def test_a_process_is_looked_at_from_outside() -> None:
    words = [
        sys.executable,
        "-c",
        "held = bytearray(b'x' * 40_000_000); print(flush=True); input()",
    ]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        look = look_at(process.pid)
        process.communicate(b"\n")
    assert 38 < look.memory_mb <= look.resident_mb < 120
    assert look.cpu_s > 0
    assert (look.descriptors, look.threads) == (3, 1)
    with pytest.raises(OSError, match="No such file"):
        look_at(process.pid)


def test_a_table_is_started_beside_its_own_log_and_ended(tmp_path: Path) -> None:
    given = profile(tmp_path, **NOTHING)
    with started_table(given, SystemClock()) as table:
        look = look_at(table.process_id)
        assert look.threads >= 2
        assert table.output.parent.is_dir()
    assert not table.output.parent.exists()
    assert list(tmp_path.iterdir()) == [], "the table's own log was not touched"
    with pytest.raises(ProcessLookupError):
        os.kill(table.process_id, 0)


def test_a_table_that_does_not_start_gets_a_sentence(tmp_path: Path) -> None:
    given = profile(tmp_path, **{**NOTHING, "camera": {"url": "file:/nowhere.webm"}})
    with (
        pytest.raises(RefereeError, match=r"does not start.*nowhere\.webm"),
        started_table(given, SystemClock()),
    ):
        pass


def test_too_much_is_yellow() -> None:
    cost = replace(PC, memory_mb=161.0)
    assert PC.is_within(PC)
    assert not cost.is_within(PC)
    for code in ("en", "fr"):
        table = cost_table(cost, PC, language(code))
        lights = [str(mark) for mark in table.columns[0].cells]
        assert len(set(lights)) == 2
        assert any("161" in str(cell) for cell in table.columns[1].cells)


def held(memory_mb: float, descriptors: int = 25, threads: int = 14) -> ProcessLook:
    return ProcessLook(1.0, memory_mb, memory_mb + 25, descriptors, threads)


def test_what_grows_is_not_flat() -> None:
    # The first minutes fetch what is needed once.
    flat = [held(120.0 + min(20, 4 * minute) + minute % 3 / 2) for minute in range(40)]
    assert growth_of(flat).is_flat
    assert not growth_of([held(140.0 + 0.25 * minute) for minute in range(40)]).is_flat
    assert not growth_of(
        [held(140.0, descriptors=25 + minute // 10) for minute in range(40)]
    ).is_flat
    assert not growth_of([held(140.0, threads=14 + (minute > 32)) for minute in range(40)]).is_flat


@pytest.mark.slow
def test_a_table_at_rest_with_a_camera_keeps_to_its_memory_and_its_start(tmp_path: Path) -> None:
    with camera_app(drawn_stream()) as url:
        cost = cost_of(profile(tmp_path, **{**NOTHING, "camera": {"url": url}}), SystemClock())
    assert cost.memory_mb < PC.memory_mb
    # Processor time is the machine's own affair: only what is many times too much is a fault here.
    assert cost.start_s < 4 * PC.start_s
    assert cost.rest_percent < 4 * PC.rest_percent
