"""The database behind a log: connections, the files of SQLite, tables brought up to date.

What is committed stays. SQLite goes on writing into a file that was deleted or moved away, and
nobody would find it again; so one connection is kept open, through which everything can still be
merged after `-wal` and `-shm` are gone.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import methodcaller
from pathlib import Path
from threading import RLock

import sqlalchemy as sa

from referee.store.address import StoreAddress
from referee.store.schema import HEAD
from referee.store.troubles import StoreError, StoreTrouble, error_from, store_error

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
        self.lock = RLock()
        """Nobody writes an event while others rescue."""
        self.release_all: Callable[[], object] = self.release
        """Closes all connections to files that are gone."""

    def hold(self) -> Identities:
        """Which files a connection is opened on now; if some are gone, it begins with new ones.

        The log itself must stay the same, and everything must have been rescued.
        """
        with self.lock:
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
            with self.lock:
                self._rescue()
            raise self._lost()

    def merge(self) -> bool:
        """Write into the log itself what lies beside it; whether all of it could be written."""
        with self.lock:
            if self._anchor is None:
                return True
            try:
                (is_busy, *_) = self._anchor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.Error:
                return False
            return not is_busy

    def release(self) -> None:
        """Let go of the files."""
        with self.lock:
            anchor, self._anchor = self._anchor, None
            if anchor is not None:
                anchor.close()

    def _rescue(self) -> None:
        # What cannot be merged now is kept open, and tried again at the next event.
        if self._found() != self._known and self.merge():
            self.release_all()

    def _lost(self) -> StoreError:
        return store_error(
            StoreTrouble.LOST, f"{self._names[0]} or a file beside it was moved away or replaced"
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


# Chosen by hand: with more a page of the dashboard seems to hang, with less people see an error
# because another program writes for a moment.
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
    files.release_all = engine.dispose
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


MIGRATIONS = Path(__file__).parent / "migrations"

# Any number will do, as long as every referee takes the same one.
_MIGRATION_LOCK_ID = 7_274_219_001


def migrate(engine: sa.Engine, address: StoreAddress) -> None:
    """Apply the steps that are missing, all or none; two programs at once take turns."""
    with reading(engine, address) as connection:
        if schema_version(connection) == HEAD:
            return
    with writing(engine, address) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATION_LOCK_ID)))
        _upgrade(connection, address)


def schema_version(connection: sa.Connection) -> str | None:
    """The last step that was applied; None for an empty database."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _upgrade(connection: sa.Connection, address: StoreAddress) -> None:
    # Alembic takes as long to import as a log to open, and most logs need no change.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    version = schema_version(connection)
    _check_known(version, known, address)
    _check_empty_or_ours(connection, version, address)
    command.upgrade(config, "head")


def _check_known(version: str | None, known: set[str], address: StoreAddress) -> None:
    if version is not None and version not in known:
        raise StoreError(
            f"The log {address.shown} was written by a newer program (tables {version}, this one "
            f"knows up to {HEAD}): update the program, or keep the log elsewhere."
        )


def _check_empty_or_ours(
    connection: sa.Connection, version: str | None, address: StoreAddress
) -> None:
    if version is None and sa.inspect(connection).get_table_names():
        raise StoreError(
            f"{address.shown} is the database of another program: keep the log elsewhere."
        )
