"""Hundreds of turns at one simulated table, with eye, touch and evidence: nothing grows."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import threading
from pathlib import Path

import pytest

from tests.simulation.lockstep_games import Plan, begin, close, simulated

TURNS = 300
MOST_GROWN_MB = 40.0
PAGE_MB = os.sysconf("SC_PAGESIZE") / 2**20


def held() -> tuple[float, int, int]:
    """Megabytes, threads, open files."""
    gc.collect()
    # What was freed and lies between what is in use does not grow with the turns, but by chance.
    ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * PAGE_MB, threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.slow
def test_three_hundred_turns_in_one_evening(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = simulated(tmp_path, 700_200, keeps_evidence=True)
    tally = session.players.scoring.tally
    warm: tuple[float, int, int] | None = None
    number = 0
    while tally.stands + tally.falls < TURNS:
        variant = ("base", "expert")[number % 2]
        plan = Plan("magic-beanstalk", 2 + number % 3, 700_200 + number, {"variant": variant})
        begin(session, plan)
        assert session.play()
        number += 1
        if warm is None and number > 2:
            warm = held()
    assert warm is not None
    now = held()
    with capsys.disabled():
        sys.stdout.write(f"\n{number} games, {tally.rolls} rolls, {tally.pieces} pieces\n")
        sys.stdout.write(f"{warm}\n{now}\n{dict(tally.questions)}\n")
    close(session)
    assert tally.disagreements == []
    assert now[0] < warm[0] + MOST_GROWN_MB
    assert now[1:] == warm[1:]
