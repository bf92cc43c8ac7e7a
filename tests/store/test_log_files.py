"""The files of a log vanish under a running table: it is told at once, and nothing is lost."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from referee.clock import ManualClock
from referee.games.parsing import parse_options
from referee.games.playout import RandomPlayers, seat_names
from referee.games.registry import find_game
from referee.store.buffered_log import SAVED, BufferedLog, SaveState
from referee.store.game_log import GameLog
from referee.store.store import Store, open_store
from referee.store.troubles import StoreError, StoreTrouble
from referee.table.orders import Act
from referee.table.table import Table
from tests.store.envelopes import envelopes
from tests.table.game_under_way import snapshot_of, state_of, umpire_of

SEATS = ("Anna", "Ben")
LOST = SaveState(StoreTrouble.LOST, 0)


def beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def delete(path: Path) -> None:
    path.unlink()


def move_away(path: Path) -> None:
    path.rename(path.with_name("moved"))


def replace(path: Path) -> None:
    """The same pages in another file, as after a copy to and fro."""
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").rename(path)


def after_a_power_cut(file: Path) -> list[int]:
    """The seqs that would be found if the power went now: what has a name stays."""
    folder = file.parent / "after"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path in (file, beside(file, "-wal")):
        if path.exists():
            shutil.copy(path, folder / path.name)
    with open_store(f"sqlite:///{folder / file.name}", clock=ManualClock()) as store:
        return [each.seq for each in store.open_game(1).envelopes()]


@pytest.fixture
def log(sqlite_store: Store) -> GameLog:
    log = sqlite_store.begin_game("spookies", SEATS, options={})
    log.append(envelopes(0, 20))
    return log


@pytest.fixture
def keeper(log: GameLog, clock: ManualClock) -> BufferedLog:
    return BufferedLog(log, clock)


@pytest.mark.parametrize("harm", [delete, move_away, replace])
@pytest.mark.parametrize("endings", [("-wal",), ("-shm",), ("-wal", "-shm")], ids="+".join)
def test_a_file_beside_the_log_that_is_gone_costs_nothing(
    keeper: BufferedLog, file: Path, harm: Callable[[Path], None], endings: tuple[str, ...]
) -> None:
    for ending in endings:
        harm(beside(file, ending))

    assert keeper.check() == LOST
    assert after_a_power_cut(file) == list(range(20))

    assert keeper.append(envelopes(20, 3)) == SAVED
    assert keeper.check() == SAVED
    assert after_a_power_cut(file) == list(range(23))


def test_it_is_noticed_at_the_next_event_too(
    keeper: BufferedLog, file: Path, clock: ManualClock
) -> None:
    beside(file, "-wal").unlink()

    assert keeper.append(envelopes(20, 1)) == SaveState(StoreTrouble.LOST, 1)
    assert after_a_power_cut(file) == list(range(20))

    clock.advance_s(5)
    assert keeper.append(envelopes(21, 1)) == SAVED
    assert after_a_power_cut(file) == list(range(22))


def test_between_games_everything_is_rescued_by_the_next_one(
    sqlite_store: Store, log: GameLog, file: Path
) -> None:
    log.close()
    beside(file, "-wal").unlink()

    assert sqlite_store.begin_game("spookies", SEATS, options={}).game_id == 2

    assert after_a_power_cut(file) == list(range(20))


def test_a_new_game_does_not_go_into_a_log_that_was_moved_away(
    sqlite_store: Store, log: GameLog, file: Path
) -> None:
    file.rename(file.with_name("elsewhere.sqlite"))

    with pytest.raises(StoreError, match="moved away or replaced"):
        sqlite_store.begin_game("spookies", SEATS, options={})


def test_what_cannot_be_merged_at_once_is_not_given_up(keeper: BufferedLog, file: Path) -> None:
    """Another program reads an older state of the log meanwhile, as a backup does."""
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()
        keeper.append(envelopes(20, 2))
        beside(file, "-wal").unlink()
        assert keeper.check() == LOST
        assert keeper.retry() == LOST
        assert keeper.append(envelopes(22, 2)) == SaveState(StoreTrouble.LOST, 2)
        reader.execute("ROLLBACK")

    assert keeper.retry() == SAVED
    assert after_a_power_cut(file) == list(range(24))


def test_a_writer_and_readers_begin_anew_together(
    sqlite_store: Store, log: GameLog, file: Path
) -> None:
    """Whoever reads first finds out; the writer must not go on with files of before."""
    beside(file, "-wal").unlink()
    assert len(sqlite_store.games()) == 1

    with pytest.raises(StoreError, match="moved away or replaced"):
        log.append(envelopes(20, 1))
    log.append(envelopes(20, 1))

    assert after_a_power_cut(file) == list(range(21))


def test_little_lies_beside_the_log(sqlite_store: Store, log: GameLog, file: Path) -> None:
    """After the tables were made, and after each game, all of it is in the file itself."""
    assert beside(file, "-wal").stat().st_size > 0
    log.append(envelopes(20, 5))
    sqlite_store.end_game(log.game_id, None)
    assert beside(file, "-wal").stat().st_size == 0

    with open_store(f"sqlite:///{file}-2", clock=ManualClock()):
        assert beside(file, "-2-wal").stat().st_size == 0


def test_a_table_says_so_between_two_events(
    sqlite_store: Store, clock: ManualClock, file: Path
) -> None:
    table = Table(sqlite_store, clock)
    game = find_game("magic-beanstalk")
    table.begin_game(game.name, seat_names(3), parse_options(game, {}))
    players = RandomPlayers(game, Random(1))
    for _ in range(5):
        action = players.act(state_of(umpire_of(table)))
        assert action is not None
        assert table.order(Act(action)).is_accepted
    snapshot = snapshot_of(table)
    seqs = list(range(snapshot.seq + 1))
    beside(file, "-wal").unlink()

    table.step()
    snapshot = snapshot_of(table)
    assert snapshot.unsaved == "store-trouble-lost"
    assert after_a_power_cut(file) == seqs

    clock.advance_s(6)
    table.step()
    snapshot = snapshot_of(table)
    assert snapshot.unsaved == ""
    table.close()
