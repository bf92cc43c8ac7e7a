"""A table without devices behind the real server, for tests and for work on the page.

    python -m tests.web.running_table --port 8123 --autoplay magic-beanstalk

Simulated players act by hand through the table itself, as somebody at its screen would.
"""

from __future__ import annotations

import argparse
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Literal

import httpx
from argon2 import PasswordHasher
from fastapi import FastAPI

from referee.clock import Clock, SystemClock
from referee.games.base import Action, AnyGame
from referee.games.playout import seat_names
from referee.games.registry import find_game
from referee.store.store import Store, open_store
from referee.table.evidence.recorder import EvidenceRecorder
from referee.table.orders import Act
from referee.table.table import Table
from referee.table.table_thread import TableThread
from referee.web.access.authentication import Access
from referee.web.access.network import NetworkAccess
from referee.web.app import create_app
from referee.web.limits import OpenConnections
from referee.web.parts import WebParts
from referee.web.server import make_server
from referee.web.settings import FileSettings

CHEAP_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Real enough for tests; a real table takes argon2's own defaults."""
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients that only speak plain HTTP: each would read all certificates of the world anew."""

# Only against hanging.
_PATIENCE_S = 300.0


@dataclass
class RunningTable:
    """What a test needs of a running table."""

    address: str
    thread: TableThread
    store: Store
    access: Access
    parts: WebParts
    evidence: EvidenceRecorder
    app: FastAPI
    rng: Random = field(default_factory=lambda: Random(7))

    @property
    def api(self) -> str:
        return f"{self.address}/api/v1"

    @property
    def socket_address(self) -> str:
        return self.api.replace("http://", "ws://") + "/live"

    def client(self, token: str = "") -> httpx.Client:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self.api, headers=headers, timeout=_PATIENCE_S, verify=PLAIN)

    def begin(self, game: str, players: int = 3, options: Mapping[str, Any] | None = None) -> int:
        seats = [{"name": name} for name in seat_names(players)]
        with self.client() as client:
            answer = client.post(
                "/games", json={"game": game, "seats": seats, "options": dict(options or {})}
            )
            assert answer.status_code == 201, answer.text
            return int(answer.json()["id"])

    def claim(self, seat: int) -> str:
        """Take this seat as a phone that scanned its code does; the phone's key."""
        with self.client("nobody") as phone:
            answer = phone.post(f"/seats/{seat}/claim", json=self.claim_of(seat))
            assert answer.status_code == 200, answer.text
        return self.claim_of(seat)["key"]

    def claim_of(self, seat: int) -> dict[str, str]:
        """What a phone sends that scanned the code of this seat."""
        game_id = self.thread.table.game_id
        assert game_id is not None
        key = f"the-phone-of-seat-{seat}-of-game-{game_id}"
        return {"code": self.access.claims.code(game_id, seat).word, "key": key}

    def seat_page(self, seat: int) -> str:
        """Where the code of this seat leads."""
        return f"{self.address}/seat/{seat}#code={self.claim_of(seat)['code']}"

    def players(self) -> Callable[[], Action | None]:
        """Simulated players of the game under way: each call is what they do next."""
        umpire = self.thread.table.umpire
        assert umpire is not None
        simulated = umpire.game.simulated(umpire.state, self.rng)
        return lambda: simulated.act(umpire.state)

    def act(self, action: Action) -> None:
        """Do this at the table's own screen."""
        reply = self.thread.ask(lambda table: table.order(Act(action))).result(_PATIENCE_S)
        assert reply.is_accepted, (action, reply.why_not)

    def play(self, most: int | None = None) -> int:
        """Play on to the end, or for so many actions; how many it were."""
        return self.thread.ask(lambda table: self._play(table, most)).result(_PATIENCE_S)

    def leave(self) -> None:
        self.thread.ask(lambda table: table.leave_game()).result(_PATIENCE_S)

    def _play(self, table: Table, most: int | None) -> int:
        decide = self.players()
        count = 0
        while (most is None or count < most) and (action := decide()) is not None:
            reply = table.order(Act(action))
            assert reply.is_accepted, (action, reply.why_not)
            count += 1
        return count


def game_of(table: RunningTable) -> AnyGame:
    umpire = table.thread.table.umpire
    assert umpire is not None
    return umpire.game


@contextmanager
def running_table(
    folder: Path,
    *,
    clock: Clock | None = None,
    pin: str = "",
    kept: Path | None = None,
    port: int = 0,
    step_s: float = 0.002,
    screen: Literal["key", "loopback"] = "loopback",
    network: NetworkAccess | None = None,
    lines: OpenConnections | None = None,
    trusted_proxies: Sequence[str] = (),
    **more: Any,
) -> Iterator[RunningTable]:
    """A table with a log of its own behind a server on a free port of the loopback.

    `kept` is where PIN, claims and settings lie; without it PIN and claims lie beside the log.
    `lines` may take other addresses than those of this machine for its own.
    """
    clock = clock or SystemClock()
    if kept is not None:
        more["settings"] = FileSettings(kept / "settings.json")
    access = Access(
        clock, folder=kept or folder, hasher=CHEAP_HASHER, screen=screen, network=network
    )
    if pin:
        access.pin.change(pin)
    with open_store(f"sqlite:///{folder / 'log.sqlite'}", clock=clock) as store:
        # Nothing in these games is decided by waiting.
        evidence = EvidenceRecorder()
        table = Table(store, clock, countdown_s=3600.0, evidence=evidence)
        with TableThread(table, step_s=step_s) as thread:
            parts = WebParts(thread=thread, access=access, **more)
            app = create_app(parts)
            with _served(app, port, lines, trusted_proxies) as address:
                yield RunningTable(address, thread, store, access, parts, evidence, app)


@contextmanager
def _served(
    app: FastAPI, port: int, lines: OpenConnections | None, trusted: Sequence[str]
) -> Iterator[str]:
    # By its number, as servers do: otherwise no answer is sent without delay.
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    taken.bind(("127.0.0.1", port))
    port = taken.getsockname()[1]
    server = make_server(app, host="127.0.0.1", port=port, has_pin=True, trusted_proxies=trusted)
    server.server_state = lines or server.server_state
    runner = Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
    runner.start()
    try:
        _wait_for(server, runner)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        runner.join(_PATIENCE_S)
        taken.close()


def wait_for(is_so: Callable[[], bool]) -> None:
    """Wait until it is so: what the table tells by itself comes after the answer to an order."""
    ends_s = time.monotonic() + _PATIENCE_S
    while not is_so():
        assert time.monotonic() < ends_s
        time.sleep(0.01)


def _wait_for(server: Any, runner: Thread) -> None:
    ends = time.monotonic() + _PATIENCE_S
    while not server.started:
        assert runner.is_alive(), "the server did not start"
        assert time.monotonic() < ends, "the server did not start in time"
        time.sleep(0.01)


def _autoplay(table: RunningTable, pace_s: float) -> None:
    decide = table.players()
    while True:
        time.sleep(pace_s)
        action = table.thread.ask(lambda _table: decide()).result(_PATIENCE_S)
        if action is None:
            return
        table.act(action)


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--autoplay", metavar="GAME")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between two actions")
    parser.add_argument("--pin", default="")
    chosen = parser.parse_args(words)
    with (
        TemporaryDirectory() as folder,
        running_table(Path(folder), port=chosen.port, pin=chosen.pin, is_simulated=True) as table,
    ):
        sys.stdout.write(f"{table.address}\n")
        sys.stdout.flush()
        while True:
            if chosen.autoplay:
                table.begin(find_game(chosen.autoplay).name, 3)
                _autoplay(table, chosen.pace)
            time.sleep(5)


if __name__ == "__main__":
    main(sys.argv[1:])
