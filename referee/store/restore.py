"""Brings a backup back. The log of today is kept aside, and the switch is one renaming.

A log on a server is brought back by `postgres_dump`.
Evidence is only ever added: its names are unique, so that the files of the log kept aside can stay
where they are. A power cut at any moment leaves either the old log or the restored one.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC
from pathlib import Path

import msgspec

from referee.clock import Clock
from referee.store import durable_files
from referee.store.address import StoreAddress
from referee.store.backup import EVIDENCE, LEARNED, MANIFEST, Manifest, backups_in, verify
from referee.store.lock import hold_log
from referee.store.log_copy import LOG, SqliteCopy
from referee.store.postgres_dump import DUMP, load_dump, tables_there
from referee.store.troubles import StoreError, StoreTrouble, error_from


class Restored(msgspec.Struct, frozen=True):
    """A backup that is the log again; `aside` is the log that was there before, if any.

    On a server `path` is its address, and `aside` the name of a schema.
    """

    path: Path | str
    manifest: Manifest
    aside: Path | str | None


def restore_backup(
    backup: Path, address: StoreAddress, clock: Clock, *, overwrite: bool = False
) -> Restored:
    """Put a backup in the place of the log; one that is there is kept aside, if that is wanted."""
    with hold_log(address):
        manifest = verify(_found(backup))
        stamp = f"before-{clock.now().astimezone(UTC):%Y%m%dT%H%M%S.%f}"
        _check_kind(backup, address)
        if address.file is None:
            return _restore_to_server(backup, manifest, address, stamp, overwrite=overwrite)
        _check_free(address.file.exists(), overwrite, address)
        return _restore_to_file(backup, manifest, address, address.file, stamp)


def _restore_to_file(
    backup: Path, manifest: Manifest, address: StoreAddress, log: Path, stamp: str
) -> Restored:
    _fold_in(log)
    try:
        _bring_evidence(backup, manifest, _evidence_of(address), stamp)
        _bring_learned(backup, manifest, address.learned, stamp)
        with coming_in(log) as coming:
            aside = _bring_log(backup, coming, log, manifest, stamp)
    except OSError as error:
        raise _not_restored(error, log, log) from error
    return Restored(log, manifest, aside)


def _restore_to_server(
    backup: Path, manifest: Manifest, address: StoreAddress, stamp: str, *, overwrite: bool
) -> Restored:
    there = tables_there(address)
    _check_free(bool(there), overwrite, address)
    aside = stamp.replace("-", "_").replace(".", "_").lower()
    try:
        if any(each.path != DUMP for each in manifest.files):
            _bring_evidence(backup, manifest, _evidence_of(address), stamp)
            _bring_learned(backup, manifest, address.learned, stamp)
        load_dump(backup / DUMP, address, manifest.counts, there=there, aside=aside)
    except OSError as error:
        raise _not_restored(error, address.shown, address.evidence or backup) from error
    return Restored(address.shown, manifest, aside if there else None)


def _check_kind(backup: Path, address: StoreAddress) -> None:
    is_dump = (backup / DUMP).is_file()
    if is_dump != (address.file is None):
        made_of, wanted = ("server", "postgresql:") if is_dump else ("file", "sqlite:")
        raise StoreError(
            f"The backup {backup} is one of a log in a {made_of}: give a {wanted} address to "
            "restore it to."
        )


def _check_free(is_there: bool, overwrite: bool, address: StoreAddress) -> None:
    if is_there and not overwrite:
        raise StoreError(
            f"There is a log {address.shown} already: add --overwrite, and it is kept aside under "
            "another name."
        )


def _evidence_of(address: StoreAddress) -> Path:
    if address.evidence is None:
        raise StoreError(
            "The backup has evidence, and there is no folder for it: name one as `evidence` in the "
            "section [store] of the table's profile."
        )
    return address.evidence


def _found(backup: Path) -> Path:
    inside: tuple[Path, ...] = ()
    # A folder that may not be read is told of when its list is read.
    with suppress(OSError):
        inside = () if (backup / MANIFEST).is_file() else backups_in(backup)
    if inside:
        raise StoreError(
            f"{backup} holds {len(inside)} backups: give one of them, the newest is {inside[-1]}."
        )
    return backup


def _bring_evidence(backup: Path, manifest: Manifest, shelf: Path, stamp: str) -> None:
    kept = [Path(each.path) for each in manifest.files if each.path not in {LOG, DUMP}]
    files = [path.relative_to(EVIDENCE) for path in kept if path.is_relative_to(EVIDENCE)]
    hashes = {each.path: each.sha256 for each in manifest.files}
    durable_files.private_folder(shelf)
    for name in sorted({file.parent for file in files}):
        own = {file.name: hashes[f"{EVIDENCE}/{file}"] for file in files if file.parent == name}
        if not _is_whole(shelf / name, own):
            _bring_folder(backup / EVIDENCE / name, shelf / name, own, stamp)


def _bring_learned(backup: Path, manifest: Manifest, folder: Path | None, stamp: str) -> None:
    """What a set learned takes the place of what it has learned since, which is kept aside."""
    for each in manifest.files:
        if folder is None or Path(each.path).parent != Path(LEARNED):
            continue
        source = backup / each.path
        target, coming = folder / source.name, folder / f".{source.name}.new"
        durable_files.private_folder(folder)
        durable_files.copy_file(source, coming)
        if target.exists() and durable_files.sha256_of(target) != each.sha256:
            target.replace(target.with_name(f"{target.name}.{stamp}"))
        coming.replace(target)
        durable_files.sync(folder)


def _is_whole(folder: Path, hashes: dict[str, str]) -> bool:
    return all(
        (folder / file).is_file() and durable_files.sha256_of(folder / file) == sha256
        for file, sha256 in hashes.items()
    )


def _bring_folder(source: Path, target: Path, hashes: dict[str, str], stamp: str) -> None:
    with durable_files.folder_in_parts(target) as part:
        for file, sha256 in hashes.items():
            if durable_files.copy_file(source / file, part / file) != sha256:
                raise OSError(None, "the backup changed while it was read")
        # Only a damaged moment is in the way here, and the backup has it whole.
        with suppress(FileNotFoundError):
            target.rename(target.with_name(f"{target.name}.{stamp}"))
        durable_files.finish_folder(target)


@contextmanager
def coming_in(log: Path) -> Iterator[Path]:
    """Where a new log is made before it takes the place of this one."""
    coming = log.with_name(f".{log.name}.part")
    try:
        coming.unlink(missing_ok=True)
        yield coming
    finally:
        # Whatever went wrong before is told; what is left here is overwritten the next time.
        with suppress(OSError):
            coming.unlink(missing_ok=True)


def _bring_log(
    backup: Path, coming: Path, log: Path, manifest: Manifest, stamp: str
) -> Path | None:
    """Copy the log, check the copy, and let it take the name of the old one, now kept aside."""
    durable_files.copy_file(backup / LOG, coming)
    if SqliteCopy(coming).count() != manifest.counts:
        raise OSError(None, "the copy of the log differs from the backup")
    aside = log.with_name(f"{log.name}.{stamp}")
    return aside if put_in_place(coming, log, aside) else None


def put_in_place(coming: Path, log: Path, aside: Path) -> bool:
    """Let a new log take the name of the old one; whether there was one to keep aside."""
    _fold_in(log)
    # A second name; the first one stays until the backup takes it.
    has_aside = log.exists()
    if has_aside:
        durable_files.link_file(log, aside)
    _move_companions(log, aside)
    coming.replace(log)
    durable_files.sync(log.parent)
    return has_aside


def _fold_in(log: Path) -> None:
    """Merge into the file what SQLite keeps beside it; that works only if nobody reads the log."""
    if not log.exists():
        return
    try:
        with closing(sqlite3.connect(log, timeout=0.5)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error as error:
        problem = error_from(error, log)
        if problem.trouble is StoreTrouble.LOCKED:
            raise problem from None
        # A damaged log cannot be merged; it is kept aside with everything beside it.


def _move_companions(log: Path, aside: Path) -> None:
    # SQLite would take the old log's unmerged pages for the new one's, and spoil it.
    for ending in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            log.with_name(log.name + ending).rename(aside.with_name(aside.name + ending))


def _not_restored(error: OSError, log: Path | str, disk: Path) -> StoreError:
    problem = (error.strerror or "it cannot be written").lower()
    return StoreError(
        f"The backup could not be restored to {log} ({problem}), and the log is as it was: make "
        "room there, and try again.",
        error_from(error, disk).trouble,
    )
