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
    return DumpCopy(backup / DUMP) if _log_name(backup) == DUMP else SqliteCopy(backup / LOG)


def _log_name(backup: Path) -> str:
    return DUMP if (backup / DUMP).is_file() else LOG


def new_manifest(made_at: datetime, backup: Path) -> Manifest:
    """The list of a backup that has no evidence yet."""
    log, name = log_in(backup), _log_name(backup)
    file = BackupFile(name, (backup / name).stat().st_size, sha256_of(backup / name))
    return Manifest(_FORMAT, made_at, log.tables(), log.count(), (file,))


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
    if manifest.format != _FORMAT or manifest.tables > HEAD:
        raise StoreError(
            f"The backup {backup} was made by a newer program: update the program, and try again."
        )
    return manifest


def verify(backup: Path, named: Path | None = None) -> Manifest:
    """Check every file of a backup, open its log and count; `named` is its name for people.

    Nothing but the log and the evidence that it names may be in the list.
    """
    shown = named or backup
    manifest = read_manifest(backup)
    log = _log_name(backup)
    own = [file for file in manifest.files if file.path == log]
    if len(own) != 1:
        raise broken(shown, f"{MANIFEST} does not name its log")
    _check_file(backup, own[0], shown)
    if log_in(backup).count() != manifest.counts:
        raise broken(shown, "its log holds another number of events than it should")
    evidence = {f"{EVIDENCE}/{path}": sha256 for path, sha256 in log_in(backup).evidence_files()}
    for file in manifest.files:
        if file.path != log and evidence.get(file.path) != file.sha256:
            raise broken(shown, f"its log does not name {file.path}")
    for file in manifest.files:
        _check_file(backup, file, shown)
    return manifest


def _check_file(backup: Path, file: BackupFile, shown: Path) -> None:
    path = backup / file.path
    try:
        if not path.resolve().is_relative_to(backup.resolve()):
            raise broken(shown, f"{file.path} leads out of it")
        # Whoever opened a pipe would wait for ever.
        if path.exists() and not path.is_file():
            raise broken(shown, f"{file.path} is not a file")
        digest = sha256_of(path)
    except OSError as error:
        raise broken(shown, f"{file.path}: {(error.strerror or 'unreadable').lower()}") from None
    if digest != file.sha256 or path.stat().st_size != file.size_bytes:
        raise broken(shown, f"{file.path} has changed")
