"""Backups of a log on a real PostgreSQL server, with its own programs, and their way back."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from rich.console import Console

from referee.cli.backup import back_up, put_back
from referee.clock import ManualClock
from referee.games.base import Outcome
from referee.language import language
from referee.store.address import StoreAddress, parse_address
from referee.store.backup import Manifest, backups_in, log_in, make_backup, verify
from referee.store.evidence import EvidencePart
from referee.store.game_log import GameLog
from referee.store.log_copy import Counts
from referee.store.restore import restore_backup
from referee.store.store import Store, open_store
from referee.store.troubles import StoreError, StoreTrouble
from tests.store.envelopes import envelopes
from tests.store.postgres_server import PostgresServer

CLIP = EvidencePart("video/webm", bytes(range(256)) * 4)
SEATS = ("Anna\tde\\la", "Bén\n🎲")
"""Names that a dump has to write in another way."""


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.database()


@pytest.fixture
def address(url: str, tmp_path: Path) -> StoreAddress:
    return parse_address(url, tmp_path / "evidence")


@pytest.fixture
def open_log(address: StoreAddress, clock: ManualClock) -> Iterator[Callable[[], Store]]:
    stores: list[Store] = []

    def open_again() -> Store:
        url = address.url.render_as_string(hide_password=False)
        stores.append(open_store(url, clock=clock, evidence_folder=address.evidence))
        return stores[-1]

    yield open_again
    for store in stores:
        store.close()


@pytest.fixture
def store(open_log: Callable[[], Store]) -> Store:
    return open_log()


@pytest.fixture
def running(store: Store) -> GameLog:
    """A game with events and evidence, still going on."""
    store.players.add("Anna", "#000000")
    log = store.begin_game("spookies", SEATS, options={"tab": "\t", "end": "\\."})
    log.append(envelopes(0, 30))
    store.evidence.keep(log.game_id, 5, "collapse", {"clip.webm": CLIP})
    return log


@pytest.fixture
def saved(running: GameLog, store: Store, clock: ManualClock, tmp_path: Path) -> Path:
    """A backup of 30 events; five more, another game and another piece of evidence came later."""
    made = store.backup(tmp_path / "backups")
    clock.advance_s(60)
    running.append(envelopes(30, 5))
    store.evidence.keep(running.game_id, 31, "collapse", {"clip.webm": CLIP})
    store.end_game(
        store.begin_game("spookies", SEATS, options={}).game_id, Outcome("x", (), (1, 2))
    )
    store.close()
    return made.path


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


class TestBackup:
    def test_it_holds_everything_and_needs_no_server_to_be_checked(
        self, running: GameLog, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        made = make_backup(address, tmp_path / "backups", clock)

        assert names_in(made.path) == {"manifest.json", "log.dump", "evidence"}
        assert made.manifest.counts == Counts(games=1, players=1, events=30, evidence=1)
        assert made.manifest.missing == ()
        assert verify(made.path) == made.manifest
        ((path, _),) = log_in(made.path).evidence_files()
        assert (made.path / "evidence" / path).read_bytes() == CLIP.content

    def test_a_game_goes_on_meanwhile(self, running: GameLog, store: Store, tmp_path: Path) -> None:
        with store.engine.connect() as other, other.begin():
            # Written and not yet committed: not in the copy, and in nobody's way.
            other.execute(sa.text("UPDATE players SET colour = '#ffffff'"))
            made = store.backup(tmp_path / "backups")
        running.append(envelopes(30, 5))

        assert made.manifest.counts.events == 30

    def test_only_the_newest_are_kept(
        self, running: GameLog, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        made = []
        for _ in range(3):
            made.append(make_backup(address, tmp_path / "backups", clock, keep=2))
            clock.advance_s(60)

        assert backups_in(tmp_path / "backups") == (made[1].path, made[2].path)

    def test_lost_evidence_is_named(
        self, running: GameLog, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        assert address.evidence is not None
        shutil.rmtree(address.evidence)

        made = make_backup(address, tmp_path / "backups", clock)

        assert [path.rsplit("/", 1)[1] for path in made.manifest.missing] == ["clip.webm"]
        assert verify(made.path) == made.manifest

    def test_a_database_without_a_log_is_said(
        self, address: StoreAddress, clock: ManualClock, tmp_path: Path
    ) -> None:
        with pytest.raises(StoreError, match="no log in this database"):
            make_backup(address, tmp_path / "backups", clock)

        assert names_in(tmp_path / "backups") == set()

    def test_a_server_that_does_not_answer_is_said(
        self, clock: ManualClock, tmp_path: Path
    ) -> None:
        gone = parse_address(f"postgresql://referee:secret@/postgres?host={tmp_path}")

        with pytest.raises(StoreError, match="check that the server runs") as error:
            make_backup(gone, tmp_path / "backups", clock)

        assert "\n" not in str(error.value)
        assert "secret" not in str(error.value)
        assert names_in(tmp_path / "backups") == set()

    def test_without_the_programs_the_package_is_named(
        self,
        address: StoreAddress,
        clock: ManualClock,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))

        with pytest.raises(StoreError, match=r"needs pg_dump.*apt install postgresql-client"):
            make_backup(address, tmp_path / "backups", clock)

    def test_the_password_is_not_among_the_words(
        self, clock: ManualClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Everybody on a computer may read the words a program was started with."""
        program = tmp_path / "pg_dump"
        program.write_text(f'#!/bin/sh\necho "$@ / $PGPASSWORD" > {tmp_path}/words\nexit 1\n')
        program.chmod(0o755)
        monkeypatch.setattr(shutil, "which", lambda name: str(program))

        with pytest.raises(StoreError):
            make_backup(parse_address("postgresql://me:s3cret@there/log"), tmp_path / "b", clock)

        words, given = (tmp_path / "words").read_text().split(" / ")
        assert "postgresql://me@there/log" in words
        assert "s3cret" not in words
        assert given == "s3cret\n"


class TestRestore:
    def test_the_log_is_again_as_it_was(
        self,
        saved: Path,
        running: GameLog,
        address: StoreAddress,
        clock: ManualClock,
        open_log: Callable[[], Store],
    ) -> None:
        restored = restore_backup(saved, address, clock, overwrite=True)

        again = open_log()
        (record,) = again.games()
        assert (record.id, record.seats) == (running.game_id, SEATS)
        assert record.options == {"tab": "\t", "end": "\\."}
        assert list(again.open_game(record.id).envelopes()) == envelopes(0, 30)
        assert restored.manifest.counts == Counts(games=1, players=1, events=30, evidence=1)
        # A new game gets a new id, and goes on.
        log = again.begin_game("spookies", SEATS, options={})
        log.append(envelopes(0, 2))
        assert log.game_id > record.id

    def test_the_log_of_today_is_kept_aside(
        self,
        saved: Path,
        address: StoreAddress,
        clock: ManualClock,
        open_log: Callable[[], Store],
    ) -> None:
        first = restore_backup(saved, address, clock, overwrite=True)
        clock.advance_s(1)
        second = restore_backup(saved, address, clock, overwrite=True)

        with open_log().engine.connect() as connection:
            counted = [
                connection.scalar(sa.text(f"SELECT count(*) FROM {each.aside}.events"))  # noqa: S608
                for each in (first, second)
            ]
        assert counted == [35, 30]

    def test_nothing_is_overwritten_unasked(
        self, saved: Path, address: StoreAddress, clock: ManualClock, open_log: Callable[[], Store]
    ) -> None:
        with pytest.raises(StoreError, match="add --overwrite"):
            restore_backup(saved, address, clock)

        assert len(open_log().games()) == 2

    def test_an_empty_database_is_filled(
        self,
        saved: Path,
        postgres: PostgresServer,
        clock: ManualClock,
        tmp_path: Path,
        open_log: Callable[[], Store],
    ) -> None:
        elsewhere = parse_address(postgres.database(), tmp_path / "new-evidence")

        restored = restore_backup(saved, elsewhere, clock)

        assert restored.aside is None
        assert len(open_log().games()) == 1
        assert [path.name for path in (tmp_path / "new-evidence").rglob("*.webm")] == ["clip.webm"]

    def test_a_log_in_use_is_left_alone(
        self, saved: Path, address: StoreAddress, clock: ManualClock, open_log: Callable[[], Store]
    ) -> None:
        at_the_bar = open_log()
        at_the_bar.games()

        with pytest.raises(StoreError, match="in use: stop the referee") as error:
            restore_backup(saved, address, clock, overwrite=True)

        assert error.value.trouble is StoreTrouble.LOCKED
        assert len(at_the_bar.games()) == 2

    def test_if_the_last_step_fails_nothing_has_changed(
        self,
        saved: Path,
        address: StoreAddress,
        clock: ManualClock,
        open_log: Callable[[], Store],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Another number of events than was saved: found inside the transaction."""
        forged = with_one_event_more(saved)
        monkeypatch.setattr("referee.store.restore.verify", lambda backup: forged)

        with pytest.raises(StoreError, match=r"psql did not succeed.*division by zero"):
            restore_backup(saved, address, clock, overwrite=True)

        store = open_log()
        assert len(store.games()) == 2
        with store.engine.connect() as connection:
            schemas = sa.inspect(connection).get_schema_names()
        assert [name for name in schemas if name.startswith("before")] == []

    @pytest.mark.parametrize("place", [0.2, 0.5, 0.9])
    def test_a_damaged_dump_is_refused(
        self,
        saved: Path,
        address: StoreAddress,
        clock: ManualClock,
        place: float,
        open_log: Callable[[], Store],
    ) -> None:
        content = bytearray((saved / "log.dump").read_bytes())
        content[int(len(content) * place)] ^= 0xFF
        (saved / "log.dump").write_bytes(content)

        with pytest.raises(StoreError, match=r"cannot be used .*take another one"):
            restore_backup(saved, address, clock, overwrite=True)

        assert len(open_log().games()) == 2

    def test_a_torn_dump_is_found_by_reading_it(self, saved: Path) -> None:
        dump = saved / "log.dump"
        dump.write_bytes(dump.read_bytes()[:-400])

        with pytest.raises(StoreError, match=r"cannot be used .*take another one"):
            log_in(saved).count()

    def test_file_and_server_are_not_mixed_up(
        self, saved: Path, address: StoreAddress, clock: ManualClock, tmp_path: Path, file: Path
    ) -> None:
        with pytest.raises(StoreError, match="give a postgresql: address"):
            restore_backup(saved, parse_address(f"sqlite:///{file}"), clock)

        with open_store(f"sqlite:///{file}", clock=clock) as small:
            made = small.backup(tmp_path / "small")
        with pytest.raises(StoreError, match="give a sqlite: address"):
            restore_backup(made.path, address, clock, overwrite=True)

    def test_evidence_without_a_folder_is_said(
        self, saved: Path, url: str, clock: ManualClock
    ) -> None:
        with pytest.raises(StoreError, match=r"name one as `evidence` in the section \[store\]"):
            restore_backup(saved, parse_address(url), clock, overwrite=True)


def with_one_event_more(saved: Path) -> Manifest:
    manifest = verify(saved)
    counts = msgspec.structs.replace(manifest.counts, events=31)
    return msgspec.structs.replace(manifest, counts=counts)


def test_the_commands_there_and_back(
    running: GameLog, store: Store, url: str, clock: ManualClock, tmp_path: Path
) -> None:
    console, words = Console(file=io.StringIO(), width=40), language("en")
    evidence = tmp_path / "evidence"
    folder = tmp_path / "backups"

    assert back_up(url, folder, console, words, clock, evidence_folder=evidence) == 0
    store.close()
    (made,) = backups_in(folder)
    code = put_back(url, made, console, words, clock, overwrite=True, evidence_folder=evidence)

    assert code == 0
    assert isinstance(console.file, io.StringIO)
    first, second, third = console.file.getvalue().splitlines()
    assert first.endswith("is complete and was checked: 1 game, 30 events, 1 piece of evidence.")
    assert second.startswith("The log postgresql+psycopg://referee@")
    assert third.startswith("What was there before is kept as before_2025")
