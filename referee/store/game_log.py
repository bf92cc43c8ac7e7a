"""The log of one game: envelopes go in, durable when `append` returns, and come out again.

Events are written by one long-lived connection: as little as possible between event and disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Protocol, cast
from weakref import finalize

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection

from referee.events import Envelope, JsonObject
from referee.store.address import StoreAddress
from referee.store.database import DATABASE_ERRORS, Identities, LogFiles, files_of, reading
from referee.store.schema import Row, corrections, event_sum, events, parse_time
from referee.store.troubles import (
    DamagedGameError,
    Harm,
    StoreError,
    StoreTrouble,
    error_from,
    harmed,
    store_error,
)

# The table must not stand still for another program: the game goes on in memory instead.
_PATIENCE_MS = 100


class EventWriter(Protocol):
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


def open_event_writer(engine: sa.Engine, file: Path | None) -> EventWriter:
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
        connection: sa.PoolProxiedConnection,
        inserts: Sequence[str],
        file: Path,
        files: LogFiles,
        known: Identities,
    ) -> None:
        self._connection = connection
        self._raw = cast("sqlite3.Connection", connection.dbapi_connection)
        self._raw.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
        self._insert_event, self._insert_correction = inserts
        self._file = file
        self._files = files
        self._known = known

    def write(self, rows: Sequence[Row], corrected: Sequence[Row]) -> None:
        try:
            with self._files.lock:
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
    def __init__(self, connection: sa.PoolProxiedConnection, inserts: Sequence[str]) -> None:
        self._connection = connection
        self._raw: DBAPIConnection = cast("DBAPIConnection", connection.dbapi_connection)
        self._insert_event, self._insert_correction = inserts

    def write(self, rows: Sequence[Row], corrected: Sequence[Row]) -> None:
        try:
            with closing(self._raw.cursor()) as cursor:
                cursor.executemany(self._insert_event, rows)
                if corrected:
                    cursor.executemany(self._insert_correction, corrected)
            self._raw.commit()
        except self._raw.Error as error:
            with suppress(self._raw.Error):
                self._raw.rollback()
            raise error_from(error) from error

    def check(self) -> None:
        """A server looks after its own files."""

    def close(self) -> None:
        with suppress(*DATABASE_ERRORS):
            self._connection.close()


UNDONE = "table-rewound"
"""The event by which the table takes events back: `data` has `to`, a seq, and `why`."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(JsonObject).decode

_CAUSES = (int, type(None))

# As text, because PostgreSQL's driver would parse JSON by itself, and more slowly.
SELECT_EVENTS = (
    sa.select(
        events.c.seq,
        events.c.at,
        events.c.cause,
        events.c.type,
        events.c.version,
        sa.cast(events.c.data, sa.Text),
        events.c.checksum,
    )
    .where(events.c.game_id == sa.bindparam("game_id"), events.c.seq >= sa.bindparam("after"))
    .order_by(events.c.seq)
)
"""The rows of the events of `game_id` from `after` on, with their sums."""


class GameLog:
    """The events of one game. It has one writer, the umpire; anyone may read, from any thread."""

    def __init__(self, engine: sa.Engine, address: StoreAddress, game_id: int) -> None:
        self.game_id = game_id
        self._engine = engine
        self._address = address
        self._select = str(SELECT_EVENTS.compile(engine))
        self._writer: EventWriter | None = None
        self._close_writer: Callable[[], object] = lambda: None
        self._is_unsure = False
        self._next_seq, self._last_sum = self._newest()

    @property
    def next_seq(self) -> int:
        """The number that the next envelope must have."""
        return self._next_seq

    def append(self, envelopes: Sequence[Envelope]) -> None:
        """Write these envelopes, all or none; they are on the disk when this returns.

        After a failure the same envelopes may be given again, with others after them: those that
        did reach the log are not written twice.
        """
        self._check_order(envelopes)
        rows = list(_rows_of(self.game_id, self._last_sum, envelopes))
        known = self._already_there(envelopes) if self._is_unsure else 0
        if rows[known:]:
            self._write(rows[known:], envelopes[known:])
        self._is_unsure = False
        if rows:
            self._next_seq += len(envelopes)
            self._last_sum = rows[-1][-1]

    def check(self) -> None:
        """Between events: raises a `StoreError` if the files are gone that were written so far."""
        if self._writer is not None:
            with self._careful():
                self._writer.check()

    def envelopes(self, after: int = -1, head: object = None) -> Iterator[Envelope]:
        """What was appended after an event, in order; a `DamagedGameError` if it is bad.

        With `head` an event of this sum must be among them, or the end has been lost.
        """
        rows = self._rows(after)
        before = rows.pop(0)[-1] if after >= 0 and rows else self.game_id
        return _envelopes(self.game_id, after + 1, before, rows, head)

    def close(self) -> None:
        """Let go of the connection that writes; a later `append` opens another."""
        self._close_writer()
        self._writer = None

    def __enter__(self) -> GameLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_order(self, envelopes: Sequence[Envelope]) -> None:
        for expected, envelope in enumerate(envelopes, start=self._next_seq):
            if envelope.seq != expected:
                raise ValueError(f"Event {expected} is next in the log, not {envelope.seq}.")

    def _write(self, rows: Sequence[Row], envelopes: Sequence[Envelope]) -> None:
        corrected = [_correction(self.game_id, each) for each in envelopes if each.type == UNDONE]
        with self._careful():
            self._open_writer().write(rows, corrected)

    @contextmanager
    def _careful(self) -> Iterator[None]:
        try:
            yield
        except StoreError:
            self._is_unsure = True
            # A connection after a failure may be broken; a new one costs less than finding out.
            self.close()
            raise

    def _open_writer(self) -> EventWriter:
        if self._writer is None:
            self._writer = open_event_writer(self._engine, self._address.file)
            # Also when a log is dropped without a word, as a game that was given up.
            self._close_writer = finalize(self, self._writer.close)
        return self._writer

    def _already_there(self, envelopes: Sequence[Envelope]) -> int:
        """A commit whose answer was lost may have succeeded: compare before writing again."""
        found = list(self.envelopes(self._next_seq - 1))
        if found != list(envelopes[: len(found)]):
            raise store_error(StoreTrouble.ANOTHER_WRITER)
        return len(found)

    def _newest(self) -> tuple[int, int]:
        """The number of the next event, and the sum of the last one."""
        own = sa.select(events.c.seq, events.c.checksum).where(events.c.game_id == self.game_id)
        with reading(self._engine, self._address) as connection:
            last = connection.execute(own.order_by(events.c.seq.desc()).limit(1)).first()
        if last is None:
            return 0, self.game_id
        with harmed(self.game_id, Harm.EVENT, event=0):
            return int(last.seq) + 1, int(last.checksum)

    def _rows(self, after: int) -> list[Row]:
        with reading(self._engine, self._address) as connection:
            result = connection.exec_driver_sql(self._select, (self.game_id, after))
            # All at once: a cursor left open would hold its snapshot, and the file could only grow.
            return list(result.cursor.fetchall())


def _rows_of(game_id: int, before: int, envelopes: Iterable[Envelope]) -> Iterator[Row]:
    for envelope in envelopes:
        stored = (
            envelope.seq,
            envelope.at.isoformat(timespec="microseconds"),  # `format_time`; it is in UTC already
            envelope.cause,
            envelope.type,
            envelope.version,
            _encode(envelope.data).decode(),
        )
        before = event_sum(before, *stored)
        yield (game_id, *stored, before)


def _correction(game_id: int, envelope: Envelope) -> Row:
    return game_id, envelope.seq, envelope.data["to"], envelope.data["why"]


def _envelopes(
    game_id: int, first: int, before: int, rows: Sequence[Row], head: object
) -> Iterator[Envelope]:
    if head is not None and all(row[-1] != head for row in rows):
        raise DamagedGameError(game_id, Harm.GAP, {"event": first + len(rows)})
    for expected, row in enumerate(rows, start=first):
        seq, at, cause, kind, version, data, checksum = row
        if seq != expected:
            raise DamagedGameError(game_id, Harm.GAP, {"event": expected})
        try:
            before = event_sum(before, seq, at, cause, kind, version, data)
            # The sum is over text, and SQLite keeps anything in any column.
            is_typed = type(version) is int and type(kind) is str and type(cause) in _CAUSES
            if checksum != before or not is_typed:
                raise ValueError("it is not what was written")
            envelope = Envelope(seq, parse_time(at), cause, kind, version, _decode(data))
        except Exception as error:
            raise DamagedGameError(game_id, Harm.EVENT, {"event": seq}) from error
        yield envelope
