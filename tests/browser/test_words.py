"""Every part and fault that the table can name has a word on the page, in both languages."""

from __future__ import annotations

import pytest

from referee.app.doctor.findings import TablePart
from referee.language import language
from referee.simulation.fault_panel import _all_faults

CODES = ("en", "fr")


@pytest.mark.parametrize("code", CODES)
def test_every_part_that_the_doctor_examines_has_a_name(code: str) -> None:
    names = [language(code).say(f"ui-part-{part}") for part in TablePart]
    assert len(set(names)) == len(TablePart)


@pytest.mark.parametrize("code", CODES)
def test_every_fault_of_the_simulated_table_has_a_name(code: str) -> None:
    for device, fault in _all_faults():
        assert language(code).say(f"ui-part-{device}")
        assert language(code).say(f"ui-fault-{fault}")
