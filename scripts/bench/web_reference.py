"""A crowd of live clients in one thread, and boardgame.io's own server as a reference for them."""

from __future__ import annotations

import base64
import os
import select
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from struct import pack
from threading import Thread
from time import sleep

from scripts.bench.boardgame_io import NO_NODE, PACKAGES, find_node, install, package_folder
from scripts.bench.measurement import ReferenceFailedError

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


STATE_BYTES = 2000
_SCRIPT = Path(__file__).with_name("web_boardgame.js")
_PATH = "/socket.io/?EIO=4&transport=websocket"
_STOPPED = "its Node.js process stopped; remove the folder {} and run the benchmark again."


class BoardgameServer:
    """A boardgame.io server with its crowd, started when it is first asked for."""

    def __init__(self, spectators: int) -> None:
        self._spectators = spectators
        self._process: subprocess.Popen[str] | None = None
        self._crowd: list[Spectator] = []
        self._player: Spectator | None = None
        self._moves = 0

    def available(self) -> str | None:
        """Start it and let the crowd come; None, or a sentence why there is none."""
        tools = find_node()
        if tools is None:
            return NO_NODE
        folder = package_folder()
        failure = install(tools, folder, PACKAGES)
        if failure is not None:
            return failure
        try:
            self._gather(self._start(tools.node, folder))
        except (OSError, ValueError, ReferenceFailedError):
            self.close()
            return _STOPPED.format(folder)
        return None

    def measure(self, duration_s: float, rate_hz: float) -> list[float]:
        """Move at an even pace for so long, and tell how long each message took."""
        moves = round(duration_s * rate_hz)
        player = Thread(target=self._play, args=(moves, rate_hz), daemon=True)
        player.start()
        try:
            return listen(self._crowd, lambda: not player.is_alive(), stamp_in_update)
        finally:
            player.join()

    def cpu_ms(self) -> float:
        """What its server has computed so far."""
        return 0.0 if self._process is None else cpu_ms(self._process.pid)

    def close(self) -> None:
        """End the process, which it does by itself when its input ends."""
        for each in (*self._crowd, *([self._player] if self._player else [])):
            each.line.close()
        self._crowd, self._player = [], None
        process, self._process = self._process, None
        if process is None:
            return
        try:
            process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()

    def _start(self, node: str, folder: Path) -> int:
        surroundings = {"NODE_ENV": "production", "NODE_PATH": str(folder / "node_modules")}
        self._process = subprocess.Popen(  # noqa: S603  our own script, and the Node.js found above
            [node, str(_SCRIPT), str(STATE_BYTES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | surroundings,
        )
        return int(self._process.stdout.readline() if self._process.stdout else "")

    def _gather(self, port: int) -> None:
        self._player = _join(port, '"0"')
        self._crowd = [_join(port, "null") for _ in range(self._spectators)]

    def _play(self, moves: int, rate_hz: float) -> None:
        """The player's own line is read too, or the server would queue for it."""
        player = self._player
        if player is None:
            return
        for _ in range(moves):
            sleep(1 / rate_hz)
            move = '{"type":"MAKE_MOVE","payload":{"type":"tick","args":[],"playerID":"0"}}'
            player.line.setblocking(True)
            text = f'42/bench,["update",{move},{self._moves},"match","0"]'
            player.line.sendall(masked(text.encode()))
            self._moves += 1
            _drain(player)


def _drain(spectator: Spectator) -> None:
    spectator.line.setblocking(False)
    try:
        while data := spectator.line.recv(1 << 16):
            spectator.messages(data)
    except BlockingIOError:
        return


def _join(port: int, player: str) -> Spectator:
    """Open, enter the game's namespace, and ask for the match, which makes it if need be."""
    spectator = connect(port, _PATH)
    _expect(spectator, b"0{")
    spectator.line.sendall(masked(b"40/bench,"))
    _expect(spectator, b"40/bench,")
    spectator.line.sendall(masked(f'42/bench,["sync","match",{player},null,1]'.encode()))
    _expect(spectator, b'42/bench,["sync"')
    return spectator


def _expect(spectator: Spectator, start: bytes) -> None:
    waiting = spectator.messages(b"")
    while not any(each.startswith(start) for each in waiting):
        data = spectator.line.recv(1 << 16)
        if not data:
            raise ReferenceFailedError("boardgame.io closed a line; run the benchmark again.")
        waiting = spectator.messages(data)


def stamp_in_update(message: bytes) -> float | None:
    """When the move was made; other messages do not count."""
    if not message.startswith(b'42/bench,["update"'):
        return None
    start = message.index(b'"stamp_s":') + len(b'"stamp_s":')
    end = start
    while message[end : end + 1] in b"0123456789.e+-":
        end += 1
    return float(message[start:end])
