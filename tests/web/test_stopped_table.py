"""A table whose thread has ended says so to everybody who asks, and nobody waits for it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.web.running_table import RunningTable

PATIENCE_S = 60.0


@pytest.fixture
def stopped(table: RunningTable, monkeypatch: pytest.MonkeyPatch) -> RunningTable:
    """A game is under way, somebody looks on, and the thread ends."""
    table.begin("spookies")

    def end() -> None:
        raise SystemExit(1)

    with connect(table.socket_address) as looking:
        looking.recv(PATIENCE_S)
        monkeypatch.setattr(table.thread.table, "step", end)
        with suppress(ConnectionClosed):
            while True:
                looking.recv(PATIENCE_S)
    assert table.thread.has_stopped
    return table


def test_a_stopped_table_says_so_everywhere(stopped: RunningTable) -> None:
    with stopped.client() as client:
        answers = {
            "table": client.get("/table"),
            "events": client.get("/table/events"),
            "order": client.post("/orders", json={"order": {"type": "undo"}}),
            "leave": client.post("/table/leave"),
            "begin": client.post(
                "/games", json={"game": "spookies", "seats": [{"name": "A"}, {"name": "B"}]}
            ),
        }
        assert {name: each.status_code for name, each in answers.items()} == dict.fromkeys(
            answers, 503
        )
        for each in answers.values():
            why_not = each.json()["why_not"]
            assert "The table has stopped" in why_not["en"]
            assert "La table s’est arrêtée" in why_not["fr"]
        assert client.get("/games").status_code == 200, "what is recorded can still be read"


def test_who_comes_to_look_on_is_told(stopped: RunningTable) -> None:
    with connect(stopped.socket_address) as looking:
        with pytest.raises(ConnectionClosed) as closed:
            looking.recv(PATIENCE_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4503
