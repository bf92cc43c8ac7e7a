"""Recorded games for other programs."""

from __future__ import annotations

import csv
import io
import json
import sys
from uuid import UUID

import pytest

from referee.clock import ManualClock
from referee.store.exports import (
    MissingPartError,
    Play,
    plays,
    to_bgstats,
    to_csv,
    to_jsonl,
    to_parquet,
)
from referee.store.game_facts import GameFacts
from referee.store.store import Store
from referee.table.recorded_games import RecordedGames
from tests.store.test_statistics import facts
from tests.web.recorded_games import record_game


@pytest.fixture
def played(sqlite_store: Store, clock: ManualClock) -> list[GameFacts]:
    anna = sqlite_store.players.add("Anna", "#0072b2")
    for seed in (1, 2):
        record_game(
            sqlite_store,
            clock,
            "magic-beanstalk",
            ("Anna", "Ben"),
            seed=seed,
            player_ids=(anna.id, None),
        )
    record_game(sqlite_store, clock, "haricots", ("Anna", "Ben", "Carl"))
    record_game(sqlite_store, clock, "tiles", ("Anna", "Ben"))
    return list(RecordedGames(sqlite_store).facts())


def test_a_row_for_every_player_of_every_game(played: list[GameFacts]) -> None:
    rows = plays(played)
    assert [row.game_id for row in rows] == [1, 1, 2, 2, 3, 3, 3, 4, 4]
    by_game = {each.game_id: each for each in played}
    for row in rows:
        assert row.score == by_game[row.game_id].scores[row.seat]
        assert row.is_winner == (row.seat in by_game[row.game_id].winners)
    assert rows[0].longest_tower is not None
    assert rows[4].longest_tower is None


def test_csv_reads_back(played: list[GameFacts]) -> None:
    rows = plays(played)
    read = list(csv.DictReader(io.StringIO(to_csv(rows).decode())))
    assert list(read[0]) == list(Play.__struct_fields__)
    assert [int(each["score"]) for each in read] == [row.score for row in rows]
    assert {each["is_winner"] for each in read} == {"true", "false"}


def test_a_name_never_becomes_a_formula() -> None:
    rows = plays([facts(1, seats=("=HYPERLINK(1)", "@b"))])
    read = list(csv.DictReader(io.StringIO(to_csv(rows).decode())))
    assert [each["name"] for each in read] == ["'=HYPERLINK(1)", "'@b"]


def test_json_lines_read_back(played: list[GameFacts]) -> None:
    rows = plays(played)
    read = [json.loads(line) for line in to_jsonl(rows).splitlines()]
    assert [each["name"] for each in read] == [row.name for row in rows]
    assert to_jsonl([]) == b""


def test_parquet_has_typed_columns(played: list[GameFacts]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = plays(played)
    table = parquet.read_table(io.BytesIO(to_parquet(rows)))
    assert table.num_rows == len(rows)
    assert str(table.schema.field("begun_at").type) == "timestamp[us, tz=UTC]"
    assert table.column("score").to_pylist() == [row.score for row in rows]
    empty = parquet.read_table(io.BytesIO(to_parquet([])))
    assert empty.schema.equals(table.schema)


def test_without_the_library_parquet_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingPartError, match=r"table-referee\[parquet\]"):
        to_parquet([])


def test_bg_stats_gets_players_games_and_plays(played: list[GameFacts]) -> None:
    document = json.loads(to_bgstats(played, "Living room"))
    players = {each["id"]: each["name"] for each in document["players"]}
    games = {each["id"]: each["name"] for each in document["games"]}
    assert sorted(players.values()) == ["Anna", "Anna", "Ben", "Carl"]  # a profile and a guest
    assert sorted(games.values()) == ["Haricots", "Magic Beanstalk"]
    assert len(document["plays"]) == 3
    assert document["locations"][0]["name"] == "Living room"
    for play in document["plays"]:
        assert games[play["gameRefId"]]
        assert play["durationMin"] >= 1
        assert [each["seatOrder"] for each in play["playerScores"]] == list(
            range(1, len(play["playerScores"]) + 1)
        )
        winners = [each for each in play["playerScores"] if each["winner"]]
        assert winners
        assert {each["rank"] for each in winners} == {1}
        assert all(each["playerRefId"] in players for each in play["playerScores"])
    for kind in ("players", "games", "plays", "locations"):
        uuids = [UUID(each["uuid"]) for each in document[kind]]
        assert len(set(uuids)) == len(uuids)


def test_the_same_game_is_the_same_play_each_time(played: list[GameFacts]) -> None:
    assert to_bgstats(played, "Living room") == to_bgstats(played, "Living room")
    one = json.loads(to_bgstats(played[-1:], "Living room"))["plays"][0]["uuid"]
    assert one in {each["uuid"] for each in json.loads(to_bgstats(played, "Living room"))["plays"]}


def test_bg_stats_gets_a_location_for_every_table() -> None:
    games = [facts(1, table="Bar"), facts(2, table=""), facts(3, table="Bar")]
    document = json.loads(to_bgstats(games, "Window"))
    names = {each["id"]: each["name"] for each in document["locations"]}
    assert [names[play["locationRefId"]] for play in document["plays"]] == ["Bar", "Window", "Bar"]
    # The same game is the same play, whichever table of the café writes the file.
    elsewhere = json.loads(to_bgstats(games, "Terrace"))
    assert [play["uuid"] for play in elsewhere["plays"]][::2] == [
        play["uuid"] for play in document["plays"]
    ][::2]
