"""Who may do what: PIN, lock-out, sessions, claims, and the checks at the gate."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from referee.clock import ManualClock
from referee.errors import InputError
from referee.web.access.authentication import IDLE_SESSION_S, LONGEST_SESSION_S, Sessions
from referee.web.access.gate import is_own_host, own_names
from referee.web.access.network import check_binding, is_loopback
from referee.web.access.pins import (
    FIRST_WAIT_S,
    FREE_ATTEMPTS,
    FREE_FOR_ALL,
    LONGEST_WAIT_S,
    OWN_SCREEN,
    Lockout,
    OperatorPin,
)
from tests.web.running_table import CHEAP_HASHER, PLAIN, RunningTable, running_table

PIN = "2468"


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[RunningTable]:
    """A table with a PIN."""
    with running_table(tmp_path, pin=PIN) as running:
        yield running


class TestPins:
    def test_the_file_holds_no_pin_and_is_private(self, tmp_path: Path) -> None:
        file = tmp_path / "pin"
        OperatorPin(file, CHEAP_HASHER).change(PIN)
        assert file.read_text().startswith("$argon2id$")
        assert PIN not in file.read_text()
        assert file.stat().st_mode & 0o777 == 0o600
        again = OperatorPin(file, CHEAP_HASHER)
        assert again.is_right(PIN)
        assert not again.is_right("2469")

    def test_without_a_pin_none_is_right(self) -> None:
        assert not OperatorPin(None, CHEAP_HASHER).is_right("")

    @pytest.mark.parametrize("pin", ["", "123", "a\nbcd", "x" * 65])
    def test_a_pin_that_cannot_be_used_is_refused(self, pin: str) -> None:
        with pytest.raises(InputError, match="choose another"):
            OperatorPin(None, CHEAP_HASHER).change(pin)

    def test_an_empty_or_torn_file_is_no_table_without_a_pin(self, tmp_path: Path) -> None:
        file = tmp_path / "pin"
        OperatorPin(file, CHEAP_HASHER).change(PIN)
        whole = file.read_bytes()
        torn = [whole[:length] for length in range(len(whole))]
        for content in (*torn, b"not a hash", bytes(len(whole)), b"\xff\xfe", b" \n"):
            file.write_bytes(content)
            with pytest.raises(InputError, match="remove it, and set a new PIN"):
                OperatorPin(file, CHEAP_HASHER)

    def test_a_folder_in_the_place_of_the_file_is_no_table_without_a_pin(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "pin").mkdir()
        with pytest.raises(InputError, match="remove it"):
            OperatorPin(tmp_path / "pin", CHEAP_HASHER)


class TestLockout:
    def test_a_few_mistakes_are_free_then_waiting_doubles(self) -> None:
        clock = ManualClock()
        lockout = Lockout(clock)
        for _ in range(FREE_ATTEMPTS - 1):
            lockout.fail("a")
            assert lockout.wait_s("a") == 0
        lockout.fail("a")
        assert lockout.wait_s("a") == FIRST_WAIT_S
        assert lockout.wait_s("b") == 0
        clock.advance_s(FIRST_WAIT_S)
        assert lockout.wait_s("a") == 0
        lockout.fail("a")
        assert lockout.wait_s("a") == 2 * FIRST_WAIT_S
        for _ in range(20):
            lockout.fail("a")
        assert lockout.wait_s("a") == LONGEST_WAIT_S

    def test_guessing_from_many_addresses_locks_everybody_out(self) -> None:
        lockout = Lockout(ManualClock())
        for number in range(FREE_FOR_ALL):
            lockout.fail(f"10.0.0.{number}")
        assert lockout.wait_s("somebody else") == FIRST_WAIT_S

    def test_the_memory_is_bounded(self) -> None:
        lockout = Lockout(ManualClock())
        for number in range(5000):
            lockout.fail(f"client {number}")
        assert len(lockout._wrong) <= 1024
        assert lockout.wait_s("anybody") > 0

    def test_the_screen_has_a_brake_that_strangers_neither_fill_nor_loosen(self) -> None:
        lockout = Lockout(ManualClock())
        for _ in range(FREE_ATTEMPTS):
            assert lockout.wait_s(OWN_SCREEN) == 0
            lockout.fail(OWN_SCREEN)
        assert lockout.wait_s("somebody else") == 0
        for number in range(5000):
            lockout.fail(f"client {number}")
        assert lockout.wait_s(OWN_SCREEN) == FIRST_WAIT_S

    def test_a_right_pin_forgives(self) -> None:
        lockout = Lockout(ManualClock())
        for _ in range(FREE_ATTEMPTS - 1):
            lockout.fail("a")
        lockout.succeed("a")
        lockout.fail("a")
        assert lockout.wait_s("a") == 0


class TestSessions:
    def test_a_session_ends_after_its_time(self) -> None:
        clock = ManualClock()
        sessions = Sessions(clock)
        token = sessions.begin()
        while clock.monotonic_s() < LONGEST_SESSION_S - IDLE_SESSION_S / 2:
            assert sessions.holds(token)
            clock.advance_s(IDLE_SESSION_S / 2)
        clock.advance_s(IDLE_SESSION_S / 2)
        assert not sessions.holds(token)

    def test_an_idle_session_ends_earlier(self) -> None:
        clock = ManualClock()
        sessions = Sessions(clock)
        token = sessions.begin()
        clock.advance_s(IDLE_SESSION_S)
        assert not sessions.holds(token)

    def test_there_are_never_too_many(self) -> None:
        sessions = Sessions(ManualClock())
        first = sessions.begin()
        tokens = [sessions.begin() for _ in range(100)]
        assert not sessions.holds(first)
        assert sessions.holds(tokens[-1])
        sessions.end(tokens[-1])
        assert not sessions.holds(tokens[-1])


class TestBinding:
    @pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.8.8.8"])
    def test_the_loopback_needs_no_pin(self, host: str) -> None:
        check_binding(host, has_pin=False)

    @pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "table.local"])  # noqa: S104
    def test_everything_else_does(self, host: str) -> None:
        with pytest.raises(InputError, match="set an operator's PIN"):
            check_binding(host, has_pin=False)
        check_binding(host, has_pin=True)

    def test_mapped_addresses_are_looked_through(self) -> None:
        assert is_loopback("::ffff:127.0.0.1")
        assert not is_loopback("::ffff:10.0.0.1")

    @pytest.mark.parametrize(
        ("header", "is_ours"),
        [
            ("localhost:8000", True),
            ("127.0.0.1", True),
            ("192.168.1.5:80", True),
            ("[::1]:8000", True),
            ("table.example:8000", True),
            ("evil.example", False),
            ("127.0.0.1.evil.example", False),
            ("localhost.evil.example:8000", False),
            ("", False),
        ],
    )
    def test_only_our_names_and_bare_addresses_are_answered(
        self, header: str, is_ours: bool
    ) -> None:
        assert is_own_host(header, own_names(["Table.example"])) is is_ours


def test_a_page_of_another_site_cannot_reach_the_table(table: RunningTable) -> None:
    with table.client() as client:
        rebound = client.get("/table", headers={"host": "evil.example"})
        assert rebound.status_code == 421
        for headers in (
            {"origin": "http://evil.example"},
            {"origin": "null"},
            {"sec-fetch-site": "cross-site"},
        ):
            answer = client.post("/table/leave", headers=headers)
            assert answer.status_code == 403, headers
            assert "own page" in answer.json()["why_not"]["en"]
        own = client.post("/table/leave", headers={"origin": table.address})
        assert own.status_code == 200


def test_the_socket_checks_its_origin_too(table: RunningTable) -> None:
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(table.socket_address, origin=Origin("http://evil.example")),
    ):
        pass
    assert refused.value.response.status_code == 403
    with connect(table.socket_address, origin=Origin(table.address)) as live:
        assert json.loads(live.recv(10))["type"] == "state"


def test_every_answer_has_the_headers_and_nothing_is_shared(table: RunningTable) -> None:
    with table.client() as client:
        answers = [
            client.get("/table"),
            client.get("/nowhere"),
            httpx.get(table.address, verify=PLAIN),
            client.get("/table", headers={"host": "evil.example"}),
        ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers


def test_bodies_have_a_limit_whether_announced_or_not(table: RunningTable) -> None:
    large = b'{"name": "' + b"x" * 300_000 + b'"}'
    kind = {"content-type": "application/json"}
    with table.client() as client:
        announced = client.post("/players", content=large, headers=kind)
        assert announced.status_code == 413
    with table.client() as client:
        unannounced = client.post(
            "/players", content=iter([large[:150_000], large[150_000:]]), headers=kind
        )
        assert unannounced.status_code == 413
        other = client.post("/players", content=b"name=x")
        assert other.status_code == 415


@pytest.mark.parametrize(
    "path",
    [
        "/../../pyproject.toml",
        "/..%2f..%2fpyproject.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../app.py",
        "/api/v1/evidence/..%2f..%2f/log.sqlite",
        "/api/v1/evidence/x/..%2flog.sqlite",
        "/api/v1/evidence/%2e%2e/log.sqlite",
    ],
)
def test_no_address_leads_out_of_the_folders(table: RunningTable, path: str) -> None:
    host, port = table.address.removeprefix("http://").split(":")
    # By hand, because clients tidy such addresses up before they send them.
    with socket.create_connection((host, int(port)), 10) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := line.recv(65536):
            answer += part
    assert b"root:" not in answer
    assert b"table-referee" not in answer
    assert b"SQLite format" not in answer
    assert answer.split(b" ", 2)[1] in {b"404", b"422", b"200"}
    if b" 200 " in answer.split(b"\r\n", 1)[0]:
        assert b"text/plain" in answer or b"text/html" in answer


def test_the_pin_opens_and_wrong_ones_lock(guarded: RunningTable) -> None:
    with guarded.client() as client:
        assert client.get("/operator/settings").status_code == 401
        right = client.post("/operator/login", json={"pin": PIN})
        assert right.status_code == 200
        for _ in range(FREE_ATTEMPTS):
            wrong = client.post("/operator/login", json={"pin": "0000"})
            assert wrong.status_code == 401
        locked = client.post("/operator/login", json={"pin": PIN})
        assert locked.status_code == 429
        assert int(locked.headers["retry-after"]) > 50
        assert "wait" in locked.json()["why_not"]["en"]
    with guarded.client(right.json()["token"]) as operator:
        assert operator.get("/operator/settings").status_code == 200
        assert operator.get("/table").json()["you"]["role"] == "operator"
        assert operator.post("/operator/logout").status_code == 200
        assert operator.get("/operator/settings").status_code == 401


def test_a_new_pin_ends_all_sessions(guarded: RunningTable) -> None:
    with guarded.client() as client:
        token = client.post("/operator/login", json={"pin": PIN}).json()["token"]
    with guarded.client(token) as operator:
        wrong = operator.post("/operator/pin", json={"new": "13579", "old": "1"})
        assert wrong.status_code == 401
        changed = operator.post("/operator/pin", json={"new": "13579", "old": PIN})
        assert changed.status_code == 200
        assert operator.get("/operator/settings").status_code == 401
    with guarded.client() as client:
        assert client.post("/operator/login", json={"pin": "13579"}).status_code == 200


def test_a_phone_acts_for_its_seat_only(guarded: RunningTable) -> None:
    guarded.begin("magic-beanstalk", 2)
    with guarded.client() as screen:
        token = guarded.claim(1)
        taken = screen.post("/seats/1/claim", json={"code": "0000", "key": "x" * 30})
        assert taken.status_code == 409
        assert "Un autre téléphone joue cette place" in taken.json()["why_not"]["fr"]
        nowhere = screen.post("/seats/7/claim", json={"code": "0000", "key": "x" * 30})
        assert nowhere.status_code == 404
        seats = screen.get("/table").json()["seats"]
        assert [seat["is_claimed"] for seat in seats] == [False, True]
        # The screen offers secret choices only for seats without a phone.
        offered = {choice["seat"] for choice in screen.get("/table").json()["choices"]}
        assert offered == {0}
        # Nobody could follow it: the table listens only to itself.
        closed = screen.get("/seats/1/qr.svg")
        assert closed.status_code == 409
        assert "Let phones join" in closed.json()["why_not"]["en"]
    with guarded.client(token) as phone:
        state = phone.get("/table").json()
        assert state["you"] == {
            "role": "seat",
            "seat": 1,
            "may_act": False,
            "may_operate": False,
            "may_report": False,
            "may_answer": False,
        }
        assert {choice["seat"] for choice in state["choices"]} == {1}
        foreign = {"type": "pick-card", "seat": 0, "value": 3}
        refused = phone.post("/orders", json={"order": {"type": "act", "action": foreign}})
        assert refused.status_code == 403
        assert phone.post("/orders", json={"order": {"type": "undo"}}).status_code == 403
        assert phone.post("/table/leave").status_code == 403
        own = state["choices"][0]["action"]
        taken = phone.post("/orders", json={"order": {"type": "act", "action": own}})
        assert taken.status_code == 200
        assert phone.get("/table").json()["view"]["seats"][1]["card"] == own["value"]
        assert phone.delete("/seats/1/claim").status_code == 200
        assert phone.get("/table").json()["you"]["role"] == "spectator"


def test_somebody_with_a_wrong_token_may_only_look(guarded: RunningTable) -> None:
    guarded.begin("haricots")
    with guarded.client("nonsense") as client:
        assert client.get("/table").json()["you"]["role"] == "spectator"
        assert client.post("/orders", json={"order": {"type": "done"}}).status_code == 403
        assert client.post("/players", json={"name": "x"}).status_code == 403
        new = {"game": "haricots", "seats": [{"name": "a"}]}
        assert client.post("/games", json=new).status_code == 403
        assert client.post("/operator/backup").status_code == 401
        assert client.post("/operator/restart").status_code == 401
        assert client.delete("/seats/0/claim").status_code == 403


def heard_until_closed(live: ClientConnection) -> list[dict[str, Any]]:
    heard = []
    with suppress(ConnectionClosed):
        while True:
            heard.append(json.loads(live.recv(10)))
    return heard


def test_a_claim_ends_with_its_game_on_the_socket_too(guarded: RunningTable) -> None:
    """The next player in that seat must not be looked at by the last one's phone."""
    guarded.begin("magic-beanstalk", 2)
    token = guarded.claim(1)
    with connect(f"{guarded.socket_address}?token={token}") as phone:
        assert json.loads(phone.recv(10))["state"]["you"]["seat"] == 1
        second = guarded.begin("magic-beanstalk", 2)
        heard = heard_until_closed(phone)
        games = [each["state"]["game"]["id"] for each in heard if each["type"] == "state"]
        assert second not in games
    with guarded.client(token) as again:
        assert again.get("/table").json()["you"]["seat"] is None


def test_an_operator_who_logs_out_is_let_go_by_the_socket(guarded: RunningTable) -> None:
    with guarded.client() as client:
        token = client.post("/operator/login", json={"pin": PIN}).json()["token"]
    with (
        guarded.client(token) as operator,
        connect(f"{guarded.socket_address}?token={token}") as live,
    ):
        assert json.loads(live.recv(10))["state"]["you"]["role"] == "operator"
        operator.post("/operator/logout")
        with pytest.raises(ConnectionClosed):
            live.recv(10)


def test_nobody_but_who_logs_out_is_let_go(guarded: RunningTable) -> None:
    with guarded.client() as client:
        tokens = [client.post("/operator/login", json={"pin": PIN}).json()["token"] for _ in "ab"]
    with ExitStack() as opened:
        lives = [
            opened.enter_context(connect(f"{guarded.socket_address}?token={token}"))
            for token in tokens
        ]
        for live in lives:
            assert json.loads(live.recv(10))["state"]["you"]["role"] == "operator"
        for stranger in ("", "nonsense"):
            with guarded.client(stranger) as client:
                assert client.post("/operator/logout").status_code == 200
        with guarded.client(tokens[0]) as client:
            assert client.post("/operator/logout").status_code == 200
        assert heard_until_closed(lives[0]) == []
        game_id = guarded.begin("haricots")
        message = json.loads(lives[1].recv(10))
        assert message["state"]["game"]["id"] == game_id
        assert message["state"]["you"]["role"] == "operator"


def test_a_wrong_player_does_not_end_the_game_under_way(table: RunningTable) -> None:
    game_id = table.begin("haricots")
    seats = [{"name": name, "player_id": 999} for name in ("a", "b", "c")]
    with table.client() as client:
        answer = client.post("/games", json={"game": "haricots", "seats": seats})
        assert answer.status_code == 422
        assert client.get("/table").json()["game"]["id"] == game_id
