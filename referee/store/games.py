"""The games that were begun: who sat where, under which options, and how they ended.

A damaged one can still be told row by row, and be erased.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import groupby
from typing import Annotated

import msgspec
import sqlalchemy as sa

from referee.events import JsonObject
from referee.games.base import Outcome
from referee.store.schema import (
    Row,
    check_sum,
    corrections,
    events,
    evidence,
    evidence_files,
    format_time,
    games,
    seats,
)
from referee.store.troubles import DamagedGameError, Harm, StoreError, harmed

UtcTime = Annotated[datetime, msgspec.Meta(tz=True)]


class GameRecord(msgspec.Struct, frozen=True):
    """One game in the log; `player_ids` has None for a guest without a profile."""

    id: int
    game: str
    seats: tuple[str, ...]
    player_ids: tuple[int | None, ...]
    options: JsonObject
    begun_at: UtcTime
    ended_at: UtcTime | None = None
    outcome: Outcome | None = None
    """None while the game goes on, and for a game that was given up."""
    table: str = ""
    """The table that played it; empty if nobody knows."""


class StoredGame(msgspec.Struct, frozen=True):
    """A game as the tables hold it, be it good or bad: `record` reads it.

    Two of them are equal as long as nothing of the game has changed, its events included.
    """

    seats: tuple[Row, ...]
    """Number, name and profile of each."""
    id: int
    game: object
    options: object
    begun_at: object
    ended_at: object
    outcome: object
    table_name: object
    head: object
    checksum: object
    last_sum: object
    """Of its newest event."""

    @property
    def is_unchanged(self) -> bool:
        """Whether its record is what was written."""
        return bool(self.checksum == self.right_sum)

    @property
    def right_sum(self) -> int:
        """The check sum that fits."""
        values = (self.id, self.game, self.options, self.begun_at, self.ended_at, self.outcome)
        flat = (value for seat in self.seats for value in seat)
        return check_sum((*values, self.table_name, self.head, *flat))

    def record(self) -> GameRecord:
        """What they say, checked; a `DamagedGameError` if they make no sense."""
        if not self.is_unchanged:
            raise DamagedGameError(self.id, Harm.RECORD, {})
        numbers = [seat for seat, _, _ in self.seats]
        if not numbers or numbers != list(range(len(numbers))):
            raise DamagedGameError(self.id, Harm.SEATS, {})
        with harmed(self.id, Harm.RECORD):
            fields = {
                "id": self.id,
                "game": self.game,
                "seats": [name for _, name, _ in self.seats],
                "player_ids": [player_id for _, _, player_id in self.seats],
                "options": msgspec.json.decode(str(self.options)),
                "begun_at": self.begun_at,
                "ended_at": self.ended_at,
                "outcome": None if self.outcome is None else msgspec.json.decode(str(self.outcome)),
                "table": self.table_name,
            }
            # JSON takes no text that is not UTF-8.
            msgspec.json.encode(fields)
            record = msgspec.convert(fields, GameRecord)
            _check_outcome(record)
        return record


def _check_outcome(record: GameRecord) -> None:
    end, seats = record.outcome, range(len(record.seats))
    if end is not None and (len(end.scores) != len(seats) or not set(end.winners) <= set(seats)):
        raise ValueError("the outcome is one of other seats")


def insert_game(
    connection: sa.Connection,
    game: str,
    *,
    names: Sequence[str],
    player_ids: Sequence[int | None],
    options: Mapping[str, object],
    at: datetime,
    table: str = "",
) -> int:
    """Write a new game with its seats, and give its id."""
    row = {
        "game": game,
        "options": _plain(options),
        "begun_at": format_time(at),
        "table_name": table,
    }
    key = connection.execute(sa.insert(games), row).inserted_primary_key
    if key is None:  # pragma: no cover - both databases give the key back
        raise RuntimeError("The database gave no id to a new game.")
    game_id = int(key[0])
    taken = [
        {"game_id": game_id, "seat": seat, "name": name, "player_id": player_id}
        for seat, (name, player_id) in enumerate(zip(names, player_ids, strict=True))
    ]
    if taken:
        connection.execute(sa.insert(seats), taken)
    seal(connection, game_id)
    return game_id


def seal(connection: sa.Connection, game_id: int) -> None:
    """Give a record the sum of what was written."""
    (stored,) = select_games(connection, games.c.id == game_id)
    sealed = sa.update(games).where(games.c.id == game_id)
    connection.execute(sealed, {"checksum": stored.right_sum})


def set_end(
    connection: sa.Connection, game_id: int, outcome: Outcome | None, at: datetime | None
) -> None:
    """Write how and when a game ended; no time at all means that it goes on."""
    found = select_games(connection, games.c.id == game_id)
    if not found:
        raise no_such_game(game_id)
    end = {
        "ended_at": format_time(at) if at else None,
        "outcome": _plain(outcome) if outcome else None,
        "head": found[0].last_sum if at else None,
    }
    connection.execute(sa.update(games).where(games.c.id == game_id), end)
    # A new sum over what had changed by itself would hide that.
    if found[0].is_unchanged:
        seal(connection, game_id)


# As text: a driver that parses JSON by itself fails for all rows if one of them is torn.
_STORED = sa.select(
    games.c.id,
    games.c.game,
    sa.cast(games.c.options, sa.Text),
    games.c.begun_at,
    games.c.ended_at,
    sa.cast(games.c.outcome, sa.Text),
    games.c.table_name,
    games.c.head,
    games.c.checksum,
    sa.select(events.c.checksum)
    .where(events.c.game_id == games.c.id)
    .order_by(events.c.seq.desc())
    .limit(1)
    .scalar_subquery(),
)


def select_games(
    connection: sa.Connection,
    *conditions: sa.ColumnElement[bool],
    limit: int | None = None,
    offset: int = 0,
) -> tuple[StoredGame, ...]:
    """The games that meet all conditions, newest first."""
    chosen = _STORED.where(*conditions).order_by(games.c.id.desc())
    rows = connection.execute(chosen.limit(limit).offset(offset)).all()
    taken = _seats_of(connection, [row.id for row in rows])
    return tuple(StoredGame(taken.get(row.id, ()), *row) for row in rows)


def readable(stored: Iterable[StoredGame]) -> tuple[GameRecord, ...]:
    """The records of those that can be read."""
    records = []
    for each in stored:
        with suppress(DamagedGameError):
            records.append(each.record())
    return tuple(records)


def of_table(name: str) -> sa.ColumnElement[bool]:
    """Played by this table, or by nobody knows which; a table without a name takes every game."""
    return games.c.table_name.in_((name, "")) if name else sa.true()


def no_such_game(game_id: int) -> StoreError:
    """The log has no game of this id."""
    return StoreError(f"The log has no game {game_id}: choose one from the list of games.")


def another_tables_game(record: GameRecord) -> StoreError:
    """Two tables cannot go on with one game."""
    return StoreError(
        f"Game {record.id} belongs to the table {record.table!r}: go on with it there, or give "
        "this table that name in its profile."
    )


def _seats_of(connection: sa.Connection, game_ids: Sequence[int]) -> dict[int, tuple[Row, ...]]:
    chosen = sa.select(seats.c.game_id, seats.c.seat, seats.c.name, seats.c.player_id)
    chosen = chosen.where(seats.c.game_id.in_(game_ids)).order_by(seats.c.game_id, seats.c.seat)
    rows = connection.execute(chosen).all()
    grouped = groupby(rows, lambda row: row.game_id)
    return {game_id: tuple(tuple(row[1:]) for row in group) for game_id, group in grouped}


def _plain(value: object) -> object:
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


def _conditions_by_table(game_id: int) -> dict[sa.Table, sa.ColumnElement[bool]]:
    """The tables that speak of a game, and which rows; what refers to others comes last."""
    own = sa.select(evidence.c.name).where(evidence.c.game_id == game_id)
    return {
        games: games.c.id == game_id,
        seats: seats.c.game_id == game_id,
        events: events.c.game_id == game_id,
        corrections: corrections.c.game_id == game_id,
        evidence: evidence.c.game_id == game_id,
        evidence_files: evidence_files.c.evidence.in_(own),
    }


def raw_lines(connection: sa.Connection, game_id: int) -> Iterator[bytes]:
    """Every row of a game as one line of JSON: its table, and its columns as they are stored.

    What JSON cannot hold, because it is not UTF-8, stands there as `{"base64": …}`.
    """
    for table, condition in _conditions_by_table(game_id).items():
        # Without the types of the columns, or the driver would read them before we can.
        columns = [sa.type_coerce(column, sa.types.NullType()) for column in table.columns]
        for row in connection.execute(sa.select(*columns).where(condition)):
            values = zip(table.columns.keys(), row, strict=True)
            content = {name: _as_json(value) for name, value in values}
            yield msgspec.json.encode({"table": str(table.name), "row": content}) + b"\n"


def _as_json(value: object) -> object:
    if isinstance(value, bytes):
        return {"base64": b64encode(value).decode()}
    if isinstance(value, str) and not value.isascii():
        stored = value.encode(errors="surrogateescape")
        return value if stored.decode(errors="ignore") == value else _as_json(stored)
    return value


def erase(connection: sa.Connection, game_id: int) -> Sequence[str]:
    """Delete every row of a game; the names of its evidence."""
    named = sa.select(evidence.c.name).where(evidence.c.game_id == game_id)
    names = connection.execute(named).scalars().all()
    for table, condition in reversed(_conditions_by_table(game_id).items()):
        connection.execute(sa.delete(table).where(condition))
    return names
