"""Trouble with the disk at a running table: it says so, the game goes on, nothing is lost."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from referee.clock import ManualClock
from referee.games.parsing import parse_options
from referee.games.playout import RandomPlayers, seat_names
from referee.games.registry import find_game
from referee.language import language, languages
from referee.store.store import Store, open_store
from referee.store.troubles import DamagedGameError, StoreError, StoreTrouble
from referee.table.history import History
from referee.table.orders import Act
from referee.table.sentences import Sentence, Topic
from referee.table.table import Table
from referee.table.updates import Update
from tests.store.small_disk import make_read_only, small_disk
from tests.store.test_buffered_log import every_connection
from tests.table.game_under_way import game_id_of, snapshot_of, state_of, umpire_of
from tests.table.survival import orders

GAME = "magic-beanstalk"
RETRIED_S = 6.0


class Witness:
    """Hears everything that a table says about its troubles."""

    def __init__(self, table: Table) -> None:
        self.messages: list[str] = []
        table.listen(self._hear)

    def _hear(self, update: Update) -> None:
        told = [each.speech for each in update.told if each.topic is Topic.TROUBLE]
        self.messages += [each.message for each in told if isinstance(each, Sentence)]
        assert all(isinstance(each, Sentence) for each in told), told

    def sentences(self, code: str) -> list[str]:
        return [language(code).say(each) for each in self.messages]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "log.sqlite"


@pytest.fixture
def store(file: Path, clock: ManualClock) -> Iterator[Store]:
    with open_store(f"sqlite:///{file}", clock=clock) as store:
        yield store


def begun(store: Store, clock: ManualClock) -> Table:
    table = Table(store, clock)
    game = find_game(GAME)
    table.begin_game(GAME, seat_names(3), parse_options(game, {}))
    return table


def play(table: Table, count: int, seed: int = 1) -> None:
    """So many actions, each of them accepted."""
    players = RandomPlayers(find_game(GAME), Random(seed))
    for _ in range(count):
        action = players.act(state_of(umpire_of(table)))
        if action is None:
            return
        assert table.order(Act(action)).is_accepted


def play_out(table: Table) -> None:
    play(table, 3000)
    assert snapshot_of(table).outcome is not None


def let_go(table: Table) -> None:
    """Close the connection of the log; the next event opens one that meets the world as it is."""
    assert table._archive is not None
    table._archive._log.close()


def let_pass_s(table: Table, clock: ManualClock, seconds: float) -> None:
    for _ in range(int(seconds * 10)):
        clock.advance_s(0.1)
        table.step()


def recorded(store: Store, table: Table) -> History:
    history = History(find_game(GAME))
    history.replay(store.open_game(game_id_of(table)).envelopes())
    return history


TROUBLES = [
    ("PRAGMA max_page_count = 1", StoreTrouble.DISK_FULL),
    ("PRAGMA query_only = ON", StoreTrouble.READ_ONLY),
]


@pytest.mark.parametrize(("statement", "trouble"), TROUBLES, ids=["full", "read-only"])
def test_the_game_goes_on_in_memory_and_is_saved_by_itself(
    store: Store, clock: ManualClock, statement: str, trouble: StoreTrouble
) -> None:
    table = begun(store, clock)
    witness = Witness(table)
    play(table, 5)
    with every_connection(store, statement):
        let_go(table)
        play(table, 60)
        snapshot = snapshot_of(table)
        assert snapshot.unsaved == f"store-trouble-{trouble}"
        assert witness.messages == [snapshot.unsaved], "told once, not at every event"
        let_pass_s(table, clock, RETRIED_S)
        assert snapshot_of(table).unsaved
        assert recorded(store, table).seq < umpire_of(table).history.seq
        let_go(table)
    let_pass_s(table, clock, RETRIED_S)
    assert snapshot_of(table).unsaved == ""
    assert witness.messages == [f"store-trouble-{trouble}", "umpire-saved-again"]
    assert recorded(store, table).state == umpire_of(table).history.state
    for code in languages():
        assert all(witness.sentences(code))
    assert witness.sentences("en") != witness.sentences("fr")


def test_saved_again_is_told_by_the_next_action_too(store: Store, clock: ManualClock) -> None:
    table = begun(store, clock)
    witness = Witness(table)
    with every_connection(store, "PRAGMA query_only = ON"):
        let_go(table)
        play(table, 3)
        let_go(table)
    play(table, 1)
    assert witness.messages[-1] == "umpire-saved-again"
    assert recorded(store, table).seq == umpire_of(table).history.seq


def test_a_game_that_ends_while_nothing_is_saved_is_entered_later(
    store: Store, clock: ManualClock
) -> None:
    table = begun(store, clock)
    with every_connection(store, "PRAGMA query_only = ON"):
        let_go(table)
        play_out(table)
        assert store.game(game_id_of(table)).ended_at is None
        let_go(table)
    let_pass_s(table, clock, RETRIED_S)
    assert store.game(game_id_of(table)).outcome == snapshot_of(table).outcome


def test_an_end_that_cannot_be_entered_is_entered_later(
    store: Store, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last event was saved, and then the disk was taken away."""
    table = begun(store, clock)
    tries = []

    def failing(*_: object) -> None:
        tries.append(clock.monotonic_s())
        raise StoreError("The disk is away.", StoreTrouble.LOST)

    monkeypatch.setattr(store, "end_game", failing)
    play_out(table)
    let_pass_s(table, clock, 11.0)
    assert 2 <= len(tries) <= 4, "not at every step"
    monkeypatch.undo()
    let_pass_s(table, clock, RETRIED_S)
    assert store.game(game_id_of(table)).ended_at is not None


def test_what_waits_in_memory_is_written_when_the_table_closes(
    store: Store, clock: ManualClock
) -> None:
    table = begun(store, clock)
    game_id = game_id_of(table)
    with every_connection(store, "PRAGMA query_only = ON"):
        let_go(table)
        play(table, 5)
        seq = umpire_of(table).history.seq
        let_go(table)
    table.close()
    assert [each.seq for each in store.open_game(game_id).envelopes()] == list(range(seq + 1))


def test_no_new_game_begins_on_a_log_that_cannot_be_written(
    store: Store, clock: ManualClock
) -> None:
    table = begun(store, clock)
    play(table, 4)
    seq, game_id = snapshot_of(table).seq, game_id_of(table)
    with (
        every_connection(store, "PRAGMA query_only = ON"),
        pytest.raises(StoreError, match="cannot be written"),
    ):
        table.begin_game("spookies", ("Anna", "Ben"), parse_options(find_game("spookies"), {}))
    assert (table.game_id, snapshot_of(table).seq) == (game_id, seq), "the game under way stays"
    play(table, 1)


def test_a_really_full_disk(tmp_path: Path, clock: ManualClock) -> None:
    with small_disk(tmp_path / "disk", 700) as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(280_000))
        with open_store(f"sqlite:///{disk}/log.sqlite", clock=clock) as store:
            table = begun(store, clock)
            witness = Witness(table)
            for order in islice(orders(umpire_of(table), Random(2)), 4000):
                table.order(order)
                if snapshot_of(table).unsaved:
                    break
            assert witness.messages == ["store-trouble-disk-full"]
            play(table, 10, seed=3)
            ballast.unlink()
            let_pass_s(table, clock, RETRIED_S)
            assert witness.messages[-1] == "umpire-saved-again"
            assert recorded(store, table).state == umpire_of(table).history.state


def test_a_disk_that_becomes_read_only(tmp_path: Path, clock: ManualClock) -> None:
    with small_disk(tmp_path / "disk", 4000) as disk:
        store = open_store(f"sqlite:///{disk}/log.sqlite", clock=clock)
        table = begun(store, clock)
        witness = Witness(table)
        play(table, 5)
        let_go(table)
        store.engine.dispose()
        make_read_only(disk)
        play(table, 5)
        assert snapshot_of(table).unsaved
        assert all(witness.sentences("fr"))
        table.close()
        store.close()


def damaged(file: Path) -> None:
    """The last page of the file is not what it was."""
    data = bytearray(file.read_bytes())
    data[-4096:] = b"\xa5" * 4096
    file.write_bytes(data)


def played_log(file: Path, clock: ManualClock) -> int:
    with open_store(f"sqlite:///{file}", clock=clock) as store:
        table = begun(store, clock)
        play(table, 60)
        game_id = game_id_of(table)
        table.close()
    return game_id


def test_a_damaged_last_page_stops_safely_at_opening(file: Path, clock: ManualClock) -> None:
    played_log(file, clock)
    whole = file.read_bytes()
    damaged(file)
    spoilt = file.read_bytes()
    with pytest.raises(StoreError, match="restore the newest backup") as raised:
        open_store(f"sqlite:///{file}", clock=clock)
    assert raised.value.trouble is StoreTrouble.DAMAGED
    assert file.read_bytes() == spoilt, "nobody writes on"
    file.write_bytes(whole)
    with open_store(f"sqlite:///{file}", clock=clock) as store:
        assert store.unfinished_games()


def test_a_page_damaged_during_the_game(file: Path, clock: ManualClock, tmp_path: Path) -> None:
    """The game is played to its end in memory, and a backup brings back what was saved."""
    game_id = played_log(file, clock)
    with open_store(f"sqlite:///{file}", clock=clock) as store:
        table = Table(store, clock)
        witness = Witness(table)
        table.resume_game(game_id)
        backup = tmp_path / "backup.sqlite"
        let_go(table)
        store.engine.dispose()
        shutil.copy(file, backup)
        data = bytearray(file.read_bytes())
        # All but the first pages: wherever the next event goes, it meets damage.
        data[3 * 4096 :] = b"\xa5" * (len(data) - 3 * 4096)
        file.write_bytes(data)
        play(table, 10, seed=5)
        assert snapshot_of(table).unsaved == "store-trouble-damaged"
        assert witness.messages == ["store-trouble-damaged"]
        play_out(table)
        assert snapshot_of(table).unsaved
    with open_store(f"sqlite:///{backup}", clock=clock) as store:
        table = Table(store, clock)
        table.resume_game(game_id)
        play_out(table)
        table.close()


def test_a_game_entered_but_never_set_up_begins_after_all(store: Store, clock: ManualClock) -> None:
    """The power went between the two."""
    log = store.begin_game(GAME, seat_names(3), options={"variant": "expert"})
    table = Table(store, clock)
    table.resume_game(log.game_id)
    play(table, 5)
    assert recorded(store, table).state == umpire_of(table).history.state


def test_a_game_that_cannot_be_resumed_leaves_a_table_that_works(
    store: Store, clock: ManualClock
) -> None:
    log = store.begin_game(GAME, seat_names(3), options={"variant": "chess"})
    table = Table(store, clock)
    with pytest.raises(DamagedGameError, match=f"Game {log.game_id} is damaged"):
        table.resume_game(log.game_id)
    table.step()
    assert table.snapshot() is None


def test_a_game_that_was_over_keeps_its_end_when_looked_at(
    store: Store, clock: ManualClock
) -> None:
    table = begun(store, clock)
    play_out(table)
    game_id, ended_at = game_id_of(table), store.game(game_id_of(table)).ended_at
    clock.advance_s(100)
    table.resume_game(game_id)
    table.step()
    assert store.game(game_id).ended_at == ended_at
