"""One sentence spoken by a child process: begun, watched, cut off, and always reaped.

Nothing here waits for the child. One that was told to end and has not done so yet is kept in sight
until it has, so that no dead child is left in the system's table.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

_MOST_COMPLAINT_BYTES = 8192


class Ended(NamedTuple):
    """How a child ended, and what it complained about."""

    code: int
    complaint: str


class SpeakingChild:
    """A child process that reads one text and speaks it.

    Raises `OSError` if the program cannot be started. `complaint` is kept short; the pipe is read
    whenever somebody looks, so that a child with many complaints does not get stuck on them.
    """

    def __init__(self, command: Sequence[str], text: str) -> None:
        self._complaint = b""
        # A program that is killed outright takes its child along, where the system can do that.
        self._process = subprocess.Popen(  # noqa: S603 - a list of checked arguments, no shell
            [*_dies_with_parent(), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._hand_over(text)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def ended(self) -> Ended | None:
        """How it ended; None while it speaks."""
        self._listen()
        code = self._process.poll()
        if code is None:
            return None
        self._listen()
        self._close_pipes()
        return Ended(code, self._complaint.decode(errors="replace"))

    def kill(self) -> None:
        """End it, with whatever it started; `ended` tells when it is gone."""
        if self._process.poll() is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def wait(self, timeout_s: float) -> bool:
        """Whether it is gone, at the latest after this time; for the end of the program."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout_s)
        return self.ended() is not None

    def _hand_over(self, text: str) -> None:
        stdin, stderr = self._process.stdin, self._process.stderr
        assert stdin is not None  # noqa: S101 - both were asked for above
        assert stderr is not None  # noqa: S101
        os.set_blocking(stderr.fileno(), False)
        # A sentence fits into the pipe, so this does not wait for the child to read it.
        with suppress(BrokenPipeError):
            stdin.write(text.encode())
        with suppress(BrokenPipeError):
            stdin.close()

    def _listen(self) -> None:
        stderr = self._process.stderr
        if stderr is None or stderr.closed:
            return
        with suppress(BlockingIOError):
            while heard := os.read(stderr.fileno(), _MOST_COMPLAINT_BYTES):
                self._complaint = (self._complaint + heard)[:_MOST_COMPLAINT_BYTES]

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stderr):
            if pipe is not None and not pipe.closed:
                with suppress(BrokenPipeError):
                    pipe.close()


@cache
def _dies_with_parent() -> tuple[str, ...]:
    """The words that bind a child's life to ours; none where the system lacks them."""
    setpriv = shutil.which("setpriv")
    return (setpriv, "--pdeathsig", "KILL", "--") if setpriv else ()
