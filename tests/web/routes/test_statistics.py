"""Statistics and exports over the wire."""

from __future__ import annotations

import json

from tests.web.running_table import RunningTable


def test_statistics_of_what_was_played(table: RunningTable) -> None:
    game_id = table.begin("spookies", options={"chips": "digital"})
    table.play()
    with table.client() as client:
        found = client.get("/stats").json()
        none = client.get("/stats", params={"game": "haricots"}).json()
        later = client.get("/stats", params={"from": "2999-01-01"}).json()
        elsewhere = client.get("/stats", params={"table": "Bar"}).json()
        wrong = client.get("/stats", params={"from": "yesterday"})
    assert found["games"] == 1
    assert found["results"][0]["game_id"] == game_id
    assert found["towers"] is None
    assert {dice["kind"] for dice in found["dice"]} == {"friend", "pips"}
    assert sum(player["wins"] for player in found["players"]) >= 1
    assert none["games"] == later["games"] == elsewhere["games"] == 0
    assert wrong.status_code == 422


def test_a_game_under_way_tells_statistics_nothing(table: RunningTable) -> None:
    table.begin("spookies")
    table.play(10)
    with table.client() as client:
        assert client.get("/stats").json()["games"] == 0
        assert client.get("/export", params={"format": "jsonl"}).content == b""


def test_every_format_can_be_fetched(table: RunningTable) -> None:
    game_id = table.begin("haricots")
    table.play()
    with table.client() as client:
        lines = client.get("/export", params={"format": "jsonl"})
        assert [json.loads(line)["game_id"] for line in lines.text.splitlines()] == [game_id] * 3
        rows = client.get("/export", params={"format": "csv"})
        assert rows.headers["content-disposition"].endswith('.csv"')
        assert len(rows.text.splitlines()) == 4
        columns = client.get("/export", params={"format": "parquet"})
        assert columns.content.startswith(b"PAR1")
        one = client.get("/export", params={"format": "bgstats", "game_id": game_id})
        assert one.json()["plays"][0]["playerScores"][0]["seatOrder"] == 1
        assert client.get("/export", params={"format": "xls"}).status_code == 422
        elsewhere = {"format": "jsonl", "table": "Bar"}
        assert client.get("/export", params=elsewhere).content == b""
        assert client.get("/games", params={"table": "Bar"}).json()["total"] == 0
        assert client.get("/games").json()["total"] == 1
