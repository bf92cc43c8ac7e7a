"""A deleted player is gone from every corner of the log, and nothing else has changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from referee.clock import ManualClock
from referee.errors import InputError
from referee.games.base import Outcome
from referee.games.registry import games
from referee.store.backup import copies_with
from referee.store.players import PlayerSitsError
from referee.store.schema import metadata
from referee.store.store import Store, open_store
from referee.table.recorded_games import RecordedGames
from tests.store.envelopes import envelopes
from tests.web.recorded_games import record_game

NAME = "Zdenka-Ottilie"
SEATS = ("anna", NAME, "Cara")
OFF = "PRAGMA secure_delete = OFF"


def everything(store: Store) -> str:
    """All rows of all tables, as text."""
    lines = []
    with store.engine.connect() as connection:
        for table in metadata.sorted_tables:
            columns = [sa.cast(column, sa.Text) for column in table.columns]
            rows = connection.execute(sa.select(*columns).order_by(*table.primary_key))
            lines += [f"{table.name} {tuple(row)}" for row in rows]
    return "\n".join(lines)


def told(store: Store, game_id: int) -> tuple[Any, ...]:
    """What a whole game says of itself, without names and the sums that hang on them."""
    recorded = RecordedGames(store).read(game_id)
    data = [{**each.data, "seats": None} for each in recorded.envelopes]
    kinds = [
        (each.seq, each.at, each.cause, each.type, each.version) for each in recorded.envelopes
    ]
    facts = recorded.facts
    assert facts is not None
    return data, kinds, recorded.record.outcome, facts.towers, facts.dice, facts.duration_s


@pytest.mark.parametrize("game", sorted(games()))
def test_the_name_is_gone_and_everything_else_is_as_it_was(
    store: Store, clock: ManualClock, game: str
) -> None:
    gone, ben = store.players.add(NAME, "#2f9e44"), store.players.add("Ben", "#0072b2")
    game_id = record_game(store, clock, game, SEATS, player_ids=(ben.id, gone.id, None))
    before = told(store, game_id)

    assert store.delete_player(gone.id) == 1

    assert NAME not in everything(store)
    assert told(store, game_id) == before, "all sums fit, and it is the same game"
    record = store.game(game_id)
    assert (record.seats, record.player_ids) == (("anna", "Guest", "Cara"), (ben.id, None, None))
    first = next(store.log(game_id).envelopes())
    assert first.data["seats"] == ["anna", "Guest", "Cara"]
    assert store.players.all() == (ben,)
    (entry,) = store.deletions()
    assert (entry.player_id, entry.games) == (gone.id, 1)
    assert entry.deleted_at.startswith(f"{clock.now():%Y-%m-%dT%H:%M}")


def test_a_game_that_was_put_aside_goes_on_with_the_guest(
    store: Store, opened: Callable[[], Store]
) -> None:
    gone, other = (store.players.add(name, "#000000") for name in (NAME, "Guest"))
    ids = (gone.id, other.id, gone.id)
    log = store.begin_game("spookies", (NAME, "guest", f"{NAME} too"), player_ids=ids, options={})
    log.append(envelopes(0, 3))
    log.close()

    store.delete_player(gone.id)

    assert store.game(log.game_id).seats == ("Guest 2", "guest", "Guest 3")
    again = opened().open_game(log.game_id)
    again.append(envelopes(3, 2))
    assert len([*again.envelopes()]) == 5


def test_a_name_that_is_also_a_word_of_the_game_is_taken_from_the_seat_alone(
    store: Store, clock: ManualClock
) -> None:
    """Anna is one of the figures of Spookies."""
    anna = store.players.add("anna", "#000000")
    game_id = record_game(store, clock, "spookies", SEATS, player_ids=(anna.id, None, None))
    before = told(store, game_id)

    store.delete_player(anna.id)

    assert told(store, game_id) == before
    assert '"anna"' in str(json.dumps([each.data for each in store.log(game_id).envelopes()]))
    assert store.game(game_id).seats == ("Guest", NAME, "Cara")


def test_nobody_is_deleted_twice_or_while_sitting(store: Store) -> None:
    gone = store.players.add(NAME, "#000000")
    log = store.begin_game("spookies", SEATS, player_ids=(None, gone.id, None), options={})
    before = everything(store)

    with pytest.raises(PlayerSitsError, match=f"sits in game {log.game_id}"):
        store.delete_player(gone.id, under_way=log.game_id)
    assert everything(store) == before

    store.delete_player(gone.id, under_way=log.game_id + 1)
    with pytest.raises(InputError, match="no player"):
        store.delete_player(gone.id)


def test_another_tables_unfinished_game_is_left_alone(
    url: str, clock: ManualClock, tmp_path: Path
) -> None:
    def opened(name: str) -> Store:
        return open_store(url, clock=clock, evidence_folder=tmp_path, table_name=name)

    with opened("Bar") as bar, opened("Window") as window:
        gone = bar.players.add(NAME, "#000000")
        ids = (None, gone.id, None)
        log = bar.begin_game("spookies", SEATS, player_ids=ids, options={})
        with pytest.raises(PlayerSitsError) as refused:
            window.delete_player(gone.id)
        assert refused.value.words == {"id": log.game_id, "table": "Bar"}

        bar.end_game(log.game_id, Outcome("over", (0,), (1, 0, 0)))
        assert window.delete_player(gone.id) == 1
        assert bar.game(log.game_id).seats == ("anna", "Guest", "Cara")


SPOILT = {
    "a record": "UPDATE games SET table_name = 'Elsewhere' WHERE id = :id",
    "a seat": "UPDATE seats SET name = 'Anna' WHERE game_id = :id AND seat = 0",
    "an event": "UPDATE events SET at = '2025-01-01T00:00:00.000000+00:00' "
    "WHERE game_id = :id AND seq = 5",
    "a lost event": "DELETE FROM events WHERE game_id = :id AND seq = 5",
    "a lost end": "DELETE FROM events WHERE game_id = :id AND seq = "
    "(SELECT max(seq) FROM events WHERE game_id = :id)",
}
# SQLite alone lets such things stand in its columns.
TORN = {
    "torn data": 'UPDATE events SET data = \'{"seats":["anna","Zdenka-Ottilie"\' '
    "WHERE game_id = :id AND seq = 0",
    "data that is no text": "UPDATE events SET data = CAST(data || x'ff' AS TEXT) "
    "WHERE game_id = :id AND seq = 0",
    "a number that is none": "UPDATE events SET seq = 'x' WHERE game_id = :id AND seq = 0",
    "a name that is no text": "UPDATE seats SET name = CAST(x'41ff' AS TEXT) "
    "WHERE game_id = :id AND seat = 1",
}


def check_a_damaged_game(store: Store, clock: ManualClock, spoil: str) -> None:
    gone = store.players.add(NAME, "#2f9e44")
    ids = (None, gone.id, None)
    bad, good = (record_game(store, clock, "haricots", SEATS, player_ids=ids) for _ in range(2))
    with store.engine.begin() as connection:
        connection.execute(sa.text(spoil), {"id": bad})
    recorded = RecordedGames(store)
    assert [each.id for each in recorded.damaged()] == [bad]

    assert store.delete_player(gone.id) == 2

    assert NAME not in everything(store)
    assert [each.id for each in recorded.damaged()] == [bad], "it is no better than before"
    assert recorded.read(good).record.seats == ("anna", "Guest", "Cara")


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_damaged_game_loses_the_name_and_stays_damaged(
    store: Store, clock: ManualClock, spoil: str
) -> None:
    check_a_damaged_game(store, clock, spoil)


@pytest.mark.parametrize("spoil", TORN.values(), ids=TORN)
def test_so_does_one_that_is_torn(sqlite_store: Store, clock: ManualClock, spoil: str) -> None:
    check_a_damaged_game(sqlite_store, clock, spoil)


def test_a_torn_profile_can_be_deleted(sqlite_store: Store) -> None:
    gone = sqlite_store.players.add(NAME, "#000000")
    with sqlite_store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE players SET name = CAST(x'5a64ff' AS TEXT)")
    assert sqlite_store.players.damaged() == (gone.id,)

    sqlite_store.delete_player(gone.id)

    assert sqlite_store.players.damaged() == ()


def test_no_byte_of_the_name_is_left_in_the_files(file: Path, clock: ManualClock) -> None:
    """Neither in pages that were freed or split long ago, nor in what is not yet merged."""
    with open_store(f"sqlite:///{file}", clock=clock) as store:
        # As SQLite is built by default; some systems let it blank at once what is deleted.
        store.engine.dispose()
        sa.event.listen(store.engine, "connect", lambda made, _: made.execute(OFF))
        gone = store.players.add(NAME, "#000000")
        for number in range(300):
            seats = (f"Guest of the house number {number}", NAME)
            log = store.begin_game("spookies", seats, player_ids=(None, gone.id), options={})
            log.append(envelopes(0, 3))
            log.close()
        assert store.delete_player(gone.id) == 300
        store.compact()

        files = [file, file.with_name(f"{file.name}-wal")]
        assert [each.name for each in files if NAME.encode() in each.read_bytes()] == []
        store.begin_game("spookies", ("Anna", "Ben"), options={})
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_copies_that_still_hold_the_name_are_told(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    early = store.backup(folder)
    gone = store.players.add(NAME, "#000000")
    middle = store.backup(folder)
    store.delete_player(gone.id)
    late = store.backup(folder)
    torn = store.backup(folder)
    for part in torn.path.glob("log.*"):
        part.write_bytes(b"torn")

    assert copies_with(gone.id, store.address, folder) == (middle.path.name, torn.path.name)
    assert copies_with(gone.id, store.address, None) == ()
    assert len({early.path, middle.path, late.path, torn.path}) == 4


def test_so_are_logs_that_were_kept_aside(sqlite_store: Store, file: Path) -> None:
    gone = sqlite_store.players.add(NAME, "#000000")
    made = sqlite_store.backup(file.parent / "backups")
    aside = file.with_name(f"{file.name}.before-20250101T120000.000000")
    aside.write_bytes((made.path / "log.sqlite").read_bytes())
    sqlite_store.delete_player(gone.id)

    assert copies_with(gone.id, sqlite_store.address, None) == (aside.name,)
