"""Who may look, what is told of it, and a player who is exported and deleted over the wire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from referee.app.dashboard.server import Dashboard
from referee.app.running_table import open_table
from referee.clock import ManualClock
from referee.config import parse_table_profile
from referee.store.store import open_store
from referee.web.access.rights import OPERATOR, SCREEN, SPECTATOR, Viewer, seated, sees
from referee.web.settings import FileSettings
from referee.web.shapes.operator import Privacy
from tests.browser.started_table import free_port
from tests.web.recorded_games import record_game
from tests.web.running_table import PLAIN, RunningTable, running_table

NAME = "Zdenka"
SEATS = ("Anna", NAME, "Cara")


@pytest.mark.parametrize(
    ("viewer", "may"),
    [
        (SPECTATOR, ["open"]),
        (seated(0), ["open", "players"]),
        (seated(2), ["open", "players"]),
        (SCREEN, ["open", "players"]),
        (OPERATOR, ["open", "players", "operator"]),
    ],
)
def test_who_sees_what(viewer: Viewer, may: list[str]) -> None:
    assert [who for who in ("open", "players", "operator") if sees(who, viewer)] == may


def test_settings_from_before_there_was_a_choice_get_the_usual_one(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"settings": {"language": "fr", "volume": 0.3}}')
    settings = FileSettings(file)
    assert (settings.is_damaged, settings.settings().language) == (False, "fr")
    assert settings.settings().privacy == Privacy("players", "open", whole_pictures=False)


def test_the_operator_sets_it_and_everybody_may_know(tmp_path: Path) -> None:
    with running_table(tmp_path, pin="2468") as table, table.client() as guest:
        days = {"roll_days": 30, "fall_days": 30}
        usual = {"camera": "players", "results": "open", "whole_pictures": False, "kept_for": days}
        assert guest.get("/privacy").json()["settings"] == usual
        assert guest.put("/operator/settings", json={}).status_code == 401

        token = guest.post("/operator/login", json={"pin": "2468"}).json()["token"]
        with table.client(token) as operator:
            settings = operator.get("/operator/settings").json()
            settings["privacy"] = {"camera": "open", "results": "operator", "whole_pictures": True}
            assert operator.put("/operator/settings", json=settings).status_code == 200
            settings["privacy"]["camera"] = "friends"
            assert operator.put("/operator/settings", json=settings).status_code == 422
        told = guest.get("/privacy").json()
        said = {"camera": "open", "results": "operator", "whole_pictures": True, "kept_for": days}
        assert told["settings"] == said
        assert (told["is_on_server"], told["deletions"]) == (False, [])


@contextmanager
def dashboard(folder: Path, more: str = "") -> Iterator[tuple[Any, httpx.Client]]:
    """A running table without devices, with its page; whoever is on its machine operates it."""
    none = (
        'camera.url = "none:"\nscale.url = "none:"\nvoice.url = "none:"\nweb.screen = "loopback"\n'
    )
    profile = parse_table_profile(f'store.url = "sqlite:///{folder / "log.sqlite"}"\n{none}{more}')
    with (
        open_table(profile) as running,
        Dashboard(running, folder=folder, port=free_port()) as page,
        httpx.Client(base_url=f"{page.address}api/v1", timeout=60, verify=PLAIN) as client,
    ):
        yield running, client


def test_films_show_what_was_agreed_to_at_once_and_after_a_restart(tmp_path: Path) -> None:
    with dashboard(tmp_path) as (running, client):
        assert not running.evidence.shows_all
        client.put("/operator/settings", json={"privacy": {"whole_pictures": True}})
        assert running.evidence.shows_all
    with dashboard(tmp_path) as (running, _):
        assert running.evidence.shows_all


def test_without_markers_pictures_show_all_and_everybody_may_know(tmp_path: Path) -> None:
    for more, has_markers in (("", True), ("camera.markers = false\n", False)):
        with dashboard(tmp_path, more) as (_, client):
            assert client.get("/privacy").json()["has_markers"] is has_markers


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A log in which somebody won, lost, and put a game aside; the first of two profiles."""
    clock = ManualClock()
    with open_store(f"sqlite:///{tmp_path / 'log.sqlite'}", clock=clock) as store:
        gone, anna = store.players.add(NAME, "#2f9e44"), store.players.add("Anna", "#0072b2")
        ids = (anna.id, gone.id, None)
        for seed in range(3):
            record_game(store, clock, "haricots", SEATS, seed=seed, player_ids=ids)
        record_game(store, clock, "haricots", SEATS, player_ids=(anna.id, None, None))
    return tmp_path


def test_a_player_is_exported_and_then_deleted(folder: Path) -> None:
    with dashboard(folder) as (_, client):
        backup = client.post("/operator/backup").json()["name"]
        stats = client.get("/stats").json()
        file = client.get("/players/1/export").json()
        assert (file["player"]["name"], len(file["games"])) == (NAME, 3)
        first = file["games"][0]
        assert (first["name"], first["seat"], first["players"]) == (NAME, 1, 3)
        assert [each["is_winner"] for each in file["games"]] == [
            1 in game["outcome"]["winners"] for game in client.get("/games").json()["games"][:0:-1]
        ]
        assert "Anna" not in json.dumps(file), "others did not ask for it"

        assert client.delete("/players/1").json() == {"games": 3, "copies": [backup]}

        games = client.get("/games").json()["games"]
        assert [game["seats"][1] for game in games] == [NAME, "Guest", "Guest", "Guest"], (
            "the first is of a guest who happens to have that name"
        )
        assert not any(game["damage"] for game in games)
        timeline = client.get(f"/games/{games[1]['id']}").json()
        assert NAME not in json.dumps(timeline)
        after = client.get("/stats").json()
        assert (after["games"], after["left_out"]) == (stats["games"], 0)
        assert [each["name"] for each in client.get("/players").json()["players"]] == ["Anna"]
        (entry,) = client.get("/privacy").json()["deletions"]
        assert (entry["player_id"], entry["games"]) == (1, 3)
        for method, path in (("DELETE", "/players/1"), ("GET", "/players/1/export")):
            assert client.request(method, path).status_code == 404


def test_nobody_is_deleted_from_the_game_under_way(table: RunningTable) -> None:
    with table.client() as client:
        player = client.post("/players", json={"name": NAME}).json()["id"]
        seats = [{"name": NAME, "player_id": player}, {"name": "Ben"}]
        game = {"game": "spookies", "seats": seats}
        game_id = client.post("/games", json=game).json()["id"]
        refused = client.delete(f"/players/{player}")
        assert refused.status_code == 409
        why = refused.json()["why_not"]
        assert why["en"].startswith(f"This player sits in game {game_id}, which is under way.")
        assert why["fr"].startswith(f"Ce joueur est assis à la partie {game_id}, qui est en cours")
        assert client.get("/table").json()["seats"][0]["name"] == NAME

        client.post("/table/leave")
        assert client.delete(f"/players/{player}").json() == {"games": 1, "copies": []}
        assert client.post(f"/games/{game_id}/resume").status_code == 200
        assert client.get("/table").json()["seats"][0]["name"] == "Guest"
        table.play(3)


def test_only_the_operator_exports_and_deletes(tmp_path: Path) -> None:
    with running_table(tmp_path, pin="2468") as table, table.client() as client:
        assert client.post("/players", json={"name": NAME}).status_code == 201
        for method, path in (("GET", "/players/1/export"), ("DELETE", "/players/1")):
            assert client.request(method, path).status_code == 401
        assert len(client.get("/players").json()["players"]) == 1
