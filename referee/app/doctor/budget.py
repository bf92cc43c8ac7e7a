"""What a table costs its computer: at rest, in memory, and to start.

The table of the profile is started in a process of its own, with a log that is thrown away, and
looked at from outside; what it may cost stands in docs/budget.md too, and a test compares the two.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from urllib.error import URLError
from urllib.request import urlopen

import msgspec
from msgspec.structs import replace

from referee.app.dashboard.server import free_port
from referee.clock import Clock
from referee.config import TableProfile, write_table_profile
from referee.errors import RefereeError
from referee.store.store import open_store

_START_S = 120.0
"""Only against hanging: a small computer with a slow card needs half of it."""
_SETTLE_S, _LOOK_S = 20.0, 20.0
"""Chosen by hand: by then the tray is found and read, and has rested long; and a time over which
what comes every few seconds is evened out."""
_POLL_S = 0.1


class Cost(msgspec.Struct, frozen=True):
    """What a table takes, or may take."""

    rest_percent: float
    """Of one core, while nothing happens."""
    memory_mb: float
    """Its own, and its share of what it has in common with other programs."""
    start_s: float
    """Of processor time, until its page answers."""

    def is_within(self, budget: Cost) -> bool:
        """Whether it is no more than that."""
        pairs = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(budget), strict=True)
        return all(taken <= may for taken, may in pairs)


PC = Cost(rest_percent=7.0, memory_mb=160.0, start_s=1.5)
BUDGETS = {"aarch64": Cost(rest_percent=30.0, memory_mb=160.0, start_s=7.0)}
"""By the kind of processor: a Raspberry Pi 4 is about four times as slow as what it was made on."""


def budget_here() -> Cost:
    """What a table may take of this computer."""
    return BUDGETS.get(platform.machine(), PC)


class ProcessLook(msgspec.Struct, frozen=True):
    """A process as Linux tells of it at one moment."""

    cpu_s: float
    memory_mb: float
    resident_mb: float
    descriptors: int
    threads: int


def look_at(process_id: int, proc: Path = Path("/proc")) -> ProcessLook:
    """How this process is now; an `OSError` if that cannot be told."""
    place = proc / str(process_id)
    # The name, in brackets, may hold spaces and brackets itself.
    numbers = (place / "stat").read_text().rpartition(")")[2].split()
    shares = dict(
        line.split(":", 1) for line in (place / "smaps_rollup").read_text().splitlines()[1:]
    )
    return ProcessLook(
        cpu_s=(int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK"),
        memory_mb=int(shares["Pss"].split()[0]) / 1024,
        resident_mb=int(shares["Rss"].split()[0]) / 1024,
        descriptors=len(list((place / "fd").iterdir())),
        threads=int(numbers[17]),
    )


def cost_of(profile: TableProfile, clock: Clock) -> Cost:
    """What the table of this profile costs here; nobody may play at it meanwhile."""
    pause = Event()
    with started_table(profile, clock) as table:
        started = look_at(table.process_id)
        pause.wait(_SETTLE_S)
        before, began_s = look_at(table.process_id), clock.monotonic_s()
        pause.wait(_LOOK_S)
        after, ended_s = look_at(table.process_id), clock.monotonic_s()
    rest = (after.cpu_s - before.cpu_s) / (ended_s - began_s)
    return Cost(100 * rest, after.memory_mb, started.cpu_s)


class StartedTable(msgspec.Struct, frozen=True):
    """A table in a process of its own, and the port of its page."""

    process_id: int
    port: int
    output: Path


@contextmanager
def started_table(profile: TableProfile, clock: Clock) -> Iterator[StartedTable]:
    """The table of this profile with a log that is thrown away, as soon as its page answers."""
    with tempfile.TemporaryDirectory(prefix="referee-budget-") as name:
        folder = Path(name)
        own = replace(
            profile,
            store=replace(profile.store, url=f"sqlite:///{folder / 'log.sqlite'}", evidence=""),
            web=replace(profile.web, host="127.0.0.1", port=free_port("127.0.0.1", 8100)),
        )
        write_table_profile(folder / "table.toml", own)
        _make_log(own, clock)
        words = [sys.executable, "-m", "referee.cli", "run", "--table", str(folder / "table.toml")]
        output = folder / "output"
        with output.open("wb") as said:
            process = subprocess.Popen(  # noqa: S603 - our own program
                words, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
            )
        try:
            _wait_for_page(process, own.web.port, clock, output)
            yield StartedTable(process.pid, own.web.port, output)
        finally:
            process.terminate()
            process.wait()


def _make_log(profile: TableProfile, clock: Clock) -> None:
    """A table starts with a log that is there, on all its days but the first."""
    open_store(profile.store.url, clock=clock).close()


def _wait_for_page(process: subprocess.Popen[bytes], port: int, clock: Clock, output: Path) -> None:
    end_s, pause = clock.monotonic_s() + _START_S, Event()
    while process.poll() is None and clock.monotonic_s() < end_s:
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=5):
                return
        except (URLError, OSError):
            pause.wait(_POLL_S)
    said = output.read_text(errors="replace").strip().splitlines()
    raise RefereeError(
        "The table of this profile does not start, so its cost cannot be measured: "
        f"{said[-1] if said else 'it says nothing'}"
    )
