"""Nothing hidden leaves the server before its time: every message of every role is read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from referee.events import JsonObject
from referee.games.base import Action, Judges, Refused
from referee.games.playout import seat_names
from referee.games.registry import find_game
from referee.web import state
from tests.web.running_table import RunningTable, game_of, running_table

PIN = "2468"
PLAYERS = 3
GAMES = ("magic-beanstalk", "spookies", "haricots", "bohnanza")
READS_EVERY = 12


class Listener:
    """One role with its socket and its requests; keeps the text of everything it was sent."""

    def __init__(self, table: RunningTable, name: str, token: str, stack: ExitStack) -> None:
        self.name = name
        self.heard: list[str] = []
        self._client = stack.enter_context(table.client(token))
        address = f"{table.socket_address}?after=-1" + (f"&token={token}" if token else "")
        self._live: ClientConnection = stack.enter_context(connect(address, max_size=None))

    def hear(self, seq: int) -> None:
        """Read the socket up to the state after this event."""
        while True:
            text = str(self._live.recv(20))
            self.heard.append(text)
            message = json.loads(text)
            if message["type"] == "state" and message["state"]["seq"] >= seq:
                return

    def read(self, game_id: int) -> None:
        """Ask for everything that can be asked for."""
        for path in (
            "/table",
            "/table/events",
            f"/games/{game_id}",
            "/games",
            "/stats",
            "/export?format=jsonl",
            "/export?format=csv",
            "/catalogue",
        ):
            answer = self._client.get(path)
            assert answer.status_code == 200, (path, answer.text)
            self.heard.append(answer.text)

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self._client.get("/table").json()
        return state

    def take(self) -> list[str]:
        heard, self.heard = self.heard, []
        return heard


def without_the_box(text: str) -> str:
    """The values that a box contains are printed on it; which sack holds which is the secret."""
    return "\n".join(_strip_line(line) for line in text.splitlines())


def _has_number(text: str, number: str) -> bool:
    """As a number of its own, not as some digits of a time."""
    return re.search(rf"(?<![\d.]){number}(?!\d)", text) is not None


def _strip_line(line: str) -> str:
    try:
        value = json.loads(line)
    except json.JSONDecodeError:
        return line
    return json.dumps(_strip(value))


def _strip(value: Any) -> Any:
    if isinstance(value, dict):
        # Values of 7110 and more stand under these keys only if they are those of the box.
        return {
            key: _strip(each) for key, each in value.items() if key not in {"edition", "numbers"}
        }
    return [_strip(each) for each in value] if isinstance(value, list) else value


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[RunningTable]:
    with running_table(tmp_path, pin=PIN) as running:
        yield running


def operator_of(table: RunningTable, stack: ExitStack) -> httpx.Client:
    with table.client() as client:
        token = client.post("/operator/login", json={"pin": PIN}).json()["token"]
    return stack.enter_context(table.client(token))


def begin(operator: httpx.Client, name: str) -> int:
    game = find_game(name)
    seats = [{"name": each} for each in seat_names(PLAYERS)]
    new = {"game": name, "seats": seats, "options": dict(game.leak_test_options)}
    answer = operator.post("/games", json=new)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def listeners(table: RunningTable, operator: httpx.Client, stack: ExitStack) -> list[Listener]:
    """A spectator, the screen, the operator, and a phone at every seat."""
    tokens = {"spectator": "nobody", "screen": ""}
    tokens["operator"] = operator.headers["authorization"].removeprefix("Bearer ")
    for seat in range(PLAYERS):
        tokens[f"seat {seat}"] = table.claim(seat)
    return [Listener(table, name, token, stack) for name, token in tokens.items()]


def post(operator: httpx.Client, action: Action) -> int:
    order = {"type": "act", "action": msgspec.to_builtins(action)}
    answer = operator.post("/orders", json={"order": order})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["seq"])


@pytest.mark.parametrize("name", GAMES)
def test_no_role_is_told_a_secret_in_the_first_rounds(guarded: RunningTable, name: str) -> None:
    listen_to(guarded, name, most=25)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_role_is_told_a_secret_in_a_whole_game(guarded: RunningTable, name: str) -> None:
    listen_to(guarded, name, most=100_000)
    umpire = guarded.thread.table.umpire
    assert umpire is not None
    assert umpire.game.outcome(umpire.state) is not None


def listen_to(guarded: RunningTable, name: str, most: int) -> None:
    """Play so many actions while every role reads everything it can get."""
    with ExitStack() as stack:
        operator = operator_of(guarded, stack)
        game_id = begin(operator, name)
        everybody = listeners(guarded, operator, stack)
        umpire = guarded.thread.table.umpire
        assert umpire is not None
        decide = guarded.players()
        is_secretive = any(umpire.game.secrets(umpire.state))
        assert is_secretive == bool(umpire.game.leak_test_options)
        checked = number = 0
        while number < most:
            action = guarded.thread.ask(lambda _: decide()).result(20)
            if action is None:
                break
            seq = post(operator, action)
            hidden = set(umpire.game.secrets(umpire.state))
            for listener in everybody:
                listener.hear(seq)
                if number % READS_EVERY == 0:
                    listener.read(game_id)
                for text in listener.take():
                    shown = without_the_box(text)
                    leaked = [value for value in hidden if _has_number(shown, value)]
                    assert not leaked, f"{listener.name} learns {leaked}: {shown[:3000]}"
                    checked += bool(hidden)
            number += 1
        assert checked >= 20 * len(everybody) or not is_secretive


def test_a_picked_card_is_known_to_its_owner_alone(guarded: RunningTable) -> None:
    with ExitStack() as stack:
        operator = operator_of(guarded, stack)
        game_id = begin(operator, "magic-beanstalk")
        everybody = {each.name: each for each in listeners(guarded, operator, stack)}
        picked = next(
            choice["action"]
            for choice in everybody["seat 0"].state()["choices"]
            if choice["action"]["value"] == 5
        )
        order = {"order": {"type": "act", "action": picked}}
        seq = operator.post("/orders", json=order).json()["seq"]
        for name, listener in everybody.items():
            listener.hear(seq)
            listener.read(game_id)
            state = listener.state()
            assert state["view"]["seats"][0]["card"] == (5 if name == "seat 0" else 0)
            assert state["view"]["seats"][0]["has_picked"]
            assert "5" not in state["actions"][-1]["label"]["en"]
            events = [
                event
                for text in listener.take()
                if text.startswith(('{"seq"', '{"type":"state"'))
                for event in json.loads(text).get("events", [])
                if event["type"] in {"card-picked", "table-acted"}
            ]
            values = {event["data"]["value"] for event in events if "value" in event["data"]}
            assert values == ({5} if name == "seat 0" else {0})
            assert all("value" not in event["data"].get("action", {}) for event in events)


def test_another_shuffle_makes_no_difference_to_anybody(guarded: RunningTable) -> None:
    """The same actions over two shuffles: everybody is told the same, word for word."""
    with ExitStack() as stack:
        operator = operator_of(guarded, stack)
        first, actions = _played(guarded, operator, None)
        second, _ = _played(guarded, operator, actions)
    for number, (ours, others) in enumerate(zip(first, second, strict=True)):
        assert ours == others, f"after {number} actions"


def _played(
    table: RunningTable, operator: httpx.Client, actions: list[Action] | None
) -> tuple[list[Any], list[Action]]:
    """What everybody was told in a game up to its last but one action."""
    with ExitStack() as stack:
        begin(operator, "spookies")
        everybody = listeners(table, operator, stack)
        decide = table.players()
        told, done = [], []
        for number in range(60):
            action = (
                table.thread.ask(lambda _: decide()).result(20)
                if actions is None
                else actions[number]
            )
            assert action is not None
            seq = post(operator, action)
            done.append(action)
            for listener in everybody:
                listener.hear(seq)
                told.append([_timeless(json.loads(text)) for text in listener.take()][-1])
        return told, done


def _timeless(value: Any) -> Any:
    """Without what is different in every game: its number, times, and how messages are cut."""
    if isinstance(value, dict):
        changing = {"now_s", "at_s", "at", "id", "events", "change", "told"}
        return {key: _timeless(each) for key, each in value.items() if key not in changing}
    return [_timeless(each) for each in value] if isinstance(value, list) else value


def outcomes_heard(table: RunningTable) -> list[JsonObject | None]:
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


def test_what_was_counted_long_before_the_end_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each seat counts in an action of its own; only the last of them is in the list of actions."""
    monkeypatch.setattr(state, "MOST_ACTIONS", 1)
    with running_table(tmp_path) as table:
        table.begin("magic-beanstalk", 3, {"gold": "physical"})
        table.play()
        with table.client() as client:
            shown = client.get("/table").json()
    assert len(shown["actions"]) == 1
    assert [sum(values) for values in shown["outcome"]["treasures"]] == shown["outcome"]["scores"]
    assert all(shown["outcome"]["scores"])


def _judges_nothing(*_asked: object) -> Refused:
    raise AssertionError("Nothing is judged here.")


def test_nothing_that_was_recorded_is_judged_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is shown of a game stays as it was recorded, whatever its rules say today."""
    with running_table(tmp_path) as table:
        table.begin("magic-beanstalk", 2, {"gold": "digital"})
        table.play()
        kinds = game_of(table).actions
        no_rules: Judges[Any] = Judges(dict.fromkeys(kinds, _judges_nothing), _judges_nothing)
        monkeypatch.setattr(type(game_of(table)), "judge", no_rules)
        with table.client() as client:
            # A change of settings lets everything be shown anew.
            assert client.put("/operator/settings", json={"volume": 0.5}).status_code == 200
            shown = client.get("/table").json()
    assert shown["outcome"]["treasures"]
    assert shown["actions"]


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
