"""On arm64, under emulation, the same bytes are read and judged as here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scripts.other_processor import arm64
from scripts.other_processor.comparison import answers_of, differences, prepare, told
from tests.deploy import container

DATA = Path(__file__).parents[3] / "shared/data"
PICTURES, TRACES = 44, 220


@pytest.mark.slow
def test_arm64_reads_pictures_and_judges_traces_as_this_processor(tmp_path: Path) -> None:
    reason = container.why_not() or arm64.why_not()
    if reason is not None:
        pytest.skip(reason)
    arm64.make(tmp_path / "arm64")
    asked = tmp_path / "asked"
    asked.mkdir()
    photographs = 16 if DATA.is_dir() else 0
    prepare(asked, drawn=PICTURES - photographs, photographs=photographs, traces=TRACES, data=DATA)
    here = answers_of([sys.executable], asked, {})
    words, environment = arm64.command(tmp_path / "arm64"), arm64.environment(tmp_path / "arm64")
    there = answers_of(words, asked, environment)
    assert (there.machine, len(there.pictures), len(there.traces)) == ("aarch64", PICTURES, TRACES)
    assert differences(here, there) == [], told(here, there)
