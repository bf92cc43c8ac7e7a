"""When too many look on, strangers make way for the table's own screen and for claimed seats."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from referee.web import limits
from referee.web.access.rights import OPERATOR, SCREEN, SPECTATOR, seated
from referee.web.limits import ViewerLimit
from referee.web.shapes.operator import Privacy, Settings
from tests.web.fake_devices import everything
from tests.web.raw_connections import PATIENCE_S, asking, dial
from tests.web.running_table import RunningTable, running_table

PLACES = 3
STRANGER = "nonsense"
"""A token of nobody makes a stranger even of the table's own screen."""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningTable]:
    """A table with few places, and a game whose seat 0 a phone has claimed."""
    monkeypatch.setattr(limits, "MOST_CLIENTS", PLACES)
    monkeypatch.setattr(limits, "MOST_SCALES", PLACES)
    monkeypatch.setattr(limits, "MOST_STREAMS", PLACES)
    with running_table(tmp_path, pin="2468", **everything()) as running:
        running.parts.settings.change(Settings(privacy=Privacy(camera="open")))
        running.begin("spookies", 2)
        yield running


def is_shown(line: ClientConnection) -> bool:
    with suppress(ConnectionClosed):
        return bool(json.loads(line.recv(PATIENCE_S)))
    return False


def is_dropped(line: ClientConnection) -> bool:
    while is_shown(line):
        pass
    return True


@pytest.mark.parametrize("path", ["/live", "/scale/live"])
def test_strangers_leave_the_sockets_to_screens_and_seats(small: RunningTable, path: str) -> None:
    address = small.socket_address.removesuffix("/live") + path
    with ExitStack() as opened:

        def come(token: str = "") -> ClientConnection:
            return opened.enter_context(connect(f"{address}?token={token}" if token else address))

        strangers = [come(STRANGER) for _ in range(PLACES)]
        assert all(map(is_shown, strangers))
        refused = come(STRANGER)
        assert not is_shown(refused)
        assert refused.close_code == 1013
        phone = come(small.claim(0))
        assert is_shown(phone)
        assert is_dropped(strangers[0])
        screen = come()
        assert is_shown(screen)
        assert is_dropped(strangers[1])
        small.play(1)
        assert is_shown(phone)
        assert is_shown(screen)


def test_strangers_leave_the_pictures_to_screens_and_seats(small: RunningTable) -> None:
    with ExitStack() as opened:

        def come(token: str = "") -> socket.socket:
            query = f"?token={token}" if token else ""
            return opened.enter_context(dial(small, asking(f"/camera.mjpg{query}")))

        strangers = [come(STRANGER) for _ in range(PLACES)]
        for line in strangers:
            read_until(line, lambda got: got.count(b"--frame") > 2)
        with closing(come(STRANGER)) as refused:
            read_until(refused, lambda got: got.startswith(b"HTTP/1.1 429"))
        phone, screen = come(small.claim(0)), come()
        for line in (phone, screen):
            read_until(line, lambda got: got.count(b"--frame") > 2)
        # The end of an answer without a length.
        for line in strangers[:2]:
            read_until(line, lambda got: got.endswith(b"0\r\n\r\n"))
        for line in (strangers[2], phone, screen):
            read_until(line, lambda got: got.count(b"--frame") > 2)


def read_until(line: socket.socket, is_enough: Callable[[bytes], bool]) -> None:
    got = b""
    while not is_enough(got):
        part = line.recv(4096)
        assert part, got[-100:]
        assert len(got) < 20_000, "that never came"
        got += part


def test_who_matters_least_makes_way_the_oldest_first() -> None:
    room, gone = ViewerLimit(2), list[str]()

    with ExitStack() as stays:

        def come(name: str, viewer: object) -> bool:
            return stays.enter_context(room.admit(viewer, lambda: gone.append(name)))  # type: ignore[arg-type]

        assert come("stranger", SPECTATOR)
        assert come("phone", seated(1))
        assert not come("another stranger", SPECTATOR)
        assert come("screen", SCREEN)
        assert come("operator", OPERATOR)
        assert gone == ["stranger", "phone"]
        assert not come("phone", seated(1))
        assert come("second screen", SCREEN)
        assert gone == ["stranger", "phone", "screen"]
    assert room.has_place(SPECTATOR)
