"""Kills a playing process again and again, and hears until the last moment what it acknowledged.

One process without threads is warmed up once and forks a child for each kill. The child plays, and
tells through a pipe what is safe: the game, the seq, and the hash of the state. The parent kills it
at a random moment and looks into the log.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import BinaryIO, NamedTuple

import msgspec

_ACKNOWLEDGED = struct.Struct("<qq32s")
Acknowledged = tuple[int, int, bytes]
"""The game, the seq of its last event, and the hash of its state."""
Tell = Callable[[int, int, bytes], None]
Play = Callable[[str, Tell, Random], None]
"""Plays in the log of this URL until it is killed."""
Check = Callable[[str, list[Acknowledged]], None]


class Moments(NamedTuple):
    """When a child is killed: while the log is opened, or soon after one of its first words.

    A share of the children dies between a commit and its word, however fast the machine is.
    """

    share_of_new_logs: float
    share_of_early: float
    share_of_untold: float
    longest_opening_s: float
    most_words: int
    longest_step_s: float


class Report(msgspec.Struct):
    """What came of it."""

    kills: int = 0
    logs: int = 0
    acknowledged: int = 0
    beyond: int = 0
    """How often a step was on the disk, whole, and not yet acknowledged."""
    before_any: int = 0
    """How often the child was killed before it acknowledged anything."""
    duration_s: float = 0.0


def kill_once(play: Play, url: str, moments: Moments, rng: Random) -> list[Acknowledged]:
    """Let a child live for a random time; everything it acknowledged."""
    reader, writer = os.pipe()
    seed = rng.random()
    last_word = rng.randint(1, moments.most_words)
    is_untold = rng.random() < moments.share_of_untold
    child = os.fork()
    if child == 0:
        os.close(reader)
        _live(play, url, _teller(writer, last_word if is_untold else None), Random(seed))
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read() if is_untold else _wait_for_the_moment(pipe, last_word, moments, rng)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        said += pipe.read()
    if not os.WIFSIGNALED(status):
        raise AssertionError("The child ended by itself.")
    return list(_ACKNOWLEDGED.iter_unpack(said))


def _teller(pipe: int, last_word: int | None) -> Tell:
    """Says what is safe; the process dies instead of saying its last word, if it has one."""
    words = count(1)

    def tell(game_id: int, seq: int, digest: bytes) -> None:
        if next(words) == last_word:
            os.kill(os.getpid(), signal.SIGKILL)
        os.write(pipe, _ACKNOWLEDGED.pack(game_id, seq, digest))

    return tell


def _live(play: Play, url: str, tell: Tell, rng: Random) -> None:
    try:
        play(url, tell, rng)
    except BaseException as error:  # noqa: BLE001 - a child never returns into the parent's loop
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
    finally:
        os._exit(70)


def _wait_for_the_moment(pipe: BinaryIO, last_word: int, moments: Moments, rng: Random) -> bytes:
    """Any moment will do: a pause waits for nothing here, and every second early one is none."""
    if rng.random() < moments.share_of_early:
        time.sleep(rng.choice((0, rng.uniform(0, moments.longest_opening_s))))
        return b""
    said = pipe.read(_ACKNOWLEDGED.size * last_word)
    time.sleep(rng.uniform(0, moments.longest_step_s))
    return said


def kill_again_and_again(
    report: Report,
    folder: Path,
    play: Play,
    check: Check,
    moments: Moments,
    *,
    kills: int,
    rng: Random,
) -> None:
    """Kill, and check what is left; now and then a new log is begun."""
    begun_s = time.monotonic()
    for _ in range(kills):
        if not report.logs or rng.random() < moments.share_of_new_logs:
            report.logs += 1
        url = f"sqlite:///{folder}/log{report.logs}.sqlite"
        acknowledged = kill_once(play, url, moments, rng)
        check(url, acknowledged)
        report.kills += 1
        report.acknowledged += len(acknowledged)
        report.before_any += not acknowledged
    report.duration_s = round(time.monotonic() - begun_s, 1)


def main(warm_up: Callable[[Path], None], run: Callable[[Path, int, int], Report]) -> None:
    """Run as a program: FOLDER KILLS SEED; the report as JSON."""
    folder, most, seed = sys.argv[1:]
    warm_up(Path(folder))
    assert threading.active_count() == 1, "a fork of threads is not safe"
    report = run(Path(folder), int(most), int(seed))
    sys.stdout.write(msgspec.json.encode(report).decode())
