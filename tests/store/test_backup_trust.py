"""Backups that can be trusted: none removes itself, none writes elsewhere, none is stored twice."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from referee.clock import ManualClock
from referee.store.address import StoreAddress, parse_address
from referee.store.backup import Backup, backups_in, make_backup, verify
from referee.store.evidence import EvidencePart
from referee.store.lock import take
from referee.store.restore import restore_backup
from referee.store.store import Store
from referee.store.troubles import StoreError, StoreTrouble
from tests.store.envelopes import envelopes
from tests.store.small_disk import small_disk

CLIP = EvidencePart("video/webm", bytes(range(256)) * 4)
KEY = b"ssh-ed25519 AAAA nobody"


@pytest.fixture
def address(file: Path) -> StoreAddress:
    return parse_address(f"sqlite:///{file}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    log = sqlite_store.begin_game("spookies", ("Anna", "Ben"), options={})
    log.append(envelopes(0, 5))
    sqlite_store.evidence.keep(log.game_id, 3, "collapse", {"clip.webm": CLIP})
    return sqlite_store


def in_year(year: int) -> ManualClock:
    return ManualClock(start=datetime(year, 1, 1, tzinfo=UTC))


def clip_in(backup: Path) -> Path:
    (clip,) = backup.rglob("clip.webm")
    return clip


class TestOrder:
    @pytest.mark.parametrize("year", [1970, 2025, 2090])
    def test_the_one_just_made_stays_whatever_the_clock_says(
        self, store: Store, address: StoreAddress, folder: Path, year: int
    ) -> None:
        first = make_backup(address, folder, in_year(2025))
        second = make_backup(address, folder, in_year(year), keep=1)
        third = make_backup(address, folder, in_year(2025), keep=2)

        assert second.removed == (first.path,)
        assert backups_in(folder) == (second.path, third.path)

    def test_older_ones_without_a_number_come_first_by_their_time(
        self, store: Store, address: StoreAddress, folder: Path
    ) -> None:
        old = [folder / f"referee-{year}-01-01T00-00-00.000000Z" for year in (2098, 2024)]
        for path in old:
            make_backup(address, folder, in_year(2020)).path.rename(path)
        made = make_backup(address, folder, in_year(2020), keep=2)

        assert made.removed == (old[1],)
        assert backups_in(folder) == (old[0], made.path)
        assert restore_backup(old[0], _elsewhere(folder), ManualClock()).aside is None

    def test_an_old_one_that_cannot_be_removed_is_told(
        self, store: Store, address: StoreAddress, folder: Path
    ) -> None:
        folder.mkdir()
        with small_disk(folder / "referee-2020-01-01T00-00-00.000000Z", 20) as busy:
            (busy / "manifest.json").write_text("{}")
            with pytest.raises(StoreError, match=r"is complete, but .* remove it by hand"):
                make_backup(address, folder, in_year(2025), keep=1)
        assert len(backups_in(folder)) == 1


class TestLinks:
    @pytest.fixture
    def first(self, store: Store, address: StoreAddress, folder: Path) -> Backup:
        return make_backup(address, folder, in_year(2025))

    def test_equal_files_are_stored_once(
        self, first: Backup, address: StoreAddress, folder: Path
    ) -> None:
        second = make_backup(address, folder, in_year(2026), keep=1)

        assert second.removed == (first.path,)
        assert clip_in(second.path).read_bytes() == CLIP.content
        assert verify(second.path) == second.manifest

        third = make_backup(address, folder, in_year(2027))
        assert clip_in(third.path).samefile(clip_in(second.path))
        assert not clip_in(third.path).samefile(next(_evidence(address).rglob("clip.webm")))

    @pytest.mark.parametrize("harm", [lambda path: path.write_bytes(b"rot"), Path.unlink])
    def test_what_the_last_one_has_no_more_is_copied(
        self, first: Backup, address: StoreAddress, folder: Path, harm: Callable[[Path], object]
    ) -> None:
        harm(clip_in(first.path))

        second = make_backup(address, folder, in_year(2026))

        assert clip_in(second.path).read_bytes() == CLIP.content

    def test_what_is_gone_from_the_table_stays_in_the_backups(
        self, first: Backup, address: StoreAddress, folder: Path
    ) -> None:
        next(_evidence(address).rglob("clip.webm")).unlink()

        second = make_backup(address, folder, in_year(2026), keep=1)

        assert second.manifest.missing == ()
        assert clip_in(second.path).read_bytes() == CLIP.content

    def test_a_disk_without_second_names_gets_copies(
        self,
        first: Backup,
        address: StoreAddress,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def refuse(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", refuse)
        second = make_backup(address, folder, in_year(2026))

        assert not clip_in(second.path).samefile(clip_in(first.path))
        assert verify(second.path) == second.manifest


class TestInterrupted:
    def test_what_an_interrupted_one_left_is_removed(
        self, store: Store, address: StoreAddress, folder: Path
    ) -> None:
        left = folder / ".referee-000001-2025-01-01T00-00-00Z.part"
        (left / "evidence").mkdir(parents=True)

        made = make_backup(address, folder, in_year(2026))

        assert list(folder.iterdir()) == [made.path]

    def test_two_at_once_do_not_disturb_each_other(
        self, store: Store, address: StoreAddress, folder: Path
    ) -> None:
        folder.mkdir()
        other = os.open(folder, os.O_RDONLY)
        try:
            assert take(other)
            with pytest.raises(StoreError, match="Another backup is being made") as caught:
                make_backup(address, folder, in_year(2026))
        finally:
            os.close(other)
        assert caught.value.trouble is StoreTrouble.LOCKED

    def test_a_file_in_the_place_of_the_folder_is_told(
        self, store: Store, address: StoreAddress, folder: Path
    ) -> None:
        folder.write_text("a shopping list")
        with pytest.raises(StoreError, match="No backup could be made"):
            make_backup(address, folder, in_year(2026))


class TestCrafted:
    """Somebody hands over a stick with a backup that is none of ours."""

    @pytest.fixture
    def saved(self, store: Store, address: StoreAddress, folder: Path) -> Path:
        return make_backup(address, folder, in_year(2025)).path

    def refused(self, saved: Path, match: str) -> None:
        with pytest.raises(StoreError, match=match) as caught:
            restore_backup(saved, _elsewhere(saved.parent), ManualClock())
        assert "\n" not in str(caught.value)
        written = {path.name for path in (saved.parents[1] / "new").rglob("*")}
        assert written <= {".log.sqlite.lock"}

    def test_a_path_out_of_the_evidence(self, saved: Path) -> None:
        (saved / ".ssh").mkdir()
        (saved / ".ssh" / "authorized_keys").write_bytes(KEY)
        _change(
            saved, lambda told: told["files"].append(_entry("evidence/../.ssh/authorized_keys"))
        )

        self.refused(saved, "its log does not name evidence/../.ssh/authorized_keys")

    def test_a_log_that_names_that_path_itself(self, saved: Path) -> None:
        _change_log(saved, "UPDATE evidence_files SET evidence = '../.ssh', file = 'keys'")

        self.refused(saved, r"names '../.ssh/keys' as evidence.*take another backup")

    def test_a_log_without_its_tables(self, saved: Path) -> None:
        _change_log(saved, "DROP TABLE evidence_files")

        self.refused(saved, "cannot be used .*no such table")

    def test_evidence_that_the_log_does_not_name(self, saved: Path) -> None:
        (saved / "evidence" / "more").mkdir()
        (saved / "evidence" / "more" / "clip.webm").write_bytes(KEY)
        _change(saved, lambda told: told["files"].append(_entry("evidence/more/clip.webm")))

        self.refused(saved, "its log does not name evidence/more/clip.webm")

    @pytest.mark.parametrize("name", ["keys", "../a.learned.json", "more/a.learned.json"])
    def test_what_no_set_of_faces_learned(self, saved: Path, name: str) -> None:
        (saved / "learned" / "more").mkdir(parents=True)
        (saved / "learned" / name).write_bytes(KEY)
        _change(saved, lambda told: told["files"].append(_entry(f"learned/{name}")))

        self.refused(saved, "its log does not name learned/")

    def test_a_link_that_leads_elsewhere(self, saved: Path, tmp_path: Path) -> None:
        clip = clip_in(saved)
        (tmp_path / "copy").write_bytes(clip.read_bytes())
        clip.unlink()
        clip.symlink_to(tmp_path / "copy")

        self.refused(saved, "clip.webm leads out of it")

    def test_a_pipe_holds_nobody_up(self, saved: Path) -> None:
        clip = clip_in(saved)
        clip.unlink()
        os.mkfifo(clip)

        self.refused(saved, "clip.webm is not a file")

    @pytest.mark.parametrize(
        ("key", "value", "match"),
        [
            ("format", -(10**30), "newer program|another program|damaged"),
            ("format", 3, "newer program"),
            ("counts", {"games": -1, "players": 0, "events": 10**18, "evidence": 0}, "another num"),
            ("counts", {"games": 10**400}, "damaged"),
            ("made_at", "in the year dot", "damaged"),
            ("files", [], "does not name its log"),
            ("files", [{"path": "log.sqlite", "size_bytes": 10**19, "sha256": ""}], "has changed"),
        ],
    )
    def test_absurd_figures(self, saved: Path, key: str, value: object, match: str) -> None:
        _change(saved, lambda told: told.update({key: value}))

        self.refused(saved, match)


def test_a_restore_that_cannot_even_tidy_up_ends_with_a_sentence(
    store: Store, address: StoreAddress, file: Path, folder: Path
) -> None:
    made = make_backup(address, folder, in_year(2025))
    store.close()
    before = file.read_bytes()
    file.with_name(f".{file.name}.part").mkdir()

    with pytest.raises(StoreError, match="the log is as it was"):
        restore_backup(made.path, address, ManualClock(), overwrite=True)

    # The first bytes tell how it is opened.
    assert file.read_bytes()[100:] == before[100:]


def _elsewhere(folder: Path) -> StoreAddress:
    new = folder.parent / "new"
    new.mkdir(exist_ok=True)
    return parse_address(f"sqlite:///{new}/log.sqlite")


def _evidence(address: StoreAddress) -> Path:
    assert address.evidence is not None
    return address.evidence


def _entry(path: str) -> dict[str, Any]:
    return {"path": path, "size_bytes": len(KEY), "sha256": hashlib.sha256(KEY).hexdigest()}


def _change(saved: Path, change: Callable[[dict[str, Any]], object]) -> None:
    told = json.loads((saved / "manifest.json").read_text())
    change(told)
    (saved / "manifest.json").write_text(json.dumps(told))


def _change_log(saved: Path, statement: str) -> None:
    log = saved / "log.sqlite"
    with closing(sqlite3.connect(log)) as connection, connection:
        connection.execute(statement)
    content = log.read_bytes()
    entry = {"size_bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    _change(saved, lambda told: told["files"][0].update(entry))
