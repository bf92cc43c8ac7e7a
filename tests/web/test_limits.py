"""Connections from a network that may be hostile: half-sent, too many, too slow, and nonsense."""

from __future__ import annotations

import errno
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from referee.web import limits
from referee.web.limits import MOST_CONNECTIONS, MOST_PER_ADDRESS, OpenConnections
from tests.web.raw_connections import (
    OWN,
    PATIENCE_S,
    STRANGER,
    asking,
    client_from,
    dial,
    is_let_in,
    read_all,
    upgrading,
)
from tests.web.running_table import PLAIN, RunningTable, running_table, wait_for

ROOT = Path(__file__).parents[2]
FLOOD = 1100
HALF = b"GET /api/v1/table HTTP/1.1\r\nHost: 127.0.0.1\r\n"
JSON = "Content-Type: application/json"


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[RunningTable]:
    """A table to which only one address of the loopback is its own."""
    lines = OpenConnections(is_own=lambda host: host == OWN)
    with running_table(tmp_path, lines=lines) as running:
        yield running


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PATIENCE_S", 0.2)


@contextmanager
def many_files(number: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(number, before[0]), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@contextmanager
def usual_table(log: Path) -> Iterator[str]:
    """A table in a process of its own that may open as many files as is usual."""
    with log.open("wb") as said:
        process = subprocess.Popen(
            ["sh", "-c", 'ulimit -n 1024; exec "$0" -m tests.web.running_table', sys.executable],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def test_half_sent_requests_shut_nobody_out(tmp_path: Path) -> None:
    log = tmp_path / "said"
    with many_files(FLOOD + 400), ExitStack() as opened, usual_table(log) as address:
        host, port = address.removeprefix("http://").split(":")
        flood = []
        for _ in range(FLOOD):
            line = opened.enter_context(socket.create_connection((host, int(port)), PATIENCE_S))
            line.sendall(HALF)
            flood.append(line)
        answer = httpx.get(f"{address}/api/v1/table", timeout=PATIENCE_S, verify=PLAIN)
        assert answer.status_code == 200
        # Those that are left have ten seconds each; the others had to make room at once.
        hung_up = sum(not is_let_in(line) for line in flood[: FLOOD - MOST_CONNECTIONS])
        assert hung_up == FLOOD - MOST_CONNECTIONS
    said = log.read_text()
    # Once a minute.
    assert 1 <= len(said.splitlines()) <= 10
    assert all("turned away" in each for each in said.splitlines())


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    "sent",
    [
        b"",
        HALF,
        upgrading()[:-2],
        asking("/players", JSON, "Content-Length: 10", method="POST") + b"{",
        asking("/nowhere", "Content-Length: 10", method="PUT") + b"{",
    ],
    ids=["nothing", "headers", "upgrade", "body", "body of what is refused"],
)
def test_a_request_comes_in_time_or_not_at_all(
    table: RunningTable, sent: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    with dial(table, sent) as line:
        read_all(line)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.usefixtures("hasty")
def test_drops_do_not_gain_time(table: RunningTable) -> None:
    def drip(line: socket.socket) -> None:
        for _ in range(1000):
            line.sendall(b"x")
            time.sleep(0.02)

    with dial(table, HALF) as line, pytest.raises(ConnectionError):
        drip(line)


@pytest.mark.usefixtures("hasty")
def test_an_answer_that_nobody_reads_is_not_kept(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "large.bin").write_bytes(bytes(30_000_000))
    lines = OpenConnections()
    with (
        running_table(tmp_path, static=page, lines=lines) as table,
        dial(table, b"GET /large.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") as line,
    ):
        assert is_let_in(line)
        wait_for(lambda: not lines._open)
        assert len(read_all(line)) < 20_000_000


def test_one_address_has_so_many_lines(
    watched: RunningTable, caplog: pytest.LogCaptureFixture
) -> None:
    with ExitStack() as opened:
        kept = [
            opened.enter_context(dial(watched, upgrading(), source=STRANGER))
            for _ in range(MOST_PER_ADDRESS)
        ]
        assert all(map(is_let_in, kept))
        for _ in range(20):
            assert not is_let_in(opened.enter_context(dial(watched, upgrading(), source=STRANGER)))
        for other in (OWN, "127.0.0.10"):
            with client_from(watched, other) as client:
                assert client.get("/table").status_code == 200
        # Its lines that ask for nothing make room for those that do.
        kept[0].close()
        opened.enter_context(dial(watched, source=STRANGER))
        assert is_let_in(opened.enter_context(dial(watched, upgrading(), source=STRANGER)))
    told = [each for each in caplog.records if "turned away" in each.getMessage()]
    assert len(told) == 1
    assert STRANGER in told[0].getMessage()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, watched: RunningTable) -> RunningTable:
    """With twelve lines for everybody, and four more for the table's own machine."""
    monkeypatch.setattr(limits, "MOST_CONNECTIONS", 16)
    monkeypatch.setattr(limits, "RESERVED_CONNECTIONS", 4)
    return watched


def strangers(number: int) -> list[str]:
    return [f"127.0.1.{each + 1}" for each in range(number)]


def test_lines_are_kept_for_the_tables_own_machine(small: RunningTable) -> None:
    with ExitStack() as opened:
        for source in strangers(12):
            assert is_let_in(opened.enter_context(dial(small, upgrading(), source=source)))
        assert not is_let_in(opened.enter_context(dial(small, upgrading(), source=STRANGER)))
        for _ in range(4):
            assert is_let_in(opened.enter_context(dial(small, upgrading())))
        assert not is_let_in(opened.enter_context(dial(small, upgrading())))


def test_who_asks_nothing_makes_room_the_oldest_first(small: RunningTable) -> None:
    with ExitStack() as opened:
        own = opened.enter_context(dial(small, HALF))
        silent = [
            opened.enter_context(dial(small, HALF, source=source)) for source in strangers(11)
        ]
        assert is_let_in(opened.enter_context(dial(small, upgrading(), source=STRANGER)))
        assert not is_let_in(silent[0])
        for line in (own, *silent[1:]):
            line.sendall(b"\r\n")
            assert is_let_in(line)


def test_who_has_many_lines_gives_one_up(
    small: RunningTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_MANY_PER_ADDRESS", 8)
    with ExitStack() as opened:
        greedy = [
            opened.enter_context(dial(small, upgrading(), source=STRANGER)) for _ in range(12)
        ]
        assert all(map(is_let_in, greedy))
        for source in strangers(4):
            assert is_let_in(opened.enter_context(dial(small, upgrading(), source=source)))
        assert not is_let_in(opened.enter_context(dial(small, upgrading(), source="127.0.2.1")))


def test_a_line_that_ends_makes_room(small: RunningTable) -> None:
    for _ in range(50):
        with dial(small, upgrading(), source=STRANGER) as line:
            assert is_let_in(line)
        with client_from(small, STRANGER) as client:
            assert client.get("/table").status_code == 200


def test_a_system_without_room_is_told_of_once(
    table: RunningTable, caplog: pytest.LogCaptureFixture
) -> None:
    callers = [socket.socket() for _ in range(30)]
    host, port = table.address.removeprefix("http://").split(":")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    spare = os.open("/dev/null", os.O_RDONLY)
    os.close(spare)
    resource.setrlimit(resource.RLIMIT_NOFILE, (spare, limits[1]))
    try:
        for caller in callers:
            caller.settimeout(PATIENCE_S)
            caller.connect((host, int(port)))
            caller.sendall(asking("/table"))
        wait_for(lambda: "No connection can be taken" in caplog.text)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert all(map(is_let_in, callers))
    for caller in callers:
        caller.close()
    assert [each.message for each in caplog.records if "No connection" in each.message] == [
        f"No connection can be taken ({os.strerror(errno.EMFILE)})."
    ]
    assert "Traceback" not in caplog.text


CHUNKED = "Transfer-Encoding: chunked"
FOREIGN = asking("/players", JSON, CHUNKED, method="POST", host="evil.example")
LARGE = asking("/players", JSON, "Content-Length: 300000", method="POST")
NONSENSE = {
    "wrong host, then no chunk": [FOREIGN + b"zz\r\n"],
    "wrong host, a body that goes on": [FOREIGN, b"5\r\nhello\r\n", b"5\r\nhello\r\n"],
    "too large, a body that goes on": [LARGE, b"x" * 150_000, b"x" * 150_000],
    "too large without saying so": [
        asking("/players", JSON, CHUNKED, method="POST"),
        *[b"10000\r\n" + b"x" * 65536 + b"\r\n"] * 6,
    ],
    "refused, then no chunk": [asking("/nowhere", CHUNKED, method="POST"), b"zz\r\n"],
    "a body that ends early": [asking("/players", JSON, "Content-Length: 9", method="POST"), b"{"],
    "no request": [b"\x00\x01\r\n\r\n"],
    "an upgrade to nothing": [asking("/table", "Connection: upgrade", "Upgrade: h2c")],
    "a socket's text that is none": [upgrading(), b"\x81\x82\0\0\0\0\xff\xfe"],
    "a socket's frame that is none": [upgrading(), b"\xff\xff\xff"],
}


@pytest.mark.parametrize("parts", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_not_worth_a_line_in_the_log(
    table: RunningTable,
    parts: list[bytes],
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    with dial(table) as line:
        for part in parts:
            try:
                line.sendall(part)
            except ConnectionError:
                break
            time.sleep(0.05)
    # It is well, and has read all that came before.
    with table.client() as client:
        assert client.get("/table").status_code == 200
    assert capfd.readouterr().err == ""
    assert caplog.text == ""
