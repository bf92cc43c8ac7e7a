"""Connections to the database, made so that what is committed stays.

SQLite writes ahead and waits for the disk at every commit; PostgreSQL is told to do the same,
whatever its server's default is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from operator import methodcaller

import sqlalchemy as sa

from referee.store.address import StoreAddress
from referee.store.files import LogFiles
from referee.store.troubles import StoreError, error_from

_PATIENCE_S = 2.0

APPLICATION = "table-referee"
"""By this name a PostgreSQL server knows who is connected."""

# What SQLite says while a connection is prepared is not wrapped.
# Its sentences about a damaged file may quote what is in it, and then are no text.
DATABASE_ERRORS = (sa.exc.DBAPIError, sqlite3.Error, UnicodeDecodeError)
_WRITES = "referee_writes"
_FILES = "referee_files"

# A server that went away must be noticed in seconds, not after the many minutes of TCP's patience.
_POSTGRES = {
    "connect_timeout": 2,
    "tcp_user_timeout": 3000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "application_name": APPLICATION,
    "options": "-c synchronous_commit=on -c lock_timeout=1000 -c timezone=UTC",
}


def connect_engine(address: StoreAddress) -> sa.Engine:
    """The engine for an address; nothing is opened yet."""
    if address.file is None:
        return _postgres(address.url)
    uri = f"{address.file.as_uri()}?mode=rw"

    def connect() -> sqlite3.Connection:
        # Never creates the file: one that was moved away must not be replaced by an empty one, for
        # which SQLite would take what it keeps beside the old one.
        return sqlite3.connect(uri, uri=True, timeout=_PATIENCE_S, check_same_thread=False)

    files = LogFiles(address.file, lambda: _prepared(connect()))
    engine = sa.create_engine(
        "sqlite+pysqlite://",
        creator=connect,
        poolclass=sa.pool.QueuePool,
        execution_options={_FILES: files},
    )
    files.let_go = engine.dispose
    sa.event.listen(engine, "connect", lambda connection, _record: _prepared(connection))
    sa.event.listen(engine, "begin", _begin_sqlite)
    sa.event.listen(engine, "engine_disposed", lambda _engine: files.release())
    return engine


def files_of(engine: sa.Engine) -> LogFiles | None:
    """The files behind an engine, under watch; None if the log is on a server."""
    return engine.get_execution_options().get(_FILES)


def _postgres(url: sa.URL) -> sa.Engine:
    try:
        # Positions instead of names let the log use its rows as they are.
        return sa.create_engine(
            url, connect_args=_POSTGRES, paramstyle="format", pool_pre_ping=True
        )
    except ImportError:
        raise StoreError(
            "PostgreSQL needs a driver: install table-referee[postgres], and try again."
        ) from None


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    # The driver would begin transactions by itself, but not before changes of the tables: begin
    # them here, so that a migration happens as a whole or not at all.
    connection.isolation_level = None
    # One text that is not UTF-8 must not keep all others from being read.
    connection.text_factory = methodcaller("decode", errors="surrogateescape")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # A write-ahead file that starts over early is written in place, and the disk need not note
    # its growth at each commit: half the time of an event.
    connection.execute("PRAGMA wal_autocheckpoint = 200")
    # Only reading makes SQLite open what lies beside the file.
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return connection


def _begin_sqlite(connection: sa.Connection) -> None:
    # A transaction that turns from reading to writing fails at once if another wrote meanwhile;
    # one that is going to write says so at its beginning and waits for its turn.
    will_write = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if will_write else "BEGIN")


@contextmanager
def reading(engine: sa.Engine, address: StoreAddress) -> Iterator[sa.Connection]:
    """A connection to read from; troubles become a `StoreError`."""
    try:
        with _connected(engine) as connection:
            yield connection
    except DATABASE_ERRORS as error:
        raise error_from(error, address.file) from error


@contextmanager
def writing(engine: sa.Engine, address: StoreAddress) -> Iterator[sa.Connection]:
    """A transaction that is durable when the block ends; troubles become a `StoreError`."""
    try:
        with _connected(engine) as connection:
            writer = connection.execution_options(**{_WRITES: True})
            with writer.begin():
                yield writer
    except DATABASE_ERRORS as error:
        raise error_from(error, address.file) from error


def _connected(engine: sa.Engine) -> sa.Connection:
    files = files_of(engine)
    if files is not None:
        files.hold()
    return engine.connect()
