"""The dump of a log on a PostgreSQL server: made by `pg_dump`, and read without any server."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from referee.store.address import StoreAddress
from referee.store.copies import COUNTED, Counts, evidence_path, not_a_log
from referee.store.durable import sync
from referee.store.postgres_programs import read_dump, run_on_server
from referee.store.schema import metadata

DUMP = "log.dump"
SCHEMA = "public"
TABLES = (*metadata.tables, "alembic_version")
"""What belongs to a log; whatever else is in the database is somebody else's."""

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
