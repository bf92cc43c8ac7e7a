"""Brings what can still be read of a damaged log into a new one, row by row.

A bad page must harm only the games that lie on it. What cannot be read is missing in the new log,
where the check sums tell whose it was; the damaged file is kept aside.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from datetime import UTC
from operator import methodcaller
from pathlib import Path

import sqlalchemy as sa

from referee.clock import Clock
from referee.store.database import DATABASE_ERRORS
from referee.store.log_copy import SqliteCopy
from referee.store.restore import coming_in, put_in_place
from referee.store.schema import HEAD, Row, events, games, metadata, seats
from referee.store.store import open_store
from referee.store.troubles import StoreError, StoreTrouble, error_from, trouble_in

# Its sum is missing, so that it is listed as damaged.
_LOST_GAME = "INSERT OR IGNORE INTO games (id, game, options, begun_at) VALUES (?, '', 'null', '')"
# The end of a game that goes on is known to nobody else.
_TORN_GAME = "UPDATE games SET checksum = NULL WHERE id = ? AND ended_at IS NULL"
_NAME_GAMES: dict[sa.Table, str] = {games: "id", seats: "game_id", events: "game_id"}


def salvage_log(log: Path, clock: Clock) -> Path | None:
    """Put a new log in the place of a damaged one; where that lies now, None if it is no use.

    A log whose tables cannot be recognised, or that an older program wrote, stays as it is.
    """
    if not _is_ours(log):
        return None
    aside = log.with_name(f"{log.name}.damaged-{clock.now().astimezone(UTC):%Y%m%dT%H%M%S.%f}")
    try:
        with coming_in(log) as coming, closing(sqlite3.connect(log)) as old:
            old.text_factory = methodcaller("decode", errors="surrogateescape")
            open_store(f"sqlite:///{coming}", clock=clock).close()
            with closing(sqlite3.connect(coming)) as new, new:
                _bring_all(old, new)
            SqliteCopy(coming).count()
            old.close()
            put_in_place(coming, log, aside)
    except (*DATABASE_ERRORS, OSError) as error:
        raise error_from(error, log) from error
    return aside


def _is_ours(log: Path) -> bool:
    try:
        return SqliteCopy(log).tables() == HEAD
    except StoreError:
        return False


def _bring_all(old: sqlite3.Connection, new: sqlite3.Connection) -> None:
    found = [_from_both_ends(old, table, [column])[0] for table, column in _NAME_GAMES.items()]
    ids = sorted({row[0] for rows in found for row in rows if type(row[0]) is int})
    torn: set[int | None] = set()
    for table in metadata.sorted_tables:
        columns = table.columns.keys()
        marks = ", ".join("?" * len(columns))
        insert = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - names of our own
        for game_id in ids if "game_id" in columns else [None]:
            rows, is_whole = _from_both_ends(old, table, columns, game_id)
            torn |= {game_id} if table in _NAME_GAMES and not is_whole else set()
            for row in rows:
                # What is no text stays in the damaged log.
                with suppress(UnicodeEncodeError):
                    new.execute(insert, row)
    new.executemany(_LOST_GAME, [(game_id,) for game_id in ids])
    new.executemany(_TORN_GAME, [(game_id,) for game_id in torn])


def _from_both_ends(
    old: sqlite3.Connection, table: sa.Table, columns: Sequence[str], game_id: int | None = None
) -> tuple[Iterable[Row], bool]:
    """Each as far as it can be read, because what is bad lies in between; whether all could be."""
    condition = "" if game_id is None else f"WHERE game_id = {game_id}"
    chosen = f"SELECT DISTINCT {', '.join(columns)} FROM {table} {condition} ORDER BY "  # noqa: S608 - names of our own
    keys = [column.name for column in table.primary_key if column.name in columns]
    rows: dict[Row, None] = {}
    is_whole = True
    for order in ("ASC", "DESC"):
        end = ", ".join(f"{key} {order}" for key in keys)
        try:
            for row in old.execute(chosen + end):
                rows[row] = None
        except DATABASE_ERRORS as error:
            if trouble_in(error) is not StoreTrouble.DAMAGED:
                raise
            is_whole = False
    return rows, is_whole
