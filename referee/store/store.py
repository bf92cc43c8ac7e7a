"""The log as a whole, opened by its address.

with open_store("sqlite:///referee.sqlite", clock=SystemClock()) as store:
    log = store.begin_game("pig", ("Anna", "Ben"), options={})
    log.append(envelopes)
    store.end_game(log.game_id, outcome)
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from weakref import WeakSet

import sqlalchemy as sa

from referee.clock import Clock
from referee.games.base import Outcome
from referee.store.address import StoreAddress, begin_file, parse_address
from referee.store.backup import Backup, make_backup
from referee.store.database import (
    DATABASE_ERRORS,
    connect_engine,
    files_of,
    migrate,
    reading,
    writing,
)
from referee.store.evidence import EvidenceShelf
from referee.store.game_log import GameLog
from referee.store.games import (
    GameRecord,
    StoredGame,
    another_tables_game,
    erase,
    insert_game,
    no_such_game,
    of_table,
    raw_lines,
    readable,
    select_games,
    set_end,
)
from referee.store.players import Deletion, PlayerBook, delete_player
from referee.store.schema import deletions, games
from referee.store.troubles import StoreTrouble, store_error

_log = logging.getLogger(__name__)


def open_store(
    url: str, *, clock: Clock, evidence_folder: Path | None = None, table_name: str = ""
) -> Store:
    """Open the log of this address, or begin a new one; its tables are brought up to date.

    `table_name` is the name of the table that plays, where several keep one log together.
    A log that cannot be used raises a `StoreError` that says what to do.
    """
    address = parse_address(url, evidence_folder)
    begin_file(address)
    engine = connect_engine(address)
    try:
        if not check_whole(engine, address):
            with writing(engine, address) as connection:
                connection.exec_driver_sql("REINDEX")
        migrate(engine, address)
        merge(engine)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine, address, clock, table_name)


def merge(engine: sa.Engine) -> None:
    """Bring into a SQLite file what lies beside it; what cannot be brought now stays there."""
    files = files_of(engine)
    if files is not None:
        files.merge()


def check_whole(engine: sa.Engine, address: StoreAddress) -> bool:
    """Look through a SQLite file for damaged pages; a server looks after its own.

    A row with a value that may not be there is no damaged page: it harms its own game only. False
    if an index does not fit its table, from which it can be made anew.
    """
    if address.file is None:
        return True
    with reading(engine, address) as connection:
        found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
    pages = [str(each) for each in found if each != "ok" and " value in " not in str(each)]
    indexes = [each for each in pages if " index " in each and not each.startswith("*")]
    if len(indexes) < len(pages):
        told = next(each for each in pages if each not in indexes)
        raise store_error(StoreTrouble.DAMAGED, f"{address.file}: {_one_line(told)}")
    return not indexes


def _one_line(found: object) -> str:
    return " ".join(str(found).replace("*", " ").split())


class Store:
    """Games, players and evidence of one table, or of all tables of a café."""

    def __init__(
        self, engine: sa.Engine, address: StoreAddress, clock: Clock, table_name: str = ""
    ) -> None:
        self.address = address
        self.table_name = table_name
        self.players = PlayerBook(engine, address, clock)
        self.evidence = EvidenceShelf(engine, address, clock)
        self.engine = engine
        self.clock = clock
        # A table plays for months: logs that nobody uses any more are forgotten.
        self._logs: WeakSet[GameLog] = WeakSet()

    def begin_game(
        self,
        game: str,
        seats: Sequence[str],
        *,
        player_ids: Sequence[int | None] | None = None,
        options: Mapping[str, object],
    ) -> GameLog:
        """A new game; `player_ids` says whose profile each seat has, None for a guest."""
        ids = player_ids or (None,) * len(seats)
        for player_id in filter(None, ids):
            self.players.get(player_id)
        with writing(self.engine, self.address) as connection:
            game_id = insert_game(
                connection,
                game,
                names=seats,
                player_ids=ids,
                options=options,
                at=self.clock.now(),
                table=self.table_name,
            )
        return self.log(game_id)

    def open_game(self, game_id: int) -> GameLog:
        """The log of a game that was begun before."""
        self.stored_game(game_id)
        return self.log(game_id)

    def game(self, game_id: int) -> GameRecord:
        """One game by its id; a `DamagedGameError` if its record cannot be read."""
        return self.stored_game(game_id).record()

    def stored_game(self, game_id: int) -> StoredGame:
        """One game by its id, as the tables hold it."""
        with reading(self.engine, self.address) as connection:
            found = select_games(connection, games.c.id == game_id)
        if not found:
            raise no_such_game(game_id)
        return found[0]

    def games(self, *, limit: int = 100, offset: int = 0) -> tuple[GameRecord, ...]:
        """All games whose record can be read, newest first, page by page."""
        with reading(self.engine, self.address) as connection:
            return readable(select_games(connection, limit=limit, offset=offset))

    def own_game(self, game_id: int) -> GameRecord:
        """One game that this table may go on with; another table's is refused."""
        record = self.game(game_id)
        if self.table_name and record.table not in {"", self.table_name}:
            raise another_tables_game(record)
        return record

    def unfinished_games(self) -> tuple[GameRecord, ...]:
        """The games of this table that nobody ended, newest first, as far as they can be read."""
        with reading(self.engine, self.address) as connection:
            own = of_table(self.table_name)
            return readable(select_games(connection, games.c.ended_at.is_(None), own))

    def end_game(self, game_id: int, outcome: Outcome | None) -> None:
        """The game is over; without an outcome it was given up."""
        with writing(self.engine, self.address) as connection:
            set_end(connection, game_id, outcome, self.clock.now())
        merge(self.engine)

    def reopen_game(self, game_id: int) -> None:
        """The game goes on after all, because its last move was taken back."""
        with writing(self.engine, self.address) as connection:
            set_end(connection, game_id, None, None)

    def raw_game(self, game_id: int) -> bytes:
        """Every row of a game as it is stored, a line of JSON each, be it damaged or not."""
        with reading(self.engine, self.address) as connection:
            lines = b"".join(raw_lines(connection, game_id))
        if not lines:
            raise no_such_game(game_id)
        return lines

    def delete_game(self, game_id: int) -> Sequence[str]:
        """Forget a game for good; the names of its evidence, whose files are still there."""
        self.stored_game(game_id)
        with writing(self.engine, self.address) as connection:
            return erase(connection, game_id)

    def delete_player(self, player_id: int, *, under_way: int | None = None) -> int:
        """Delete a profile for good, and its name in all games; in how many it sat.

        A `PlayerSitsError` if one of them is the game under way, or may be so at another table.
        """
        with writing(self.engine, self.address) as connection:
            at, table = self.clock.now(), self.table_name
            return delete_player(connection, player_id, at, table=table, under_way=under_way)

    def deletions(self) -> tuple[Deletion, ...]:
        """When players were deleted, oldest first."""
        chosen = sa.select(deletions).order_by(deletions.c.deleted_at)
        with reading(self.engine, self.address) as connection:
            return tuple(Deletion(*row) for row in connection.execute(chosen))

    def compact(self) -> None:
        """Write a file anew, so that its gaps hold nothing that was deleted.

        Nothing depends on it, so trouble is only noted; a server does it by itself.
        """
        if self.address.file is None:
            return
        try:
            with closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute("VACUUM")
        except DATABASE_ERRORS as error:
            _log.warning("The log was not written anew (%s): deleted names may be in it.", error)
        merge(self.engine)

    def backup(self, folder: Path, *, keep: int | None = None) -> Backup:
        """A new backup in this folder, while games go on; of all there, the newest `keep` stay."""
        return make_backup(self.address, folder, self.clock, keep=keep)

    def close(self) -> None:
        """Close all connections."""
        for log in list(self._logs):
            log.close()
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def log(self, game_id: int) -> GameLog:
        """The log of a game that is known to be there."""
        log = GameLog(self.engine, self.address, game_id)
        self._logs.add(log)
        return log
