"""What the table shows of any game: furniture, roll and scores in the state, and its pictures."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest

from referee.games.registry import find_game
from referee.web.openapi import shapes_by_name
from tests.web.running_table import RunningTable
from tests.web.showroom import GAME, showroom

__all__ = ["showroom"]


def things(state: dict[str, Any], seat: int | None, kind: str) -> list[dict[str, Any]]:
    return [each for each in state["shown"] if (each.get("seat"), each["type"]) == (seat, kind)]


def test_the_state_carries_what_the_game_shows(table: RunningTable) -> None:
    table.begin("spookies", 3)
    umpire = table.thread.table.umpire
    assert umpire is not None
    while not umpire.game.rolled(umpire.state):
        table.play(1)
    with table.client() as client:
        # By the shapes of the document, from which the page's types are made.
        shape = shapes_by_name()["TableState"]
        seen: Any = msgspec.json.decode(client.get("/table").content, type=shape)
    game, state = umpire.game, umpire.state
    assert seen.shown == game.shown(state, None)
    assert seen.rolled == game.rolled(state)
    assert seen.scores == game.scores(state)


@pytest.mark.usefixtures("showroom")
def test_a_seat_sees_its_own_cards_and_nobody_elses(table: RunningTable) -> None:
    table.begin("showroom", 3)
    key = table.claim(1)
    with table.client() as screen, table.client(key) as phone:
        public, own = screen.get("/table").json(), phone.get("/table").json()
    assert [things(public, seat, "cards")[0].get("cards") for seat in range(3)] == [None] * 3
    assert things(own, 1, "cards")[0]["cards"] == ["queen", "7"]
    assert things(own, 0, "cards")[0].get("cards") is None


@pytest.mark.usefixtures("showroom")
def test_a_cell_of_a_score_table_can_be_sent_back_as_it_is(table: RunningTable) -> None:
    table.begin("showroom", 2)
    with table.client() as client:
        cell = things(client.get("/table").json(), None, "score-table")[0]["cells"][2][0]
        taken = client.post("/orders", json={"order": {"type": "act", "action": cell["choice"]}})
        assert taken.status_code == 200, taken.text
        assert client.get("/table").json()["scores"] == [cell["value"], 0]


@pytest.mark.usefixtures("showroom")
def test_the_catalogue_tells_pieces_dice_and_pictures(table: RunningTable) -> None:
    with table.client() as client:
        entries = {each["name"]: each for each in client.get("/catalogue").json()["games"]}
        found = entries["showroom"]
        assert [piece["kind"] for piece in found["pieces"]] == ["crate", "barrel", "flag"]
        assert found["dice"][0]["faces"] == ["cherry", "lemon"]
        assert found["pictures"] == ["cards/queen.svg", "dice/fruit/cherry.png"]
        for name, media in zip(found["pictures"], ("image/svg+xml", "image/png"), strict=True):
            picture = client.get(f"/catalogue/showroom/pictures/{name}")
            assert picture.content == (GAME.folder / name).read_bytes()
            assert picture.headers["content-type"] == media
            # Opened by itself it runs nothing and fetches nothing.
            policy = picture.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "sandbox" in policy
            assert "script-src" not in policy
            assert picture.headers["x-content-type-options"] == "nosniff"


OTHER_FILES = [
    "showroom/pictures/__init__.py",
    "showroom/pictures/pieces.toml",
    "showroom/pictures/words/en.ftl",
    "showroom/pictures/dice/fruit/die.toml",
    "showroom/pictures/cards",
    "showroom/pictures/cards/king.svg",
    "showroom/pictures/cards/../pieces.toml",
    "showroom/pictures/cards/%2e%2e/pieces.toml",
    "showroom/pictures/..%2f..%2f..%2fpyproject.toml",
    "showroom/pictures//etc/passwd",
    "showroom/pictures/%2fetc%2fpasswd",
    "showroom/pictures/cards%5cqueen.svg",
    "showroom/pictures/cards/queen.svg%00",
    "showroom/pictures/cards/QUEEN.svg",
    "showroom/pictures/",
    "nothing/pictures/cover.svg",
]


@pytest.mark.usefixtures("showroom")
def test_no_other_file_of_a_game_is_given(table: RunningTable) -> None:
    with table.client() as client:
        for path in OTHER_FILES:
            # As it stands: httpx would resolve the dots itself.
            address = httpx.URL(table.api).copy_with(raw_path=f"/api/v1/catalogue/{path}".encode())
            answer = client.send(client.build_request("GET", address))
            assert answer.status_code == 404, path
            assert answer.json()["why_not"]["en"]


def test_every_listed_picture_of_every_game_is_there(table: RunningTable) -> None:
    with table.client() as client:
        entries = client.get("/catalogue").json()["games"]
        listed = [(entry["name"], picture) for entry in entries for picture in entry["pictures"]]
        assert listed
        for game, picture in listed:
            given = client.get(f"/catalogue/{game}/pictures/{picture}")
            assert given.content == (find_game(game).folder / picture).read_bytes()
