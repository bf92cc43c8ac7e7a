"""Backups of a log and its evidence, made while games go on, and checked by opening them.

A backup gets its name only after it was found whole, so that a folder with that name is a backup.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from referee.clock import Clock
from referee.store.address import StoreAddress
from referee.store.copies import LOG, LogCopy
from referee.store.dump import DUMP, write_dump
from referee.store.durable import begin_folder, copy_file, finish_folder, part_of, sync, write_file
from referee.store.manifest import (
    EVIDENCE,
    MANIFEST,
    BackupFile,
    Manifest,
    described,
    encode_manifest,
    log_in,
    new_manifest,
    verify,
)
from referee.store.troubles import StoreError, Trouble, error_from

_PREFIX = "referee-"


class Backup(msgspec.Struct, frozen=True):
    """A backup that was made and checked."""

    path: Path
    manifest: Manifest
    removed: tuple[Path, ...] = ()


def make_backup(
    address: StoreAddress, folder: Path, clock: Clock, *, keep: int | None = None
) -> Backup:
    """A new backup in this folder, named after the time; of all there, the newest `keep` stay."""
    _check_there(address)
    if keep is not None and keep < 1:
        raise StoreError("At least one backup stays: give --keep a number from 1 on.")
    at = clock.now().astimezone(UTC)
    target = _free_name(folder, at)
    try:
        manifest = _build(address, target, at)
    except (OSError, sqlite3.Error) as error:
        raise _not_made(error, target) from error
    finally:
        shutil.rmtree(part_of(target), ignore_errors=True)
    removed = _remove_oldest(folder, keep) if keep is not None else ()
    return Backup(target, manifest, removed)


def backups_in(folder: Path) -> tuple[Path, ...]:
    """The backups in a folder, oldest first."""
    if not folder.is_dir():
        return ()
    return tuple(
        sorted(
            path
            for path in folder.iterdir()
            if path.name.startswith(_PREFIX) and (path / MANIFEST).is_file()
        )
    )


def _check_there(address: StoreAddress) -> None:
    if address.file is not None and not address.file.is_file():
        raise StoreError(
            f"There is no log {address.file}: give the address of the log.", Trouble.LOST
        )


def _free_name(folder: Path, at: datetime) -> Path:
    # Microseconds, so that names sort like time and two backups never meet.
    return folder / f"{_PREFIX}{at:%Y-%m-%dT%H-%M-%S.%fZ}"


def _build(address: StoreAddress, target: Path, at: datetime) -> Manifest:
    part = begin_folder(target)
    if address.file is None:
        write_dump(address, part / DUMP)
    else:
        _copy_file(address.file, part / LOG)
    first = new_manifest(at, part)
    copied, missing = _copy_evidence(log_in(part), address.evidence, part)
    manifest = msgspec.structs.replace(first, files=(*first.files, *copied), missing=missing)
    write_file(part / MANIFEST, encode_manifest(manifest))
    verify(part, named=target)
    finish_folder(target)
    return manifest


def _copy_file(log: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"{log.as_uri()}?mode=rw", uri=True)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        # In one step: readers do not hold up the writer, and the copy is of one moment.
        source.backup(copy)
        # One file, without a second one for what is not yet merged.
        copy.execute("PRAGMA journal_mode = DELETE")
    sync(target)


def _copy_evidence(
    log: LogCopy, evidence: Path | None, part: Path
) -> tuple[tuple[BackupFile, ...], tuple[str, ...]]:
    """Copy the files that the copied log names: they were there before it named them."""
    copied: list[BackupFile] = []
    missing: list[str] = []
    for path, sha256 in log.evidence_files():
        if evidence is not None and _copy_one(evidence / path, part / EVIDENCE / path, sha256):
            copied.append(described(part, f"{EVIDENCE}/{path}"))
        else:
            missing.append(path)
    for folder in {(part / file.path).parent for file in copied}:
        sync(folder)
    if copied:
        sync(part / EVIDENCE)
    return tuple(copied), tuple(missing)


def _copy_one(source: Path, target: Path, sha256: str) -> bool:
    """Whether the file was there, and still what was kept; a damaged one is not worth a copy."""
    if not source.is_file():
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    if copy_file(source, target) == sha256:
        return True
    target.unlink()
    return False


def _remove_oldest(folder: Path, keep: int) -> tuple[Path, ...]:
    old = backups_in(folder)[:-keep]
    for backup in old:
        # Its list goes first: what is left of it is then no backup any more.
        (backup / MANIFEST).unlink()
        shutil.rmtree(backup)
    return old


def _not_made(error: OSError | sqlite3.Error, target: Path) -> StoreError:
    cause = error_from(error, target)
    if isinstance(error, OSError):
        problem = (error.strerror or "it cannot be written").lower()
        return StoreError(
            f"No backup could be made in {target.parent} ({problem}): choose another folder with "
            "enough room.",
            cause.trouble,
        )
    return cause
