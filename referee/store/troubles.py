"""What can go wrong with the log: a few reasons, each with a sentence of its own.

SQLite and PostgreSQL each say it in hundreds of ways; the table needs to know which of these few it
is, because each has another next step.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from enum import StrEnum
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from referee.errors import RefereeError


class Trouble(StrEnum):
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

    def __init__(self, sentence: str, trouble: Trouble | None = None) -> None:
        # Both go to the base class, so that the error survives pickling between processes.
        super().__init__(sentence, trouble)
        self.sentence = sentence
        self.trouble = trouble

    def __str__(self) -> str:
        return self.sentence


_NEXT_STEPS = {
    Trouble.DISK_FULL: "The disk of the log is full: make room on it, and try again.",
    Trouble.READ_ONLY: (
        "The log cannot be written: give the referee's user the right to write it and its folder, "
        "and try again."
    ),
    Trouble.DAMAGED: "The log is damaged: restore the newest backup.",
    Trouble.LOST: (
        "The log cannot be reached: check that its server runs or its file is in its place, and "
        "try again."
    ),
    Trouble.LOCKED: "Another program holds the log: close it, and try again.",
    Trouble.ANOTHER_WRITER: (
        "Another program wrote this game meanwhile: close one of the two, and start this one again."
    ),
    Trouble.FAILING: "The disk of the log reports errors: check it, and restore the newest backup.",
}


def store_error(trouble: Trouble, detail: object = "") -> StoreError:
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


def trouble_in(error: BaseException, file: Path | None = None) -> Trouble:
    """Which trouble an error of the database driver means."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        return _trouble_of_sqlite(code & 0xFF, file)
    if isinstance(error, UnicodeDecodeError):
        return Trouble.DAMAGED
    if isinstance(error, sqlite3.Error):
        return Trouble.LOST
    if isinstance(error, OSError):
        return _ERRNO.get(error.errno or 0) or _trouble_of_disk(file)
    return _trouble_of_postgres(error)


_SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.DISK_FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_AUTH: Trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
    # Our statements are right: a table is missing.
    sqlite3.SQLITE_ERROR: Trouble.DAMAGED,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_CONSTRAINT: Trouble.ANOTHER_WRITER,
}


_ERRNO = {
    errno.ENOSPC: Trouble.DISK_FULL,
    errno.EDQUOT: Trouble.DISK_FULL,
    errno.EROFS: Trouble.READ_ONLY,
    errno.EACCES: Trouble.READ_ONLY,
    errno.EPERM: Trouble.READ_ONLY,
    errno.ENOENT: Trouble.LOST,
}


def _trouble_of_sqlite(primary_code: int, file: Path | None) -> Trouble:
    return _SQLITE.get(primary_code) or _trouble_of_disk(file)


def _trouble_of_disk(file: Path | None) -> Trouble:
    """Ask the disk itself: SQLite calls it an I/O error when a disk turned read-only."""
    if file is None:
        return Trouble.FAILING
    try:
        disk = os.statvfs(file.parent)
    except OSError:
        return Trouble.LOST
    if disk.f_flag & os.ST_RDONLY:
        return Trouble.READ_ONLY
    if disk.f_bavail == 0:
        return Trouble.DISK_FULL
    if not os.access(file.parent, os.W_OK):
        return Trouble.READ_ONLY
    return Trouble.FAILING if file.exists() else Trouble.LOST


# By SQLSTATE, or by its first two characters, its class.
_POSTGRES = {
    "53100": Trouble.DISK_FULL,
    "25006": Trouble.READ_ONLY,
    "42501": Trouble.READ_ONLY,
    "55P03": Trouble.LOCKED,
    "40P01": Trouble.LOCKED,
    "40001": Trouble.LOCKED,
    "23": Trouble.ANOTHER_WRITER,
    "XX": Trouble.DAMAGED,
    "08": Trouble.LOST,
    "28": Trouble.LOST,
    "3D": Trouble.LOST,
    "53": Trouble.LOST,
    "57": Trouble.LOST,
}


def _trouble_of_postgres(error: Any) -> Trouble:
    state = getattr(error, "sqlstate", None)
    # psycopg knows no state when the line to the server broke.
    if state is None:
        return Trouble.LOST
    return _POSTGRES.get(state) or _POSTGRES.get(state[:2], Trouble.FAILING)
