"""What a backup holds: a list with the size and SHA-256 of every file, and how much was counted.

A backup is a folder: `manifest.json`, `log.sqlite`, and `evidence/` with a folder for each moment.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import msgspec

from referee.store.durable import sha256_of
from referee.store.schema import HEAD
from referee.store.troubles import StoreError, Trouble

MANIFEST = "manifest.json"
LOG = "log.sqlite"
EVIDENCE = "evidence"

_FORMAT = 1
_COUNTED = ("games", "players", "events", "evidence")


class Counts(msgspec.Struct, frozen=True):
    """How much a log holds."""

    games: int
    players: int
    events: int
    evidence: int


class BackupFile(msgspec.Struct, frozen=True):
    """One file, by its path within the backup."""

    path: str
    size_bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """The list of one backup; `missing` names evidence that was gone or damaged before it."""

    format: int
    made_at: datetime
    tables: str
    counts: Counts
    files: tuple[BackupFile, ...]
    missing: tuple[str, ...] = ()


def new_manifest(made_at: datetime, backup: Path) -> Manifest:
    """The list of a backup that has no evidence yet."""
    log = backup / LOG
    return Manifest(_FORMAT, made_at, _tables_of(log), count(log), (described(backup, LOG),))


def encode_manifest(manifest: Manifest) -> bytes:
    """The list as people and programs can read it."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"


def read_manifest(backup: Path) -> Manifest:
    """The list of a backup."""
    try:
        manifest = msgspec.json.decode((backup / MANIFEST).read_bytes(), type=Manifest)
    except OSError:
        raise StoreError(
            f"{backup} is not a backup: give the folder that has {MANIFEST} in it."
        ) from None
    except (msgspec.DecodeError, UnicodeError):
        raise _broken(backup, f"{MANIFEST} is damaged") from None
    if manifest.format > _FORMAT or manifest.tables > HEAD:
        raise StoreError(
            f"The backup {backup} was made by a newer program: update the program, and try again."
        )
    return manifest


def verify(backup: Path, named: Path | None = None) -> Manifest:
    """Check every file of a backup, open its log and count; `named` is its name for people."""
    shown = named or backup
    manifest = read_manifest(backup)
    for file in manifest.files:
        _check_file(backup, file, shown)
    if count(backup / LOG) != manifest.counts:
        raise _broken(shown, "its log holds another number of events than it should")
    return manifest


def described(backup: Path, path: str) -> BackupFile:
    """The entry of a file in the list."""
    file = backup / path
    return BackupFile(path, file.stat().st_size, sha256_of(file))


def count(log: Path) -> Counts:
    """Open a log that nobody writes, look through all its pages, and count."""
    try:
        with closing(_open_quietly(log)) as connection:
            if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise _broken(log, "its pages are damaged")
            return Counts(*(_rows_in(connection, table) for table in _COUNTED))
    except sqlite3.Error as error:
        raise _broken(log, str(error)) from None


def _tables_of(log: Path) -> str:
    try:
        with closing(_open_quietly(log)) as connection:
            (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.Error, TypeError):
        raise StoreError(
            "This is not a log of the referee: give the address of the log, and try again."
        ) from None
    return str(version)


def _open_quietly(log: Path) -> sqlite3.Connection:
    # Immutable: nothing is created beside it, so that a backup on a read-only disk can be checked.
    return sqlite3.connect(f"{log.absolute().as_uri()}?immutable=1", uri=True)


def _rows_in(connection: sqlite3.Connection, table: str) -> int:
    (number,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - ours
    return int(number)


def _check_file(backup: Path, file: BackupFile, shown: Path) -> None:
    path = backup / file.path
    if not path.resolve().is_relative_to(backup.resolve()):
        raise _broken(shown, f"it names a file outside of itself, {file.path}")
    try:
        digest = sha256_of(path)
    except OSError as error:
        raise _broken(shown, f"{file.path}: {(error.strerror or 'unreadable').lower()}") from None
    if digest != file.sha256:
        raise _broken(shown, f"{file.path} has changed")


def _broken(backup: Path, problem: str) -> StoreError:
    return StoreError(
        f"The backup {backup} cannot be used ({problem}): take another one.", Trouble.DAMAGED
    )
