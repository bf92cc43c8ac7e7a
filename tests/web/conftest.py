"""Tables for tests of the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.running_table import RunningTable, running_table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    """A running table without a PIN: everybody on this machine is its operator."""
    with running_table(tmp_path) as running:
        yield running
