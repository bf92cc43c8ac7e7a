"""A table behind the real server in a process of its own, for the benchmark of the dashboard.

It prints its port, then obeys lines: `play RATE SECONDS` plays so many actions a second and answers
`played COUNT`. It ends when nobody can ask any more.
"""

from __future__ import annotations

import socket
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread

from referee.clock import SystemClock
from referee.games.base import Action, AnyState, Simulated
from referee.games.parsing import parse_options
from referee.games.playout import seat_names
from referee.games.registry import find_game
from referee.store.store import open_store
from referee.table.orders import Act
from referee.table.table import Table
from referee.table.table_thread import TableThread
from referee.web.access.authentication import Access
from referee.web.app import create_app
from referee.web.parts import WebParts
from referee.web.server import make_server

GAME = "magic-beanstalk"
_PLAYERS = 5


def main() -> None:
    """Serve until the input ends."""
    clock = SystemClock()
    with (
        TemporaryDirectory() as folder,
        open_store(f"sqlite:///{Path(folder) / 'log.sqlite'}", clock=clock) as store,
        TableThread(Table(store, clock, countdown_s=3600.0)) as thread,
        socket.create_server(("127.0.0.1", 0), backlog=512) as taken,
    ):
        port = taken.getsockname()[1]
        app = create_app(WebParts(thread=thread, access=Access(clock)))
        server = make_server(app, host="127.0.0.1", port=port, has_pin=False)
        runner = Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
        runner.start()
        while not server.started:
            time.sleep(0.02)
        _obey(_Players(thread), port)
        server.should_exit = True
        runner.join(10)


def _obey(players: _Players, port: int) -> None:
    _say(str(port))
    for line in sys.stdin:
        _, rate_hz, seconds = line.split()
        _say(f"played {players.play(float(rate_hz), float(seconds))}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class _Players:
    """Simulated players, one game after another."""

    def __init__(self, thread: TableThread) -> None:
        self._thread = thread
        self._rng = Random(1)
        self._simulated: Simulated[AnyState | None] | None = None

    def play(self, rate_hz: float, seconds: float) -> int:
        """Act at an even pace."""
        began_s = time.monotonic()
        count = 0
        while (due_s := count / rate_hz) < seconds:
            time.sleep(max(0.0, began_s + due_s - time.monotonic()))
            self._thread.ask(self._act).result(60)
            count += 1
        return count

    def _act(self, table: Table) -> None:
        action = self._next(table)
        if action is None:
            game = find_game(GAME)
            options = parse_options(game, {"variant": "expert"})
            table.begin_game(GAME, seat_names(_PLAYERS), options)
            self._simulated = None
            action = self._next(table)
        if action is not None:
            table.order(Act(action))

    def _next(self, table: Table) -> Action | None:
        umpire = table.umpire
        if umpire is None:
            return None
        if self._simulated is None:
            self._simulated = umpire.game.simulated(umpire.state, self._rng)
        return self._simulated.act(umpire.state)


if __name__ == "__main__":
    main()
