"""One long-lived connection that writes events: as little as possible between event and disk.

The statements come from the tables of `schema`; they run on the driver's own connection, because
for one event the rest of SQLAlchemy would take as long as the disk.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa

from referee.store.engine import DATABASE_ERRORS
from referee.store.schema import corrections, events
from referee.store.troubles import Trouble, error_from, store_error

Row = tuple[Any, ...]

# The table must not stand still for another program: the game goes on in memory instead.
_PATIENCE_MS = 100


class Writer(Protocol):
    """Writes rows of events and of corrections in one transaction."""

    def write(self, rows: Sequence[Row], corrected: Sequence[Row]) -> None:
        """Durable when it returns; nothing at all is written if it raises a `StoreError`.

        Only a line that breaks in the middle of a commit leaves open which of the two it is.
        """
        ...

    def close(self) -> None:
        """Let go of the connection."""
        ...


Identity = tuple[int, int]
"""Which file it is, whatever its name: the number of its disk, and its own number there."""


def identity_of(file: Path) -> Identity | None:
    """Which file has this name now; None if there is none."""
    try:
        found = os.stat(file)  # noqa: PTH116 - half the time of Path.stat, at every event
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def open_writer(engine: sa.Engine, file: Path | None, identity: Identity | None) -> Writer:
    """A writer with a connection of its own, to a server or to just this file."""
    inserts = tuple(str(sa.insert(table).compile(engine)) for table in (events, corrections))
    try:
        if file is not None:
            _check_identity(file, identity)
        connection = engine.raw_connection()
        # Its settings and its broken lines stay its own.
        connection.detach()
        if file is None:
            return _PostgresWriter(connection, inserts)
        return _SqliteWriter(connection, inserts, file, identity)
    except (*DATABASE_ERRORS, OSError) as error:
        raise error_from(error, file) from error


def _check_identity(file: Path, identity: Identity | None) -> None:
    """SQLite would go on writing into a file that has been deleted, and all would be lost."""
    if identity_of(file) != identity:
        raise store_error(Trouble.LOST, f"{file} was moved away or replaced")


class _SqliteWriter:
    def __init__(
        self, connection: Any, inserts: Sequence[str], file: Path, identity: Identity | None
    ) -> None:
        self._connection = connection
        self._raw: sqlite3.Connection = connection.dbapi_connection
        self._raw.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
        self._insert_event, self._insert_correction = inserts
        self._file = file
        self._identity = identity

    def write(self, rows: Sequence[Row], corrected: Sequence[Row]) -> None:
        try:
            _check_identity(self._file, self._identity)
            if len(rows) == 1 and not corrected:
                self._raw.execute(self._insert_event, rows[0])
            else:
                self._write_together(rows, corrected)
        except (sqlite3.Error, OSError) as error:
            self._roll_back()
            raise error_from(error, self._file) from error

    def _write_together(self, rows: Sequence[Row], corrected: Sequence[Row]) -> None:
        self._raw.execute("BEGIN IMMEDIATE")
        self._raw.executemany(self._insert_event, rows)
        if corrected:
            self._raw.executemany(self._insert_correction, corrected)
        self._raw.execute("COMMIT")

    def _roll_back(self) -> None:
        # A full disk rolls back by itself.
        if self._raw.in_transaction:
            with suppress(sqlite3.Error):
                self._raw.execute("ROLLBACK")

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()


class _PostgresWriter:
    def __init__(self, connection: Any, inserts: Sequence[str]) -> None:
        self._connection = connection
        self._raw: Any = connection.dbapi_connection
        self._insert_event, self._insert_correction = inserts

    def write(self, rows: Sequence[Row], corrected: Sequence[Row]) -> None:
        try:
            with self._raw.cursor() as cursor:
                self._insert(cursor, rows, corrected)
            self._raw.commit()
        except self._raw.Error as error:
            with suppress(self._raw.Error):
                self._raw.rollback()
            raise error_from(error) from error

    def _insert(self, cursor: Any, rows: Sequence[Row], corrected: Sequence[Row]) -> None:
        cursor.executemany(self._insert_event, rows)
        if corrected:
            cursor.executemany(self._insert_correction, corrected)

    def close(self) -> None:
        with suppress(*DATABASE_ERRORS):
            self._connection.close()
