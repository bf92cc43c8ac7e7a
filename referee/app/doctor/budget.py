"""What a table costs its computer: at rest, in memory, and to start.

What it may cost stands in docs/budget.md too, and a test compares the two.
"""

import platform
import tempfile
from pathlib import Path
from threading import Event
from time import process_time

import msgspec
from msgspec.structs import astuple, replace

from referee.app.dashboard.server import Dashboard, free_port
from referee.app.memory import give_pictures_back
from referee.app.running_table import open_table
from referee.clock import Clock
from referee.config import TableProfile
from referee.store.store import open_store

_SETTLE_S, _LOOK_S = 20.0, 20.0
"""Chosen by hand: by then the tray was found and read, and what was needed for it given back; and a
time over which what comes every few seconds is evened out."""
_MEMORY = Path("/proc/self/smaps_rollup")


class Cost(msgspec.Struct, frozen=True):
    """What a table takes, or may take."""

    rest_percent: float
    """Of one core, while nothing happens."""
    memory_mb: float
    """Its own, and its share of what it has in common with other programs; 0 if nobody tells."""
    start_s: float
    """Of processor time, until its page answers."""

    def is_within(self, budget: "Cost") -> bool:
        """Whether it is no more than that."""
        return all(taken <= may for taken, may in zip(astuple(self), astuple(budget), strict=True))


PC = Cost(rest_percent=7.0, memory_mb=160.0, start_s=1.5)
BUDGETS = {"aarch64": Cost(rest_percent=30.0, memory_mb=160.0, start_s=7.0)}
"""By the kind of processor: a Raspberry Pi 4 is about four times as slow as what it was made on."""


def budget_here() -> Cost:
    """What a table may take of this computer."""
    return BUDGETS.get(platform.machine(), PC)


def cost_of(profile: TableProfile, clock: Clock) -> Cost:
    """What this process costs as the table of this profile, with a log that is thrown away."""
    pause = Event()
    with tempfile.TemporaryDirectory(prefix="referee-budget-") as folder:
        store = replace(profile.store, url=f"sqlite:///{folder}/log.sqlite", evidence="")
        # A table starts with a log that is there, on all its days but the first.
        began_s = process_time()
        open_store(store.url, clock=clock).close()
        made_s = process_time() - began_s
        give_pictures_back()
        web = replace(profile.web, host="127.0.0.1")
        with (
            open_table(replace(profile, store=store, web=web), clock=clock) as running,
            Dashboard(running, folder=Path(folder), port=free_port(web.host, web.port)),
        ):
            started_s = process_time() - made_s
            pause.wait(_SETTLE_S)
            before_s, looked_s = process_time(), clock.monotonic_s()
            pause.wait(_LOOK_S)
            taken_s, passed_s = process_time() - before_s, clock.monotonic_s() - looked_s
            return Cost(100 * taken_s / passed_s, memory_mb(), started_s)


def memory_mb(told: Path = _MEMORY) -> float:
    """What a process holds, as Linux tells it; 0 elsewhere."""
    try:
        lines = told.read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)
