"""A client that reads slowly gets the newest state or is let go; it is never shown an old one."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import httpx
import msgspec
import pytest

from referee.web.routes import table as table_routes
from referee.web.sockets import MOST_UNREAD, Outlet
from tests.web.raw_connections import PATIENCE_S, place_of, read_all, upgrading
from tests.web.running_table import RunningTable

FIRST = 60


class SlowReader:
    """Reads a few bytes at a time, and only when it is told to."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._got = b""
        while not self._got.endswith(b"\r\n\r\n"):
            self._take(1)
        self._got = b""

    def state(self) -> int:
        """The number of the next state; everything before it is echoed as it should be."""
        while True:
            kind, payload = self._frame()
            if kind == 9:
                self._line.sendall(bytes([0x8A, 0x80 | len(payload), 0, 0, 0, 0]) + payload)
            elif b'"type":"state"' in payload:
                return number_in(payload)

    def _frame(self) -> tuple[int, bytes]:
        head = self._take(2)
        size = head[1]
        if size >= 126:
            size = int.from_bytes(self._take(2 if size == 126 else 8), "big")
        return head[0] & 15, self._take(size)

    def _take(self, number: int) -> bytes:
        got = b""
        while len(got) < number:
            part = self._line.recv(min(50, number - len(got)))
            assert part, "the line was closed"
            got += part
        self._got += got
        return got


def number_in(payload: bytes) -> int:
    state = msgspec.json.decode(payload)["state"]
    return int(state["table"]["kiosk"]["attract_after_s"]) - FIRST


@contextmanager
def calling(table: RunningTable) -> Iterator[socket.socket]:
    with socket.socket() as line:
        line.settimeout(PATIENCE_S)
        line.connect(place_of(table))
        line.sendall(upgrading())
        yield line


def change(client: httpx.Client, number: int) -> None:
    """Everybody is sent a new state with this number in it."""
    kiosk = {"is_locked": False, "attract_after_s": FIRST + number}
    assert client.put("/operator/settings", json={"kiosk": kiosk}).status_code == 200


def test_a_slow_reader_is_only_a_few_states_behind(
    table: RunningTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_routes, "Outlet", partial(Outlet, stalled_s=PATIENCE_S))
    each_time, last = 10, 600
    with table.client() as client, calling(table) as line:
        reader = SlowReader(line)
        reader.state()
        for number in range(1, last + 1):
            change(client, number)
            if number % each_time == 0:
                seen = reader.state()
    # It has read 60 of the 600, and has only those before it that were under way meanwhile.
    assert last - seen <= (MOST_UNREAD + 1) * each_time


def test_who_does_not_read_in_time_is_let_go(
    table: RunningTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_routes, "Outlet", partial(Outlet, stalled_s=0.2))
    with table.client() as client, calling(table) as line:
        for number in range(400):
            change(client, number)
        # Nothing is echoed: all that can still be read is what was under way.
        states = read_all(line).count(b'"type":"state"')
    assert 1 <= states <= MOST_UNREAD
