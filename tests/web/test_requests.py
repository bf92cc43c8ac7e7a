"""A request that comes twice with one key is carried out once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from referee.clock import ManualClock
from referee.games.playout import seat_names
from referee.web.access.rights import OPERATOR, SCREEN
from referee.web.app import app_to_describe
from referee.web.requests import ANSWERS_KEPT_S, RepeatedRequests, RequestRefused
from referee.web.shapes.operator import Done
from referee.web.texts import message_text
from tests.web.running_table import RunningTable

GAME = {"game": "haricots", "seats": [{"name": name} for name in seat_names(3)]}
PLAYER = {"name": "Juliette"}


def post(table: RunningTable, path: str, body: Any, key: str | None) -> tuple[int, Any]:
    with table.client() as client:
        headers = {} if key is None else {"Idempotency-Key": key}
        answer = client.post(path, json=body, headers=headers)
        return answer.status_code, answer.json()


@pytest.mark.parametrize(
    ("path", "body", "listed"), [("/games", GAME, "games"), ("/players", PLAYER, "players")]
)
def test_one_key_makes_one(table: RunningTable, path: str, body: Any, listed: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        at_once = list(threads.map(lambda _: post(table, path, body, "press 1"), range(8)))
    first = post(table, path, body, "press 1")
    assert first[0] == 201
    assert at_once == [first] * 8
    others = [post(table, path, body, key) for key in ("press 2", None, None)]
    assert {status for status, _ in others} == {201}
    with table.client() as client:
        assert len(client.get(path).json()[listed]) == 4


def test_one_key_for_two_things_makes_both(table: RunningTable) -> None:
    assert post(table, "/games", GAME, "k")[1] == {"id": 1}
    assert post(table, "/players", PLAYER, "k")[1]["name"] == "Juliette"


def test_what_was_refused_may_be_tried_again(table: RunningTable) -> None:
    assert post(table, "/players", {"name": ""}, "k")[0] == 422
    assert post(table, "/players", PLAYER, "k")[0] == 201


@pytest.mark.parametrize("key", [b"", b"x" * 65, b"caf\xe9", b"a\tb"])
def test_a_key_that_is_none_is_refused(table: RunningTable, key: bytes) -> None:
    with table.client() as client:
        answer = client.post("/players", json=PLAYER, headers=[(b"idempotency-key", key)])
        assert answer.status_code == 422
        assert not client.get("/players").json()["players"]


def test_answers_are_kept_for_a_while_and_for_one_kind_of_viewer() -> None:
    async def scene() -> None:
        clock = ManualClock()
        repeated = RepeatedRequests(clock)

        async def make() -> Done:
            return Done()

        async def refuse() -> Done:
            raise RequestRefused(409, message_text("web-no-game"))

        with pytest.raises(RequestRefused):
            await repeated.answer(SCREEN, "a", Done, refuse)
        first = await repeated.answer(SCREEN, "a", Done, make)
        assert await repeated.answer(SCREEN, "a", Done, refuse) is first
        assert await repeated.answer(OPERATOR, "a", Done, make) is not first
        clock.advance_s(ANSWERS_KEPT_S)
        assert await repeated.answer(SCREEN, "a", Done, make) is not first
        for number in range(1000):
            await repeated.answer(SCREEN, f"key {number}", Done, make)
        assert len(repeated._answers) <= 256

    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, scene()).result()


def test_the_document_tells_of_the_key() -> None:
    with app_to_describe() as app:
        paths = app.openapi()["paths"]
    for path in ("/api/v1/games", "/api/v1/players"):
        (key,) = paths[path]["post"]["parameters"]
        assert (key["name"], key["in"], key["required"]) == ("Idempotency-Key", "header", False)
