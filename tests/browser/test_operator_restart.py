"""Starting anew from the operator's page: the same address, the same game."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx

from tests.browser.started_table import StartedTable, started_table

_TRIES, _PAUSE_S = 1200, 0.1


def _played(table: StartedTable) -> dict[str, Any]:
    """What is told about the game, as soon as there is one."""
    for _ in range(_TRIES):
        try:
            with table.client() as client:
                told = client.get("/table").json()
        except httpx.TransportError:
            told = {}
        if told.get("game"):
            return dict(told)
        time.sleep(_PAUSE_S)
    raise AssertionError("".join(table.printed))


def _addresses(table: StartedTable) -> int:
    return sum(table.address in line for line in table.printed)


def test_the_program_starts_anew_and_goes_on_with_the_game(tmp_path: Path) -> None:
    with started_table(tmp_path, "--game", "haricots", "--players", "Anna,Ben,Clara") as table:
        before = _played(table)
        with table.client() as client:
            assert client.post("/operator/restart").status_code == 200
        for _ in range(_TRIES):
            if _addresses(table) == 2:
                break
            time.sleep(_PAUSE_S)
        # It says again where it is: it did start anew.
        assert _addresses(table) == 2
        after = _played(table)
        assert after["game"] == before["game"]
        assert after["seats"] == before["seats"]
