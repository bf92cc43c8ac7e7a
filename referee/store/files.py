"""Watches the files of a SQLite log: what was committed must not vanish with one of them.

SQLite goes on writing into a file that was deleted or moved away, and nobody would find it again.
What is not yet merged lies in `-wal`, and the way through it in `-shm`; both stay what they are
while a connection is open. One connection is kept open for this, and through it everything can
still be merged after they are gone.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import RLock

from referee.store.troubles import StoreError, Trouble, store_error

Identity = tuple[int, int]
"""Which file it is, whatever its name: the number of its disk, and its own number there."""
Identities = tuple[Identity | None, ...]
"""Which files a connection was opened on: the log, its `-wal` and its `-shm`."""


class LogFiles:
    """The files of one log. A connection to others than have the names now is of no use."""

    def __init__(self, file: Path, connect: Callable[[], sqlite3.Connection]) -> None:
        self._names = [f"{file}{ending}" for ending in ("", "-wal", "-shm")]
        self._connect = connect
        self._anchor: sqlite3.Connection | None = None
        self._known: Identities = ()
        self.turn = RLock()
        """Nobody writes an event while others rescue."""
        self.let_go: Callable[[], object] = self.release
        """Closes all connections to files that are gone."""

    def hold(self) -> Identities:
        """Which files a connection is opened on now; if some are gone, it begins with new ones.

        The log itself must stay the same, and everything must have been rescued.
        """
        with self.turn:
            if self._anchor is not None and self._found() != self._known:
                self._rescue()
            if self._anchor is None and (not self._known or self._found()[0] == self._known[0]):
                self._anchor = self._connect()
                self._anchor.execute("PRAGMA busy_timeout = 0")
                self._known = self._found()
            if self._found() != self._known:
                raise self._lost()
            return self._known

    def check(self, known: Identities) -> None:
        """Whether these files still have their names; if not, what was committed is rescued."""
        if self._found() != known:
            with self.turn:
                self._rescue()
            raise self._lost()

    def merge(self) -> bool:
        """Write into the log itself what lies beside it; whether all of it could be written."""
        with self.turn:
            if self._anchor is None:
                return True
            try:
                (is_busy, *_) = self._anchor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.Error:
                return False
            return not is_busy

    def release(self) -> None:
        """Let go of the files."""
        with self.turn:
            anchor, self._anchor = self._anchor, None
            if anchor is not None:
                anchor.close()

    def _rescue(self) -> None:
        # What cannot be merged now is kept open, and tried again at the next event.
        if self._found() != self._known and self.merge():
            self.let_go()

    def _lost(self) -> StoreError:
        return store_error(
            Trouble.LOST, f"{self._names[0]} or a file beside it was moved away or replaced"
        )

    def _found(self) -> Identities:
        return tuple(map(identity_of, self._names))


def identity_of(name: str) -> Identity | None:
    """Which file has this name now; None if there is none to be found."""
    try:
        found = os.stat(name)  # noqa: PTH116 - half the time of Path.stat, at every event
    except OSError:
        return None
    return found.st_dev, found.st_ino
