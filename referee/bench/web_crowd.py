"""A crowd of live clients in one thread: raw sockets, so that the clients cost next to nothing.

Every message carries the time of its cause on the clock that all processes of a machine share.
"""

from __future__ import annotations

import base64
import os
import select
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from struct import pack

from referee.bench.reference import ReferenceFailedError

StampOf = Callable[[bytes], float | None]
"""When a message's cause happened, on the monotonic clock; None: it does not count."""

_READ_BYTES = 1 << 16
_TEXT, _PING, _PONG = 0x1, 0x9, 0x8A
_SOCKET_IO_PING, _SOCKET_IO_PONG = b"2", b"3"
"""socket.io asks by a text of its own whether somebody is there, and hangs up without an answer."""
_PATIENCE_S = 20.0
_QUIET_S = 0.5


@dataclass(slots=True)
class Spectator:
    """One client and what it has not yet understood."""

    line: socket.socket
    unread: bytes = b""

    def messages(self, data: bytes) -> list[bytes]:
        """The whole text messages after these bytes; servers send unmasked frames."""
        if self.unread:
            data = self.unread + data
        found: list[bytes] = []
        place = 0
        while (frame := _frame_in(data, place)) is not None:
            opcode, start, place = frame
            if opcode == _PING:
                self.line.sendall(masked(data[start:place], _PONG))
            elif data[start:place] == _SOCKET_IO_PING:
                self.line.sendall(masked(_SOCKET_IO_PONG))
            elif opcode == _TEXT:
                found.append(data[start:place])
        self.unread = data[place:]
        return found


def _frame_in(data: bytes, place: int) -> tuple[int, int, int] | None:
    """Opcode, and where the payload of the whole frame at this place begins and ends."""
    if len(data) < place + 2:
        return None
    size, start = data[place + 1] & 0x7F, place + 2
    if size >= 126:
        start = place + (4 if size == 126 else 10)
        size = int.from_bytes(data[place + 2 : start], "big")
    end = start + size
    return (data[place] & 0x0F, start, end) if len(data) >= max(start, end) else None


def masked(payload: bytes, first: int = 0x81) -> bytes:
    """A short message as a client sends it; the mask may be zero, the bytes stay as they are."""
    size = len(payload)
    head = pack("!BB", first, 0x80 | size) if size < 126 else pack("!BBH", first, 0xFE, size)
    return head + bytes(4) + payload


def connect(port: int, path: str, *, receive_bytes: int = 0) -> Spectator:
    """Open a socket to a server on this machine and shake hands."""
    line = socket.socket()
    if receive_bytes:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    line.settimeout(_PATIENCE_S)
    line.connect(("127.0.0.1", port))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = line.recv(4096)
        if not part:
            raise ReferenceFailedError("The server closed the line; run the benchmark again.")
        answer += part
    head, _, rest = answer.partition(b"\r\n\r\n")
    if b" 101 " not in head.split(b"\r\n", 1)[0]:
        raise ReferenceFailedError("The server takes no live clients; run the benchmark again.")
    return Spectator(line, rest)


def listen(
    crowd: Sequence[Spectator], is_over: Callable[[], bool], stamp_of: StampOf
) -> list[float]:
    """Read until all is over and nothing more comes, so that late messages count as late.

    The latency of every message that counts, in seconds.
    """
    latencies: list[float] = []
    by_number = {each.line.fileno(): each for each in crowd}
    with select.epoll() as waiting:
        for number, each in by_number.items():
            each.line.setblocking(False)
            waiting.register(number, select.EPOLLIN)
        was_over = False
        while (ready := waiting.poll(_QUIET_S)) or not was_over:
            for number, _ in ready:
                latencies += _read(by_number[number], stamp_of)
            was_over = is_over()
    return latencies


def _read(spectator: Spectator, stamp_of: StampOf) -> list[float]:
    data = spectator.line.recv(_READ_BYTES)
    now_s = time.monotonic()
    if not data:
        raise ReferenceFailedError("The server closed a line; run the benchmark again.")
    stamps = map(stamp_of, spectator.messages(data))
    return [now_s - stamp for stamp in stamps if stamp is not None]


def cpu_ms(process_id: int) -> float:
    """What a process has computed so far, in itself and for it by the system."""
    fields = Path(f"/proc/{process_id}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")
