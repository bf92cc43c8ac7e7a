"""What the table keeps is nobody's business but its own user's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.clock import ManualClock
from referee.store.address import parse_address
from referee.store.evidence import EvidencePart
from referee.store.lock import hold_log
from referee.store.restore import restore_backup
from referee.store.salvage import salvage_log
from referee.store.store import Store, open_store
from referee.web.access.pins import OperatorPin
from referee.web.settings import FileSettings
from referee.web.shapes.operator import Settings

CURVE = {"curve.json": EvidencePart("application/json", b"[1, 2]")}


@pytest.fixture(autouse=True)
def open_hearted() -> Iterator[None]:
    """Nothing is private by itself here."""
    before = os.umask(0)
    yield
    os.umask(before)


@contextmanager
def kept(folder: Path, clock: ManualClock) -> Iterator[Store]:
    """A log with everything that can lie beside it."""
    url = f"sqlite:///{folder / 'log.sqlite'}"
    with hold_log(parse_address(url)), open_store(url, clock=clock) as store:
        log = store.begin_game("haricots", ("Anna", "Ben"), options={})
        store.evidence.keep(log.game_id, 0, "fall", CURVE)
        clock.advance_s(1)
        store.backup(folder / "backups")
        yield store


def open_to_others(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): f"{path.stat().st_mode & 0o777:o}"
        for path in folder.rglob("*")
        if path.stat().st_mode & 0o077
    }


def all_below(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*")}


def test_all_that_is_kept_is_private(tmp_path: Path) -> None:
    with kept(tmp_path, ManualClock()) as store:
        names = all_below(tmp_path)
        assert {"log.sqlite-wal", "log.sqlite-shm", ".log.sqlite.lock", "curve.json"} <= names
        assert {"manifest.json", "log-evidence", "backups", "evidence"} <= names
        assert open_to_others(tmp_path) == {}
        assert store.address.file is not None
        assert store.address.file.stat().st_mode & 0o777 == 0o600
        assert (tmp_path / "backups").stat().st_mode & 0o777 == 0o700


def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    clock = ManualClock()
    with kept(tmp_path, clock):
        (tmp_path / "log.sqlite.before-20250101T000000.000000").write_bytes(b"")
        (tmp_path / "notes.txt").write_text("somebody else's")
        for path in tmp_path.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        # As after a power cut: what SQLite keeps beside its file is still there.
        with kept_by_another(tmp_path, clock):
            assert set(open_to_others(tmp_path)) == {"notes.txt"}


@contextmanager
def kept_by_another(folder: Path, clock: ManualClock) -> Iterator[None]:
    with open_store(f"sqlite:///{folder / 'log.sqlite'}", clock=clock) as store:
        clock.advance_s(1)
        store.backup(folder / "backups")
        yield


def test_a_stick_with_other_things_stays_as_it_is(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "holiday.jpg").write_bytes(b"")
    stick.chmod(0o755)
    clock = ManualClock()
    table = tmp_path / "table"
    table.mkdir()
    with kept(table, clock) as store:
        store.backup(stick)
        clock.advance_s(1)
        made = store.backup(stick).path
    assert stick.stat().st_mode & 0o777 == 0o755
    assert (stick / "holiday.jpg").stat().st_mode & 0o777 == 0o666
    assert made.stat().st_mode & 0o777 == 0o700


def test_a_folder_of_others_that_is_named_for_evidence_stays_as_it_is(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    (home / "letters").mkdir(mode=0o755)
    url = f"sqlite:///{tmp_path / 'log.sqlite'}"
    for _ in range(2):
        with open_store(url, clock=ManualClock(), evidence_folder=home) as store:
            log = store.begin_game("haricots", ("Anna", "Ben"), options={})
            kept = home / store.evidence.keep(log.game_id, 0, "fall", CURVE).name
        kept.chmod(0o755)
    with open_store(url, clock=ManualClock(), evidence_folder=home):
        assert kept.stat().st_mode & 0o777 == 0o700
    for folder in (home, home / "letters"):
        assert folder.stat().st_mode & 0o777 == 0o755


def test_a_link_among_the_evidence_leads_nobody_elsewhere(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("open")
    table = tmp_path / "table"
    table.mkdir()
    with kept(table, ManualClock()):
        pass
    (table / "log-evidence" / "2025-link").symlink_to(elsewhere)
    (table / "log-evidence").chmod(0o755)
    with open_store(f"sqlite:///{table / 'log.sqlite'}", clock=ManualClock()):
        assert (table / "log-evidence").stat().st_mode & 0o777 == 0o700
    assert elsewhere.stat().st_mode & 0o777 == 0o666


def test_a_restored_and_a_salvaged_log_are_private(tmp_path: Path) -> None:
    clock = ManualClock()
    with kept(tmp_path, clock) as store:
        backup = store.backup(tmp_path / "backups").path
        address = store.address
    for path in backup.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    new = tmp_path / "new"
    new.mkdir(mode=0o700)
    restore_backup(backup, parse_address(f"sqlite:///{new / 'log.sqlite'}"), clock)
    assert {"log.sqlite", "curve.json"} <= all_below(new)
    assert open_to_others(new) == {}
    assert address.file is not None
    assert salvage_log(address.file, clock) is not None
    assert address.file.stat().st_mode & 0o777 == 0o600


def test_settings_and_pin_of_an_earlier_version_are_closed(tmp_path: Path) -> None:
    settings, pin = tmp_path / "settings.json", tmp_path / "pin"
    FileSettings(settings).change(Settings())
    OperatorPin(pin).change("2468")
    for file in (settings, pin):
        file.chmod(0o644)
    FileSettings(settings)
    OperatorPin(pin)
    assert open_to_others(tmp_path) == {}
