"""Where games are kept: room on the disk, and a database that opens and is whole."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from referee.app.doctor.findings import Finding, Light, Part, finding
from referee.clock import SystemClock
from referee.store.address import StoreAddress
from referee.store.engine import connect_engine, reading
from referee.store.migrating import schema_version
from referee.store.schema import HEAD
from referee.store.store import Store, check_whole
from referee.store.troubles import StoreError, Trouble
from referee.table.recorded_games import RecordedGames
from referee.table.sentences import Word

FreeBytes = Callable[[Path], int]
"""How much room is left where this folder lies."""

_LEAST_BYTES, _FEW_BYTES = 100_000_000, 1_000_000_000
"""An evening with the evidence of its falls takes some fifty megabytes."""


def free_bytes(folder: Path) -> int:
    """How much room is left for us on the disk of this folder."""
    return shutil.disk_usage(folder).free


def disk_finding(address: StoreAddress, free: FreeBytes = free_bytes) -> Finding:
    """Whether there is room for games and evidence, and whether they may be written."""
    folder = _folder(address)
    if not folder.is_dir():
        step = "doctor-disk-missing-next"
        return finding(Part.DISK, Light.RED, "doctor-disk-missing", step, folder=str(folder))
    left = free(folder)
    words: dict[str, Word] = {"folder": str(folder), "megabytes": left // 1_000_000}
    if left < _LEAST_BYTES:
        return finding(Part.DISK, Light.RED, "doctor-disk-full", "doctor-disk-full-next", **words)
    if not _can_write(folder):
        step = "doctor-disk-locked-next"
        return finding(Part.DISK, Light.RED, "doctor-disk-locked", step, **words)
    evidence = address.evidence
    # It is made when there is something to keep.
    if evidence is not None and os.path.lexists(evidence) and not _can_write(evidence):
        words["folder"], step = str(evidence), "doctor-disk-evidence-next"
        return finding(Part.DISK, Light.RED, "doctor-disk-evidence", step, **words)
    if left < _FEW_BYTES:
        step = "doctor-disk-full-next"
        return finding(Part.DISK, Light.YELLOW, "doctor-disk-low", step, **words)
    return finding(Part.DISK, Light.GREEN, "doctor-disk-well", **words)


def _folder(address: StoreAddress) -> Path:
    """Where files are kept; with a server as the log there is only the evidence."""
    if address.file is not None:
        return address.file.parent
    folder = (address.evidence or Path(tempfile.gettempdir())).absolute()
    # It is made when there is something to keep.
    return folder if folder.exists() else folder.parent


def _can_write(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(prefix=".referee-doctor-", dir=folder) as file:
            file.write(b"well")
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


def database_finding(address: StoreAddress) -> Finding:
    """Whether the log opens and is whole; one that is not there yet is not begun for this."""
    if address.file is not None and not address.file.exists():
        return finding(Part.DATABASE, Light.GREEN, "doctor-database-new", place=address.shown)
    engine = connect_engine(address)
    try:
        if address.file is not None and not address.file.is_file():
            return _troubled(Trouble.DAMAGED, address)
        check_whole(engine, address)
        return open_database_finding(RecordedGames(Store(engine, address, SystemClock())))
    except StoreError as error:
        return _troubled(error.trouble, address)
    finally:
        engine.dispose()


def open_database_finding(recorded: RecordedGames) -> Finding:
    """Whether a log that is open answers, loses nothing, and has no damaged game in it."""
    address = recorded.store.address
    try:
        with reading(recorded.store.engine, address) as connection:
            is_safe = address.file is None or _is_safe(connection)
            # An older log gets its check sums when a table opens it.
            is_ours = schema_version(connection) == HEAD
        damaged = recorded.damaged() if is_ours else ()
        profiles = recorded.store.players.damaged() if is_ours else ()
    except StoreError as error:
        return _troubled(error.trouble, address)
    if not is_safe:
        step = "doctor-database-unsafe-next"
        return finding(
            Part.DATABASE, Light.YELLOW, "doctor-database-unsafe", step, place=address.shown
        )
    if damaged:
        words: dict[str, Word] = {
            "count": len(damaged),
            "games": tuple(str(each.id) for each in damaged),
        }
        step = "doctor-database-games-next"
        return finding(Part.DATABASE, Light.YELLOW, "doctor-database-games", step, **words)
    if profiles:
        step = "doctor-database-profiles-next"
        words = {"count": len(profiles), "profiles": tuple(map(str, profiles))}
        return finding(Part.DATABASE, Light.YELLOW, "doctor-database-profiles", step, **words)
    if aside := _kept_aside(address):
        step = "doctor-database-salvaged-next"
        return finding(Part.DATABASE, Light.YELLOW, "doctor-database-salvaged", step, file=aside)
    return finding(Part.DATABASE, Light.GREEN, "doctor-database-well", place=address.shown)


def _kept_aside(address: StoreAddress) -> str:
    """The newest log that was damaged, and that a table replaced by what could be read of it."""
    if address.file is None:
        return ""
    return max(map(str, address.file.parent.glob(f"{address.file.name}.damaged-*")), default="")


def _is_safe(connection: sa.Connection) -> bool:
    """Whether the file writes ahead; some network disks cannot."""
    return str(connection.exec_driver_sql("PRAGMA journal_mode").scalar()).lower() == "wal"


def _troubled(trouble: Trouble | None, address: StoreAddress) -> Finding:
    step = f"doctor-database-{trouble or Trouble.FAILING}-next"
    return finding(Part.DATABASE, Light.RED, "doctor-database-fails", step, place=address.shown)
