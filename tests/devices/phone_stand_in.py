"""A camera app on a free port of this computer, which does to each visitor what the test says.

As a program (`python phone_stand_in.py FOLDER`) it is a good one, in a process of its own: `/video`
is a stream of the folder's pictures, `/shot.jpg` one at a time. It ends with its input.
"""

from __future__ import annotations

import socket
import ssl
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from threading import Event, Thread
from typing import Self

STREAM = b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"
Visit = Callable[["Visitor"], None]


def part(jpeg: bytes, *, stamp: str = "", has_length: bool = True) -> bytes:
    """A picture as most apps send it."""
    head = "--frame\r\nContent-Type: image/jpeg\r\n"
    head += f"Content-Length: {len(jpeg)}\r\n" if has_length else ""
    head += f"X-Timestamp: {stamp}\r\n" if stamp else ""
    return f"{head}\r\n".encode() + jpeg + b"\r\n"


def answer(body: bytes, kind: str = "image/jpeg", status: str = "200 OK", more: str = "") -> bytes:
    """A whole answer."""
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    return head.encode() + body


class Visitor:
    """One connection; `asked` is what it wants."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.asked = b""
        # Who speaks TLS to an app that does not is answered at once.
        while b"\r\n\r\n" not in self.asked and not self.asked.startswith(b"\x16"):
            data = line.recv(4096)
            if not data:
                raise ConnectionResetError
            self.asked += data

    @property
    def path(self) -> str:
        return self.asked.split()[1].decode()

    def send(self, data: bytes) -> None:
        self.line.sendall(data)

    def wait_until_gone(self) -> None:
        while self.line.recv(4096):
            pass


class Phone:
    """Serves until the `with` block ends; `visits` has what each visitor asked."""

    def __init__(
        self, visit: Visit, port: int = 0, *, safety: ssl.SSLContext | None = None
    ) -> None:
        self.visit = visit
        self._safety = safety
        self.visits: list[bytes] = []
        self._listening = socket.create_server(("127.0.0.1", port))
        self.port: int = self._listening.getsockname()[1]
        self._lines: list[socket.socket] = []
        self._threads = [Thread(target=self._serve)]
        self._is_over = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/video"

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        # On Linux, closing alone does not wake who waits for visitors.
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.hang_up()
        for thread in self._threads:
            thread.join(10)
            assert not thread.is_alive()

    def hang_up(self) -> None:
        """Like a pulled cable that is noticed: all connections are gone at once."""
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        with suppress(OSError):
            while not self._is_over:
                line, _ = self._listening.accept()
                self._lines.append(line)
                thread = Thread(target=self._receive, args=(line,))
                self._threads.append(thread)
                thread.start()

    def _receive(self, line: socket.socket) -> None:
        with suppress(OSError), line:
            if self._safety is not None:
                line = self._safety.wrap_socket(line, server_side=True)
            visitor = Visitor(line)
            self.visits.append(visitor.asked)
            self.visit(visitor)


def good_app(pictures: list[bytes]) -> Visit:
    """`/shot.jpg` is the next picture, everything else a stream of two hundred a second."""
    waiting, turn = Event(), cycle(pictures)

    def visit(visitor: Visitor) -> None:
        if visitor.path == "/shot.jpg":
            visitor.send(answer(next(turn)))
            return
        visitor.send(STREAM)
        for jpeg in cycle(pictures):
            visitor.send(part(jpeg))
            waiting.wait(0.005)  # the camera's own pace

    return visit


if __name__ == "__main__":
    with Phone(good_app([file.read_bytes() for file in sorted(Path(sys.argv[1]).iterdir())])) as it:
        print(it.port, flush=True)  # noqa: T201
        sys.stdin.read()
