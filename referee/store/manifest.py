"""What a backup holds: a list with the size and SHA-256 of every file, and how much was counted.

A backup is a folder: `manifest.json`, the log (`log.sqlite` or `log.dump`), and `evidence/` with a
folder for each moment.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec

from referee.store.copies import LOG, Counts, LogCopy, SqliteCopy, broken
from referee.store.dump import DUMP, DumpCopy
from referee.store.durable import sha256_of
from referee.store.schema import HEAD
from referee.store.troubles import StoreError

MANIFEST = "manifest.json"
EVIDENCE = "evidence"

_FORMAT = 1


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


def log_in(backup: Path) -> LogCopy:
    """The copy of the log in a backup."""
    if (backup / DUMP).is_file():
        return DumpCopy(backup / DUMP)
    return SqliteCopy(backup / LOG)


def new_manifest(made_at: datetime, backup: Path) -> Manifest:
    """The list of a backup that has no evidence yet."""
    log = log_in(backup)
    name = DUMP if isinstance(log, DumpCopy) else LOG
    return Manifest(_FORMAT, made_at, log.tables(), log.count(), (described(backup, name),))


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
        raise broken(backup, f"{MANIFEST} is damaged") from None
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
    if log_in(backup).count() != manifest.counts:
        raise broken(shown, "its log holds another number of events than it should")
    return manifest


def described(backup: Path, path: str) -> BackupFile:
    """The entry of a file in the list."""
    file = backup / path
    return BackupFile(path, file.stat().st_size, sha256_of(file))


def _check_file(backup: Path, file: BackupFile, shown: Path) -> None:
    path = backup / file.path
    if not path.resolve().is_relative_to(backup.resolve()):
        raise broken(shown, f"it names a file outside of itself, {file.path}")
    try:
        digest = sha256_of(path)
    except OSError as error:
        raise broken(shown, f"{file.path}: {(error.strerror or 'unreadable').lower()}") from None
    if digest != file.sha256:
        raise broken(shown, f"{file.path} has changed")
