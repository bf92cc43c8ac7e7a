"""Several tables of one café on one log: each has its own games. On both databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from referee.clock import ManualClock
from referee.games.base import Outcome
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.address import begin_file, parse_address
from referee.store.database import MIGRATIONS, connect_engine, writing
from referee.store.exports import plays
from referee.store.game_filter import GameFilter, chosen_games, count_games
from referee.store.store import Store, open_store
from referee.store.troubles import StoreError
from referee.table.recorded_games import RecordedGames
from referee.table.table import Table
from tests.store.envelopes import envelopes
from tests.web.recorded_games import record_game

SEATS = ("Anna", "Ben", "Carl")
OpenAs = Callable[[str], Store]


@pytest.fixture
def open_as(url: str, clock: ManualClock, tmp_path: Path) -> Iterator[OpenAs]:
    """Opens the log as the table of this name."""
    stores: list[Store] = []

    def open_again(name: str) -> Store:
        evidence = tmp_path / "evidence"
        stores.append(open_store(url, clock=clock, evidence_folder=evidence, table_name=name))
        return stores[-1]

    yield open_again
    for store in stores:
        store.close()


def begin(store: Store) -> int:
    return store.begin_game("spookies", SEATS, options={}).game_id


class TestWhoseGame:
    def test_a_game_says_which_table_played_it(self, open_as: OpenAs) -> None:
        window, bar = open_as("Window"), open_as("Bar")
        ids = [begin(window), begin(bar)]

        assert [window.game(each).table for each in ids] == ["Window", "Bar"]
        # Everybody may look at all games.
        assert [(each.id, each.table) for each in bar.games()] == [
            (ids[1], "Bar"),
            (ids[0], "Window"),
        ]

    def test_a_table_goes_on_with_its_own_game(self, open_as: OpenAs) -> None:
        window, bar = open_as("Window"), open_as("Bar")
        left, right, newest = begin(window), begin(bar), begin(window)
        window.end_game(newest, Outcome("cards", (0,), (3, 2, 1)))

        assert [each.id for each in open_as("Window").unfinished_games()] == [left]
        assert [each.id for each in open_as("Bar").unfinished_games()] == [right]
        assert open_as("Terrace").unfinished_games() == ()

    def test_a_game_of_nobody_knows_which_table_is_anybodys(self, open_as: OpenAs) -> None:
        game_id = begin(open_as(""))

        assert [each.id for each in open_as("Window").unfinished_games()] == [game_id]
        assert open_as("Bar").own_game(game_id).table == ""

    def test_a_log_without_a_table_has_every_game(self, open_as: OpenAs) -> None:
        ids = [begin(open_as(name)) for name in ("Window", "Bar", "")]

        everybodys = open_as("")

        assert [each.id for each in everybodys.unfinished_games()] == ids[::-1]
        assert [everybodys.own_game(each).id for each in ids] == ids

    def test_another_tables_game_is_refused_with_the_next_step(self, open_as: OpenAs) -> None:
        game_id = begin(open_as("Window"))

        with pytest.raises(StoreError, match=r"belongs to the table 'Window'.*in its profile"):
            open_as("Bar").own_game(game_id)

        # The step that the sentence tells.
        assert open_as("Window").own_game(game_id).id == game_id

    def test_two_tables_play_at_once_and_each_takes_up_its_own(
        self, open_as: OpenAs, clock: ManualClock
    ) -> None:
        """As after a power cut in the whole house."""
        game = find_game("magic-beanstalk")
        tables = {name: Table(open_as(name), clock) for name in ("Window", "Bar")}
        played = {}
        for name, table in tables.items():
            table.begin_game(game.name, SEATS, parse_options(game, {}))
            assert table.umpire is not None
            played[name] = (table.game_id, table.umpire.history.state)

        for name in tables:
            again = Table(open_as(name), clock)
            again.resume_game(again.store.unfinished_games()[0].id)
            assert again.umpire is not None
            assert (again.game_id, again.umpire.history.state) == played[name]


class TestStatistics:
    def test_they_can_be_of_one_table(self, open_as: OpenAs, clock: ManualClock) -> None:
        window, bar = open_as("Window"), open_as("Bar")
        ids = [record_game(each, clock, "haricots", SEATS) for each in (window, bar, window)]
        book = RecordedGames(bar)

        def found(table: str | None) -> list[int]:
            return sorted(each.game_id for each in book.facts(GameFilter(table=table)))

        assert found(None) == sorted(ids)
        assert found("Window") == [ids[0], ids[2]]
        assert found("Bar") == [ids[1]]
        assert found("Terrace") == []
        assert count_games(bar, GameFilter(table="Window")) == 2
        assert [each.id for each in chosen_games(bar, GameFilter(table="Bar"))] == [ids[1]]
        assert {row.table for row in plays(book.facts(GameFilter(table="Bar")))} == {"Bar"}


@contextmanager
def older_log(url: str, revision: str) -> Iterator[sa.Connection]:
    """A log with the tables of an older release, to be filled."""
    address = parse_address(url)
    begin_file(address)
    engine = connect_engine(address)
    with writing(engine, address) as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(MIGRATIONS))
        command.upgrade(config, revision)
        yield connection
    engine.dispose()


def insert(connection: sa.Connection, table: str, row: Mapping[str, Any]) -> None:
    columns, signs = ", ".join(row), ", ".join(f":{name}" for name in row)
    # The words are our own.
    written = f"INSERT INTO {table} ({columns}) VALUES ({signs})"  # noqa: S608
    connection.execute(sa.text(written), row)


class TestOlderLogs:
    @pytest.fixture
    def older(self, url: str) -> int:
        """A log from before games had a table, with one game; its id."""
        begun_at = "2025-01-01T12:00:00+00:00"
        with older_log(url, "0001") as connection:
            game = {"game": "spookies", "options": "{}", "begun_at": begun_at}
            insert(connection, "games", game)
            game_id = int(connection.execute(sa.text("SELECT id FROM games")).scalar_one())
            insert(connection, "seats", {"game_id": game_id, "seat": 0, "name": "Anna"})
        return game_id

    def test_its_games_stay_and_are_of_no_known_table(self, older: int, open_as: OpenAs) -> None:
        store = open_as("Window")

        assert store.game(older).table == ""
        assert [each.id for each in store.unfinished_games()] == [older]
        store.open_game(older).append(envelopes(0, 2))
        assert store.game(begin(store)).table == "Window"

    def test_its_events_get_their_sums(
        self, url: str, open_as: OpenAs, clock: ManualClock, tmp_path: Path
    ) -> None:
        """A game from before there were sums is whole, and from now on rot in it is noticed."""
        with open_store(f"sqlite:///{tmp_path}/newer.sqlite", clock=clock) as newer:
            game_id = record_game(newer, clock, "spookies", SEATS)
            played, rows = tuple(newer.log(game_id).envelopes()), newer.raw_game(game_id)
        with older_log(url, "0002") as connection:
            for line in map(msgspec.json.decode, rows.splitlines()):
                later = ("head", "checksum")
                row = {name: value for name, value in line["row"].items() if name not in later}
                insert(connection, line["table"], row)

        store = open_as("")
        table = Table(store, clock)
        table.resume_game(game_id)
        table.close()
        assert RecordedGames(store).damaged() == []
        assert tuple(store.log(game_id).envelopes(head=store.stored_game(game_id).head)) == played

        with store.engine.begin() as connection:
            moved = "UPDATE events SET at = (SELECT begun_at FROM games) WHERE seq = 3"
            connection.execute(sa.text(moved))
        assert [each.id for each in RecordedGames(store).damaged()] == [game_id]
