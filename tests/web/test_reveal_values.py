"""The value of a single sack or chip leaves the table when the game is over, and not before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.web.running_table import RunningTable, running_table


def outcomes_heard(table: RunningTable) -> list[dict[str, object] | None]:
    """Play the game to its end beside an open socket: the outcome in every state it was sent."""
    with connect(table.socket_address, max_size=None) as live:
        table.play()
        heard = []
        while True:
            message = json.loads(live.recv(20))
            if message["type"] == "state":
                heard.append(message["state"]["outcome"])
                if message["state"]["phase"] == "over":
                    return heard


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("magic-beanstalk", {"gold": "digital"}),
        ("spookies", {"chips": "digital", "chips_in_play": 20}),
    ],
)
def test_every_value_is_told_at_the_end_only(
    tmp_path: Path, game: str, options: dict[str, object]
) -> None:
    with running_table(tmp_path) as table:
        table.begin(game, 3, options)
        *before, last = outcomes_heard(table)
    assert before
    assert before == [None] * len(before)
    assert last is not None
    assert [sum(values) for values in last["treasures"]] == last["scores"]


def test_a_game_without_hidden_things_has_nothing_to_turn_over(tmp_path: Path) -> None:
    with running_table(tmp_path) as table:
        table.begin("haricots", 3)
        table.play()
        with table.client() as client:
            outcome = client.get("/table").json()["outcome"]
    assert outcome["treasures"] == []


def test_taking_back_the_end_closes_the_sacks_again(tmp_path: Path) -> None:
    with running_table(tmp_path) as table:
        table.begin("magic-beanstalk", 2, {"gold": "digital"})
        table.play()
        with table.client() as client:
            assert client.get("/table").json()["outcome"]["treasures"]
            undo = {"order": {"type": "undo", "seq": None}}
            assert client.post("/orders", json=undo).status_code == 200
            state = client.get("/table")
            assert state.json()["outcome"] is None
            assert "treasures" not in state.text
