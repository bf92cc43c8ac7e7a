"""Backups of a log, its evidence and what dice taught, made while games go on and then checked.

A manifest lists the size and SHA-256 of every file, and how much was counted.
"""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from pathlib import Path

import msgspec
import sqlalchemy as sa

from referee.clock import Clock
from referee.store import durable_files
from referee.store.address import StoreAddress
from referee.store.database import connect_engine, reading
from referee.store.lock import take
from referee.store.log_copy import LOG, Counts, LogCopy, SqliteCopy, broken
from referee.store.postgres_dump import DUMP, DumpCopy, write_dump
from referee.store.schema import HEAD, events, games, parse_time
from referee.store.troubles import StoreError, StoreTrouble, error_from

MANIFEST = "manifest.json"
EVIDENCE = "evidence"
LEARNED, LEARNED_ENDING = "learned", ".learned.json"
"""What sets of faces learned at the table, a file each."""
BACKUPS = "backups"
"""The folder of the nightly ones, beside the log."""

_FORMAT = 2
"""The first one held nothing that was learned."""


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


def _new_manifest(made_at: datetime, backup: Path) -> Manifest:
    """The list of a backup that has no evidence yet."""
    log, name = log_in(backup), _log_name(backup)
    file = BackupFile(name, (backup / name).stat().st_size, durable_files.sha256_of(backup / name))
    return Manifest(_FORMAT, made_at, log.tables(), log.count(), (file,))


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
    if not 0 < manifest.format <= _FORMAT or manifest.tables > HEAD:
        raise StoreError(
            f"The backup {backup} was made by a newer program: update the program, and try again."
        )
    return manifest


def verify(backup: Path, named: Path | None = None) -> Manifest:
    """Check every file of a backup, open its log and count; `named` is its name for people.

    Nothing but the log, the evidence that it names and learned faces may be in the list.
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
        is_known = file.path == log or _LEARNED.fullmatch(file.path)
        if not is_known and evidence.get(file.path) != file.sha256:
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
        digest = durable_files.sha256_of(path)
    except OSError as error:
        raise broken(shown, f"{file.path}: {(error.strerror or 'unreadable').lower()}") from None
    if digest != file.sha256 or path.stat().st_size != file.size_bytes:
        raise broken(shown, f"{file.path} has changed")


_LEARNED = re.compile(rf"{LEARNED}/[^/\\]+{re.escape(LEARNED_ENDING)}")
# Older ones have no number, and came before.
_NAME = re.compile(r"referee-(?:(\d{6,})-)?\d{4}-\d\d-\d\dT[\d.-]+Z")


class Backup(msgspec.Struct, frozen=True):
    """A backup that was made and checked."""

    path: Path
    manifest: Manifest
    removed: tuple[Path, ...] = ()


def make_backup(
    address: StoreAddress, folder: Path, clock: Clock, *, keep: int | None = None
) -> Backup:
    """A new backup in this folder, named after the time; of all there, the newest `keep` stay.

    With `keep` also fewer, if the disk has no room for a new one; the newest good one always stays.
    """
    _check_there(address)
    if keep is not None and keep < 1:
        raise StoreError("At least one backup stays: give --keep a number from 1 on.")
    at = clock.now().astimezone(UTC)
    try:
        with alone_in(folder):
            before = backups_in(folder)
            durable_files.make_private(folder, names=_NAME)
            cleared = _make_room(address, folder, before) if keep else ()
            before = tuple(backup for backup in before if backup not in cleared)
            target = folder / f"referee-{_number_of(before) + 1:06}-{at:%Y-%m-%dT%H-%M-%SZ}"
            manifest = _build(address, target, at, before[-1] if before else None)
            old = before[: max(0, len(before) + 1 - keep)] if keep else ()
            return Backup(target, manifest, (*cleared, *_remove(old, target)))
    except (OSError, sqlite3.Error) as error:
        raise _not_made(error, folder) from error


_NIGHT_ENDS = time(4, 30)
"""By the clock on the wall. Chosen by hand: hardly anybody plays any more, or again."""
_PAUSE = timedelta(minutes=15)
"""Chosen by hand: who thinks longer about a move is asleep."""


class NotDue(StrEnum):
    """Why no backup is made now; each has a sentence `store-backup-…`."""

    MADE = "made-already"
    PLAYED = "waits"


def not_due(address: StoreAddress, folder: Path, clock: Clock) -> NotDue | None:
    """Why the backup of the night is not made now; None if it is to be."""
    _check_there(address)
    now = clock.now().astimezone()
    ended = datetime.combine(now.date(), _NIGHT_ENDS, now.tzinfo)
    ended -= timedelta(days=now < ended)
    last = last_made(folder)
    # One of tomorrow was made while the clock was wrong, and proves nothing.
    if last is not None and ended <= last <= now:
        return NotDue.MADE
    return NotDue.PLAYED if is_played(address, now) else None


def last_made(folder: Path) -> datetime | None:
    """When the newest backup in this folder was made that can be read."""
    for backup in reversed(backups_in(folder)):
        with suppress(StoreError):
            return read_manifest(backup).made_at
    return None


def is_played(address: StoreAddress, now: datetime) -> bool:
    """Whether something happened just now in a game that has not ended."""
    newest = sa.select(sa.func.max(events.c.at)).join(games).where(games.c.ended_at.is_(None))
    engine = connect_engine(address)
    try:
        with reading(engine, address) as connection:
            at = connection.execute(newest).scalar()
    finally:
        engine.dispose()
    return at is not None and parse_time(at) > now - _PAUSE


def backups_in(folder: Path) -> tuple[Path, ...]:
    """The backups in a folder, oldest first: by their number, whatever the clock said."""
    if not folder.is_dir():
        return ()
    found = [
        path
        for path in folder.iterdir()
        if _NAME.fullmatch(path.name) and (path / MANIFEST).is_file()
    ]
    return tuple(sorted(found, key=lambda path: (_number_of([path]), path.name)))


def copies_with(player_id: int, address: StoreAddress, folder: Path | None) -> tuple[str, ...]:
    """Backups in this folder, and logs kept aside, that hold a profile or cannot be read."""
    copies = {path.name: log_in(path) for path in (backups_in(folder) if folder else ())}
    if address.file is not None:
        for path in sorted(address.file.parent.glob(f"{address.file.name}.*-*")):
            copies[path.name] = SqliteCopy(path)
    return tuple(name for name, copy in copies.items() if _may_have(copy, player_id))


def _may_have(copy: LogCopy, player_id: int) -> bool:
    try:
        return copy.has_player(player_id)
    except StoreError:
        return True


def _number_of(backups: Sequence[Path]) -> int:
    """The number of the last of them; 0 if there is none."""
    named = _NAME.fullmatch(backups[-1].name) if backups else None
    return int(named[1] or 0) if named else 0


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """No backup is made here meanwhile; what an interrupted one left is removed."""
    durable_files.private_folder(folder)
    # Windows opens no folders; there nobody is kept away from this one.
    descriptor = os.open(folder if os.name != "nt" else os.devnull, os.O_RDONLY)
    try:
        if not take(descriptor):
            raise StoreError(
                f"Another backup is being made in {folder}: wait until it is complete.",
                StoreTrouble.LOCKED,
            )
        for left in folder.glob(".referee-*.part"):
            shutil.rmtree(left, ignore_errors=True)
        yield
    finally:
        os.close(descriptor)


def _check_there(address: StoreAddress) -> None:
    if address.file is not None and not address.file.is_file():
        raise StoreError(
            f"There is no log {address.file}: give the address of the log.", StoreTrouble.LOST
        )


def _build(address: StoreAddress, target: Path, at: datetime, last: Path | None) -> Manifest:
    with durable_files.folder_in_parts(target) as part:
        log = part / (DUMP if address.file is None else LOG)
        log.touch(mode=durable_files.PRIVATE)
        if address.file is None:
            write_dump(address, log)
        else:
            _copy_log(address.file, log)
        first = _new_manifest(at, part)
        copied, missing = _copy_evidence(log_in(part), address.evidence, part, last)
        files = (*first.files, *copied, *_copy_learned(address.learned, part))
        manifest = msgspec.structs.replace(first, files=files, missing=missing)
        # As people and programs can read it.
        listed = msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"
        durable_files.write_file(part / MANIFEST, listed)
        verify(part, named=target)
        durable_files.finish_folder(target)
    return manifest


def _copy_log(log: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"{log.as_uri()}?mode=rw", uri=True)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        # In one step: readers do not hold up the writer, and the copy is of one moment.
        source.backup(copy)
        # One file, without a second one for what is not yet merged.
        copy.execute("PRAGMA journal_mode = DELETE")
    durable_files.sync(target)


def _copy_evidence(
    log: LogCopy, evidence: Path | None, part: Path, last: Path | None
) -> tuple[tuple[BackupFile, ...], tuple[str, ...]]:
    """Copy the files that the copied log names: they were there before it named them."""
    copied: list[BackupFile] = []
    missing: list[str] = []
    for path, sha256 in log.evidence_files():
        target = part / EVIDENCE / path
        # What the last backup has need not be stored twice.
        if _bring(
            last and last / EVIDENCE / path, target, sha256, durable_files.link_file
        ) or _bring(evidence and evidence / path, target, sha256, durable_files.copy_file):
            copied.append(BackupFile(f"{EVIDENCE}/{path}", target.stat().st_size, sha256))
        else:
            missing.append(path)
    for folder in {(part / file.path).parent for file in copied}:
        durable_files.sync(folder)
    if copied:
        durable_files.sync(part / EVIDENCE)
    return tuple(copied), tuple(missing)


def _copy_learned(learned: Path | None, part: Path) -> list[BackupFile]:
    """Copy what sets learned: each file is replaced as a whole, so it may be read at any time."""
    copied: list[BackupFile] = []
    for file in sorted(learned.glob(f"*{LEARNED_ENDING}")) if learned is not None else ():
        durable_files.private_folder(part / LEARNED)
        target = part / LEARNED / file.name
        # Somebody may let the table forget it just now.
        with suppress(FileNotFoundError):
            sha256 = durable_files.copy_file(file, target)
            copied.append(BackupFile(f"{LEARNED}/{file.name}", target.stat().st_size, sha256))
    if copied:
        durable_files.sync(part / LEARNED)
    return copied


def _bring(
    source: Path | None, target: Path, sha256: str, bring: Callable[[Path, Path], str]
) -> bool:
    """Whether the file was there, and still what was kept; a damaged one is not worth a copy."""
    if source is None or not source.is_file():
        return False
    durable_files.private_folder(target.parent)
    if bring(source, target) == sha256:
        return True
    target.unlink()
    return False


_SPARE = 2.0
"""Chosen by hand: of what a backup takes; the table writes on meanwhile."""
_SPARED = 5
"""Chosen by hand: so many go only for a new one. Older ones go before evidence has to, because in a
log that only grows they have little that these have not."""
_RESERVE, _MOST_RESERVE_BYTES = 10, 2_000_000_000
"""Chosen by hand: a tenth of a card stays free, for what else is on it and for new backups; of a
large disk no more than that."""


def reserve_bytes(total_bytes: int) -> int:
    """How much of a disk of this size is to stay free."""
    return min(total_bytes // _RESERVE, _MOST_RESERVE_BYTES)


def _make_room(address: StoreAddress, folder: Path, before: Sequence[Path]) -> tuple[Path, ...]:
    """Remove the oldest backups while room is short, but never the newest good one."""
    usage = shutil.disk_usage(folder)
    needed = round(_SPARE * _size_of_next(address, before[-1] if before else None))
    wanted, older = max(needed, reserve_bytes(usage.total)), before[:-_SPARED]
    if usage.free >= (wanted if older else needed):
        return ()
    good = next((backup for backup in reversed(before) if _is_good(backup)), None)
    removed: list[Path] = []
    for backup in before:
        enough = wanted if backup in older else needed
        if backup != good and shutil.disk_usage(folder).free < enough:
            _delete(backup)
            removed.append(backup)
    return tuple(removed)


def _size_of_next(address: StoreAddress, last: Path | None) -> int:
    """About how many bytes a new backup takes: the log, and the evidence that the last has not."""
    evidence = address.evidence
    kept = evidence.glob("*/*") if evidence is not None and evidence.is_dir() else ()
    new = [file for file in kept if last is None or not (last / EVIDENCE / _named(file)).exists()]
    # A log on a server is about as large as it was.
    log = address.file or (last and last / DUMP)
    files = [*new, *([log] if log is not None and log.is_file() else [])]
    return sum(file.stat().st_size for file in files)


def _named(file: Path) -> Path:
    return Path(*file.parts[-2:])


def _is_good(backup: Path) -> bool:
    try:
        verify(backup)
    except StoreError:
        return False
    return True


def _delete(backup: Path) -> None:
    # Its list goes first: what is left of it is then no backup any more.
    (backup / MANIFEST).unlink()
    shutil.rmtree(backup)


def _remove(old: Sequence[Path], made: Path) -> tuple[Path, ...]:
    try:
        for backup in old:
            _delete(backup)
    except OSError as error:
        raise StoreError(
            f"The backup {made} is complete, but the old {backup} could not be removed "
            f"({_said(error)}): remove it by hand."
        ) from error
    return tuple(old)


def _said(error: OSError) -> str:
    return (error.strerror or "it cannot be written").lower()


def _not_made(error: OSError | sqlite3.Error, folder: Path) -> StoreError:
    cause = error_from(error, folder / MANIFEST)
    if isinstance(error, OSError):
        return StoreError(
            f"No backup could be made in {folder} ({_said(error)}): choose another folder with "
            "enough room.",
            cause.trouble,
        )
    return cause
