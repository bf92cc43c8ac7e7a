"""A copy of a log inside a backup, and what it holds by its own account.

A log in a file is copied as `log.sqlite`; one on a server is dumped as `log.dump`.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol

import msgspec

from referee.store.database import DATABASE_ERRORS
from referee.store.troubles import StoreError, StoreTrouble

LOG = "log.sqlite"
# A folder and a file in it; neither is hidden, nor anywhere else.
_OWN_PATH = re.compile(r"[A-Za-z0-9][\w.-]*/[a-z0-9][a-z0-9._-]*", re.ASCII)
COUNTED = ("games", "players", "events", "evidence")


class Counts(msgspec.Struct, frozen=True):
    """How much a log holds."""

    games: int
    players: int
    events: int
    evidence: int


class LogCopy(Protocol):
    """A log that nobody writes."""

    def tables(self) -> str:
        """The version of its tables."""
        ...

    def count(self) -> Counts:
        """Read all of it, and count; a damaged one raises a `StoreError`."""
        ...

    def evidence_files(self) -> Iterator[tuple[str, str]]:
        """The path of every file of evidence, and its SHA-256."""
        ...

    def has_player(self, player_id: int) -> bool:
        """Whether the profile of this number is in it."""
        ...


class SqliteCopy:
    """A copy that is a SQLite file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def tables(self) -> str:
        """The version of its tables."""
        try:
            with closing(self._open()) as connection:
                chosen = connection.execute("SELECT version_num FROM alembic_version")
                (version,) = chosen.fetchone()
        except (*DATABASE_ERRORS, TypeError):
            raise not_a_log() from None
        return str(version)

    def count(self) -> Counts:
        """Look through all pages, and count."""
        try:
            with closing(self._open()) as connection:
                if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                    raise broken(self._path, "its pages are damaged")
                return Counts(*(_rows_in(connection, table) for table in COUNTED))
        except DATABASE_ERRORS as error:
            raise broken(self._path, str(error)) from None

    def evidence_files(self) -> Iterator[tuple[str, str]]:
        """The path of every file of evidence, and its SHA-256."""
        chosen = "SELECT evidence, file, sha256 FROM evidence_files ORDER BY evidence, file"
        try:
            with closing(self._open()) as connection:
                rows = connection.execute(chosen).fetchall()
        except DATABASE_ERRORS as error:
            raise broken(self._path, str(error)) from None
        for name, file, sha256 in rows:
            yield evidence_path(name, file), sha256

    def has_player(self, player_id: int) -> bool:
        """Whether the profile of this number is in it."""
        chosen = "SELECT id FROM players WHERE id = ?"
        try:
            with closing(self._open()) as connection:
                return connection.execute(chosen, (player_id,)).fetchone() is not None
        except DATABASE_ERRORS as error:
            raise broken(self._path, str(error)) from None

    def _open(self) -> sqlite3.Connection:
        # Immutable: nothing is created beside it, so that a backup on a read-only disk can be
        # checked.
        return sqlite3.connect(f"{self._path.absolute().as_uri()}?immutable=1", uri=True)


def evidence_path(name: str, file: str) -> str:
    """Where a file lies among the evidence; a log that leads elsewhere raises a `StoreError`."""
    path = f"{name}/{file}"
    if not _OWN_PATH.fullmatch(path):
        raise StoreError(
            f"The log names {path!r} as evidence, which is no name that the referee gives: take "
            "another backup.",
            StoreTrouble.DAMAGED,
        )
    return path


def _rows_in(connection: sqlite3.Connection, table: str) -> int:
    (number,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - ours
    return int(number)


def not_a_log() -> StoreError:
    """What was copied is something else."""
    return StoreError(
        "This is not a log of the referee: give the address of the log, and try again."
    )


def broken(backup: Path, problem: str) -> StoreError:
    """A backup that is not whole."""
    return StoreError(
        f"The backup {backup} cannot be used ({problem}): take another one.", StoreTrouble.DAMAGED
    )
