"""Backups are whole and checked; restoring leaves either the old log or the restored one."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from referee.cli.backup import back_up, put_back
from referee.clock import ManualClock
from referee.language import language
from referee.store.address import StoreAddress, parse_address
from referee.store.backup import backups_in, make_backup, not_due, verify
from referee.store.evidence import EvidencePart
from referee.store.game_log import GameLog
from referee.store.log_copy import Counts
from referee.store.restore import restore_backup
from referee.store.store import Store, open_store
from referee.store.troubles import StoreError, StoreTrouble
from tests.store.envelopes import envelopes
from tests.store.small_disk import make_read_only, small_disk

CLIP = EvidencePart("video/webm", bytes(range(256)) * 4)
CURVE = EvidencePart("application/json", b"[1,2]")


@pytest.fixture
def address(file: Path) -> StoreAddress:
    return parse_address(f"sqlite:///{file}")


@pytest.fixture
def running(sqlite_store: Store) -> Iterator[GameLog]:
    """A game with events and evidence, still going on."""
    sqlite_store.players.add("Anna", "#000000")
    log = sqlite_store.begin_game("spookies", ("Anna", "Ben"), options={})
    log.append(envelopes(0, 30))
    sqlite_store.evidence.keep(log.game_id, 5, "collapse", {"clip.webm": CLIP, "curve.json": CURVE})
    yield log
    log.close()


@pytest.fixture
def in_london_in_winter(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as changed:
        changed.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


def fill(log: Path, size_bytes: int) -> None:
    """Let a log be larger, as after many evenings."""
    with closing(sqlite3.connect(log)) as connection:
        connection.execute("CREATE TABLE filler (content BLOB)")
        connection.execute("INSERT INTO filler VALUES (?)", (bytes(size_bytes),))
        connection.commit()


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


class TestBackup:
    def test_it_holds_everything(
        self, running: GameLog, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        made = make_backup(address, tmp_path / "backups", clock)

        assert names_in(tmp_path / "backups") == {made.path.name}
        assert names_in(made.path) == {"manifest.json", "log.sqlite", "evidence"}
        assert made.manifest.counts == Counts(games=1, players=1, events=30, evidence=1)
        assert made.manifest.made_at == clock.now()
        assert made.manifest.missing == ()
        assert len(made.manifest.files) == 3
        assert verify(made.path) == made.manifest

    def test_it_is_made_while_the_game_goes_on(
        self, running: GameLog, sqlite_store: Store, clock: ManualClock, tmp_path: Path
    ) -> None:
        with sqlite_store.engine.connect() as reader:
            reader.exec_driver_sql("SELECT count(*) FROM events").scalar()
            made = sqlite_store.backup(tmp_path / "backups")
            running.append(envelopes(30, 5))

        assert made.manifest.counts.events == 30
        assert running.next_seq == 35

    def test_a_transaction_that_is_not_finished_is_not_in_it(
        self, running: GameLog, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        assert address.file is not None
        writer = sqlite3.connect(address.file, isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM events WHERE seq > 10")

        made = make_backup(address, tmp_path / "backups", clock)
        writer.execute("ROLLBACK")
        writer.close()

        assert made.manifest.counts.events == 30

    def test_only_the_newest_stay(
        self, running: GameLog, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        folder = tmp_path / "backups"
        (folder / "holiday").mkdir(parents=True)
        made = []
        for _ in range(4):
            clock.advance_s(3600)
            made.append(make_backup(address, folder, clock, keep=2))

        assert backups_in(folder) == (made[2].path, made[3].path)
        assert made[3].removed == (made[1].path,)
        assert names_in(folder) == {"holiday", made[2].path.name, made[3].path.name}

    def test_the_oldest_make_room_but_never_the_newest_good_one(
        self,
        running: GameLog,
        address: StoreAddress,
        clock: ManualClock,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        folder = tmp_path / "backups"
        made = []
        for _ in range(4):
            clock.advance_s(86_400)
            made.append(make_backup(address, folder, clock).path)
        # The newest would not bring anything back.
        (made[3] / "log.sqlite").write_bytes(b"torn")
        full = shutil.disk_usage(folder)._replace(free=0)
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder: full)

        next_one = make_backup(address, folder, clock, keep=14)

        assert set(next_one.removed) == {made[0], made[1], made[3]}
        assert backups_in(folder) == (made[2], next_one.path)
        verify(made[2])
        verify(next_one.path)

    def test_no_more_go_than_are_in_the_way(
        self,
        running: GameLog,
        address: StoreAddress,
        clock: ManualClock,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        folder = tmp_path / "backups"
        made = [make_backup(address, folder, clock).path for _ in range(4)]
        usage = shutil.disk_usage(folder)

        def usage_now(_folder: Path) -> object:
            return usage._replace(free=0 if made[1].exists() else usage.total)

        monkeypatch.setattr(shutil, "disk_usage", usage_now)
        assert make_backup(address, folder, clock, keep=14).removed == (made[0], made[1])
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage._replace(free=0))
        assert make_backup(address, folder, clock).removed == (), "nobody asked for it"

    def test_all_but_five_go_before_evidence_has_to(
        self,
        running: GameLog,
        address: StoreAddress,
        clock: ManualClock,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        folder = tmp_path / "backups"
        made = [make_backup(address, folder, clock).path for _ in range(7)]
        usage = shutil.disk_usage(folder)._replace(total=10**9, free=10**8 - 1)
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
        assert make_backup(address, folder, clock, keep=14).removed == tuple(made[:2])
        # One more is there now, and of six the oldest goes.
        assert make_backup(address, folder, clock, keep=14).removed == (made[2],)
        enough = usage._replace(free=10**8)
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder: enough)
        assert make_backup(address, folder, clock, keep=14).removed == ()

    def test_on_a_small_disk_a_month_of_nights_never_fails(
        self, running: GameLog, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        """The log takes a fifth of the disk, so that five would never fit."""
        with small_disk(tmp_path / "disk", 5000) as disk:
            log = disk / "referee.sqlite"
            make_backup(address, tmp_path / "first", clock)
            shutil.copy(backups_in(tmp_path / "first")[0] / "log.sqlite", log)
            fill(log, 700_000)
            here = parse_address(f"sqlite:///{log}")
            for _ in range(30):
                clock.advance_s(86_400)
                made = make_backup(here, disk / "backups", clock, keep=14)
                assert 1 <= len(backups_in(disk / "backups")) <= 5
            verify(made.path)

    @pytest.mark.parametrize(
        ("later_s", "is_over", "said"),
        [
            # At noon somebody plays, and nobody has made one.
            (60, False, "waits"),
            (60, True, ""),
            # They went home in the middle of it.
            (16 * 60, False, ""),
        ],
    )
    def test_the_one_of_the_night_waits_for_the_end_of_a_game(
        self,
        running: GameLog,
        sqlite_store: Store,
        address: StoreAddress,
        clock: ManualClock,
        tmp_path: Path,
        *,
        later_s: float,
        is_over: bool,
        said: str,
    ) -> None:
        if is_over:
            sqlite_store.end_game(running.game_id, None)
        clock.advance_s(later_s)
        assert (not_due(address, tmp_path / "backups", clock) or "") == said

    def test_the_one_of_the_night_is_made_once(
        self,
        running: GameLog,
        address: StoreAddress,
        clock: ManualClock,
        tmp_path: Path,
        in_london_in_winter: None,
    ) -> None:
        folder = tmp_path / "backups"
        made, asked = 0, 0
        # From noon on, every half hour for five days.
        for _ in range(5 * 48):
            clock.advance_s(1800)
            asked += 1
            if not_due(address, folder, clock) is None:
                make_backup(address, folder, clock, keep=14)
                made += 1
        assert (asked, made) == (240, 6), "at once, because there was none, and five nights"

    def test_one_that_was_made_while_the_clock_was_wrong_proves_nothing(
        self, running: GameLog, address: StoreAddress, tmp_path: Path
    ) -> None:
        folder = tmp_path / "backups"
        make_backup(address, folder, ManualClock(datetime(2036, 1, 1, tzinfo=UTC)))
        assert not_due(address, folder, ManualClock(datetime(2026, 1, 1, 12, tzinfo=UTC))) is None

    def test_none_cannot_stay(
        self, running: GameLog, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        with pytest.raises(StoreError, match="At least one backup stays"):
            make_backup(address, tmp_path, clock, keep=0)

    def test_lost_and_damaged_evidence_is_told_and_the_rest_is_saved(
        self,
        running: GameLog,
        sqlite_store: Store,
        address: StoreAddress,
        clock: ManualClock,
        tmp_path: Path,
    ) -> None:
        kept = sqlite_store.evidence.keep(running.game_id, 7, "reading", {"tray.jpg": CLIP})
        sqlite_store.evidence.path(kept.name, "tray.jpg").unlink()
        first = sqlite_store.evidence.all()[0].name
        sqlite_store.evidence.path(first, "clip.webm").write_bytes(b"forged")

        made = make_backup(address, tmp_path / "backups", clock)

        assert set(made.manifest.missing) == {f"{kept.name}/tray.jpg", f"{first}/clip.webm"}
        assert {file.path for file in made.manifest.files} == {
            "log.sqlite",
            f"evidence/{first}/curve.json",
        }

    def test_a_damaged_log_makes_no_backup(
        self, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        assert address.file is not None
        address.file.write_bytes(b"not a database at all" * 400)

        with pytest.raises(StoreError, match="damaged") as caught:
            make_backup(address, tmp_path / "backups", clock)

        assert caught.value.trouble is StoreTrouble.DAMAGED
        assert names_in(tmp_path / "backups") == set()

    def test_the_database_of_another_program_makes_no_backup(
        self, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        assert address.file is not None
        with sqlite3.connect(address.file) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
        other.close()

        with pytest.raises(StoreError, match="not a log of the referee"):
            make_backup(address, tmp_path / "backups", clock)

    def test_a_missing_log_makes_no_backup(
        self, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        with pytest.raises(StoreError, match="There is no log"):
            make_backup(address, tmp_path / "backups", clock)
        assert address.file is not None
        assert not address.file.exists()

    def test_a_full_disk_leaves_nothing_behind(
        self, running: GameLog, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        with small_disk(tmp_path / "stick", 20) as stick:
            with pytest.raises(StoreError, match=r"full|enough room") as caught:
                make_backup(address, stick, clock)
            assert names_in(stick) == set()
        assert caught.value.trouble is StoreTrouble.DISK_FULL

    def test_it_can_be_checked_on_a_read_only_disk(
        self, running: GameLog, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        with small_disk(tmp_path / "stick", 2000) as stick:
            made = make_backup(address, stick, clock)
            make_read_only(stick)
            assert verify(made.path) == made.manifest


class TestRestore:
    @pytest.fixture
    def saved(
        self, running: GameLog, sqlite_store: Store, clock: ManualClock, tmp_path: Path
    ) -> Path:
        """A backup of 30 events; then five more, and another piece of evidence."""
        made = sqlite_store.backup(tmp_path / "backups")
        clock.advance_s(60)
        running.append(envelopes(30, 5))
        sqlite_store.evidence.keep(running.game_id, 31, "collapse", {"clip.webm": CLIP})
        sqlite_store.close()
        return made.path

    def test_to_an_empty_place(self, saved: Path, clock: ManualClock, tmp_path: Path) -> None:
        (tmp_path / "new").mkdir()
        address = parse_address(f"sqlite:///{tmp_path}/new/log.sqlite")

        restored = restore_backup(saved, address, clock)

        assert restored.aside is None
        with open_store(f"sqlite:///{tmp_path}/new/log.sqlite", clock=clock) as store:
            (game,) = store.unfinished_games()
            assert list(store.open_game(game.id).envelopes()) == envelopes(0, 30)
            (kept,) = store.evidence.all()
            assert store.evidence.read(kept.name, "clip.webm") == CLIP.content
            assert [player.name for player in store.players.all()] == ["Anna"]

    def test_what_dice_taught_comes_along(
        self, running: GameLog, address: StoreAddress, clock: ManualClock, sqlite_store: Store
    ) -> None:
        assert address.learned is not None
        address.learned.mkdir()
        learned, other = (address.learned / f"{kind}.learned.json" for kind in ("die", "other"))
        learned.write_bytes(b"first")
        (address.learned / "notes.txt").write_bytes(b"not ours")
        made = sqlite_store.backup(address.learned.parent / "backups").path
        sqlite_store.close()
        learned.write_bytes(b"second")
        other.write_bytes(b"since then")

        assert names_in(made / "learned") == {"die.learned.json"}
        restore_backup(made, address, clock, overwrite=True)

        assert learned.read_bytes() == b"first"
        (aside,) = address.learned.glob("die.learned.json.before-*")
        assert aside.read_bytes() == b"second"
        assert other.read_bytes() == b"since then"

    def test_one_of_the_first_format_is_brought_back(
        self, saved: Path, clock: ManualClock, tmp_path: Path
    ) -> None:
        listed = json.loads((saved / "manifest.json").read_text())
        (saved / "manifest.json").write_text(json.dumps({**listed, "format": 1}))
        (tmp_path / "new").mkdir()
        address = parse_address(f"sqlite:///{tmp_path}/new/log.sqlite")

        assert restore_backup(saved, address, clock).manifest.counts.games == 1

    def test_a_log_is_never_overwritten_unasked(
        self, saved: Path, address: StoreAddress, clock: ManualClock
    ) -> None:
        assert address.file is not None
        before = address.file.read_bytes()

        with pytest.raises(StoreError, match="add --overwrite"):
            restore_backup(saved, address, clock)

        assert address.file.read_bytes() == before

    def test_the_log_of_today_is_kept_aside(
        self, saved: Path, address: StoreAddress, clock: ManualClock, file: Path
    ) -> None:
        restored = restore_backup(saved, address, clock, overwrite=True)

        assert restored.aside is not None
        with open_store(f"sqlite:///{file}", clock=clock) as store:
            log = store.open_game(1)
            assert log.next_seq == 30
            log.append(envelopes(30, 1))
        evidence = address.evidence
        with open_store(
            f"sqlite:///{restored.aside}", clock=clock, evidence_folder=evidence
        ) as old:
            assert old.open_game(1).next_seq == 35
            for kept in old.evidence.all():
                assert old.evidence.read(kept.name, "clip.webm") == CLIP.content

    def test_damaged_evidence_is_mended(
        self, saved: Path, address: StoreAddress, clock: ManualClock, file: Path
    ) -> None:
        assert address.evidence is not None
        first = min(address.evidence.iterdir())
        (first / "clip.webm").write_bytes(b"forged")

        restore_backup(saved, address, clock, overwrite=True)

        with open_store(f"sqlite:///{file}", clock=clock) as store:
            assert store.evidence.read(first.name, "clip.webm") == CLIP.content

    @pytest.mark.parametrize("has_wal", [False, True])
    def test_a_damaged_log_can_be_replaced(
        self, saved: Path, address: StoreAddress, clock: ManualClock, file: Path, has_wal: bool
    ) -> None:
        """What SQLite kept beside the damaged log must not get into the restored one."""
        wal = file.with_name("log.sqlite-wal")
        if has_wal:
            wal.write_bytes(_wal_of_another_log(file.parent))
        file.write_bytes(b"not a database at all" * 400)

        restored = restore_backup(saved, address, clock, overwrite=True)

        assert isinstance(restored.aside, Path)
        assert has_wal or restored.aside.read_bytes().startswith(b"not a database")
        assert not wal.exists()
        with open_store(f"sqlite:///{file}", clock=clock) as store:
            assert list(store.open_game(1).envelopes()) == envelopes(0, 30)

    def test_a_log_in_use_is_left_alone(
        self, saved: Path, address: StoreAddress, clock: ManualClock, file: Path
    ) -> None:
        with open_store(f"sqlite:///{file}", clock=clock) as store:
            log = store.open_game(1)
            log.append(envelopes(35, 1))

            with pytest.raises(StoreError, match="Another program holds the log") as caught:
                restore_backup(saved, address, clock, overwrite=True)

            log.append(envelopes(36, 1))
            assert log.next_seq == 37
        assert caught.value.trouble is StoreTrouble.LOCKED
        assert not [name for name in names_in(file.parent) if "before" in name or "part" in name]

    @pytest.mark.parametrize("victim", ["log.sqlite", "evidence", "manifest.json"])
    def test_a_damaged_backup_is_refused(
        self, saved: Path, address: StoreAddress, clock: ManualClock, file: Path, victim: str
    ) -> None:
        path = saved / victim
        path = path if path.is_file() else next(path.rglob("clip.webm"))
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 0xFF
        path.write_bytes(content)
        before = file.read_bytes()

        with pytest.raises(StoreError, match=r"cannot be used .*take another one"):
            restore_backup(saved, address, clock, overwrite=True)

        assert file.read_bytes() == before

    def test_a_backup_with_a_file_missing_is_refused(
        self, saved: Path, address: StoreAddress, clock: ManualClock
    ) -> None:
        next(saved.rglob("clip.webm")).unlink()

        with pytest.raises(StoreError, match=r"no such file.*take another one"):
            restore_backup(saved, address, clock, overwrite=True)

    def test_a_backup_cannot_name_files_elsewhere(
        self, saved: Path, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        manifest = json.loads((saved / "manifest.json").read_text())
        manifest["files"][1]["path"] = "evidence/../../../secret"
        (saved / "manifest.json").write_text(json.dumps(manifest))

        with pytest.raises(StoreError, match="its log does not name evidence"):
            restore_backup(saved, address, clock, overwrite=True)

    def test_a_newer_backup_asks_for_an_update(
        self, saved: Path, address: StoreAddress, clock: ManualClock
    ) -> None:
        manifest = json.loads((saved / "manifest.json").read_text()) | {"tables": "9999"}
        (saved / "manifest.json").write_text(json.dumps(manifest))

        with pytest.raises(StoreError, match="newer program: update"):
            restore_backup(saved, address, clock, overwrite=True)

    def test_the_folder_above_is_no_backup_but_shows_the_way(
        self, saved: Path, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        with pytest.raises(StoreError, match=f"the newest is .*{saved.name}"):
            restore_backup(saved.parent, address, clock, overwrite=True)
        with pytest.raises(StoreError, match="is not a backup"):
            restore_backup(tmp_path, address, clock, overwrite=True)

    def test_a_full_disk_leaves_the_log_as_it_was(
        self, saved: Path, clock: ManualClock, tmp_path: Path
    ) -> None:
        with small_disk(tmp_path / "card", 200) as card:
            there = card / "log.sqlite"
            with open_store(f"sqlite:///{there}", clock=clock):
                pass
            before = there.read_bytes()
            (card / "ballast").write_bytes(bytes(200 * 1024 - len(before) - 20_000))

            with pytest.raises(StoreError, match="the log is as it was") as caught:
                restore_backup(saved, parse_address(f"sqlite:///{there}"), clock, overwrite=True)

            assert there.read_bytes()[100:] == before[100:]
            assert not [name for name in names_in(card) if name.endswith(".part")]
        assert caught.value.trouble is StoreTrouble.DISK_FULL


def _wal_of_another_log(folder: Path) -> bytes:
    """Pages that would fit every log of the referee."""
    (folder / "other").mkdir()
    with open_store(f"sqlite:///{folder}/other/log.sqlite", clock=ManualClock()) as store:
        log = store.begin_game("magic-beanstalk", ("Cara",), options={})
        log.append(envelopes(0, 9))
        content = (folder / "other" / "log.sqlite-wal").read_bytes()
    shutil.rmtree(folder / "other")
    return content


class TestCommands:
    @pytest.fixture
    def console(self) -> Console:
        return Console(file=io.StringIO(), width=40)

    def said(self, console: Console) -> list[str]:
        assert isinstance(console.file, io.StringIO)
        return console.file.getvalue().splitlines()

    def test_there_and_back(
        self, running: GameLog, sqlite_store: Store, console: Console, tmp_path: Path
    ) -> None:
        clock, file = ManualClock(), tmp_path / "log.sqlite"
        url, words = f"sqlite:///{file}", language("en")

        assert back_up(url, tmp_path / "backups", console, words, clock) == 0
        sqlite_store.close()
        (made,) = backups_in(tmp_path / "backups")
        assert put_back(url, made, console, words, clock, overwrite=True) == 0

        first, second, third = self.said(console)
        assert first == (
            f"The backup {made} is complete and was checked: 1 game, 30 events, "
            "1 piece of evidence."
        )
        assert second == (
            f"The log {file} is again as it was on 2025-01-01 12:00 UTC: 1 game, 30 events."
        )
        assert third.startswith(f"What was there before is kept as {file}.before-")

    def test_every_night_once(
        self, running: GameLog, clock: ManualClock, console: Console, file: Path, tmp_path: Path
    ) -> None:
        url, words, folder = f"sqlite:///{file}", language("en"), tmp_path / "backups"
        assert back_up(url, folder, console, words, clock, is_nightly=True) == 0
        assert backups_in(folder) == ()
        clock.advance_s(3600)
        for _ in range(2):
            assert back_up(url, folder, console, words, clock, is_nightly=True) == 0

        assert len(backups_in(folder)) == 1
        waits, *_, already = self.said(console)
        assert waits.startswith("A game is under way")
        assert already == "The backup of this night is there already."

    def test_in_french_with_lost_evidence_and_old_backups(
        self, running: GameLog, clock: ManualClock, console: Console, file: Path, tmp_path: Path
    ) -> None:
        url, words = f"sqlite:///{file}", language("fr")
        shutil.rmtree(tmp_path / "log-evidence")
        for _ in range(2):
            assert back_up(url, tmp_path / "backups", console, words, clock, keep=1) == 1

        *_, made, missing, removed = self.said(console)
        assert "est complète et vérifiée : 1 partie, 30 événements" in made
        assert missing.startswith("2 fichiers de preuve manquaient")
        assert removed == "Anciennes sauvegardes supprimées : 1."
