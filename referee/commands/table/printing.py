"""Prints from a thread of its own: a terminal that does not read never holds up a game.

Somebody pressed Ctrl-S, an ssh line hangs, `referee run | head` has read enough: whoever prints or
logs goes on at once. While nobody reads, the newest lines wait and the oldest are dropped; when
somebody reads again, one line says how many. Once nobody can ever read again, nothing is printed.

    with printing(console, words):
        console.print("never waits, never raises")
"""

from __future__ import annotations

import io
import os
import select
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, Thread
from typing import IO, cast

from rich.console import Console

from referee.devices.device import OpensAndCloses
from referee.language import Language

MOST_WAITING = 200
_PIECE_BYTES = 512
"""A pipe or terminal that takes anything takes so much without waiting."""
_LOOK_AGAIN_S = 0.2
_LAST_WORDS_S = 1.0
"""So long the last lines wait for a reader when the program ends."""


@contextmanager
def printing(console: Console, words: Language) -> Iterator[None]:
    """What the console prints, and what is logged, waits for nobody while this is open."""

    def missed(count: int) -> str:
        with console.capture() as said:
            console.print(words.say("run-not-shown", count=count), style="dim", markup=False)
        return said.get()

    out, errors = console.file, sys.stderr
    with PatientFile(out, missed) as patient_out, PatientFile(errors, missed) as patient_errors:
        console.file = cast("IO[str]", patient_out)
        sys.stderr = cast("io.TextIOWrapper", patient_errors)
        try:
            yield
        finally:
            sys.stderr = errors
    if not patient_out.is_gone:
        console.file = out


class PatientFile(OpensAndCloses):
    """Stands before a file and takes everything at once; a thread brings it there."""

    def __init__(self, to: IO[str], missed: Callable[[int], str]) -> None:
        self.is_gone = False
        self.encoding: str = getattr(to, "encoding", None) or "utf-8"
        self._to = to
        self._missed = missed
        self._waiting: deque[str] = deque()
        self._dropped = 0
        self._changed = Condition()
        self._is_ending = False
        self._thread = Thread(target=self._run, name="printing", daemon=True)

    def open(self) -> None:
        """Begin to print."""
        self._thread.start()

    def close(self) -> None:
        """Print what is left, if somebody reads it."""
        with self._changed:
            self._is_ending = True
            self._changed.notify()
        self._thread.join()

    # What a file can do.

    def write(self, text: str) -> int:
        """Have this printed some time; never waits, never raises."""
        with self._changed:
            if len(self._waiting) >= MOST_WAITING:
                self._waiting.popleft()
                self._dropped += 1
            if not (self.is_gone or self._is_ending):
                self._waiting.append(text)
                self._changed.notify()
        return len(text)

    def flush(self) -> None:
        """It is on its way."""

    def isatty(self) -> bool:
        """Whether people read it."""
        return self._to.isatty()

    def fileno(self) -> int:
        """Where it goes in the end."""
        return self._to.fileno()

    # In the thread.

    def _run(self) -> None:
        try:
            while (text := self._next()) is not None:
                self._write(text)
        except (OSError, ValueError):
            # Closed for good; whatever is said from now on is for nobody.
            self.is_gone = True

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_ending)
            if not self._waiting:
                return None
            dropped, self._dropped = self._dropped, 0
            text = self._waiting.popleft()
        return (self._missed(dropped) if dropped else "") + text

    def _write(self, text: str) -> None:
        try:
            place = self.fileno()
        except io.UnsupportedOperation:
            self._to.write(text)
            return
        data = text.encode(self.encoding, "replace")
        while data:
            self._wait_for_room(place)
            data = data[os.write(place, data[:_PIECE_BYTES]) :]

    def _wait_for_room(self, place: int) -> None:
        waited_s = 0.0
        while not _has_room(place):
            waited_s += _LOOK_AGAIN_S
            if self._is_ending and waited_s >= _LAST_WORDS_S:
                raise BrokenPipeError


def _has_room(place: int) -> bool:
    try:
        return bool(select.select((), (place,), (), _LOOK_AGAIN_S)[1])
    except (OSError, ValueError):
        # Not on this system, or not for this kind of file: the write itself will tell.
        return True
