"""Starting anew from the operator's page: the same address, the same game."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx

from tests.browser.started_table import started_table

_TRIES, _PAUSE_S = 1200, 0.1


def _table(client: httpx.Client) -> dict[str, Any] | None:
    try:
        answer = client.get("/table")
    except httpx.TransportError:
        return None
    return answer.json() if answer.status_code == 200 else None


def test_the_program_starts_anew_and_goes_on_with_the_game(tmp_path: Path) -> None:
    with started_table(tmp_path, "--game", "haricots", "--players", "Anna,Ben,Clara") as table:
        with table.client() as client:
            before = client.get("/table").json()
            assert client.post("/operator/restart").status_code == 200
        after = None
        for _ in range(_TRIES):
            if sum(table.address in line for line in table.printed) == 2:
                with table.client() as client:
                    after = _table(client)
            if after is not None:
                break
            time.sleep(_PAUSE_S)
        assert after is not None
        assert after["game"] == before["game"]
        assert after["seats"] == before["seats"]
