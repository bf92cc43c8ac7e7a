"""One long-lived connection that writes events: as little as possible between event and disk.

The statements come from the tables of `schema`; they run on the driver's own connection, because
for one event the rest of SQLAlchemy would take as long as the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa

from referee.store.engine import DATABASE_ERRORS, files_of
from referee.store.files import Identities, LogFiles
from referee.store.schema import corrections, events
from referee.store.troubles import error_from

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

    def check(self) -> None:
        """Between events: raises a `StoreError` if what was written could not be found again."""
        ...

    def close(self) -> None:
        """Let go of the connection."""
        ...


def open_writer(engine: sa.Engine, file: Path | None) -> Writer:
    """A writer with a connection of its own, to a server or to a file."""
    inserts = tuple(str(sa.insert(table).compile(engine)) for table in (events, corrections))
    files = files_of(engine)
    try:
        known = files.hold() if files is not None else ()
        connection = engine.raw_connection()
        # Its settings and its broken lines stay its own.
        connection.detach()
        if files is None or file is None:
            return _PostgresWriter(connection, inserts)
        return _SqliteWriter(connection, inserts, file, files, known)
    except DATABASE_ERRORS as error:
        raise error_from(error, file) from error


class _SqliteWriter:
    def __init__(
        self,
        connection: Any,
        inserts: Sequence[str],
        file: Path,
        files: LogFiles,
        known: Identities,
    ) -> None:
        self._connection = connection
        self._raw: sqlite3.Connection = connection.dbapi_connection
        self._raw.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
        self._insert_event, self._insert_correction = inserts
        self._file = file
        self._files = files
        self._known = known

    def write(self, rows: Sequence[Row], corrected: Sequence[Row]) -> None:
        try:
            with self._files.turn:
                self._files.check(self._known)
                self._insert(rows, corrected)
        except sqlite3.Error as error:
            self._roll_back()
            raise error_from(error, self._file) from error

    def _insert(self, rows: Sequence[Row], corrected: Sequence[Row]) -> None:
        if len(rows) == 1 and not corrected:
            self._raw.execute(self._insert_event, rows[0])
        else:
            self._write_together(rows, corrected)

    def check(self) -> None:
        self._files.check(self._known)

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

    def check(self) -> None:
        """A server looks after its own files."""

    def close(self) -> None:
        with suppress(*DATABASE_ERRORS):
            self._connection.close()
