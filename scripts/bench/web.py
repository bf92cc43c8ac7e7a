"""The dashboard under load: many spectators while a game runs, beside a boardgame.io server.

    report = web_benchmark(spectators=200, slice_s=10, rounds=2)

Latency is from the moment an event is durable to the moment a client has the whole message; all
processes of a machine share the monotonic clock. The clients are raw sockets in one thread. One
more client of the table never reads a byte.
"""

from __future__ import annotations

import select
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from scripts.bench.boardgame_io import BOARDGAME_IO
from scripts.bench.figures import BenchReport, Figure
from scripts.bench.measurement import ReferenceFailedError
from scripts.bench.web_reference import BoardgameServer, Spectator, connect, cpu_ms, listen

SPECTATORS = 200
RATE_HZ = 5.0
MOST_P99_MS = 25.0
LEAST_RATIO = 2.0


class LiveLatency(msgspec.Struct, frozen=True):
    """How long messages took, in milliseconds; `cpu_ms` is what the server computed an action.

    On a busy machine the latencies tell more of the others than of the server; `cpu_ms` does not.
    """

    messages: int
    p50_ms: float
    p99_ms: float
    most_ms: float
    cpu_ms: float = 0.0


def web_benchmark(
    *,
    spectators: int = SPECTATORS,
    slice_s: float = 10.0,
    rounds: int = 2,
    rate_hz: float = RATE_HZ,
    reference: BoardgameServer | None = None,
) -> BenchReport:
    """Measure table and reference in turn, in the same run."""
    theirs = reference or BoardgameServer(spectators)
    try:
        with TableProcess() as table:
            table.gather(spectators)
            table.measure(1.0, rate_hz)
            before_mb = table.rss_mb()
            # Last, because it hangs up on clients that are silent for long.
            missing = theirs.available()
            ours, others = _Tally(table), _Tally(theirs)
            for _ in range(rounds):
                ours.add(slice_s, rate_hz)
                if missing is None:
                    others.add(slice_s, rate_hz)
            after_mb = table.rss_mb()
    finally:
        theirs.close()
    other = others.latency() if missing is None else None
    figures = live_figures(ours.latency(), other)
    figures += [
        Figure("table", "memory before", before_mb, unit="MB"),
        Figure("table", "memory after", after_mb, unit="MB"),
    ]
    title = f"{spectators} spectators, {rate_hz:g} actions a second: from append to client"
    return BenchReport(title, figures, [] if missing is None else [f"boardgame.io: {missing}"])


def live_figures(table: LiveLatency, other: LiveLatency | None) -> list[Figure]:
    """The table's latency, and beside it that of the reference, if there is one."""
    figures = [
        Figure(
            "table",
            "99 %",
            table.p99_ms,
            unit="ms",
            of=table.messages,
            asked=MOST_P99_MS,
            is_at_most=True,
        ),
        *_details("table", table),
    ]
    if other is None:
        return figures
    ratio = other.p99_ms / table.p99_ms
    name = "99 %, times the table's"
    return [
        *figures,
        Figure(BOARDGAME_IO, name, ratio, unit="×", asked=LEAST_RATIO),
        Figure(BOARDGAME_IO, "99 %", other.p99_ms, unit="ms"),
        *_details(BOARDGAME_IO, other),
    ]


def _details(group: str, latency: LiveLatency) -> Iterator[Figure]:
    times = {"half": latency.p50_ms, "slowest": latency.most_ms, "computed": latency.cpu_ms}
    for name, measured_ms in times.items():
        yield Figure(group, name, measured_ms, unit="ms", of=latency.messages)


class _Measured(Protocol):
    """A server with its crowd."""

    def measure(self, duration_s: float, rate_hz: float) -> list[float]:
        """Act for so long, and tell how long each message took."""
        ...

    def cpu_ms(self) -> float:
        """What the server has computed so far."""
        ...


class _Tally:
    """Adds up the slices of one server."""

    def __init__(self, server: _Measured) -> None:
        self._server = server
        self._latencies_s: list[float] = []
        self._cpu_ms = 0.0
        self._actions = 0.0

    def add(self, slice_s: float, rate_hz: float) -> None:
        """One more slice."""
        before_ms = self._server.cpu_ms()
        self._latencies_s += self._server.measure(slice_s, rate_hz)
        self._cpu_ms += self._server.cpu_ms() - before_ms
        self._actions += slice_s * rate_hz

    def latency(self) -> LiveLatency:
        """All slices together."""
        found = latency_of(self._latencies_s)
        return msgspec.structs.replace(found, cpu_ms=self._cpu_ms / self._actions)


def latency_of(latencies_s: Sequence[float]) -> LiveLatency:
    """Half, nearly all, and the slowest."""
    if not latencies_s:
        raise ReferenceFailedError("No message arrived; run the benchmark again.")
    ordered = sorted(latencies_s)

    def at(share: float) -> float:
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    return LiveLatency(len(ordered), at(0.5), at(0.99), 1000 * ordered[-1])


class TableProcess:
    """A table in a process of its own, with its crowd."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "scripts.bench.web_table"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        self.port = int(self._hear())
        self._crowd: list[Spectator] = []
        self._sleeper: Spectator | None = None

    def gather(self, spectators: int) -> None:
        """Let the spectators come, and one more who never reads."""
        path = "/api/v1/live"
        self._crowd = [connect(self.port, path) for _ in range(spectators)]
        self._sleeper = connect(self.port, path, receive_bytes=4096)

    def measure(self, duration_s: float, rate_hz: float) -> list[float]:
        """Play for so long, and tell how long each message took."""
        self._tell(f"play {rate_hz} {duration_s}")
        found = listen(self._crowd, self._has_answered, stamp_in_state)
        self._hear()
        return found

    def _has_answered(self) -> bool:
        output = self._process.stdout
        return output is None or bool(select.select([output], [], [], 0)[0])

    def cpu_ms(self) -> float:
        """What the process has computed so far."""
        return cpu_ms(self._process.pid)

    def rss_mb(self) -> float:
        """The memory of the process."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def _tell(self, line: str) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()

    def _hear(self) -> str:
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise ReferenceFailedError("The table did not start; run the benchmark again.")
        return line

    def __enter__(self) -> TableProcess:
        return self

    def __exit__(self, *_: object) -> None:
        for each in (*self._crowd, *([self._sleeper] if self._sleeper else [])):
            each.line.close()
        try:
            self._process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()


def stamp_in_state(message: bytes) -> float | None:
    """When the newest event of a message was durable; messages without an event do not count."""
    if not message.startswith(b'{"type":"state"') or b'"events":[{' not in message:
        return None
    start = message.index(b'"now_s":') + len(b'"now_s":')
    return float(message[start : message.index(b",", start)])
