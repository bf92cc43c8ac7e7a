"""A log that cannot be written: the game goes on in memory, says why, and loses nothing."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from referee.clock import ManualClock
from referee.language import language, languages
from referee.store.buffered_log import SAVED, BufferedLog, SaveState
from referee.store.game_log import GameLog, _PostgresWriter
from referee.store.store import Store, open_store
from referee.store.troubles import StoreError, StoreTrouble, trouble_in
from tests.store.envelopes import envelope, envelopes
from tests.store.postgres_server import PostgresServer
from tests.store.small_disk import small_disk

SEATS = ("Anna", "Ben")


@pytest.fixture
def log(sqlite_store: Store) -> GameLog:
    log = sqlite_store.begin_game("spookies", SEATS, options={})
    log.append(envelopes(0, 3))
    return log


@pytest.fixture
def keeper(log: GameLog, clock: ManualClock) -> BufferedLog:
    return BufferedLog(log, clock)


@contextmanager
def every_connection(store: Store, statement: str) -> Iterator[None]:
    """All connections that are opened from now on run this first."""

    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.execute(statement)

    sa.event.listen(store.engine, "connect", prepare)
    store.engine.dispose()
    try:
        yield
    finally:
        sa.event.remove(store.engine, "connect", prepare)
        store.engine.dispose()


def test_a_healthy_log_is_saved(keeper: BufferedLog, log: GameLog) -> None:
    assert keeper.append(envelopes(3, 2)) == SAVED
    assert SAVED.is_saved
    assert keeper.save_state == SAVED
    assert keeper.next_seq == 5
    assert list(log.envelopes()) == envelopes(0, 5)


def test_a_full_disk(keeper: BufferedLog, log: GameLog, sqlite_store: Store) -> None:
    """As many pages as there are now, and no more."""
    log.close()
    with every_connection(sqlite_store, "PRAGMA max_page_count = 1"):
        told = [keeper.append([envelope(seq, {"long": "x" * 3000})]) for seq in range(3, 8)]
        assert told[-1].trouble is StoreTrouble.DISK_FULL
        unsaved = told[-1].unsaved
        assert 0 < unsaved <= 5
        assert len(keeper.unsaved) == unsaved
        assert keeper.next_seq == 8
    assert len(list(log.envelopes())) == 8 - unsaved

    assert keeper.retry() == SAVED

    assert [each.seq for each in log.envelopes()] == list(range(8))


def test_a_really_full_disk(tmp_path: Path, clock: ManualClock) -> None:
    with small_disk(tmp_path / "disk", 600) as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(300_000))
        with open_store(f"sqlite:///{disk}/log.sqlite", clock=clock) as store:
            log = store.begin_game("spookies", SEATS, options={})
            keeper = BufferedLog(log, clock)
            seq = 0
            while keeper.append(envelopes(seq, 20)).is_saved:
                seq += 20
                assert seq < 20_000
            assert keeper.save_state == SaveState(StoreTrouble.DISK_FULL, 20)
            assert list(log.envelopes()) == envelopes(0, seq)
            keeper.append(envelopes(seq + 20, 20))
            assert keeper.save_state == SaveState(StoreTrouble.DISK_FULL, 40)

            ballast.unlink()

            assert keeper.append(envelopes(seq + 40, 1)) == SAVED
            assert list(log.envelopes()) == envelopes(0, seq + 41)


def test_a_read_only_log(keeper: BufferedLog, log: GameLog, sqlite_store: Store) -> None:
    log.close()
    with every_connection(sqlite_store, "PRAGMA query_only = ON"):
        assert keeper.append(envelopes(3, 1)) == SaveState(StoreTrouble.READ_ONLY, 1)
        assert keeper.append(envelopes(4, 2)) == SaveState(StoreTrouble.READ_ONLY, 3)
        assert keeper.retry() == SaveState(StoreTrouble.READ_ONLY, 3)

    assert keeper.append(envelopes(6, 1)) == SAVED
    assert list(log.envelopes()) == envelopes(0, 7)


def test_a_log_that_gets_damaged(
    keeper: BufferedLog, log: GameLog, sqlite_store: Store, file: Path
) -> None:
    log.append(envelopes(3, 300))
    log.close()
    sqlite_store.engine.dispose()
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xa5" * (len(content) - 4096))

    keeping = keeper.append(envelopes(303, 2))

    assert keeping == SaveState(StoreTrouble.DAMAGED, 2)


def test_another_program_that_holds_the_log(
    keeper: BufferedLog, log: GameLog, file: Path, clock: ManualClock
) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert keeper.append(envelopes(3, 1)) == SaveState(StoreTrouble.LOCKED, 1)
        other.execute("ROLLBACK")

    # Trying would make the table wait, so it is tried only now and then.
    assert keeper.append(envelopes(4, 1)) == SaveState(StoreTrouble.LOCKED, 2)
    clock.advance_s(5)
    assert keeper.append(envelopes(5, 1)) == SAVED
    assert list(log.envelopes()) == envelopes(0, 6)


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_file_that_was_moved_away(
    keeper: BufferedLog, log: GameLog, file: Path, is_replaced: bool
) -> None:
    """SQLite alone would go on writing into the file that nobody will find again."""
    elsewhere = file.with_name("elsewhere.sqlite")
    file.rename(elsewhere)
    if is_replaced:
        file.write_bytes(elsewhere.read_bytes())

    assert keeper.append(envelopes(3, 2)) == SaveState(StoreTrouble.LOST, 2)
    assert keeper.retry() != SAVED

    elsewhere.rename(file)
    assert keeper.retry() == SAVED
    assert list(log.envelopes()) == envelopes(0, 5)


def test_another_writer(keeper: BufferedLog, log: GameLog, sqlite_store: Store) -> None:
    sqlite_store.open_game(log.game_id).append([envelope(3, {"who": "the other"})])

    assert keeper.append(envelopes(3, 2)) == SaveState(StoreTrouble.ANOTHER_WRITER, 2)
    assert keeper.retry() == SaveState(StoreTrouble.ANOTHER_WRITER, 2)
    assert log.next_seq == 3


def test_too_many_waiting_events_stop_the_game(
    log: GameLog, sqlite_store: Store, clock: ManualClock
) -> None:
    keeper = BufferedLog(log, clock, most_unsaved=10)
    log.close()
    with every_connection(sqlite_store, "PRAGMA query_only = ON"):
        assert keeper.append(envelopes(3, 10)).unsaved == 10
        with pytest.raises(StoreError, match="the game stops here") as caught:
            keeper.append(envelopes(13, 1))
    assert caught.value.trouble is StoreTrouble.READ_ONLY
    assert keeper.unsaved == tuple(envelopes(3, 10))

    assert keeper.retry() == SAVED
    assert list(log.envelopes()) == envelopes(0, 13)


def test_a_gap_is_a_mistake_of_the_program_also_while_waiting(
    keeper: BufferedLog, log: GameLog, sqlite_store: Store
) -> None:
    log.close()
    with every_connection(sqlite_store, "PRAGMA query_only = ON"):
        keeper.append(envelopes(3, 1))
        with pytest.raises(ValueError, match="Event 4 is next"):
            keeper.append(envelopes(5, 1))
    assert keeper.next_seq == 4


_LIMITED = """
import resource, signal, sys
from referee.clock import ManualClock
from referee.store.buffered_log import BufferedLog
from referee.store.store import open_store
from tests.store.envelopes import envelopes

with open_store(sys.argv[1], clock=ManualClock()) as store:
    log = store.begin_game("spookies", ("Anna",), options={})
    keeper = BufferedLog(log, ManualClock())
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, unlimited[1]))
    seq = 0
    while keeper.append(envelopes(seq, 50)).is_saved:
        seq += 50
    print(keeper.save_state.trouble, len(list(log.envelopes())) == seq)
    resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    print(keeper.retry().is_saved, list(log.envelopes()) == envelopes(0, seq + 50))
"""


def test_a_disk_that_fails(file: Path) -> None:
    """The system refuses to write: an error that is neither a full disk nor a missing right."""
    ran = subprocess.run(
        [sys.executable, "-c", _LIMITED, f"sqlite:///{file}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert ran.stdout.splitlines() == ["failing True", "True True"]


class TestPostgres:
    @pytest.fixture
    def server_log(self, postgres: PostgresServer, clock: ManualClock) -> Iterator[GameLog]:
        with open_store(postgres.database(), clock=clock) as store:
            log = store.begin_game("spookies", SEATS, options={})
            log.append(envelopes(0, 3))
            yield log

    def test_a_server_that_goes_away_and_comes_back(
        self, server_log: GameLog, postgres: PostgresServer, clock: ManualClock
    ) -> None:
        keeper = BufferedLog(server_log, clock)
        postgres.stop()
        try:
            assert keeper.append(envelopes(3, 2)) == SaveState(StoreTrouble.LOST, 2)
            clock.advance_s(10)
            assert keeper.append(envelopes(5, 1)) == SaveState(StoreTrouble.LOST, 3)
        finally:
            postgres.start()

        clock.advance_s(10)
        assert keeper.append(envelopes(6, 1)) == SAVED
        assert list(server_log.envelopes()) == envelopes(0, 7)

    def test_a_commit_whose_answer_was_lost(
        self, server_log: GameLog, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import psycopg

        keeper = BufferedLog(server_log, clock)
        assert isinstance(server_log._writer, _PostgresWriter)
        raw = server_log._writer._raw
        commit = raw.commit

        def commit_and_break() -> None:
            commit()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

        monkeypatch.setattr(raw, "commit", commit_and_break)
        assert keeper.append(envelopes(3, 2)) == SaveState(StoreTrouble.LOST, 2)

        assert keeper.retry() == SAVED
        assert list(server_log.envelopes()) == envelopes(0, 5)

    def test_a_read_only_server(self, server_log: GameLog, clock: ManualClock) -> None:
        keeper = BufferedLog(server_log, clock)
        assert isinstance(server_log._writer, _PostgresWriter)
        raw = server_log._writer._raw
        raw.execute("SET default_transaction_read_only = on")
        raw.commit()

        assert keeper.append(envelopes(3, 1)) == SaveState(StoreTrouble.READ_ONLY, 1)

        assert keeper.append(envelopes(4, 1)) == SAVED
        assert list(server_log.envelopes()) == envelopes(0, 5)

    def test_a_table_that_somebody_locked(
        self, server_log: GameLog, postgres: PostgresServer, clock: ManualClock
    ) -> None:
        import psycopg

        keeper = BufferedLog(server_log, clock)
        with psycopg.connect(f"host={postgres.folder} user=referee dbname=postgres") as other:
            other.execute("LOCK TABLE events IN EXCLUSIVE MODE")
            assert keeper.append(envelopes(3, 1)) == SaveState(StoreTrouble.LOCKED, 1)
            other.rollback()

        assert keeper.retry() == SAVED


class TestSentences:
    @pytest.mark.parametrize("code", languages())
    @pytest.mark.parametrize("trouble", StoreTrouble)
    def test_every_trouble_has_one(self, code: str, trouble: StoreTrouble) -> None:
        words = language(code)
        sentence = words.say(SaveState(trouble, 1).message)
        assert "enregistrée" in sentence or "saved" in sentence
        assert words.say(SAVED.message)

    @pytest.mark.parametrize("trouble", StoreTrouble)
    def test_every_trouble_has_a_next_step_when_a_log_is_opened(
        self, trouble: StoreTrouble
    ) -> None:
        from referee.store.troubles import store_error

        assert ": " in str(store_error(trouble))
        assert "(why):" in str(store_error(trouble, "why\nand more"))


class TestDiskErrors:
    """SQLite calls it an I/O error when a disk turned read-only under it; the disk itself knows."""

    @pytest.mark.parametrize(
        ("is_writable", "blocks", "trouble"),
        [
            (False, 5, StoreTrouble.READ_ONLY),
            (True, 0, StoreTrouble.DISK_FULL),
            (True, 5, StoreTrouble.FAILING),
        ],
    )
    def test_the_disk_is_asked(
        self,
        file: Path,
        monkeypatch: pytest.MonkeyPatch,
        blocks: int,
        trouble: StoreTrouble,
        *,
        is_writable: bool,
    ) -> None:
        found = os.statvfs_result((4096, 4096, 9, blocks, blocks, 9, 9, 9, 0, 255))
        monkeypatch.setattr(os, "statvfs", lambda _path: found)
        monkeypatch.setattr(os, "access", lambda _path, _mode: is_writable)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE

        file.touch()
        assert trouble_in(error, file) is trouble

    def test_a_disk_that_was_pulled_out_is_lost(self, tmp_path: Path) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE

        assert trouble_in(error, tmp_path / "gone" / "log.sqlite") is StoreTrouble.LOST
