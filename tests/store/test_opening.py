"""Opening a log: what is wrong is one sentence with the next step, and nothing is spoilt."""

from __future__ import annotations

import gc
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.schema import SchemaItem

from referee.clock import ManualClock
from referee.store.address import parse_address
from referee.store.database import MIGRATIONS
from referee.store.schema import HEAD, metadata
from referee.store.store import Store, open_store
from referee.store.troubles import StoreError, StoreTrouble
from tests.store.envelopes import envelope, envelopes
from tests.store.small_disk import make_read_only, small_disk

SEATS = ("Anna", "Ben")


def opening_fails(url: str, match: str) -> StoreError:
    with pytest.raises(StoreError, match=match) as caught:
        open_store(url, clock=ManualClock())
    assert "\n" not in str(caught.value)
    return caught.value


def filled(file: Path, events: int = 400) -> int:
    """A log with some events, closed properly."""
    with open_store(f"sqlite:///{file}", clock=ManualClock()) as store:
        log = store.begin_game("spookies", SEATS, options={})
        log.append(envelopes(0, events))
    assert not file.with_name(f"{file.name}-wal").exists()
    return log.game_id


class TestMigrations:
    def test_they_lead_to_the_tables_of_the_program(self, store: Store) -> None:
        with store.engine.connect() as connection:
            context = MigrationContext.configure(connection)
            assert compare_metadata(context, metadata) == []
            assert context.get_current_revision() == HEAD

    def test_the_newest_is_the_head(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        assert ScriptDirectory.from_config(config).get_current_head() == HEAD

    def test_opening_again_changes_nothing(self, store: Store, opened: Callable[[], Store]) -> None:
        log = store.begin_game("spookies", SEATS, options={})
        log.append(envelopes(0, 2))

        assert len(list(opened().open_game(log.game_id).envelopes())) == 2

    def test_a_newer_log_asks_for_an_update(
        self, store: Store, url: str, clock: ManualClock
    ) -> None:
        with store.engine.begin() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))

        opening_fails(url, r"newer program \(tables 9999.*update the program")

    def test_a_failed_migration_leaves_nothing(
        self, url: str, monkeypatch: pytest.MonkeyPatch, opened: Callable[[], Store]
    ) -> None:
        """A power cut in the middle is the same: the next opening begins anew."""
        from alembic import op

        real = op.create_table

        def fail_late(name: str, *columns: SchemaItem, **options: Any) -> object:
            if name == "evidence":
                raise RuntimeError("power cut")
            return real(name, *columns, **options)

        monkeypatch.setattr(op, "create_table", fail_late)
        with pytest.raises(RuntimeError, match="power cut"):
            opened()
        monkeypatch.undo()

        engine = sa.create_engine(parse_address(url).url)
        assert sa.inspect(engine).get_table_names() == []
        engine.dispose()
        assert opened().games() == ()

    def test_the_database_of_another_program_is_left_alone(self, file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("CREATE TABLE recipes (name TEXT)")

        opening_fails(f"sqlite:///{file}", "another program: keep the log elsewhere")

        with closing(sqlite3.connect(file)) as connection:
            names = connection.execute("SELECT name FROM sqlite_master").fetchall()
        assert names == [("recipes",)]


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


class TestTogether:
    def test_programs_that_open_a_new_log_at_once_take_turns(self, url: str) -> None:
        command = [sys.executable, "-c", _OPEN_AND_BEGIN, url]
        programs = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(3)
        ]
        for program in programs:
            assert program.stderr is not None
            assert program.stderr.readline() == b"ready\n"
        for program in programs:
            assert program.stdin is not None
            program.stdin.write(b"go\n")
            program.stdin.flush()
        said = [program.communicate() for program in programs]

        assert [error for _, error in said] == [b""] * 3
        with open_store(url, clock=ManualClock()) as store:
            assert len(store.games()) == 3

    def test_a_long_evening_leaves_no_connection_open(self, store: Store) -> None:
        def play() -> None:
            log = store.begin_game("spookies", SEATS, options={})
            log.append(envelopes(0, 2))
            log.close()
            store.begin_game("spookies", SEATS, options={}).append(envelopes(0, 2))
            store.end_game(log.game_id, None)

        play()
        gc.collect()
        before = open_files()
        for _ in range(20):
            play()
        gc.collect()

        assert open_files() <= before


_OPEN_AND_BEGIN = """
import sys
import alembic.command
from referee.clock import SystemClock
from referee.store.store import open_store

print("ready", file=sys.stderr, flush=True)
sys.stdin.readline()
with open_store(sys.argv[1], clock=SystemClock()) as store:
    store.begin_game("spookies", ("Anna",), options={})
"""


class TestAddresses:
    @pytest.mark.parametrize(
        ("url", "match"),
        [
            ("log.sqlite", "is not the address of a log: write sqlite:///"),
            ("", "is not the address of a log"),
            ("mysql://host/log", "cannot be kept in 'mysql': write sqlite:///"),
            ("sqlite://", "needs a file"),
            ("sqlite:///:memory:", "needs a file"),
        ],
    )
    def test_a_bad_address_is_told(self, url: str, match: str) -> None:
        opening_fails(url, match)

    def test_a_password_is_never_shown(self) -> None:
        error = opening_fails("postgresql://anna:secret@localhost:1/log", "cannot be reached")
        assert "secret" not in str(error)
        assert "secret" not in parse_address("postgresql://anna:secret@localhost:1/log").shown

    def test_a_missing_folder_is_told(self, tmp_path: Path) -> None:
        error = opening_fails(f"sqlite:///{tmp_path}/gone/log.sqlite", "does not exist: create it")
        assert error.trouble is StoreTrouble.LOST

    def test_a_folder_is_no_log(self, tmp_path: Path) -> None:
        opening_fails(f"sqlite:///{tmp_path}", "is not a file")

    def test_a_server_that_does_not_run_is_told(self, tmp_path: Path) -> None:
        error = opening_fails(f"postgresql://anna@/log?host={tmp_path}", "cannot be reached")
        assert error.trouble is StoreTrouble.LOST


class TestDamage:
    def test_a_file_that_is_no_database_is_told(self, file: Path) -> None:
        file.write_text("Dear diary, today we played Spookies. " * 200)

        error = opening_fails(f"sqlite:///{file}", "damaged .*restore the newest backup")

        assert error.trouble is StoreTrouble.DAMAGED
        assert file.read_text().startswith("Dear diary")

    def test_a_damaged_last_page_is_found(self, file: Path) -> None:
        filled(file)
        content = bytearray(file.read_bytes())
        content[-4096:] = b"\xa5" * 4096
        file.write_bytes(content)

        error = opening_fails(f"sqlite:///{file}", "damaged .*restore the newest backup")

        assert error.trouble is StoreTrouble.DAMAGED

    def test_a_file_cut_short_is_found(self, file: Path) -> None:
        filled(file)
        os.truncate(file, file.stat().st_size // 2)

        error = opening_fails(f"sqlite:///{file}", "damaged")

        assert error.trouble is StoreTrouble.DAMAGED

    @pytest.mark.parametrize("harm", ["cut", "garbage"])
    def test_a_torn_end_of_the_write_ahead_file_costs_only_what_was_never_acknowledged(
        self, file: Path, tmp_path: Path, harm: str
    ) -> None:
        """A power cut in the middle of a commit: all commits before it count."""
        wal = file.with_name(f"{file.name}-wal")
        with open_store(f"sqlite:///{file}", clock=ManualClock()) as store:
            log = store.begin_game("spookies", SEATS, options={})
            log.append(envelopes(0, 50))
            acknowledged = wal.stat().st_size
            log.append(envelopes(50, 50))
            after = tmp_path / "after"
            after.mkdir()
            for path in (file, wal):
                (after / path.name).write_bytes(path.read_bytes())
        torn = after / wal.name
        whole = torn.read_bytes()
        end = b"" if harm == "cut" else b"\x5a" * (len(whole) - acknowledged - 100)
        torn.write_bytes(whole[: acknowledged + 100] + end)

        with open_store(f"sqlite:///{after / file.name}", clock=ManualClock()) as store:
            again = store.open_game(log.game_id)
            assert list(again.envelopes()) == envelopes(0, 50)
            again.append([envelope(50)])
            assert again.next_seq == 51


class TestPermission:
    def test_a_read_only_disk_is_told(self, tmp_path: Path) -> None:
        with small_disk(tmp_path / "disk", 2000) as disk:
            filled(disk / "log.sqlite", 10)
            make_read_only(disk)

            error = opening_fails(f"sqlite:///{disk}/log.sqlite", "cannot be written")
            assert error.trouble is StoreTrouble.READ_ONLY

            error = opening_fails(f"sqlite:///{disk}/new.sqlite", "cannot be written")
            assert error.trouble is StoreTrouble.READ_ONLY

    def test_a_full_disk_is_told(self, tmp_path: Path) -> None:
        with small_disk(tmp_path / "disk", 40) as disk:
            error = opening_fails(f"sqlite:///{disk}/log.sqlite", "full.*make room")
            assert error.trouble is StoreTrouble.DISK_FULL

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
    @pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o555, 0), (0, 0), (0o777, 0o444)])
    def test_missing_rights_are_told(self, folder_mode: int, file_mode: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "log.sqlite"
            if file_mode:
                filled(file, 1)
                file.chmod(file_mode)
            Path(folder).chmod(folder_mode)
            ran = subprocess.run(
                [sys.executable, "-c", _AS_NOBODY, f"sqlite:///{file}"],
                capture_output=True,
                text=True,
                check=True,
            )
        assert ran.stdout.startswith("read-only The log cannot be written")
        assert ran.stderr == ""


_AS_NOBODY = """
import os, sys
import alembic.command
from referee.clock import ManualClock
from referee.store.store import open_store
from referee.store.troubles import StoreError

os.setgid(65534)
os.setuid(65534)
try:
    open_store(sys.argv[1], clock=ManualClock())
except StoreError as error:
    print(error.trouble, error)
"""
