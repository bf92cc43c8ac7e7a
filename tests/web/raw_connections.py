"""Connections by hand, as no proper client would make them, from any address of the loopback."""

from __future__ import annotations

import socket
from contextlib import suppress

import httpx

from tests.web.running_table import PLAIN, RunningTable

OWN = "127.0.0.1"
STRANGER = "127.0.0.9"
# Only against hanging.
PATIENCE_S = 60.0


def place_of(table: RunningTable) -> tuple[str, int]:
    host, port = table.address.removeprefix("http://").split(":")
    return host, int(port)


def dial(table: RunningTable, content: bytes = b"", *, source: str = OWN) -> socket.socket:
    """Call from this address and say this much."""
    line = socket.create_connection(place_of(table), PATIENCE_S, source_address=(source, 0))
    with suppress(OSError):  # it may have been hung up already
        line.sendall(content)
    return line


def asking(path: str, *headers: str, method: str = "GET", host: str = OWN) -> bytes:
    """A request without a body."""
    lines = [f"{method} /api/v1{path} HTTP/1.1", f"Host: {host}", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def upgrading(path: str = "/live") -> bytes:
    return asking(
        path,
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
    )


def read_all(line: socket.socket) -> bytes:
    """Everything until it is closed, however rudely."""
    got = b""
    with suppress(ConnectionError):
        while part := line.recv(65536):
            got += part
    return got


def is_let_in(line: socket.socket) -> bool:
    """Whether anything is answered; a line that was turned away says nothing."""
    with suppress(ConnectionError):
        return bool(line.recv(1))
    return False


def client_from(table: RunningTable, source: str, token: str = "") -> httpx.Client:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    transport = httpx.HTTPTransport(local_address=source, verify=PLAIN)
    return httpx.Client(
        base_url=table.api, headers=headers, timeout=PATIENCE_S, transport=transport
    )
