"""The games that were begun: who sat where, under which options, and how they ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

import msgspec
import sqlalchemy as sa

from referee.games.values import Outcome
from referee.store.schema import format_moment, games, parse_moment, seats
from referee.store.troubles import StoreError


class GameRecord(msgspec.Struct, frozen=True):
    """One game in the log; `player_ids` has None for a guest without a profile."""

    id: int
    game: str
    seats: tuple[str, ...]
    player_ids: tuple[int | None, ...]
    options: dict[str, Any]
    begun_at: datetime
    ended_at: datetime | None = None
    outcome: Outcome | None = None
    """None while the game goes on, and for a game that was given up."""
    table: str = ""
    """The table that played it; empty if nobody knows."""


def insert_game(
    connection: sa.Connection,
    game: str,
    *,
    names: Sequence[str],
    player_ids: Sequence[int | None],
    options: Mapping[str, Any],
    at: datetime,
    table: str = "",
) -> int:
    """Write a new game with its seats, and give its id."""
    row = {
        "game": game,
        "options": _plain(options),
        "begun_at": format_moment(at),
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
    return game_id


def set_end(
    connection: sa.Connection, game_id: int, outcome: Outcome | None, at: datetime | None
) -> None:
    """Write how and when a game ended; no time at all means that it goes on."""
    end = {
        "ended_at": format_moment(at) if at else None,
        "outcome": _plain(outcome) if outcome else None,
    }
    changed = connection.execute(sa.update(games).where(games.c.id == game_id), end)
    if changed.rowcount != 1:
        raise no_such_game(game_id)


def select_games(
    connection: sa.Connection,
    *conditions: sa.ColumnElement[bool],
    limit: int | None = None,
    offset: int = 0,
) -> tuple[GameRecord, ...]:
    """The games that meet all conditions, newest first."""
    chosen = sa.select(games).where(*conditions).order_by(games.c.id.desc())
    rows = connection.execute(chosen.limit(limit).offset(offset)).all()
    taken = _seats_of(connection, [row.id for row in rows])
    return tuple(_record(row, taken.get(row.id, [])) for row in rows)


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


def _seats_of(connection: sa.Connection, game_ids: Sequence[int]) -> dict[int, list[Any]]:
    chosen = sa.select(seats).where(seats.c.game_id.in_(game_ids))
    rows = connection.execute(chosen.order_by(seats.c.game_id, seats.c.seat)).all()
    return {game_id: list(group) for game_id, group in groupby(rows, lambda row: row.game_id)}


def _record(row: Any, taken: Iterable[Any]) -> GameRecord:
    sitting = [(each.name, each.player_id) for each in taken]
    return GameRecord(
        id=row.id,
        game=row.game,
        seats=tuple(name for name, _ in sitting),
        player_ids=tuple(player_id for _, player_id in sitting),
        options=row.options,
        begun_at=parse_moment(row.begun_at),
        ended_at=parse_moment(row.ended_at) if row.ended_at else None,
        outcome=msgspec.convert(row.outcome, Outcome) if row.outcome else None,
        table=row.table_name,
    )


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")
