"""Brings a dump back to a PostgreSQL server, in one transaction.

The log of today moves into a schema of its own, where it can be looked at or brought back; if
anything fails, nothing has changed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa

from referee.store.address import StoreAddress
from referee.store.copies import COUNTED, Counts
from referee.store.dump import SCHEMA, TABLES
from referee.store.engine import APPLICATION, connect_engine, reading
from referee.store.postgres_programs import read_dump, run_on_server
from referee.store.troubles import StoreError, Trouble

_OTHERS = sa.text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND application_name = :name AND pid <> pg_backend_pid()"
)


def tables_there(address: StoreAddress) -> tuple[str, ...]:
    """The tables of a log that the database has already; a log in use raises a `StoreError`."""
    engine = connect_engine(address)
    try:
        with reading(engine, address) as connection:
            users = connection.scalar(_OTHERS, {"name": APPLICATION})
            found = set(sa.inspect(connection).get_table_names(SCHEMA))
    finally:
        engine.dispose()
    if users:
        raise StoreError(
            f"The log {address.shown} is in use: stop the referee at every table, and restore "
            "then.",
            Trouble.LOCKED,
        )
    return tuple(name for name in TABLES if name in found)


def load_dump(
    dump: Path, address: StoreAddress, counts: Counts, *, there: Sequence[str], aside: str
) -> None:
    """Put the log of a dump in the place of the tables that are there, which go to `aside`."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("aside.sql", "log.sql", "check.sql")]
        files[0].write_text(_aside(there, aside), encoding="utf-8")
        with files[1].open("wb") as script:
            script.writelines(read_dump(dump, ["--no-owner", "--no-privileges"]))
        files[2].write_text(_check(counts), encoding="utf-8")
        words = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
        run_on_server("psql", [*words, *(f"--file={file}" for file in files)], address)


def _aside(there: Sequence[str], aside: str) -> str:
    moved = [f"ALTER TABLE {SCHEMA}.{name} SET SCHEMA {aside};" for name in there]
    return "\n".join([f"CREATE SCHEMA {aside};", *moved] if there else [])


def _check(counts: Counts) -> str:
    """Fails, and undoes everything, if another number of rows arrived than was saved."""
    # A division by zero is the shortest way to fail without a language of its own.
    tests = [
        f"SELECT 1 / (count(*) = {getattr(counts, table)})::int FROM {SCHEMA}.{table};"  # noqa: S608 - ours
        for table in COUNTED
    ]
    return "\n".join(tests)
