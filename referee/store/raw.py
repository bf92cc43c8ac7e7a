"""A game row by row, whatever stands in the rows: for a damaged one before it is deleted."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from referee.store.schema import corrections, events, evidence, evidence_files, games, seats


def _rows_of(game_id: int) -> dict[sa.Table, sa.ColumnElement[bool]]:
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
    for table, condition in _rows_of(game_id).items():
        # Without the types of the columns, or the driver would read them before we can.
        columns = [sa.type_coerce(column, sa.types.NullType()) for column in table.columns]
        for row in connection.execute(sa.select(*columns).where(condition)):
            values = zip(table.columns.keys(), row, strict=True)
            content = {name: _plain(value) for name, value in values}
            yield msgspec.json.encode({"table": str(table.name), "row": content}) + b"\n"


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"base64": b64encode(value).decode()}
    if isinstance(value, str) and not value.isascii():
        stored = value.encode(errors="surrogateescape")
        return value if stored.decode(errors="ignore") == value else _plain(stored)
    return value


def erase(connection: sa.Connection, game_id: int) -> Sequence[str]:
    """Delete every row of a game; the names of its evidence."""
    named = sa.select(evidence.c.name).where(evidence.c.game_id == game_id)
    names = connection.execute(named).scalars().all()
    for table, condition in reversed(_rows_of(game_id).items()):
        connection.execute(sa.delete(table).where(condition))
    return names
