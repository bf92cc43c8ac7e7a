"""What can go wrong with the log, or with one recorded game: each reason has its own sentence.

One bad game must harm nothing else. So whoever reads games reads them one by one, and everything
that goes wrong on the way, down to a mistake of the rules over nonsense, is damage of that game.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

import sqlalchemy as sa

from referee.errors import RefereeError
from referee.language import language


class StoreTrouble(StrEnum):
    """Why the log cannot be read or written; each has a sentence `store-trouble-…`."""

    DISK_FULL = "disk-full"
    READ_ONLY = "read-only"
    DAMAGED = "damaged"
    LOST = "lost"
    """The server does not answer, or the file was moved away."""
    LOCKED = "locked"
    """Another program holds on to the database."""
    ANOTHER_WRITER = "another-writer"
    """Another program wrote this very game."""
    FAILING = "failing"
    """The disk or the server reports an error of its own."""


class StoreError(RefereeError):
    """The log cannot do what was asked; `trouble` says why, None if only the request was wrong."""

    def __init__(self, sentence: str, trouble: StoreTrouble | None = None) -> None:
        # Both go to the base class, so that the error survives pickling between processes.
        super().__init__(sentence, trouble)
        self.sentence = sentence
        self.trouble = trouble

    def __str__(self) -> str:
        return self.sentence


_NEXT_STEPS = {
    StoreTrouble.DISK_FULL: "The disk of the log is full: make room on it, and try again.",
    StoreTrouble.READ_ONLY: (
        "The log cannot be written: give the referee's user the right to write it and its folder, "
        "and try again."
    ),
    StoreTrouble.DAMAGED: "The log is damaged: restore the newest backup.",
    StoreTrouble.LOST: (
        "The log cannot be reached: check that its server runs or its file is in its place, and "
        "try again."
    ),
    StoreTrouble.LOCKED: "Another program holds the log: close it, and try again.",
    StoreTrouble.ANOTHER_WRITER: (
        "Another program wrote this game meanwhile: close one of the two, and start this one again."
    ),
    StoreTrouble.FAILING: (
        "The disk of the log reports errors: check it, and restore the newest backup."
    ),
}


def store_error(trouble: StoreTrouble, detail: object = "") -> StoreError:
    """The sentence for a trouble, with what the database itself said in brackets."""
    sentence = _NEXT_STEPS[trouble]
    said = str(detail).strip().splitlines()
    if said:
        head, rest = sentence.split(":", 1)
        sentence = f"{head} ({said[0].rstrip('.')}):{rest}"
    return StoreError(sentence, trouble)


def error_from(error: BaseException, file: Path | None = None) -> StoreError:
    """What a database error means to people; `file` is the SQLite file, if it is one."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) and error.orig else error
    said = cause.strerror if isinstance(cause, OSError) else cause
    return store_error(trouble_in(cause, file), said or "")


def trouble_in(error: BaseException, file: Path | None = None) -> StoreTrouble:
    """Which trouble an error of the database driver means."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        return _trouble_of_sqlite(code & 0xFF, file)
    if isinstance(error, UnicodeDecodeError):
        return StoreTrouble.DAMAGED
    if isinstance(error, sqlite3.Error):
        return StoreTrouble.LOST
    if isinstance(error, OSError):
        return _ERRNO.get(error.errno or 0) or _trouble_of_disk(file)
    return _trouble_of_postgres(error)


_SQLITE = {
    sqlite3.SQLITE_FULL: StoreTrouble.DISK_FULL,
    sqlite3.SQLITE_READONLY: StoreTrouble.READ_ONLY,
    sqlite3.SQLITE_PERM: StoreTrouble.READ_ONLY,
    sqlite3.SQLITE_AUTH: StoreTrouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: StoreTrouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: StoreTrouble.DAMAGED,
    # Our statements are right: a table is missing.
    sqlite3.SQLITE_ERROR: StoreTrouble.DAMAGED,
    sqlite3.SQLITE_BUSY: StoreTrouble.LOCKED,
    sqlite3.SQLITE_LOCKED: StoreTrouble.LOCKED,
    sqlite3.SQLITE_CONSTRAINT: StoreTrouble.ANOTHER_WRITER,
}

_ERRNO = {
    errno.ENOSPC: StoreTrouble.DISK_FULL,
    errno.EDQUOT: StoreTrouble.DISK_FULL,
    errno.EROFS: StoreTrouble.READ_ONLY,
    errno.EACCES: StoreTrouble.READ_ONLY,
    errno.EPERM: StoreTrouble.READ_ONLY,
    errno.ENOENT: StoreTrouble.LOST,
}


def _trouble_of_sqlite(primary_code: int, file: Path | None) -> StoreTrouble:
    return _SQLITE.get(primary_code) or _trouble_of_disk(file)


def _trouble_of_disk(file: Path | None) -> StoreTrouble:
    """Ask the disk itself: SQLite calls it an I/O error when a disk turned read-only."""
    if file is None:
        return StoreTrouble.FAILING
    try:
        free_bytes = shutil.disk_usage(file.parent).free
    except OSError:
        return StoreTrouble.LOST
    # Also a disk that turned read-only for everybody.
    if not os.access(file.parent, os.W_OK):
        return StoreTrouble.READ_ONLY
    if free_bytes == 0:
        return StoreTrouble.DISK_FULL
    return StoreTrouble.FAILING if file.exists() else StoreTrouble.LOST


# By SQLSTATE, or by its first two characters, its class.
_POSTGRES = {
    "53100": StoreTrouble.DISK_FULL,
    "25006": StoreTrouble.READ_ONLY,
    "42501": StoreTrouble.READ_ONLY,
    "55P03": StoreTrouble.LOCKED,
    "40P01": StoreTrouble.LOCKED,
    "40001": StoreTrouble.LOCKED,
    "23": StoreTrouble.ANOTHER_WRITER,
    "XX": StoreTrouble.DAMAGED,
    "08": StoreTrouble.LOST,
    "28": StoreTrouble.LOST,
    "3D": StoreTrouble.LOST,
    "53": StoreTrouble.LOST,
    "57": StoreTrouble.LOST,
}


def _trouble_of_postgres(error: BaseException) -> StoreTrouble:
    state = getattr(error, "sqlstate", None)
    # psycopg knows no state when the line to the server broke.
    if state is None:
        return StoreTrouble.LOST
    return _POSTGRES.get(state) or _POSTGRES.get(state[:2], StoreTrouble.FAILING)


class Harm(StrEnum):
    """What is wrong with a game; each has a sentence `store-harm-…` with the next step."""

    GAME = "game"
    """Its `game` is not installed."""
    RECORD = "record"
    """Its entry among the games: options, times, outcome."""
    SEATS = "seats"
    EVENT = "event"
    """The `event` of this number is torn, unknown, newer, or of another shape."""
    GAP = "gap"
    """Events are missing before `event`."""
    RULES = "rules"
    """All can be read, and makes no sense from `event` on."""


class DamagedGameError(StoreError):
    """This game cannot be read; `message` and `words` say why in all languages."""

    def __init__(self, game_id: int, harm: Harm, words: Mapping[str, str | int]) -> None:
        self.game_id = game_id
        self.harm = harm
        self.message = f"store-harm-{harm}"
        self.words = {"id": game_id, **words}
        super().__init__(language("en").say(self.message, **self.words), StoreTrouble.DAMAGED)
        # So that the error survives pickling between processes.
        self.args = (game_id, harm, dict(words))


@contextmanager
def harmed(game_id: int, harm: Harm, **words: str | int) -> Iterator[None]:
    """Whatever goes wrong in here is damage of the game, unless the whole log is in trouble."""
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        raise DamagedGameError(game_id, harm, words) from error
