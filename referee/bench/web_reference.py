"""boardgame.io as a reference for live messages: its own server, the same crowd, a 2 kB state.

Its clients speak socket.io; here they speak the few words of it that are needed over raw sockets,
so that the crowd costs the same as ours.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from threading import Thread
from time import sleep

from referee.bench.reference import ReferenceFailedError
from referee.bench.references.boardgame_io import NO_NODE, PACKAGES
from referee.bench.references.node import find_node, install, package_folder
from referee.bench.web_crowd import Spectator, connect, cpu_ms, listen, masked

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
