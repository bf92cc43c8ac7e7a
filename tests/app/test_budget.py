"""What a table costs is measured from outside, and compared with what the page promises."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from referee.app.doctor.budget import BUDGETS, PC, Cost, budget_here, memory_mb
from referee.cli.doctor import cost_table, measure_table
from referee.config import write_table_profile
from referee.language import language
from scripts.bench.soak import (
    ProcessLook,
    camera_app,
    drawn_stream,
    growth_of,
    look_at,
    started_table,
)
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
    assert 38 < look.memory_mb < 120
    assert look.cpu_s > 0
    assert (look.descriptors, look.threads) == (3, 1)
    assert memory_mb(Path("/proc/0/smaps_rollup")) == 0.0, "nobody tells"


def test_a_table_is_measured_beside_its_own_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.app.doctor.budget._SETTLE_S", 0.2)
    monkeypatch.setattr("referee.app.doctor.budget._LOOK_S", 0.5)
    file = tmp_path / "table.toml"
    write_table_profile(file, profile(tmp_path, **NOTHING))
    said = Console(file=StringIO())
    assert measure_table(file, said, "en", as_json=True) in {0, 1}
    told = json.loads(cast("StringIO", said.file).getvalue())
    assert told["budget"] == msgspec.to_builtins(budget_here())
    assert told["cost"]["memory_mb"] > 20
    assert told["cost"]["start_s"] > 0.1
    assert told["is_well"] is Cost(**told["cost"]).is_within(budget_here())
    assert list(tmp_path.iterdir()) == [file], "the table's own log was not touched"


def test_a_started_table_ends_with_its_block(tmp_path: Path) -> None:
    with started_table(profile(tmp_path, **NOTHING)) as table:
        assert look_at(table.process_id).threads >= 2
    with pytest.raises(ProcessLookupError):
        os.kill(table.process_id, 0)


def test_too_much_is_yellow() -> None:
    cost = replace(PC, memory_mb=161.0)
    assert PC.is_within(PC)
    assert not cost.is_within(PC)
    for code in ("en", "fr"):
        table = cost_table(cost, PC, language(code))
        lights = [str(mark) for mark in table.columns[0].cells]
        assert len(set(lights)) == 2
        assert any("161" in str(cell) for cell in table.columns[1].cells)


def held(held_mb: float, descriptors: int = 25, threads: int = 14) -> ProcessLook:
    return ProcessLook(1.0, held_mb, descriptors, threads)


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
    file = tmp_path / "table.toml"
    with camera_app(drawn_stream()) as url:
        write_table_profile(file, profile(tmp_path, **{**NOTHING, "camera": {"url": url}}))
        words = [sys.executable, "-m", "referee.cli", "doctor", "--budget", "--json", "--table"]
        said = subprocess.run([*words, str(file)], capture_output=True, check=False, text=True)
    cost = Cost(**json.loads(said.stdout)["cost"])
    assert cost.memory_mb < PC.memory_mb
    # Processor time is the machine's own affair: only what is many times too much is a fault here.
    assert cost.start_s < 4 * PC.start_s
    assert cost.rest_percent < 4 * PC.rest_percent
