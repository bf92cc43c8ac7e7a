"""Programs that stand in for espeak-ng: they hang, complain or fail as real ones sometimes do."""

from __future__ import annotations

import os
from pathlib import Path

from referee.clock import SystemClock
from referee.devices.voice.contract import Voice

NO_SOUND_CARD = (
    "echo 'ALSA lib pcm.c:2666: Unknown PCM default' >&2; echo 'error: No such file' >&2"
)
GRUMBLING = "echo 'ALSA lib pcm_dsnoop.c:601: unable to open slave' >&2"
HANGING = "exec sleep 600"


def stand_in(folder: Path, script: str) -> str:
    """A program that takes its text and then does this."""
    program = folder / "espeak-stand-in"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "$0.words"\n{script}\n')
    program.chmod(0o755)
    return str(program)


def words_given(program: str) -> list[str]:
    return Path(f"{program}.words").read_text().splitlines()


def wait_until_silent(voice: Voice, within_s: float = 240.0) -> None:
    """Ask until the sentence is over, as the loop of the table does."""
    clock = SystemClock()
    deadline_s = clock.monotonic_s() + within_s
    while voice.is_speaking():
        assert clock.monotonic_s() < deadline_s, voice.status()


def is_alive(pid: int) -> bool:
    """Whether the process runs; one that is dead and not reaped counts as alive."""
    return Path(f"/proc/{pid}").exists()


def children() -> set[int]:
    """The processes that this one has started and not reaped."""
    return {int(each.name) for each in Path("/proc").glob("[0-9]*") if _parent(each) == os.getpid()}


def _parent(process: Path) -> int | None:
    try:
        # The name in brackets may hold anything; the state and the parent come after it.
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None
