"""The dump of a log on a PostgreSQL server, by PostgreSQL's own programs; read without a server.

`pg_dump` makes it, `pg_restore` and `psql` bring it back in one transaction.
"""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import sqlalchemy as sa

from referee.store.address import StoreAddress
from referee.store.database import APPLICATION, connect_engine, reading
from referee.store.durable_files import sync
from referee.store.log_copy import COUNTED, Counts, broken, evidence_path, not_a_log
from referee.store.schema import metadata
from referee.store.troubles import StoreError, StoreTrouble

# Chosen by hand: a server in the house answers at once; with more a wrong address seems to hang.
_CONNECTS_WITHIN_S = 5


def run_on_server(program: str, words: Sequence[str], address: StoreAddress) -> None:
    """Run one of the programs on a log's database; the password never stands among its words."""
    done = subprocess.run(  # noqa: S603 - words of our own, no shell
        [_found(program), f"--dbname={_without_password(address.url)}", "--no-password", *words],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=_environment(address),
    )
    if done.returncode != 0:
        raise _failed(program, done.stderr)


def read_dump(dump: Path, words: Sequence[str]) -> Iterator[bytes]:
    """The lines of SQL that a dump stands for; a damaged one raises a `StoreError`."""
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(  # noqa: S603 - as above
            [_found("pg_restore"), *words, "--file=-", str(dump)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=said,
            env=_environment(None),
        ) as reading,
    ):
        yield from reading.stdout or ()
        if reading.wait() != 0:
            said.seek(0)
            problem = _last_line(said.read().decode(errors="replace"))
            raise broken(dump.parent, problem)


def _without_password(url: sa.URL) -> str:
    known = sa.URL.create(
        "postgresql", url.username, None, url.host, url.port, url.database, url.query
    )
    return known.render_as_string()


def _found(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise StoreError(
            f"A log on a PostgreSQL server needs {program} for that: install it with "
            "`sudo apt install postgresql-client`, and try again."
        )
    return found


def _environment(address: StoreAddress | None) -> Mapping[str, str]:
    # What the programs say is looked at, so it is said in one language.
    given = {"LC_ALL": "C", "PGCONNECT_TIMEOUT": str(_CONNECTS_WITHIN_S)}
    if address is not None and address.url.password is not None:
        given["PGPASSWORD"] = str(address.url.password)
    return {**os.environ, **given}


def _failed(program: str, said: str) -> StoreError:
    line = _last_line(said)
    if "no matching tables" in said:
        return StoreError(
            "There is no log in this database: give the address of the log.", StoreTrouble.LOST
        )
    if "server version mismatch" in said:
        return StoreError(
            f"{program} is older than the server ({line}): install the postgresql-client of the "
            "server's version, and try again."
        )
    if "No space left" in said:
        return StoreError(
            f"{program} found no room ({line}): make room, and try again.", StoreTrouble.DISK_FULL
        )
    return StoreError(
        f"{program} did not succeed, and nothing was changed ({line}): check that the server runs "
        "and that address and password are right, and try again.",
        StoreTrouble.LOST,
    )


def _last_line(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    # What went wrong first is the cause; what follows are hints and consequences.
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or ["it said nothing"])[0].rstrip(".")


DUMP = "log.dump"
SCHEMA = "public"
TABLES = (*metadata.tables, "alembic_version")
"""What belongs to a log; whatever else is in the database is somebody else's."""

# Chosen by hand: longer than any event is written, shorter than people wait for a backup.
_LOCK_WITHIN_MS = 10_000
_BEGIN = re.compile(rb"COPY \w+\.(\w+) \((.*)\) FROM stdin;\n")
_END = b"\\.\n"
_ESCAPED = re.compile(rb"\\(.)")
_MEANT = {b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}


def write_dump(address: StoreAddress, target: Path) -> None:
    """Dump the log as it is at one moment; games go on meanwhile."""
    tables = [f"--table={SCHEMA}.{name}" for name in TABLES]
    words = ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}"]
    run_on_server("pg_dump", [*words, f"--lock-wait-timeout={_LOCK_WITHIN_MS}", *tables], address)
    sync(target)


class DumpCopy:
    """A copy that is a dump."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def tables(self) -> str:
        """The version of its tables."""
        for row in self._rows("alembic_version"):
            return row["version_num"]
        raise not_a_log()

    def count(self) -> Counts:
        """Unpack all of it, and count."""
        counter: Counter[str] = Counter()
        for table, _, _ in self._data():
            counter[table] += 1
        return Counts(*(counter[table] for table in COUNTED))

    def evidence_files(self) -> Iterator[tuple[str, str]]:
        """The path of every file of evidence, and its SHA-256."""
        for row in self._rows("evidence_files"):
            yield evidence_path(row["evidence"], row["file"]), row["sha256"]

    def has_player(self, player_id: int) -> bool:
        """Whether the profile of this number is in it."""
        return any(row["id"] == str(player_id) for row in self._rows("players"))

    def _rows(self, wanted: str) -> Iterator[dict[str, str]]:
        for table, columns, line in self._data(f"--table={wanted}"):
            if table == wanted:
                values = map(_plain, line.removesuffix(b"\n").split(b"\t"))
                yield dict(zip(columns, values, strict=True))

    def _data(self, *words: str) -> Iterator[tuple[str, list[str], bytes]]:
        """Every row: its table, the names of its columns, and its line."""
        table, columns = "", [""]
        for line in read_dump(self._path, ["--data-only", *words]):
            if table and line == _END:
                table = ""
            elif table:
                yield table, columns, line
            elif begun := _BEGIN.fullmatch(line):
                table = begun[1].decode()
                columns = [name.strip(' "') for name in begun[2].decode().split(",")]


def _plain(value: bytes) -> str:
    """A value of one column; none of those that are read here can be NULL."""
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), value).decode()


_OTHERS = sa.text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND application_name = :name AND pid <> pg_backend_pid()"
)


# A server counts a connection for a moment longer than it is open. Chosen by hand: longer, and
# people wait for a sentence that is true.
_LINGERS_S, _ASKED_EVERY_S = 2.0, 0.1


def _others(connection: sa.Connection) -> int:
    """How many programs of ours use this database besides."""
    for _ in range(round(_LINGERS_S / _ASKED_EVERY_S)):
        if not connection.scalar(_OTHERS, {"name": APPLICATION}):
            return 0
        # What a transaction was told of the others it is told again to its end.
        connection.execute(sa.text("SELECT pg_stat_clear_snapshot()"))
        time.sleep(_ASKED_EVERY_S)
    return int(connection.scalar(_OTHERS, {"name": APPLICATION}) or 0)


def tables_there(address: StoreAddress) -> tuple[str, ...]:
    """The tables of a log that the database has already; a log in use raises a `StoreError`."""
    engine = connect_engine(address)
    try:
        with reading(engine, address) as connection:
            users = _others(connection)
            found = set(sa.inspect(connection).get_table_names(SCHEMA))
    finally:
        engine.dispose()
    if users:
        raise StoreError(
            f"The log {address.shown} is in use: stop the referee at every table, and restore "
            "then.",
            StoreTrouble.LOCKED,
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
