"""One bad game in the log: the table starts, plays and shows everything else, and says why."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from referee.clock import ManualClock
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.store import open_store
from referee.table.orders import Act
from referee.table.table import Table
from tests.store.poisons import POISONS, copy_game, poison, rows_of, seal
from tests.web.recorded_games import record_game
from tests.web.running_table import RunningTable, running_table

SEATS = ("Anna", "Ben", "Cara")
FINISHED, ASIDE, UNDER_WAY = 1, 2, 3
WHOLE = [UNDER_WAY, ASIDE, FINISHED]


def recorded(folder: Path) -> Path:
    """A log with a finished game and two that nobody ended, all of them whole."""
    file, clock = folder / "log.sqlite", ManualClock()
    with open_store(f"sqlite:///{file}", clock=clock) as store:
        record_game(store, clock, "haricots", SEATS)
        table = Table(store, clock)
        for _ in (ASIDE, UNDER_WAY):
            table.begin_game("haricots", SEATS, parse_options(find_game("haricots"), {}))
            for _ in range(4):
                play_on(table)
        table.close()
    return file


def play_on(table: Table) -> None:
    assert table.umpire is not None
    action = table.umpire.game.simulated(table.umpire.state, Random(5)).act(table.umpire.state)
    assert action is not None
    assert table.order(Act(action)).is_accepted


@dataclass
class Served:
    """A running table, asked over the wire."""

    file: Path
    table: RunningTable
    client: httpx.Client

    def get(self, path: str, status: int = 200, **asked: str) -> Any:
        answer = self.client.get(path, params=asked)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, status: int = 200, **content: Any) -> Any:
        answer = self.client.post(path, json=content)
        assert answer.status_code == status, answer.text
        return answer.json()

    def play_on(self) -> None:
        self.table.thread.ask(play_on).result(60)


@contextmanager
def served(file: Path) -> Iterator[Served]:
    with running_table(file.parent) as table, table.client() as client:
        yield Served(file, table, client)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A table with a game under way; tests delete what they spoil."""
    with served(recorded(tmp_path_factory.mktemp("running"))) as table:
        table.post(f"/games/{UNDER_WAY}/resume")
        yield table


def check_all_but(table: Served, bad: list[int]) -> None:
    page = table.get("/games", limit="200")
    damaged = {game["id"]: game["damage"] for game in page["games"] if game["damage"]}
    assert list(damaged) == bad
    assert [game["id"] for game in page["games"] if not game["damage"]][-3:] == WHOLE
    assert [
        game["id"] for game in table.get("/games", state="damaged", limit="200")["games"]
    ] == bad
    for game_id, why in damaged.items():
        assert why["en"].startswith(f"Game {game_id} is damaged: ")
        assert why["fr"].startswith(f"La partie {game_id} est abîmée : ")
        assert table.get(f"/games/{game_id}", 409)["why_not"] == why
    stats = table.get("/stats")
    assert (stats["games"], stats["left_out"]) == (1, len(bad))
    assert stats["results"][0]["game_id"] == FINISHED
    rows = table.client.get("/export", params={"format": "jsonl"}).text.splitlines()
    assert {json.loads(row)["game_id"] for row in rows} == {FINISHED}
    assert len(table.get("/export", format="bgstats")["plays"]) == 1
    for path in (f"/games/{FINISHED}", f"/games/{ASIDE}", "/players", "/catalogue"):
        table.get(path)


@pytest.mark.parametrize("name", POISONS)
def test_at_a_running_table_it_harms_nothing_else_and_can_be_deleted(
    running: Served, name: str
) -> None:
    # The poisoner seals them.
    copies = [copy_game(running.file, each, is_sealed=False) for each in (FINISHED, ASIDE)]
    bad = copies[::-1]
    rows = rows_of(running.file, bad[0])
    poison(running.file, bad, POISONS[name])

    check_all_but(running, bad)
    for game_id in bad:
        running.post(f"/games/{game_id}/resume", 409)
        assert running.get("/table")["game"]["id"] == UNDER_WAY
    running.play_on()
    raw = running.client.get(f"/games/{bad[0]}/raw").text.splitlines()
    assert abs(len(raw) - rows) <= 3
    assert raw == [
        json.dumps(json.loads(row), ensure_ascii=False, separators=(",", ":")) for row in raw
    ]

    for game_id in bad:
        assert running.client.delete(f"/games/{game_id}").json() == {"done": True}
        assert rows_of(running.file, game_id) == 0
        running.get(f"/games/{game_id}/raw", 404)
    check_all_but(running, [])


def test_a_table_starts_and_plays_on_a_log_with_every_kind_of_damage(tmp_path: Path) -> None:
    file = recorded(tmp_path)
    bad = []
    # In turn a finished game and one that nobody ended; at a running table each kind harms both.
    for number, do in enumerate(POISONS.values()):
        bad.append(copy_game(file, (FINISHED, ASIDE)[number % 2], is_sealed=False))
        poison(file, bad[-1:], do, is_sealed=False)
    seal(file)

    with served(file) as started:
        check_all_but(started, bad[::-1])
        newest = started.table.thread.table.recorded.newest_unfinished()
        assert newest is not None
        assert newest.id == UNDER_WAY
        started.post(f"/games/{UNDER_WAY}/resume")
        started.play_on()
        started.post("/games", 201, game="haricots", seats=[{"name": name} for name in SEATS])
        started.play_on()


def test_what_json_cannot_hold_is_exported_all_the_same(running: Served) -> None:
    game_id = copy_game(running.file, FINISHED)
    poison(running.file, [game_id], POISONS["a name that is not UTF-8"])
    rows = [
        json.loads(row) for row in running.client.get(f"/games/{game_id}/raw").text.splitlines()
    ]
    names = [row["row"]["name"] for row in rows if row["table"] == "seats"]
    assert b64decode(names[0]["base64"]) == b"A\xffB"
    assert names[1:] == ["Ben", "Cara"]
    running.client.delete(f"/games/{game_id}")


def test_the_game_under_way_is_not_deleted(running: Served) -> None:
    refused = running.client.delete(f"/games/{UNDER_WAY}")
    assert refused.status_code == 409
    assert refused.json()["why_not"]["fr"].startswith("Cette partie est en cours")
    running.get(f"/games/{UNDER_WAY}")


def test_only_the_operator_sees_what_is_stored_and_deletes(tmp_path: Path) -> None:
    with running_table(tmp_path, pin="2468") as table, table.client() as client:
        for method, path in (("GET", "/games/1/raw"), ("DELETE", "/games/1")):
            assert client.request(method, path).status_code == 401
